"""Series of the partials of inverse dynamics times series of moves: the compiled kernel.

Taylor coefficients in and out, base "body"; what they are made of is in `order_directions`.
"""

from cpython.mem cimport PyMem_RawFree
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.math cimport sqrt
from libc.string cimport memset
cimport numpy as cnp

from lieref.model.model cimport FREE, SPHERICAL, Model
from lieref.partials.calls cimport OrderProductsCall as Call

import numpy as np

from lieref import machine
from lieref.errors import ConfigurationError, NonFiniteError, ShapeError

cnp.import_array()

include "../../model/arguments.pxi"
include "../state.pxi"

ctypedef void (*Run)(Model, const Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int) noexcept nogil

cdef Run jvp_run
cdef Run vjp_run
cdef Run contraction_run
cdef Workspace kernel_workspace
cdef Workspace contraction_workspace


def _bind():
    """Choose, once at import, the build that this processor runs."""
    global jvp_run, vjp_run, contraction_run, kernel_workspace, contraction_workspace
    module = machine.kernel("_order_products_wide")
    jvp_run = <Run> PyCapsule_GetPointer(module.JVP, "lieref.order_products_run")
    vjp_run = <Run> PyCapsule_GetPointer(module.VJP, "lieref.order_products_run")
    contraction_run = <Run> PyCapsule_GetPointer(module.CONTRACTION, "lieref.order_products_run")
    kernel_workspace = <Workspace> PyCapsule_GetPointer(module.PRODUCTS_WORKSPACE,
                                                        "lieref.order_partials_workspace")
    contraction_workspace = <Workspace> PyCapsule_GetPointer(module.CONTRACTION_WORKSPACE,
                                                             "lieref.order_partials_workspace")


_bind()


cdef int _run(Model model, Call* call, Run run, Workspace workspace) except -1:
    """Run the kernel on scratch memory of its own, without the GIL where that pays."""
    cdef double[STACK] local
    cdef size_t bytes = LINE + sizeof(double) * workspace(model, call.r)
    cdef void* memory = _scratch_memory(local, sizeof(local), bytes)
    cdef bint fits = memory == <void*> local
    call.workspace = _aligned(memory)
    if fits:
        run(model, call)
    else:
        with nogil:
            run(model, call)
        PyMem_RawFree(memory)
    return 0


def checked_motion(Model model not None, q, v):
    """q (nq,) and v (r + 2, nv) as checked arrays."""
    cdef cnp.npy_intp[2] shape
    q = _configuration(model, q)
    shape[0] = -2
    shape[1] = model.nv
    v = _argument("v", v, cnp.NPY_DOUBLE, 2, shape)
    if not 2 <= v.shape[0] <= MOST_ORDERS:
        raise ShapeError(f"v has shape {_shape(v)}, expected (r + 2, {model.nv}) with an "
                         f"order r from 0 to {MOST_ORDERS - 2}")
    return q, v


cdef int _fill(Call* call, cnp.ndarray q, cnp.ndarray v) except -1:
    memset(call, 0, sizeof(call[0]))
    call.r = <int> v.shape[0] - 2
    call.q = cnp.PyArray_DATA(q)
    call.v = cnp.PyArray_DATA(v)
    return 0


cdef cnp.ndarray _series(str what, object value, Model model, const Call* call):
    """r + 1 coefficients for each velocity coordinate."""
    cdef cnp.npy_intp[2] shape
    shape[0] = call.r + 1
    shape[1] = model.nv
    return _array(what, value, cnp.NPY_DOUBLE, 2, shape)


cdef cnp.ndarray _empty(Model model, const Call* call):
    cdef cnp.npy_intp[2] shape
    shape[0] = call.r + 1
    shape[1] = model.nv
    return cnp.PyArray_EMPTY(2, shape, cnp.NPY_DOUBLE, 0)


def series_jvp(Model model not None, q, v, xi, dv, da):
    """Coefficients of dtau = A xi + B dv + H da, from series xi, dv, da."""
    cdef Call call
    cdef cnp.ndarray tau, along_q, along_v, along_a
    q, v = checked_motion(model, q, v)
    _fill(&call, q, v)
    along_q = _series("xi", xi, model, &call)
    along_v = _series("dv", dv, model, &call)
    along_a = _series("da", da, model, &call)
    tau = _empty(model, &call)
    call.along_q = cnp.PyArray_DATA(along_q)
    call.along_v = cnp.PyArray_DATA(along_v)
    call.along_a = cnp.PyArray_DATA(along_a)
    call.tau = cnp.PyArray_DATA(tau)
    _run(model, &call, jvp_run, kernel_workspace)
    return tau


def series_vjp(Model model not None, q, v, w):
    """Coefficients of w^T A, w^T B, w^T H, from a series w."""
    cdef Call call
    cdef cnp.ndarray dq, dv, da, weights
    q, v = checked_motion(model, q, v)
    _fill(&call, q, v)
    weights = _series("w", w, model, &call)
    dq = _empty(model, &call)
    dv = _empty(model, &call)
    da = _empty(model, &call)
    call.w = cnp.PyArray_DATA(weights)
    call.dq = cnp.PyArray_DATA(dq)
    call.dv = cnp.PyArray_DATA(dv)
    call.da = cnp.PyArray_DATA(da)
    _run(model, &call, vjp_run, kernel_workspace)
    return dq, dv, da


def contraction_blocks(Model model not None, q, v, w):
    """Second partials of sum_k w_k . tau^(k), w (r + 1, nv), by q, by v^(j), by both."""
    cdef Call call
    cdef int n, nv = model.nv
    cdef cnp.ndarray weights, dq_dq, dv_dv, dq_dv
    q, v = checked_motion(model, q, v)
    _fill(&call, q, v)
    n = call.r + 2
    weights = _series("w", w, model, &call)
    dq_dq, dv_dv, dq_dv = np.empty((nv, nv)), np.empty((n, n, nv, nv)), np.empty((n, nv, nv))
    call.w = cnp.PyArray_DATA(weights)
    call.dq_dq = cnp.PyArray_DATA(dq_dq)
    call.dv_dv = cnp.PyArray_DATA(dv_dv)
    call.dq_dv = cnp.PyArray_DATA(dq_dv)
    _run(model, &call, contraction_run, contraction_workspace)
    return dq_dq, dv_dv, dq_dv
