"""Regressor and virtual joints: checks of arguments, then the compiled kernels, base "body"."""

from cpython.mem cimport PyMem_RawFree
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.math cimport sqrt
from libc.string cimport memset
cimport numpy as cnp

from lieref.model.model cimport FREE, SPHERICAL, Model

import numpy as np

from lieref import machine
from lieref.errors import ConfigurationError, NonFiniteError, ShapeError

cnp.import_array()

include "../model/arguments.pxi"
include "state.pxi"

ctypedef void (*Run)(Model, const Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model) noexcept nogil


cdef struct Kernel:
    Run run
    Workspace workspace

cdef Kernel regressor
cdef Kernel virtual_joints


cdef Kernel _kernel(str name) except *:
    """The build of a kernel that this processor runs."""
    cdef Kernel found
    module = machine.kernel(name)
    found.run = <Run> PyCapsule_GetPointer(module.RUN, "lieref.sensitivity_run")
    found.workspace = <Workspace> PyCapsule_GetPointer(module.WORKSPACE,
                                                       "lieref.sensitivity_workspace")
    return found


def _bind():
    """Choose once, at import."""
    global regressor, virtual_joints
    regressor = _kernel("_regressor_wide")
    virtual_joints = _kernel("_virtual_joints_wide")


_bind()


cdef size_t regressor_workspace_size(Model model) noexcept nogil:
    return regressor.workspace(model)


cdef void run_regressor(Model model, const Call* call) noexcept nogil:
    regressor.run(model, call)


cdef size_t virtual_joints_workspace_size(Model model) noexcept nogil:
    return virtual_joints.workspace(model)


cdef void run_virtual_joints(Model model, const Call* call) noexcept nogil:
    virtual_joints.run(model, call)


cdef int _run(Model model, const Kernel* kernel, Call* call) except -1:
    """Run the kernel on scratch memory of its own, without the GIL."""
    cdef size_t bytes = LINE + sizeof(double) * kernel.workspace(model)
    cdef void* memory = _scratch_memory(NULL, 0, bytes)
    call.workspace = _aligned(memory)
    with nogil:
        kernel.run(model, call)
    PyMem_RawFree(memory)
    return 0


cdef cnp.ndarray _zeros(int rows, int columns):
    cdef cnp.npy_intp[2] shape
    shape[0] = rows
    shape[1] = columns
    return cnp.PyArray_ZEROS(2, shape, cnp.NPY_DOUBLE, 0)


def checked_motion(model, q, v, last, what="a"):
    """q (nq,), v (nv,) and `last` (nv,), called `what`, as arrays, or an error."""
    _require_tree(model)
    return _configuration(model, q), _row(model, "v", v), _row(model, what, last)


def body_regressor(Model model not None, q, v, a):
    """`inverse_dynamics_regressor` of base "body", of checked arguments; may be not finite."""
    cdef Call call
    cdef cnp.ndarray found = _zeros(model.nv, 10 * model.nbodies)
    memset(&call, 0, sizeof(call))
    call.q = cnp.PyArray_DATA(<cnp.ndarray> q)
    call.v = cnp.PyArray_DATA(<cnp.ndarray> v)
    call.a = cnp.PyArray_DATA(<cnp.ndarray> a)
    call.regressor = cnp.PyArray_DATA(found)
    _run(model, &regressor, &call)
    return found


def virtual_partials(Model model not None, q, v, a, wrenches=None):
    """dq, dv, da (nv, 6 nbodies) and forces (6 nbodies,) of virtual joints, arguments checked.

    wrenches (nbodies, 6) or None: held in body axes.
    """
    cdef Call call
    cdef cnp.ndarray dq = _zeros(model.nv, 6 * model.nbodies)
    cdef cnp.ndarray dv = _zeros(model.nv, 6 * model.nbodies)
    cdef cnp.ndarray da = _zeros(model.nv, 6 * model.nbodies)
    cdef cnp.ndarray torques = _zeros(1, 6 * model.nbodies)
    memset(&call, 0, sizeof(call))
    call.q = cnp.PyArray_DATA(<cnp.ndarray> q)
    call.v = cnp.PyArray_DATA(<cnp.ndarray> v)
    call.a = cnp.PyArray_DATA(<cnp.ndarray> a)
    if wrenches is not None:
        call.wrenches = cnp.PyArray_DATA(<cnp.ndarray> wrenches)
    call.dq = cnp.PyArray_DATA(dq)
    call.dv = cnp.PyArray_DATA(dv)
    call.da = cnp.PyArray_DATA(da)
    call.torques = cnp.PyArray_DATA(torques)
    _run(model, &virtual_joints, &call)
    return dq, dv, da, torques[0]


def require_finite_result(str name, cnp.ndarray array not None):
    """The array, or the error that names its first number that is not finite."""
    _require_finite(name, array)
    return array
