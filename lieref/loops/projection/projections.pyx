# cython: language_level=3
"""What the recursions over clusters are compared with: from tables to compiled passes.

States whose G and g, or K and k, are known; shapes and numbers were checked by the callers.
"""

from cpython.pycapsule cimport PyCapsule_GetPointer

from lieref.loops.projection.projection_table cimport ProjectionTable

import numpy as np
from numpy.typing import NDArray

from lieref import machine

cdef extern from * nogil:
    """
    #ifndef LIEREF_DEBUG
    #define LIEREF_DEBUG 0
    #endif
    """
    enum: LIEREF_DEBUG

ctypedef int (*Run)(ProjectionTable, const ProjectionCall*) noexcept nogil
ctypedef size_t (*Workspace)(ProjectionTable) noexcept nogil
ctypedef void (*RunTorques)(ProjectionTable, const TorquesCall*) noexcept nogil
ctypedef int (*RunMultipliers)(ProjectionTable, const MultiplierCall*) noexcept nogil
ctypedef size_t (*CountedWorkspace)(ProjectionTable, int) noexcept nogil
ctypedef int (*RunEnds)(ProjectionTable, const ProjectedEnds*) noexcept nogil

cdef Run run
cdef Workspace workspace
cdef RunTorques torques
cdef RunMultipliers multipliers
cdef CountedWorkspace multipliers_size
cdef RunEnds ends
cdef CountedWorkspace ends_size

METHODS: dict[str, int] = {
    "projected": DENSE, "projection": DENSE, "projected_sparse": SPARSE,
    "projection_sparse": SPARSE, "approximate": APPROXIMATE, "approximate_full": FULL,
    "unconstrained": UNCONSTRAINED}


def _bind():
    """Choose, once at import, the build that this processor runs."""
    global run, workspace, torques, multipliers, multipliers_size, ends, ends_size
    module = machine.kernel("_projections_dense")
    run = <Run> PyCapsule_GetPointer(module.RUN, "lieref.projection_run")
    workspace = <Workspace> PyCapsule_GetPointer(module.WORKSPACE, "lieref.projection_workspace")
    torques = <RunTorques> PyCapsule_GetPointer(module.TORQUES, "lieref.projected_torques_run")
    multipliers = <RunMultipliers> PyCapsule_GetPointer(module.MULTIPLIERS,
                                                        "lieref.multipliers_run")
    multipliers_size = <CountedWorkspace> PyCapsule_GetPointer(module.MULTIPLIERS_WORKSPACE,
                                                               "lieref.multipliers_workspace")
    ends = <RunEnds> PyCapsule_GetPointer(module.ENDS, "lieref.projected_ends_run")
    ends_size = <CountedWorkspace> PyCapsule_GetPointer(module.ENDS_WORKSPACE,
                                                        "lieref.projected_ends_workspace")


_bind()


cdef size_t projection_workspace(ProjectionTable table) noexcept nogil:
    return workspace(table)


cdef int run_projection(ProjectionTable table, const ProjectionCall* call) noexcept nogil:
    return run(table, call)


cdef void run_projected_torques(ProjectionTable table, const TorquesCall* call) noexcept nogil:
    torques(table, call)


cdef size_t multiplier_workspace(ProjectionTable table, int count) noexcept nogil:
    return multipliers_size(table, count)


cdef int run_multipliers(ProjectionTable table, const MultiplierCall* call) noexcept nogil:
    return multipliers(table, call)


cdef size_t projected_ends_workspace(ProjectionTable table, int count) noexcept nogil:
    return ends_size(table, count)


cdef int run_projected_ends(ProjectionTable table, const ProjectedEnds* call) noexcept nogil:
    return ends(table, call)


cdef object _scratch(size_t doubles):
    """Memory of one call; in debug builds what is read before it is written becomes NaN."""
    return np.full(doubles + 8, np.nan) if LIEREF_DEBUG else np.empty(doubles + 8)


cdef inline void* _begin(double[::1] memory) noexcept:
    return <void*> ((<size_t> &memory[0] + 63) & ~(<size_t> 63))


cdef const double* _wrenches(object given):
    cdef const double[:, ::1] view
    if given is None:
        return NULL
    view = given
    return &view[0, 0]


def accelerations(
    ProjectionTable table not None, method: str, const double[::1] q not None: NDArray[np.float64],
    v: NDArray[np.float64] | None, const double[::1] G not None: NDArray[np.float64],
    const double[::1] g not None: NDArray[np.float64],
    const double[::1] tau not None: NDArray[np.float64],
    wrenches: NDArray[np.float64] | None = None, bint inertial_wrenches=False,
) -> tuple[NDArray[np.float64], int]:
    """yddot (nv,) and -1, or the place in y of a singular coordinate.

    q, v, wrenches: of the tree, of the independent tree for the approximations; v None: at rest
    and weightless. G packed, one number at least.
    """
    cdef ProjectionCall call
    cdef const double[::1] rates
    cdef double[::1] out, memory
    cdef int lost
    found = np.empty(table.nv)
    if table.nv == 0:
        return found, -1
    out = found
    call.method = METHODS[method]
    call.q, call.G, call.bias, call.tau = &q[0], &G[0], &g[0], &tau[0]
    call.v = NULL
    if v is not None:
        rates = v
        call.v = &rates[0]
    call.wrenches = _wrenches(wrenches)
    call.inertial_wrenches = inertial_wrenches
    call.vdot = &out[0]
    memory = _scratch(workspace(table))
    call.workspace = _begin(memory)
    with nogil:
        lost = run(table, &call)
    return found, lost


def projected_torques(
    ProjectionTable table not None, method: str, int base,
    const double[::1] q not None: NDArray[np.float64],
    const double[::1] v not None: NDArray[np.float64],
    const double[::1] G not None: NDArray[np.float64],
    const double[::1] g not None: NDArray[np.float64],
    const double[::1] vdot not None: NDArray[np.float64],
    wrenches: NDArray[np.float64] | None = None, bint inertial_wrenches=False,
) -> NDArray[np.float64]:
    """Forces on y (nv,) of a motion; arguments as of `accelerations`, vdot (nv,) is yddot."""
    cdef TorquesCall call
    cdef double[::1] out, memory
    found = np.empty(table.nv)
    if table.nv == 0:
        return found
    out = found
    call.method, call.base = METHODS[method], base
    call.q, call.v, call.G, call.bias, call.vdot = &q[0], &v[0], &G[0], &g[0], &vdot[0]
    call.wrenches = _wrenches(wrenches)
    call.inertial_wrenches = inertial_wrenches
    call.tau = &out[0]
    memory = _scratch(workspace(table))
    call.workspace = _begin(memory)
    with nogil:
        torques(table, &call)
    return found


def tree_accelerations(
    ProjectionTable table not None, const double[::1] q not None: NDArray[np.float64],
    v: NDArray[np.float64] | None, const double[:, ::1] K not None: NDArray[np.float64],
    const double[::1] k not None: NDArray[np.float64],
    const double[::1] tau not None: NDArray[np.float64],
    wrenches: NDArray[np.float64] | None = None, bint inertial_wrenches=False,
) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    """qddot and K^T lambda, (tree.nv,), and what `run_multipliers` returns.

    v None: without velocity forces and weight.
    """
    cdef MultiplierCall call
    cdef const double[::1] rates
    cdef double[::1] out, forces, memory
    cdef int lost
    cdef double none = 0
    found, held = np.empty(table.tree.nv), np.empty(table.tree.nv)
    out, forces = found, held
    call.count = <int> K.shape[0]
    call.q, call.tau = &q[0], &tau[0]
    call.K = &K[0, 0] if call.count else &none
    call.k = &k[0] if call.count else &none
    call.v = NULL
    if v is not None:
        rates = v
        call.v = &rates[0]
    call.wrenches = _wrenches(wrenches)
    call.inertial_wrenches = inertial_wrenches
    call.vdot, call.forces = &out[0], &forces[0]
    memory = _scratch(multipliers_size(table, call.count))
    call.workspace = _begin(memory)
    with nogil:
        lost = multipliers(table, &call)
    return found, held, lost


def ends_inertia(
    ProjectionTable table not None, method: str, const double[::1] q not None: NDArray[np.float64],
    const double[::1] G not None: NDArray[np.float64],
    const int[::1] bodies not None: NDArray[np.intc],
    const double[:, ::1] frames not None: NDArray[np.float64],
) -> tuple[NDArray[np.float64], int]:
    """Omega (6 m, 6 m) of m ends and -1, or the place in y of a singular coordinate."""
    cdef ProjectedEnds call
    cdef double[::1] memory
    cdef const double[::1] kept
    cdef double[:, ::1] view
    cdef int lost
    cdef int m = <int> bodies.shape[0]
    found = np.zeros((6 * m, 6 * m))
    if m == 0 or table.nv == 0:
        return found, -1
    view = found
    call.method = METHODS[method]
    call.count = m
    call.q, call.G = &q[0], &G[0]
    call.q_kept = NULL
    if table.kept is not None:
        kept = np.asarray(q)[table.kept_q]
        call.q_kept = &kept[0]
    call.bodies, call.frames, call.inertia = &bodies[0], &frames[0, 0], &view[0, 0]
    memory = _scratch(ends_size(table, m))
    call.workspace = _begin(memory)
    with nogil:
        lost = ends(table, &call)
    return found, lost
