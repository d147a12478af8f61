"""Partials of inverse dynamics of any order: checks of arguments, then the compiled kernel."""

from libc.string cimport memset
cimport numpy as cnp

from lieref.calls cimport KernelRun, entry, run_on_scratch
from lieref.model.model cimport Model
from lieref.partials.calls cimport OrderPartialsCall as Call
from lieref.partials.calls cimport PartialsCall
from lieref.partials.idsva.inverse_dynamics_partials cimport (
    partials_workspace_size, run_inverse_dynamics_partials)
from lieref.model.checks cimport (
    BODY, MOST_ORDERS, checked_array, is_batched, is_plain, named_option, require_double_range,
    shape_of)
from lieref.dynamics.shared.motion_arguments cimport checked_configuration, is_body_call, named

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.errors import ShapeError
from lieref.partials.any_order import represented
from lieref.partials.any_order.inverse import batches
from lieref.partials.any_order.results import InverseDynamicsOrderPartials
from lieref.model.checks import AXES, Axes, Base
from lieref.dynamics.shared.motion_arguments import in_range

cnp.import_array()

ctypedef void (*Run)(Model, const Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int) noexcept nogil

# The usual number of workers, recognized by identity: small numbers are one object.
cdef object ONE = 1

# Builds that this processor runs.
cdef Run kernel_run = <Run> entry("_series_partials_wide", "RUN", "order_partials_run")
cdef Workspace kernel_workspace = <Workspace> entry(
    "_series_partials_wide", "WORKSPACE", "order_partials_workspace")


cdef size_t order_partials_workspace_size(Model model, int r) noexcept nogil:
    return partials_workspace_size(model) if r == 0 else kernel_workspace(model, r)


cdef void run_inverse_dynamics_order_partials(Model model, const Call* call) noexcept nogil:
    """Order 0 by the kernel of the first partials, which does without series."""
    cdef PartialsCall first
    cdef size_t square = <size_t> model.nv * model.nv
    if call.r > 0:
        kernel_run(model, call)
        return
    first.q = call.q
    first.v = call.v
    first.a = <const double*> call.v + model.nv
    first.wrenches = NULL
    first.dq = call.dq
    first.dv = call.dv
    first.da = <double*> call.dv + square
    first.workspace = call.workspace
    memset(call.dq, 0, square * sizeof(double))
    memset(call.dv, 0, 2 * square * sizeof(double))
    run_inverse_dynamics_partials(model, &first)


cdef object _blocks(Model model, int n):
    """Arrays for the result."""
    cdef cnp.ndarray dq, dv
    cdef cnp.npy_intp[4] shape
    shape[0] = n
    shape[1] = model.nv
    shape[2] = model.nv
    dq = cnp.PyArray_EMPTY(3, shape, cnp.NPY_DOUBLE, 0)
    shape[1] = n + 1
    shape[3] = model.nv
    dv = cnp.PyArray_EMPTY(4, shape, cnp.NPY_DOUBLE, 0)
    return named(InverseDynamicsOrderPartials, (dq, dv))


cdef int _require_blocks(object nv, object n, object out, object q, object v) except -1:
    """Two arrays that a kernel can write, apart from one another and from the arguments."""
    if not isinstance(out, InverseDynamicsOrderPartials):
        raise ShapeError(f"out is {type(out).__name__}, expected InverseDynamicsOrderPartials")
    dq, dv = out
    for name, array, shape in (("dtau_dq", dq, (n, nv, nv)), ("dtau_dv", dv, (n, n + 1, nv, nv))):
        if not is_plain(array, len(shape), cnp.NPY_DOUBLE) or array.shape != shape or (
                not array.flags.writeable):
            raise ShapeError(f"out.{name} is no writeable contiguous array of {shape} doubles")
        for other, value in (("q", q), ("v", v)):
            if np.may_share_memory(array, value):
                raise ShapeError(f"out.{name} shares memory with {other}")
    if np.may_share_memory(dq, dv):
        raise ShapeError("out.dtau_dq shares memory with out.dtau_dv")
    return 0


cdef object _body_partials(Model model, cnp.ndarray q, cnp.ndarray v, object out):
    """The blocks of base "body", in `out` or in new memory; arguments are checked."""
    if out is None:
        out = _blocks(model, <int> v.shape[0] - 1)
    _fill(model, q, v, False, out[0], out[1])
    return out


cdef int _fill(Model model, cnp.ndarray q, cnp.ndarray v, bint series, cnp.ndarray dq,
               cnp.ndarray dv) except -1:
    """Write the blocks, or the series, of checked arguments."""
    cdef Call call
    call.r = <int> v.shape[0] - 2
    call.series = series
    call.q = cnp.PyArray_DATA(q)
    call.v = cnp.PyArray_DATA(v)
    call.dq = cnp.PyArray_DATA(dq)
    call.dv = cnp.PyArray_DATA(dv)
    return run_on_scratch(<KernelRun> run_inverse_dynamics_order_partials, model, &call,
                          &call.workspace, order_partials_workspace_size(model, call.r))


cdef cnp.ndarray _stack(Model model, object v):
    """v (r + 2, nv), checked."""
    cdef cnp.npy_intp[2] shape
    cdef cnp.ndarray array
    shape[0] = -2
    shape[1] = model.nv
    array = checked_array("v", v, cnp.NPY_DOUBLE, 2, shape)
    if not 2 <= array.shape[0] <= MOST_ORDERS:
        raise ShapeError(f"v has shape {shape_of(array)}, expected (r + 2, {model.nv}) with an "
                         f"order r from 0 to {MOST_ORDERS - 2}")
    return array


def body_partials(
    Model model not None, q: NDArray[np.float64], v: NDArray[np.float64],
) -> InverseDynamicsOrderPartials:
    """`inverse_dynamics_order_partials` of base "body", for one state."""
    return _body_partials(model, checked_configuration(model, q), _stack(model, v), None)


def partials_series(
    Model model not None, q: NDArray[np.float64], v: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Taylor coefficients (r + 1, nv, nv) of dtau/dq, dtau/dv, dtau/da along v (r + 2, nv)."""
    q = checked_configuration(model, q)
    v = _stack(model, v)
    n = v.shape[0] - 1
    dq = np.empty((n, model.nv, model.nv))
    dv = np.empty((n, 2, model.nv, model.nv))
    _fill(model, q, v, True, dq, dv)
    return dq, dv[:, 0], dv[:, 1]


def order_wrench_rows(Model model not None, wrenches: ArrayLike, n: int) -> NDArray[np.float64]:
    """wrenches (n, nbodies, 6) as a checked array."""
    cdef cnp.npy_intp[3] shape
    shape[0] = n
    shape[1] = model.nbodies
    shape[2] = 6
    return checked_array("wrenches", wrenches, cnp.NPY_DOUBLE, 3, shape)


@described("q : (..., nq)", "v : (..., r + 2, nv)", "wrenches : (..., r + 1, nbodies, 6), optional")
def inverse_dynamics_order_partials(
    model: Model, q: ArrayLike, v: ArrayLike, base: Base = "body",
    wrenches: ArrayLike | None = None, wrench_axes: Axes = "body", workers: int = 1,
    out: InverseDynamicsOrderPartials | None = None,
) -> InverseDynamicsOrderPartials:
    """First partial derivatives of the generalized forces of a motion and of their derivatives.

    IDSVA, [Singh, (12), (13)], over Taylor coefficients: the partials of order 0 as functions of
    time give those of any order, docs/order-partials.md.

    Parameters
    ----------
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the velocity and force of free joints on the world; the components of v
        and of its derivatives in it are constant while q moves.
    workers : int
        Threads that share a batch of base "body" without wrenches; the result is the same for any
        number.
    out : InverseDynamicsOrderPartials, optional
        Memory for the result of one state of a tree: contiguous arrays of doubles, as a result of
        an earlier call has them. Large models gain much by it where new memory is slow.

    Returns
    -------
    InverseDynamicsOrderPartials
        dtau_dq (..., r + 1, nv, nv): [k] of tau^(k) by q; dtau_dv (..., r + 1, r + 2, nv, nv):
        [k, j] of tau^(k) by v^(j), zero for j > k + 1. dtau_dq holds right Lie derivatives, with
        respect to a move of every joint in its own body axes, whatever `base` is.

    Notes
    -----
    A batch of base "body" without wrenches is computed in vector lanes.
    Cost O(nv d r^2), d the coordinates between a joint and the root, beside O(nv^2 r^2) results;
    of wrenches, O(nbodies nv^2 r^2).
    `lieref.oracle.inverse_dynamics_order_partials` gives reference values.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.serial_chain(3)
    >>> p = lieref.inverse_dynamics_order_partials(model, model.neutral(), np.ones((3, 3)))
    >>> p.dtau_dv[1, 0].shape  # of the torque rate by the velocity
    (3, 3)
    """
    if workers is not ONE or is_batched(q, 1) or is_batched(v, 2) or is_batched(wrenches, 3):
        if out is not None:
            raise ShapeError("out is for one state and one worker")
        return batches.inverse_order_partials(inverse_dynamics_order_partials, model, q, v,
                                              base, wrenches, wrench_axes, workers)
    q = checked_configuration(model, q)
    v = _stack(model, v)
    if out is not None:
        _require_blocks((<Model> model).nv, v.shape[0] - 1, out, q, v)
    if wrenches is not None:
        wrenches = order_wrench_rows(model, wrenches, v.shape[0] - 1)
    named_option("wrench_axes", wrench_axes, AXES)
    if is_body_call(model, base, None, BODY) and wrenches is None:
        found = _body_partials(model, q, v, out)
    else:
        found = in_range(represented.first, body_partials, model, q, v, base, wrenches,
                         wrench_axes)
        if out is not None:
            out[0][:], out[1][:] = found
            found = out
    require_double_range("dtau_dq", found[0])
    require_double_range("dtau_dv", found[1])
    return found
