"""Regressor, virtual joints, centroidal momentum: checks, then the kernels, base "body"."""

from libc.string cimport memset
cimport numpy as cnp

from lieref.calls cimport KernelRun, entry, run_on_scratch
from lieref.model.model cimport Model
from lieref.model.checks cimport check_tree, require_double_range
from lieref.dynamics.shared.motion_arguments cimport checked_configuration, checked_row

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

cnp.import_array()

Array = NDArray[np.float64]

ctypedef void (*Run)(Model, const Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model) noexcept nogil


cdef struct Kernel:
    Run run
    Workspace workspace


cdef Kernel _kernel(str name, str part=""):
    """The build of a kernel that this processor runs."""
    return Kernel(<Run> entry(name, part + "RUN", "sensitivity_run"),
                  <Workspace> entry(name, part + "WORKSPACE", "sensitivity_workspace"))


cdef Kernel regressor = _kernel("_regressor_wide")
cdef Kernel regressor_partials = _kernel("_regressor_wide", "PARTIALS_")
cdef Kernel virtual_joints = _kernel("_virtual_joints_wide")
cdef Kernel centroidal = _kernel("_centroidal_wide")


cdef size_t regressor_workspace_size(Model model) noexcept nogil:
    return regressor.workspace(model)


cdef void run_regressor(Model model, const Call* call) noexcept nogil:
    regressor.run(model, call)


cdef size_t regressor_partials_workspace_size(Model model) noexcept nogil:
    return regressor_partials.workspace(model)


cdef void run_regressor_partials(Model model, const Call* call) noexcept nogil:
    regressor_partials.run(model, call)


cdef size_t virtual_joints_workspace_size(Model model) noexcept nogil:
    return virtual_joints.workspace(model)


cdef void run_virtual_joints(Model model, const Call* call) noexcept nogil:
    virtual_joints.run(model, call)


cdef size_t centroidal_workspace_size(Model model) noexcept nogil:
    return centroidal.workspace(model)


cdef void run_centroidal(Model model, const Call* call) noexcept nogil:
    centroidal.run(model, call)


cdef int _run(Model model, const Kernel* kernel, Call* call) except -1:
    return run_on_scratch(<KernelRun> kernel.run, model, call, &call.workspace,
                          kernel.workspace(model))


cdef Call _call(cnp.ndarray q, cnp.ndarray v, cnp.ndarray a):
    """A call for this motion; nothing is to be written yet."""
    cdef Call call
    memset(&call, 0, sizeof(call))
    call.q = cnp.PyArray_DATA(q)
    call.v = cnp.PyArray_DATA(v)
    call.a = cnp.PyArray_DATA(a)
    return call


cdef cnp.ndarray _zeros(int rows, int columns):
    cdef cnp.npy_intp[2] shape
    shape[0] = rows
    shape[1] = columns
    return cnp.PyArray_ZEROS(2, shape, cnp.NPY_DOUBLE, 0)


def checked_motion(
    model: Model, q: ArrayLike, v: ArrayLike, last: ArrayLike, what: str = "a",
) -> tuple[Array, Array, Array]:
    """q (nq,), v (nv,) and `last` (nv,), called `what`, as arrays, or an error."""
    check_tree(model)
    return (checked_configuration(model, q), checked_row(model, "v", v),
            checked_row(model, what, last))


def body_regressor(Model model not None, q: Array, v: Array, a: Array) -> Array:
    """`inverse_dynamics_regressor` of base "body", of checked arguments; may be not finite."""
    cdef Call call = _call(q, v, a)
    cdef cnp.ndarray found = _zeros(model.nv, 10 * model.nbodies)
    call.regressor = cnp.PyArray_DATA(found)
    _run(model, &regressor, &call)
    return found


def body_regressor_partials(
    Model model not None, q: Array, v: Array, a: Array, bodies: Sequence[int],
) -> tuple[Array, Array, Array]:
    """dq, dv, da (nv, 10 m, nv) of the regressor's columns of m bodies; arguments are checked."""
    cdef Call call = _call(q, v, a)
    cdef cnp.ndarray numbers = np.array(bodies, np.intc)
    shape = model.nv, 10 * len(bodies), model.nv
    dq, dv, da = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    call.count = <int> cnp.PyArray_DIM(numbers, 0)
    call.bodies = <const int*> cnp.PyArray_DATA(numbers)
    call.dq = cnp.PyArray_DATA(<cnp.ndarray> dq)
    call.dv = cnp.PyArray_DATA(<cnp.ndarray> dv)
    call.da = cnp.PyArray_DATA(<cnp.ndarray> da)
    _run(model, &regressor_partials, &call)
    return dq, dv, da


def centroidal_partials(
    Model model not None, q: Array, v: Array, a: Array,
) -> tuple[Array, Array, Array, Array]:
    """dh/dq, dh'/dq, dh'/dv, dh'/da (6, nv) about the center of mass; arguments are checked."""
    cdef Call call = _call(q, v, a)
    cdef cnp.ndarray moved = _zeros(6, model.nv)
    cdef cnp.ndarray dq = _zeros(6, model.nv)
    cdef cnp.ndarray dv = _zeros(6, model.nv)
    cdef cnp.ndarray da = _zeros(6, model.nv)
    call.moved = cnp.PyArray_DATA(moved)
    call.dq = cnp.PyArray_DATA(dq)
    call.dv = cnp.PyArray_DATA(dv)
    call.da = cnp.PyArray_DATA(da)
    _run(model, &centroidal, &call)
    return moved, dq, dv, da


def virtual_partials(
    Model model not None, q: Array, v: Array, a: Array, wrenches: Array | None = None,
) -> tuple[Array, Array, Array, Array]:
    """dq, dv, da (nv, 6 nbodies) and forces (6 nbodies,) of virtual joints, arguments checked.

    wrenches (nbodies, 6) or None: constant in body axes.
    """
    cdef Call call = _call(q, v, a)
    cdef cnp.ndarray dq = _zeros(model.nv, 6 * model.nbodies)
    cdef cnp.ndarray dv = _zeros(model.nv, 6 * model.nbodies)
    cdef cnp.ndarray da = _zeros(model.nv, 6 * model.nbodies)
    cdef cnp.ndarray torques = _zeros(1, 6 * model.nbodies)
    if wrenches is not None:
        call.wrenches = cnp.PyArray_DATA(<cnp.ndarray> wrenches)
    call.dq = cnp.PyArray_DATA(dq)
    call.dv = cnp.PyArray_DATA(dv)
    call.da = cnp.PyArray_DATA(da)
    call.torques = cnp.PyArray_DATA(torques)
    _run(model, &virtual_joints, &call)
    return dq, dv, da, torques[0]


def require_finite_result(str name, cnp.ndarray array not None: Array) -> Array:
    """The array, or the error that names its first number that is not finite."""
    require_double_range(name, array)
    return array
