"""Directional forms in the other representations of a base's velocity, from the body ones.

With the symbols of `lieref.partials.coordinates.base_partials`: w are weights of tau =
T^T tau_body, so T w are weights of tau_body, and q_j moves them by G_j T w. What is left is the
chain rule of

    w^T tau = (T w)^T tau_body(q, v_body, a_body),

whose first partials in the root's coordinates are rows that products from the left deliver.

All take many states at once as well: leading axes, the same of every argument; those of k
directions go before their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.forward.roots import base_changes
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.model.checks import Axes
from lieref.partials.coordinates.base_partials import RepresentedBase, represented_base
from lieref.partials.products.products_results import InverseDynamicsContraction, InverseDynamicsVjp

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[np.float64]
State = tuple[Array, Array, Array, Array | None]
Along = tuple[Array, Array, Array]
RunJvp = Callable[["Model", State, Along, Axes], Array]
RunVjp = Callable[["Model", State, Array, Axes], InverseDynamicsVjp]
RunContraction = Callable[["Model", State, Array, Axes], InverseDynamicsContraction]


def jvp(
    run: RunJvp,
    model: Model,
    state: State,
    along: Along,
    base: str,
    wrench_axes: Axes,
    workers: int = 1,
) -> Array:
    """dtau/dq dq + dtau/dv dv + dtau/da da, along = (dq, dv, da) of one shape, state checked."""
    roots, body = _body_state(model, state, base)
    dq, dv, da = along[0], along[1].copy(), along[2].copy()
    for root in roots:
        moved, rated, lifted = (x[..., root.here] for x in along)
        # v_body by V dq + T dv, a_body by A dq + T da + (D + E) T dv
        step = rated @ _t(root.T)
        dv[..., root.here] = moved @ _t(root.V) + step
        da[..., root.here] = moved @ _t(root.A) + lifted @ _t(root.T) + step @ _t(root.D + root.E)
    out = run(model, body, (dq, dv, da), wrench_axes)
    tau = _torques(model, body, wrench_axes, workers)
    for root in roots:
        # T^T (dtau_body + sum_j dq_j G_j^T tau_body)
        turned = dq[..., root.here] @ root.turned(tau[..., root.here])
        out[..., root.here] = (out[..., root.here] + turned) @ root.T
    return out


def vjp(
    run: RunVjp,
    model: Model,
    state: State,
    w: Array,
    base: str,
    wrench_axes: Axes,
    workers: int = 1,
) -> InverseDynamicsVjp:
    """w^T dtau/dq, w^T dtau/dv, w^T dtau/da for w (nv,) or (k, nv), state checked."""
    roots, body = _body_state(model, state, base)
    w = _body_weights(roots, w)
    out = run(model, body, w, wrench_axes)
    tau = _torques(model, body, wrench_axes, workers)
    for root in roots:
        here = root.here
        by_v, by_a = out.dtau_dv[..., here].copy(), out.dtau_da[..., here].copy()
        turned = w[..., here] @ _t(root.turned(tau[..., here]))
        out.dtau_dq[..., here] += by_v @ root.V + by_a @ root.A + turned
        out.dtau_dv[..., here] = (by_v + by_a @ (root.D + root.E)) @ root.T
        out.dtau_da[..., here] = by_a @ root.T
    return out


def contraction(
    run: RunContraction,
    run_vjp: RunVjp,
    model: Model,
    state: State,
    w: Array,
    base: str,
    wrench_axes: Axes,
    workers: int = 1,
) -> InverseDynamicsContraction:
    """sum_i w_i of the second partials of tau_i, state checked."""
    roots, body = _body_state(model, state, base)
    w = _body_weights(roots, w[..., None, :])[..., 0, :]
    out = run(model, body, w, wrench_axes)
    tau = _torques(model, body, wrench_axes, workers)
    for root in roots:
        # first partials of w^T tau_body, and of the wrench on the root
        weights = np.zeros((*w.shape[:-1], 7, model.nv))
        weights[..., 0, :], weights[..., 1:, root.here] = w, np.eye(6)
        slopes = run_vjp(model, body, weights, wrench_axes)
        _add_root(root, out, slopes, w[..., root.here], tau[..., root.here])
    return out


def _add_root(
    root: RepresentedBase,
    out: InverseDynamicsContraction,
    slopes: InverseDynamicsVjp,
    w: Array,
    f: Array,
) -> None:
    """Hold the root's components of v, a and w instead of the body ones, in place.

    slopes: first partials of w^T tau_body in row 0, of the wrench f on the root in rows 1 to 6.
    """
    here, T, G, V, A, D, E = root.here, root.T, root.G, root.V, root.A, root.D, root.E
    qq, vv, qv, aq = out
    by_v, by_a = slopes.dtau_dv[..., 0, here], slopes.dtau_da[..., 0, here]
    # rows of the root, derivatives along q and v_body with v, a constant; and W[:, j] = G_j w
    moved, rated, lifted = (slope[..., 1:, :].copy() for slope in slopes)
    moved[..., here] += rated[..., here] @ V + lifted[..., here] @ A
    rated[..., here] += lifted[..., here] @ (D + E)
    W = _t(_along(G, w))
    curved = np.tensordot(by_a, root.hessian, 1)
    driven = root.turned(by_v + _along_rows(by_a, D))
    # q_j moves v_body by V_j, a_body by A_j and w by W_j, and those move with q_k
    across = _t(qv[..., here] @ V + _t(aq[..., here, :]) @ A) + _t(W) @ moved
    again = driven @ _t(_along(G, root.v)) + root.turned(by_a) @ _t(_along(G, root.lift))
    again += _t(V) @ curved @ V
    qq[..., here, :] += across
    qq[..., here] += _t(across)
    qq[..., here, here] += _t(V) @ vv[..., here, here] @ V + again + root.turned(f) @ W
    qv[..., here] += _t(aq[..., here, :]) @ (D + E)
    qv[..., here, :] += _t(V) @ vv[..., here, :] + _t(W) @ rated
    qv[..., here, here] += driven + _t(V) @ curved + root.turned(by_a) @ E
    qv[..., here] = qv[..., here] @ T
    vv[..., here, here] += curved
    vv[..., here] = vv[..., here] @ T
    square = _t(T) @ vv[..., here, here]
    vv[..., here, :] = _t(vv[..., here])
    vv[..., here, here] = (square + _t(square)) / 2
    aq[..., here] += _t(lifted) @ W
    aq[..., here, here] += _t(root.turned(by_a))
    aq[..., here, :] = _t(T) @ aq[..., here, :]


def _t(matrix: Array) -> Array:
    """Transposed along the last two axes."""
    return matrix.swapaxes(-1, -2)


def _along(G: Array, x: Array) -> Array:
    """[j, i]: (G_j x)_i of vectors x (..., 6)."""
    return np.tensordot(x, G, ([-1], [2]))


def _along_rows(x: Array, matrix: Array) -> Array:
    """x^T matrix of vectors x (..., 6)."""
    return np.asarray((x[..., None, :] @ matrix)[..., 0, :])


def _body_state(model: Model, state: State, base: str) -> tuple[list[RepresentedBase], State]:
    """The free roots, and the state with their v and a in body representation."""
    q, v, a, wrenches = state
    roots = [
        represented_base(change, base, v, a) for change in base_changes(model, q, None, base, 1)
    ]
    v, a = v.copy(), a.copy()
    for root in roots:
        v[..., root.here], a[..., root.here] = root.v, root.acceleration()
    return roots, (q, v, a, wrenches)


def _body_weights(roots: list[RepresentedBase], w: Array) -> Array:
    """w of tau_body, for each of the rows w."""
    w = w.copy()
    for root in roots:
        w[..., root.here] = w[..., root.here] @ _t(root.T)
    return w


def _torques(model: Model, state: State, wrench_axes: Axes, workers: int) -> Array:
    """tau of base "body", (..., nv)."""
    q, v, a, wrenches = state
    loads = None if wrenches is None else wrenches[..., None, :, :]
    rates = np.stack([v, a], axis=-2)
    tau = inverse_dynamics(model, q, rates, "body", loads, wrench_axes, workers=workers)
    return np.asarray(tau[..., 0, :])
