"""Directional forms of inverse dynamics: checks of arguments, then products_kernel.pxi,
contraction.pxi."""

cimport numpy as cnp

from lieref.calls cimport KernelRun, entry, run_on_scratch
from lieref.model.model cimport Model
from lieref.model.checks cimport (
    BODY, FINITE, check_finite, check_tree, is_batched, is_plain, named_option, number_array,
    require_double_range, shape_of)
from lieref.dynamics.shared.motion_arguments cimport (
    checked_configuration, checked_row, checked_wrenches, is_body_call, named)

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ShapeError
from lieref.partials.products import product_batches
from lieref.partials.products import products_represented as represented
from lieref.partials.products.products_results import InverseDynamicsContraction, InverseDynamicsVjp
from lieref.model.checks import AXES, Axes, Base
from lieref.dynamics.shared.motion_arguments import in_range

cnp.import_array()

Array = NDArray[np.float64]
State = tuple[Array, Array, Array, Array | None]

include "products_arguments.pxi"

ctypedef void (*Run)(Model, const Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model) noexcept nogil

# The usual number of workers, recognized by identity: small numbers are one object.
cdef object ONE = 1

# Builds that this processor runs.
cdef Run jvp_run = <Run> entry("_products_wide", "JVP", "products_run")
cdef Run vjp_run = <Run> entry("_products_wide", "VJP", "products_run")
cdef Run contraction_run = <Run> entry("_products_wide", "CONTRACTION", "products_run")
cdef Workspace products_workspace = <Workspace> entry(
    "_products_wide", "PRODUCTS_WORKSPACE", "partials_workspace")
cdef Workspace contraction_workspace = <Workspace> entry(
    "_products_wide", "CONTRACTION_WORKSPACE", "partials_workspace")


cdef size_t products_workspace_size(Model model) noexcept nogil:
    return products_workspace(model)


cdef size_t contraction_workspace_size(Model model) noexcept nogil:
    return contraction_workspace(model)


cdef void run_jvp(Model model, const Call* call) noexcept nogil:
    jvp_run(model, call)


cdef void run_vjp(Model model, const Call* call) noexcept nogil:
    vjp_run(model, call)


cdef void run_contraction(Model model, const Call* call) noexcept nogil:
    contraction_run(model, call)


cdef int _run(Model model, Call* call, Run run, Workspace workspace) except -1:
    return run_on_scratch(<KernelRun> run, model, call, &call.workspace, workspace(model))


cdef object _jvp(Model model, tuple state, tuple along, object wrench_axes):
    """Of base "body" and checked arguments."""
    cdef Call call
    cdef cnp.ndarray dq, dv, da, tau
    dq, dv, da = along
    tau = cnp.PyArray_EMPTY(cnp.PyArray_NDIM(dq), cnp.PyArray_DIMS(dq), cnp.NPY_DOUBLE, 0)
    _fill(&call, state, wrench_axes)
    call.count = _count(dq)
    call.along_q = cnp.PyArray_DATA(dq)
    call.along_v = cnp.PyArray_DATA(dv)
    call.along_a = cnp.PyArray_DATA(da)
    call.tau = cnp.PyArray_DATA(tau)
    _run(model, &call, jvp_run, products_workspace)
    return tau


cdef object _vjp(Model model, tuple state, cnp.ndarray w, object wrench_axes):
    """Of base "body" and checked arguments."""
    cdef Call call
    cdef cnp.ndarray dq, dv, da
    dq = cnp.PyArray_EMPTY(cnp.PyArray_NDIM(w), cnp.PyArray_DIMS(w), cnp.NPY_DOUBLE, 0)
    dv = cnp.PyArray_EMPTY(cnp.PyArray_NDIM(w), cnp.PyArray_DIMS(w), cnp.NPY_DOUBLE, 0)
    da = cnp.PyArray_EMPTY(cnp.PyArray_NDIM(w), cnp.PyArray_DIMS(w), cnp.NPY_DOUBLE, 0)
    _fill(&call, state, wrench_axes)
    call.count = _count(w)
    call.w = cnp.PyArray_DATA(w)
    call.dq = cnp.PyArray_DATA(dq)
    call.dv = cnp.PyArray_DATA(dv)
    call.da = cnp.PyArray_DATA(da)
    _run(model, &call, vjp_run, products_workspace)
    return named(InverseDynamicsVjp, (dq, dv, da))


cdef object _contraction(Model model, tuple state, cnp.ndarray w, object wrench_axes):
    """Of base "body" and checked arguments."""
    cdef Call call
    cdef cnp.ndarray qq, vv, qv, aq
    cdef cnp.npy_intp[2] shape
    shape[0] = model.nv
    shape[1] = model.nv
    qq = cnp.PyArray_ZEROS(2, shape, cnp.NPY_DOUBLE, 0)
    vv = cnp.PyArray_ZEROS(2, shape, cnp.NPY_DOUBLE, 0)
    qv = cnp.PyArray_ZEROS(2, shape, cnp.NPY_DOUBLE, 0)
    aq = cnp.PyArray_ZEROS(2, shape, cnp.NPY_DOUBLE, 0)
    _fill(&call, state, wrench_axes)
    call.w = cnp.PyArray_DATA(w)
    call.dq_dq = cnp.PyArray_DATA(qq)
    call.dv_dv = cnp.PyArray_DATA(vv)
    call.dq_dv = cnp.PyArray_DATA(qv)
    call.da_dq = cnp.PyArray_DATA(aq)
    _run(model, &call, contraction_run, contraction_workspace)
    return named(InverseDynamicsContraction, (qq, vv, qv, aq))


def body_jvp(
    Model model not None, state: State, along: tuple[Array, Array, Array], wrench_axes: Axes,
) -> Array:
    """`inverse_dynamics_jvp` of base "body": state (q, v, a, wrenches), along (dq, dv, da)."""
    return _jvp(model, state, along, wrench_axes)


def body_vjp(Model model not None, state: State, w: Array, wrench_axes: Axes) -> InverseDynamicsVjp:
    """`inverse_dynamics_vjp` of base "body": state (q, v, a, wrenches)."""
    return _vjp(model, state, w, wrench_axes)


def body_contraction(
    Model model not None, state: State, w: Array, wrench_axes: Axes,
) -> InverseDynamicsContraction:
    """`inverse_dynamics_contraction` of base "body": state (q, v, a, wrenches)."""
    return _contraction(model, state, w, wrench_axes)


def checked_directions(
    Model model not None, names: tuple[str, ...], values: tuple[ArrayLike, ...],
    axes: tuple[int, ...],
) -> tuple[Array, ...]:
    """Directions that belong together, as arrays: (nv,) or (k, nv), as many of each.

    axes: those of a batch of states, which go before them.
    """
    if axes:
        return product_batches.directions(model, names, values, axes)
    return _alike(model, names, values)


def checked_forward(
    model: Model, q: ArrayLike, v: ArrayLike, tau: ArrayLike, wrenches: ArrayLike | None,
    w: ArrayLike | None, workers: int,
) -> tuple[Array, Array, Array, Array | None, Array | None]:
    """A state of forward dynamics and w as arrays; wrenches (nbodies, 6) and w (nv,) or None.

    Where one has leading axes, all have those of the batch.
    """
    check_tree(model)
    if (workers is not ONE or is_batched(q, 1) or is_batched(v, 1) or is_batched(tau, 1)
            or is_batched(wrenches, 2) or is_batched(w, 1)):
        return product_batches.forward_state(_checked_forward, model, q, v, tau, wrenches, w,
                                             workers)
    return _checked_forward(model, q, v, tau, wrenches, w)


def _checked_forward(Model model not None, q, v, tau, wrenches, w):
    return (checked_configuration(model, q), checked_row(model, "v", v),
            checked_row(model, "tau", tau),
            None if wrenches is None else checked_wrenches(model, wrenches),
            None if w is None else checked_row(model, "w", w))


cdef object _finite(object found):
    for name, array in zip(found._fields, found):
        require_double_range(name, array)
    return found


def inverse_dynamics_jvp(
    model: Model, q: ArrayLike, v: ArrayLike, a: ArrayLike, dq: ArrayLike,
    dv: ArrayLike, da: ArrayLike, base: Base = "body", wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body", workers: int = 1,
) -> Array:
    """Change of the generalized forces along a direction: dtau/dq dq + dtau/dv dv + dtau/da da.

    [Singh, (12), (13)], with the sums over all pairs of joints taken as sums over paths and
    subtrees: no matrix is built. Of mechanisms with loops by the matrices of
    `inverse_dynamics_partials`.

    Parameters
    ----------
    model : Model or LoopModel
    q : (..., nq) array_like
        Configuration: rad or m; quaternions (x, y, z, w) of unit norm within 1e-9. Leading axes of
        q, v, a and wrenches are those of a batch of states; they broadcast.
    v, a : (..., nv) array_like
        Generalized velocity and its componentwise time derivative.
    dq : (..., nv) or (..., k, nv) array_like
        Move of every joint in its own body axes, q -> q * exp(dq eps), whatever `base` is; k
        directions share all that belongs to the state: (k, nv) for a single state, and one axis
        more than the batch has before nv for many, to which the axes before it broadcast.
    dv, da : array_like, of dq's shape
        Changes of v and a.
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the velocity, acceleration and force of free joints on the world; the
        components of v and a in it are constant while q moves.
    wrenches : (..., nbodies, 6) array_like, optional
        Wrench (moment, force), N m and N, that acts on each body at the origin of its frame; its
        components in `wrench_axes` are constant.
    wrench_axes : {"body", "inertial"}
        Axes in which the wrenches are resolved.
    workers : int
        Threads that share a batch; the result is the same for any number.

    Returns
    -------
    (..., nv) or (..., k, nv) array
        Change of tau, N m and N, to first order, of every direction.

    Raises
    ------
    ArgumentError
        A model of another kind, or a name that is not known.
    ShapeError
        A wrong shape or dtype.
    NonFiniteError
        NaN or infinity, or a result beyond the range of double; names where and the index.
    ConfigurationError
        A quaternion that is not of unit norm; names the joint.

    Notes
    -----
    Cost O(nbodies (1 + k)). A batch is computed in vector lanes. `inverse_dynamics_partials` has
    the matrices.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.inverse_dynamics_jvp(model, q, v, v, v, v, v).shape
    (3,)
    """
    if (workers is not ONE or is_batched(q, 1) or is_batched(v, 1) or is_batched(a, 1)
            or is_batched(wrenches, 2)):
        return product_batches.inverse_jvp(inverse_dynamics_jvp, model, (q, v, a), (dq, dv, da),
                                           wrenches, (base, wrench_axes), workers)
    body = _body(model, base, wrench_axes)
    state = _state(model, q, v, a, wrenches)
    along = _alike(model, ("dq", "dv", "da"), (dq, dv, da))
    if body:
        tau = _jvp(model, state, along, wrench_axes)
    else:
        tau = in_range(represented.jvp, body_jvp, model, state, along, base, wrench_axes)
    require_double_range("dtau", tau)
    return tau


def inverse_dynamics_vjp(
    model: Model, q: ArrayLike, v: ArrayLike, a: ArrayLike, w: ArrayLike,
    base: Base = "body", wrenches: ArrayLike | None = None, wrench_axes: Axes = "body",
    workers: int = 1,
) -> InverseDynamicsVjp:
    """Gradients of one combination of the generalized forces: w^T dtau/dq, dtau/dv, dtau/da.

    [Singh, (12), (13)] from the left, by the virtual twists that w gives the bodies: no matrix
    is built. w^T dtau/da is H w.

    Parameters
    ----------
    model, q, v, a, base, wrenches, wrench_axes, workers
        As of `inverse_dynamics_jvp`.
    w : (..., nv) or (..., k, nv) array_like
        Weights of the forces in the representation `base`; k of them share all that belongs to
        the state, with axes as dq of `inverse_dynamics_jvp`.

    Returns
    -------
    InverseDynamicsVjp
        dtau_dq, dtau_dv, dtau_da, (..., nv) or (..., k, nv) each.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        As `inverse_dynamics_jvp`.

    Notes
    -----
    Cost O(nbodies (1 + k)). A batch is computed in vector lanes.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.inverse_dynamics_vjp(model, q, v, v, v).dtau_dq.shape
    (3,)
    """
    if (workers is not ONE or is_batched(q, 1) or is_batched(v, 1) or is_batched(a, 1)
            or is_batched(wrenches, 2)):
        return product_batches.inverse_vjp(inverse_dynamics_vjp, model, (q, v, a), w, wrenches,
                                           (base, wrench_axes), workers)
    body = _body(model, base, wrench_axes)
    state = _state(model, q, v, a, wrenches)
    w = _directions(model, "w", w)
    if body:
        return _finite(_vjp(model, state, w, wrench_axes))
    return _finite(in_range(represented.vjp, body_vjp, model, state, w, base, wrench_axes))


def inverse_dynamics_contraction(
    model: Model, q: ArrayLike, v: ArrayLike, a: ArrayLike, w: ArrayLike,
    base: Base = "body", wrenches: ArrayLike | None = None, wrench_axes: Axes = "body",
    workers: int = 1,
) -> InverseDynamicsContraction:
    """Second partials of one combination of the generalized forces, sum_i w_i d2tau_i.

    IDSVA-SO, [Singh, Algorithm 1], with w put in before the loops: what is left of every pair of
    coordinates are eight products of vectors. No tensor is built.

    Parameters
    ----------
    model, q, v, a, base, wrenches, wrench_axes, workers
        As of `inverse_dynamics_jvp`.
    w : (..., nv) array_like
        Weights of the forces in the representation `base`, constant while q moves. Its leading axes
        are the batch's as well.

    Returns
    -------
    InverseDynamicsContraction
        d2tau_dq_dq, d2tau_dv_dv, d2tau_dq_dv, d2tau_da_dq, (..., nv, nv) each, indexed as named:
        those of `inverse_dynamics_second_partials`, their first index summed with w.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        As `inverse_dynamics_jvp`.

    Notes
    -----
    Time O(nv d), d the coordinates between a joint and the root, and O(nv) memory beside the
    result, whose other entries are exact zeros. A batch is computed in vector lanes.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.inverse_dynamics_contraction(model, q, v, v, v).d2tau_dq_dq.shape
    (3, 3)
    """
    if (workers is not ONE or is_batched(q, 1) or is_batched(v, 1) or is_batched(a, 1)
            or is_batched(w, 1) or is_batched(wrenches, 2)):
        return product_batches.inverse_contraction(inverse_dynamics_contraction, model, (q, v, a),
                                                   w, wrenches, (base, wrench_axes), workers)
    body = _body(model, base, wrench_axes)
    state = _state(model, q, v, a, wrenches)
    w = checked_row(model, "w", w)
    if body:
        return _finite(_contraction(model, state, w, wrench_axes))
    return _finite(in_range(represented.contraction, body_contraction, body_vjp, model, state, w,
                            base, wrench_axes))
