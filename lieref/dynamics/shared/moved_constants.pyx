"""Inverse and forward dynamics of models whose constants are complex: the complex step by them.

H-GRNE and H-GABI, the text that ships, compiled for constants that are complex as well: masses,
inertias, placements, axes. Im f(p + i h) / h is the derivative of f by a parameter of the model.
"""

cimport numpy as cnp

from lieref.calls cimport entry, release, take
from lieref.dynamics cimport forward_dynamics as forward
from lieref.dynamics cimport inverse_dynamics as inverse
from lieref.model.model cimport Body, Link, Model
from lieref.dynamics.shared.motion_arguments cimport (
    checked_configuration, checked_row, checked_wrenches)
from lieref.model.checks cimport named_option, require_double_range

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.dynamics.shared.singular_cause import refuse_other_causes
from lieref.errors import ShapeError, SingularError
from lieref.model.tree.compiled import KINDS, body_constants, lane_constants
from lieref.model.tree.exact import ComplexField, ExactModel
from lieref.model.checks import AXES, BASES, Axes, Base

cnp.import_array()

ctypedef void (*InverseRun)(Model, const inverse.Call*) noexcept nogil
ctypedef int (*ForwardRun)(Model, const forward.Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int, bint) noexcept nogil

cdef InverseRun inverse_run = <InverseRun> entry("_h_grne_complex_parameters", "RUN", "run")
cdef Workspace inverse_workspace = <Workspace> entry(
    "_h_grne_complex_parameters", "WORKSPACE", "workspace")
cdef ForwardRun forward_run = <ForwardRun> entry("_h_gabi_complex_parameters", "RUN", "forward_run")
cdef Workspace forward_workspace = <Workspace> entry(
    "_h_gabi_complex_parameters", "WORKSPACE", "forward_workspace")


cdef Model _over_complex(Model model, object exact):
    """A model for those builds alone: its tables are those of `exact`, of complex numbers."""
    cdef Model twin = Model(*model._arguments)
    cdef int i
    if len(exact.bodies) != model.nbodies:
        raise ShapeError(f"exact has {len(exact.bodies)} bodies, expected {model.nbodies}")
    K = ComplexField()
    bodies = np.array(body_constants(K, exact), dtype=np.complex128)
    links = np.array(lane_constants(K, exact), dtype=np.complex128)
    twin._kernel_table, twin._link_table = bodies, links
    twin.bodies = <const Body*> cnp.PyArray_DATA(<cnp.ndarray> bodies)
    twin.links = <const Link*> cnp.PyArray_DATA(<cnp.ndarray> links)
    for i, body in enumerate(exact.bodies):
        twin.kind[i] = KINDS[body.kind]
    return twin


cdef tuple _state(Model model, object q, object v, object wrenches):
    """The complex arguments of both functions, checked."""
    return (checked_configuration(model, q, cnp.NPY_CDOUBLE),
            checked_row(model, "v", v, cnp.NPY_CDOUBLE),
            None if wrenches is None else checked_wrenches(model, wrenches, cnp.NPY_CDOUBLE))


def inverse_dynamics_moved(
    Model model not None, exact: ExactModel, q: ArrayLike, v: ArrayLike, a: ArrayLike,
    base: Base = "body", wrenches: ArrayLike | None = None, wrench_axes: Axes = "body",
) -> NDArray[np.complex128]:
    """Generalized forces (nv,) of a model with complex constants, by H-GRNE.

    exact: an ExactModel of complex numbers that differs from the model's own by what is moved;
    a kind of joint may be another one of one degree, and gravity is the model's. q (nq,), v, a
    (nv,), wrenches (nbodies, 6): real or complex, checked as of `inverse_dynamics`.
    """
    cdef inverse.Call call
    cdef Model twin = _over_complex(model, exact)
    cdef cnp.ndarray tau = np.empty(model.nv, dtype=np.complex128)
    q, v, wrenches = _state(model, q, v, wrenches)
    a = checked_row(model, "a", a, cnp.NPY_CDOUBLE)
    rates = np.stack([v, a])
    call.r = 0
    call.base = named_option("base", base, BASES)
    call.inertial_wrenches = named_option("wrench_axes", wrench_axes, AXES)
    call.q = cnp.PyArray_DATA(<cnp.ndarray> q)
    call.v = cnp.PyArray_DATA(<cnp.ndarray> rates)
    call.wrenches = NULL
    if wrenches is not None:
        call.wrenches = cnp.PyArray_DATA(<cnp.ndarray> wrenches)
    call.tau_ext = NULL
    call.tau = cnp.PyArray_DATA(tau)
    call.workspace = take(NULL, 2 * inverse_workspace(twin, 0, call.inertial_wrenches))
    with nogil:
        inverse_run(twin, &call)
    release(call.workspace, NULL)
    require_double_range("tau", tau, cnp.NPY_CDOUBLE)
    return tau


def forward_dynamics_moved(
    Model model not None, exact: ExactModel, q: ArrayLike, v: ArrayLike, tau: ArrayLike,
    base: Base = "body", wrenches: ArrayLike | None = None, wrench_axes: Axes = "body",
) -> NDArray[np.complex128]:
    """Accelerations (nv,) of a model with complex constants, by H-GABI.

    As `inverse_dynamics_moved`; SingularError names a singular joint.
    """
    cdef forward.Call call
    cdef int singular
    cdef Model twin = _over_complex(model, exact)
    cdef cnp.ndarray vdot = np.empty(model.nv, dtype=np.complex128)
    q, v, wrenches = _state(model, q, v, wrenches)
    # the kernel writes there too
    torques = checked_row(model, "tau", tau, cnp.NPY_CDOUBLE).copy()
    call.r = 0
    call.base = named_option("base", base, BASES)
    call.inertial_wrenches = named_option("wrench_axes", wrench_axes, AXES)
    call.q = cnp.PyArray_DATA(<cnp.ndarray> q)
    call.v = cnp.PyArray_DATA(<cnp.ndarray> v)
    call.prescribed = NULL
    call.wrenches = NULL
    if wrenches is not None:
        call.wrenches = cnp.PyArray_DATA(<cnp.ndarray> wrenches)
    call.tau_ext = NULL
    call.tau = cnp.PyArray_DATA(<cnp.ndarray> torques)
    call.vdot = cnp.PyArray_DATA(vdot)
    call.workspace = take(NULL, 2 * forward_workspace(twin, 0, call.inertial_wrenches))
    with nogil:
        singular = forward_run(twin, &call)
    release(call.workspace, NULL)
    if singular >= 0:
        refuse_other_causes(model, q)
        raise SingularError(f"joint {model.joint_names[singular]!r} of body "
                            f"{model.names[singular]!r}: singular articulated inertia")
    require_double_range("vdot", vdot, cnp.NPY_CDOUBLE)
    return vdot
