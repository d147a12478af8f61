"""Directional forms of forward dynamics, from those of inverse dynamics and recursions for H^-1.

tau(q, v, a(q, v, tau)) = tau, differentiated once and twice, [Singh, (45)-(49)]: weights w of
the accelerations are weights mu = H^-1 w of the forces. Neither a tensor nor an inverse of H is
built.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import required
from lieref.dynamics.forward.roots import resting_roots
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.shared.motion_rows import finite
from lieref.model.checks import BASES, Axes, Base
from lieref.model.model import Model
from lieref.partials.idsva.inverse_dynamics_partials import inverse_dynamics_partials
from lieref.partials.products import product_batches
from lieref.partials.products.products import (
    checked_directions,
    checked_forward,
    inverse_dynamics_contraction,
    inverse_dynamics_jvp,
    inverse_dynamics_vjp,
)
from lieref.partials.products.products_results import ForwardDynamicsContraction, ForwardDynamicsVjp
from lieref.partials.products.products_solve import solve_rows

Array = NDArray[np.float64]


def forward_dynamics_jvp(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    dq: ArrayLike,
    dv: ArrayLike,
    dtau: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    workers: int = 1,
) -> Array:
    """Return the change of the accelerations along a direction: da/dq dq + da/dv dv + da/dtau dtau.

    H da = dtau - dtau/dq dq - dtau/dv dv, [Singh, (45)], by `inverse_dynamics_jvp`.

    Parameters
    ----------
    model : Model or LoopModel
    q : (..., nq)
        Configuration, rad and m. Leading axes of q, v, tau and wrenches are those of a batch of
        states; they broadcast.
    v, tau : (..., nv)
        Generalized velocity and force, SI units.
    dq : (..., nv) or (..., k, nv)
        Move of every joint in its own body axes, q -> q * exp(dq eps), whatever `base` is; k
        directions share all that belongs to the state: (k, nv) for a single state, and one axis
        more than the batch has before nv for many, to which the axes before it broadcast.
    dv, dtau : of dq's shape
        Changes of v and tau.
    base : "body", "spatial", "hybrid" or "mixed"
        Representation of the velocity, acceleration and force of free joints on the world; the
        components of v and tau in it are constant while q moves.
    wrenches : (..., nbodies, 6), optional
        Wrench (moment, force), N m and N, that acts on each body at the origin of its frame; its
        components in `wrench_axes` are constant.
    wrench_axes : "body" or "inertial"
        Axes in which the wrenches are resolved.
    workers : int
        Threads that share a batch; the result is the same for any number.

    Returns
    -------
    (..., nv) or (..., k, nv) array
        Change of the acceleration to first order, rad/s^2 and m/s^2, of every direction.

    Raises
    ------
    ArgumentError
        A model of another kind, or a name that is not known.
    ShapeError
        A wrong shape or dtype.
    NonFiniteError
        NaN or infinity, or a result beyond the range of double.
    ConfigurationError
        A quaternion that is not of unit norm; names the joint.
    SingularError
        A joint that no inertia opposes, or none that rounding errors leave; names the joint.

    Notes
    -----
    Cost O(nbodies (1 + k)). A batch is computed in vector lanes.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.forward_dynamics_jvp(model, q, v, v, v, v, v).shape
    (3,)
    """
    solved = _solved(model, q, v, tau, base, wrenches, wrench_axes, workers)
    q, v, a, wrenches, _, taken = solved
    along = checked_directions(model, ("dq", "dv", "dtau"), (dq, dv, dtau), q.shape[:-1])
    still = np.zeros_like(along[0])
    moved = inverse_dynamics_jvp(
        model, q, v, a, along[0], along[1], still, base, wrenches, wrench_axes, workers
    )
    found = _yield(model, q, along[2] - moved, base, workers)
    for iv, u in taken:
        found[..., iv + 3 : iv + 6] -= np.cross(along[1][..., iv : iv + 3], _each(u, found))
    return finite("da", found)


def forward_dynamics_vjp(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    w: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    workers: int = 1,
) -> ForwardDynamicsVjp:
    """Return the gradients of one combination of the accelerations: w^T da/dq, da/dv, da/dtau.

    mu = H^-1 w is w^T da/dtau, and -mu^T dtau/dq, -mu^T dtau/dv are the rest, [Singh, (45)].

    Parameters
    ----------
    model, q, v, tau, base, wrenches, wrench_axes, workers
        As of `forward_dynamics_jvp`.
    w : (..., nv) or (..., k, nv)
        Weights of the accelerations in the representation `base`; k of them share all that
        belongs to the state, with axes as dq of `forward_dynamics_jvp`.

    Returns
    -------
    ForwardDynamicsVjp
        da_dq, da_dv, da_dtau, (..., nv) or (..., k, nv) each.

    Raises
    ------
    Those of `forward_dynamics_jvp`.

    Notes
    -----
    Cost O(nbodies (1 + k)). A batch is computed in vector lanes.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.forward_dynamics_vjp(model, q, v, v, v).da_dtau.shape
    (3,)
    """
    solved = _solved(model, q, v, tau, base, wrenches, wrench_axes, workers)
    q, v, a, wrenches, _, taken = solved
    (weights,) = checked_directions(model, ("w",), (w,), q.shape[:-1])
    mu = _yield(model, q, weights, base, workers)
    found = inverse_dynamics_vjp(model, q, v, a, mu, base, wrenches, wrench_axes, workers)
    dv = -found.dtau_dv
    for iv, u in taken:
        dv[..., iv : iv + 3] += np.cross(weights[..., iv + 3 : iv + 6], _each(u, dv))
    return ForwardDynamicsVjp(-found.dtau_dq, finite("da_dv", dv), mu)


def forward_dynamics_contraction(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    w: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    workers: int = 1,
) -> ForwardDynamicsContraction:
    """Return the second partials of one combination of the accelerations, sum_i w_i d2a_i.

    [Singh, (46)-(49)], with mu = H^-1 w put in and Y = H^-1 (mu^T d2tau/da dq):

        w^T d2a/dq dq   = Y^T dtau/dq + (Y^T dtau/dq)^T - mu^T d2tau/dq dq
        w^T d2a/dv dv   = -mu^T d2tau/dv dv
        w^T d2a/dq dv   = Y^T dtau/dv - mu^T d2tau/dq dv
        w^T d2a/dtau dq = -Y

    Parameters
    ----------
    model, q, v, tau, base, wrenches, wrench_axes, workers
        As of `forward_dynamics_jvp`.
    w : (..., nv)
        Weights of the accelerations in the representation `base`, constant while q moves. Its
        leading axes are the batch's as well.

    Returns
    -------
    ForwardDynamicsContraction
        d2a_dq_dq, d2a_dv_dv, d2a_dq_dv, d2a_dtau_dq, (..., nv, nv) each, indexed as named: those of
        `forward_dynamics_second_partials`, their first index summed with w.

    Raises
    ------
    Those of `forward_dynamics_jvp`.

    Notes
    -----
    Y costs O(nv nbodies), its products the time of two products of matrices; memory O(nv^2),
    that of the result. The recursions of a batch are computed in vector lanes.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.forward_dynamics_contraction(model, q, v, v, v).d2a_dq_dq.shape
    (3, 3)
    """
    w = required("w", w)
    solved = _solved(model, q, v, tau, base, wrenches, wrench_axes, workers, w)
    q, v, a, wrenches, weights, _ = solved
    mu = _yield(model, q, weights, base, workers)
    at = (q, v, a)
    second = inverse_dynamics_contraction(model, *at, mu, base, wrenches, wrench_axes, workers)
    first = inverse_dynamics_partials(model, *at, base, wrenches, wrench_axes, workers=workers)
    Y_t = _yield(model, q, second.d2tau_da_dq.swapaxes(-1, -2), base, workers)
    # what overflows is reported as an error
    with np.errstate(over="ignore", invalid="ignore"):
        turned = Y_t @ first.dtau_dq
        twice = turned + turned.swapaxes(-1, -2) - second.d2tau_dq_dq
        mixed = Y_t @ first.dtau_dv - second.d2tau_dq_dv
    return ForwardDynamicsContraction(
        finite("d2a_dq_dq", twice),
        -second.d2tau_dv_dv,
        finite("d2a_dq_dv", mixed),
        np.ascontiguousarray(-Y_t.swapaxes(-1, -2)),
    )


def _yield(model: Model, q: Array, b: Array, base: Base, workers: int) -> Array:
    """H^-1 b for b (..., nv), or for each row of b (..., k, nv), of H in the representation `base`.

    q and b have the same leading axes.
    """
    rows, which = np.ascontiguousarray(b), BASES[base]
    if q.ndim == 1 and workers == 1:
        return finite("H^-1 b", solve_rows(model, q, rows, which))
    found = product_batches.solve_rows(solve_rows, model, q, rows, which, workers)
    return finite("H^-1 b", found)


def _solved(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base,
    wrenches: ArrayLike | None,
    wrench_axes: Axes,
    workers: int,
    w: ArrayLike | None = None,
) -> tuple[Array, Array, Array, Array | None, Any, list[tuple[int, Array]]]:
    """The state of inverse dynamics: q, v, the accelerations of tau, wrenches, and w, all checked.

    All have the axes of the batch. v is that of `resting_roots`, whose list comes last.
    """
    at, rates, torques, loads, weights = checked_forward(model, q, v, tau, wrenches, w, workers)
    applied = None if loads is None else loads[..., None, :, :]
    rates, taken = resting_roots(model, at, rates, base)
    a = forward_dynamics(
        model, at, rates, torques[..., None, :], base, applied, wrench_axes, workers=workers
    )
    return at, rates, a[..., 0, :], loads, weights, taken


def _each(u: Array, rows: Array) -> Array:
    """u of a state, beside rows of which a state may have several."""
    return u if rows.ndim == u.ndim else u[..., None, :]
