"""Partials of inverse dynamics of any order times a vector, from either side, without matrices.

And their second partials, contracted with weights: checks of arguments, then the compiled kernel.
"""

from libc.string cimport memset
cimport numpy as cnp

from lieref.calls cimport KernelRun, entry, run_on_scratch
from lieref.model.model cimport Model
from lieref.partials.calls cimport OrderProductsCall as Call
from lieref.model.checks cimport (
    BODY, MOST_ORDERS, checked_array, require_double_range, shape_of)
from lieref.dynamics.shared.motion_arguments cimport (
    checked_configuration, checked_row, checked_rows, is_body_call, named)

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.errors import ShapeError
from lieref.partials.any_order.inverse.directions import changes_of, motion
from lieref.partials.any_order.results import InverseDynamicsOrderVjp
from lieref.dynamics.shared.motion_arguments import in_range
from lieref.model.checks import Base

cnp.import_array()

Array = NDArray[np.float64]

ctypedef void (*Run)(Model, const Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int) noexcept nogil

# Builds that this processor runs.
cdef Run jvp_run = <Run> entry("_series_products_wide", "JVP", "order_products_run")
cdef Run vjp_run = <Run> entry("_series_products_wide", "VJP", "order_products_run")
cdef Run contraction_run = <Run> entry("_series_products_wide", "CONTRACTION", "order_products_run")
cdef Workspace directions_workspace = <Workspace> entry(
    "_series_products_wide", "DIRECTIONS_WORKSPACE", "order_partials_workspace")
cdef Workspace contraction_workspace = <Workspace> entry(
    "_series_products_wide", "CONTRACTION_WORKSPACE", "order_partials_workspace")


cdef size_t order_products_workspace_size(Model model, int r) noexcept nogil:
    return directions_workspace(model, r)


cdef void run_order_jvp(Model model, const Call* call) noexcept nogil:
    jvp_run(model, call)


cdef void run_order_vjp(Model model, const Call* call) noexcept nogil:
    vjp_run(model, call)


cdef int _run(Model model, Call* call, Run run, Workspace workspace) except -1:
    return run_on_scratch(<KernelRun> run, model, call, &call.workspace, workspace(model, call.r))


def checked_motion(Model model not None, q: ArrayLike, v: ArrayLike) -> tuple[Array, Array]:
    """q (nq,) and v (r + 2, nv) as checked arrays."""
    cdef cnp.npy_intp[2] shape
    q = checked_configuration(model, q)
    shape[0] = -2
    shape[1] = model.nv
    v = checked_array("v", v, cnp.NPY_DOUBLE, 2, shape)
    if not 2 <= v.shape[0] <= MOST_ORDERS:
        raise ShapeError(f"v has shape {shape_of(v)}, expected (r + 2, {model.nv}) with an "
                         f"order r from 0 to {MOST_ORDERS - 2}")
    return q, v


cdef int _fill(Call* call, cnp.ndarray q, cnp.ndarray v) except -1:
    memset(call, 0, sizeof(call[0]))
    call.r = <int> v.shape[0] - 2
    call.q = cnp.PyArray_DATA(q)
    call.v = cnp.PyArray_DATA(v)
    return 0


cdef cnp.ndarray _jvp(Model model, q, v, changes, dq, dv):
    cdef Call call
    cdef cnp.ndarray tau
    _fill(&call, q, v)
    tau = np.empty((call.r + 1, model.nv))
    call.along_q = cnp.PyArray_DATA(<cnp.ndarray> dq)
    call.along_v = cnp.PyArray_DATA(<cnp.ndarray> dv)
    call.changes = NULL if changes is None else cnp.PyArray_DATA(<cnp.ndarray> changes)
    call.tau = cnp.PyArray_DATA(tau)
    _run(model, &call, jvp_run, directions_workspace)
    return tau


cdef tuple _vjp(Model model, q, v, changes, w):
    cdef Call call
    cdef cnp.ndarray dq, dv
    _fill(&call, q, v)
    dq, dv = np.empty(model.nv), np.empty((call.r + 2, model.nv))
    call.w = cnp.PyArray_DATA(<cnp.ndarray> w)
    call.changes = NULL if changes is None else cnp.PyArray_DATA(<cnp.ndarray> changes)
    call.dq = cnp.PyArray_DATA(dq)
    call.dv = cnp.PyArray_DATA(dv)
    _run(model, &call, vjp_run, directions_workspace)
    return dq, dv


def in_body(
    Model model not None, q: ArrayLike, v: ArrayLike, base: Base,
) -> tuple[Array, Array, Array | None]:
    """Checked q and v, the latter in body components, and T, V, Z of free roots, or None."""
    q, v = checked_motion(model, q, v)
    if is_body_call(model, base, None, BODY):
        return q, v, None
    at = in_range(motion, model, q, v, base)
    return q, at.v, changes_of(at)


@described("q : (..., nq)", "v : (..., r + 2, nv)")
def inverse_dynamics_order_jvp(
    model: Model, q: ArrayLike, v: ArrayLike, dq: ArrayLike, dv: ArrayLike,
    base: Base = "body",
) -> Array:
    """Change of the generalized forces and their derivatives along a direction.

    [Singh, (12), (13)] over Taylor coefficients, docs/order-partials.md, with the sums over all
    pairs of joints taken as sums over paths and subtrees: no matrix is built. Of mechanisms
    with loops by the matrices of `inverse_dynamics_order_partials`.

    Parameters
    ----------
    dq : (..., nv) array_like
        Move of every joint in its own body axes, q -> q * exp(dq eps), whatever `base` is.
    dv : (..., r + 2, nv) array_like
        Changes of v and of its derivatives.
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the velocity and force of free joints on the world; the components of v
        in it are constant while q moves.

    Returns
    -------
    (..., r + 1, nv) array
        Change of tau^(k), to first order.

    Notes
    -----
    Cost O(nbodies r^2). `inverse_dynamics_order_partials` has the matrices.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.serial_chain(3)
    >>> q, v = model.neutral(), np.ones((3, 3))
    >>> lieref.inverse_dynamics_order_jvp(model, q, v, np.ones(3), np.zeros((3, 3))).shape
    (2, 3)
    """
    q, v, changes = in_body(model, q, v, base)
    tau = _jvp(model, q, v, changes, checked_row(model, "dq", dq),
               checked_rows(model, "dv", dv, len(v)))
    require_double_range("dtau", tau)
    return tau


@described("q : (..., nq)", "v : (..., r + 2, nv)")
def inverse_dynamics_order_vjp(
    model: Model, q: ArrayLike, v: ArrayLike, w: ArrayLike, base: Base = "body",
) -> InverseDynamicsOrderVjp:
    """Gradient of sum_k w_k . tau^(k) of a motion, the transposed of `inverse_dynamics_order_jvp`.

    Source and method as there.

    Parameters
    ----------
    w : (..., r + 1, nv) array_like
        Weights of tau and of its derivatives.

    Returns
    -------
    InverseDynamicsOrderVjp
        dtau_dq (..., nv): right Lie derivatives; dtau_dv (..., r + 2, nv): [j] by v^(j).

    Notes
    -----
    Cost O(nbodies r^2).

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.serial_chain(3)
    >>> q, v = model.neutral(), np.ones((3, 3))
    >>> lieref.inverse_dynamics_order_vjp(model, q, v, np.ones((2, 3))).dtau_dv.shape
    (3, 3)
    """
    q, v, changes = in_body(model, q, v, base)
    found = _vjp(model, q, v, changes, checked_rows(model, "w", w, len(v) - 1))
    require_double_range("dtau_dq", found[0])
    require_double_range("dtau_dv", found[1])
    return named(InverseDynamicsOrderVjp, found)


def contraction_blocks(
    Model model not None, q: ArrayLike, v: ArrayLike, w: ArrayLike,
) -> tuple[Array, Array, Array]:
    """Second partials of sum_k w_k . tau^(k), w (r + 1, nv), by q, by v^(j), by both."""
    cdef Call call
    cdef int n, nv = model.nv
    cdef cnp.ndarray weights, dq_dq, dv_dv, dq_dv
    q, v = checked_motion(model, q, v)
    _fill(&call, q, v)
    n = call.r + 2
    weights = checked_rows(model, "w", w, call.r + 1)
    dq_dq, dv_dv, dq_dv = np.empty((nv, nv)), np.empty((n, n, nv, nv)), np.empty((n, nv, nv))
    call.w = cnp.PyArray_DATA(weights)
    call.dq_dq = cnp.PyArray_DATA(dq_dq)
    call.dv_dv = cnp.PyArray_DATA(dv_dv)
    call.dq_dv = cnp.PyArray_DATA(dq_dv)
    _run(model, &call, contraction_run, contraction_workspace)
    return dq_dq, dv_dv, dq_dv
