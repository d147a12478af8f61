# The module of one build of the projections: what it calls of the open tree, and its entry point.

from cpython.pycapsule cimport PyCapsule_New

from lieref.calls cimport entry
from lieref.dynamics.shared.calls cimport ClosedFormsCall as InertiaCall
from lieref.model.model cimport Model

ctypedef void (*RunInertia)(Model, const InertiaCall*) noexcept nogil
ctypedef size_t (*InertiaWorkspace)(Model, int, bint) noexcept nogil

cdef RunInertia run_inertia = <RunInertia> entry("_closed_forms_scalar", "INERTIA", "run")
cdef InertiaWorkspace inertia_workspace = <InertiaWorkspace> entry(
    "_closed_forms_scalar", "WORKSPACE", "workspace")

include "factors.pxi"
include "projection.pxi"
include "approximations.pxi"
include "multipliers.pxi"
include "projected_ends.pxi"

RUN = PyCapsule_New(<void*> run, "lieref.projection_run", NULL)
WORKSPACE = PyCapsule_New(<void*> projection_workspace, "lieref.projection_workspace", NULL)
TORQUES = PyCapsule_New(<void*> run_projected_torques, "lieref.projected_torques_run", NULL)
MULTIPLIERS = PyCapsule_New(<void*> run_multipliers, "lieref.multipliers_run", NULL)
MULTIPLIERS_WORKSPACE = PyCapsule_New(<void*> multiplier_workspace,
                                      "lieref.multipliers_workspace", NULL)
ENDS = PyCapsule_New(<void*> run_projected_ends, "lieref.projected_ends_run", NULL)
ENDS_WORKSPACE = PyCapsule_New(<void*> projected_ends_workspace,
                               "lieref.projected_ends_workspace", NULL)
