"""Second partials of inverse dynamics of any order, contracted with weights."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.groups.screw_arrays import ad, constant
from lieref.dynamics.shared.motion_rows import factorials, finite
from lieref.errors import ShapeError
from lieref.model.arguments import real_array
from lieref.model.model import Model
from lieref.model.state_by_state import batched, each_state
from lieref.model.tree.configuration import require_tree
from lieref.partials.orders.order_bases import deviations
from lieref.partials.orders.order_directions import Motion, Turning, gradients, motion
from lieref.partials.orders.order_products import checked_motion, series_vjp
from lieref.partials.second_orders.late_changes import SecondSeries, second_series

Array = NDArray[Any]

#: Beyond this order changes that begin late have derivatives beyond the range of double.
MOST = 30


class InverseDynamicsOrderContraction(NamedTuple):
    """Second partials of sum_k w_k . tau^(k).

    d2tau_dq_dq (nv, nv): [i, j] the derivative along j of that along i; d2tau_dv_dv
    (r + 2, r + 2, nv, nv): [j, m] by v^(j) and v^(m); d2tau_dq_dv (r + 2, nv, nv): [j] by q and
    v^(j).

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> found = lieref.inverse_dynamics_order_contraction(model, q, [v, v, v], [v, v])
    >>> found.d2tau_dv_dv.shape
    (3, 3, 3, 3)
    """

    d2tau_dq_dq: NDArray[np.float64]
    d2tau_dv_dv: NDArray[np.float64]
    d2tau_dq_dv: NDArray[np.float64]


def inverse_dynamics_order_contraction(
    model: Model, q: ArrayLike, v: ArrayLike, w: ArrayLike
) -> InverseDynamicsOrderContraction:
    """Second partials of sum_k w_k . tau^(k), the forces of a motion and their derivatives.

    Four series of matrices, the second partials of order 0 along the motion, are found from the
    gradients of motions that change late, and give all blocks: docs/order-partials.md, (14) to
    (16). For exact Hessians of a Lagrangian with limits on torque rates. Base "body".

    Parameters
    ----------
    model : Model
    q : (..., nq) array_like
        Configuration: rad or m; quaternions (x, y, z, w) of unit norm within 1e-9. Leading axes, of
        any argument, are those of a batch of states; they broadcast.
    v : (..., r + 2, nv) array_like
        Generalized velocity and its time derivatives of order 1 .. r + 1; r at most 30.
    w : (..., r + 1, nv) array_like
        Weights of tau and of its derivatives.

    Returns
    -------
    InverseDynamicsOrderContraction
        d2tau_dq_dq (..., nv, nv), d2tau_dv_dv (..., r + 2, r + 2, nv, nv), d2tau_dq_dv
        (..., r + 2, nv, nv). Derivatives by q are right Lie derivatives, in body axes of the
        joint.

    Raises
    ------
    ArgumentError
        A model with loops or of another kind.
    ShapeError
        A wrong shape or dtype.
    NonFiniteError
        NaN or infinity, or a result beyond the range of double; names where and the index.
    ConfigurationError
        A quaternion that is not of unit norm; names the joint.

    Notes
    -----
    Cost of 2 nv gradients with some 2 r coefficients, and O(nv^2 r^2) memory. Results lose some
    (r + 5)^2 units of the last place where terms with accelerations prevail.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones((3, 3))
    >>> lieref.inverse_dynamics_order_contraction(model, q, v, v[:2]).d2tau_dq_dq.shape
    (3, 3)
    """
    require_tree(
        model,
        "the second change of G in time is not expanded; `inverse_dynamics_contraction` of order 0 "
        "and first partials of any order are those of a mechanism",
    )
    name = "inverse_dynamics_order_contraction"
    if batched((q, 1), (v, 2), (w, 2)):
        function = inverse_dynamics_order_contraction
        many: InverseDynamicsOrderContraction = each_state(
            name, function, model, (q, v, w), (1, 2, 2)
        )
        return many
    checked_q, checked_v = checked_motion(model, q, v)
    if len(checked_v) > MOST + 2:
        raise ShapeError(
            f"v has shape {checked_v.shape}, expected (r + 2, {model.nv}) with an order r from 0 "
            f"to {MOST}"
        )
    given = real_array("w", w, (len(checked_v) - 1, model.nv))
    with np.errstate(over="ignore", invalid="ignore"):
        at = motion(model, checked_q, checked_v, "body")

        def gradient(rows: Array, weights: Array) -> tuple[Array, Array, Array]:
            return series_vjp(model, at.q, rows, weights)

        weights = (given * factorials(len(given))[:, None])[::-1].copy()
        found = contraction(at, weights, gradient)
    fields = InverseDynamicsOrderContraction._fields
    return InverseDynamicsOrderContraction(*map(finite, fields, found))


def contraction(at: Motion, weights: Array, gradient: Any) -> tuple[Array, Array, Array]:
    """The blocks; weights (r + 1, nv) are coefficients in the reversed order."""
    n, nv = len(weights), weights.shape[1]
    whole = factorials(n + 1)
    b = np.zeros((n + 1, nv, nv))
    for joint in at.joints:
        b[:, joint.here, joint.here] = joint.spin
    series = second_series(gradient, at.v / whole[:, None], weights, b)
    first = [x[::-1] for x in gradient(at.v, weights)]
    one = constant(np.eye(nv), n + 1)
    dq_dv, dv_dv = np.zeros((n + 1, nv, nv)), np.zeros((n + 1, n + 1, nv, nv))
    dq_dq = np.zeros((nv, nv))
    for m in range(-1, n + 1):
        xi, rate = deviations(one, 0 * one, b, m)
        by_q, by_v = gradients(at, *_changes(at, series, first, xi, rate))
        if m < 0:
            dq_dq, dq_dv = by_q, by_v.swapaxes(1, 2)
        else:
            dv_dv[:, m] = by_v / whole[m]
    return dq_dq, dv_dv, dq_dv


def _changes(
    at: Motion, series: SecondSeries, first: list[Array], xi: Array, rate: Array
) -> tuple[Array, Array, Array]:
    """What xi and dv (r + 2, nv, directions) make of the gradients by xi, dv, da: (15), (16)."""
    n = len(first[0])
    lift = rate[1:] * np.arange(1, n + 1)[:, None, None]
    QQ, QV, VV, AQ = series
    VQ, QA = QV.swapaxes(1, 2), AQ.swapaxes(1, 2)

    def reversed_sum(*pairs: tuple[Array, Array]) -> Array:
        """Coefficients r - i of the sum of products."""
        rows = [
            sum(X[n - 1 - i - j] @ x[j] for X, x in pairs for j in range(n - i)) for i in range(n)
        ]
        return np.array(rows)

    of_xi = reversed_sum((QQ, xi), (QV, rate), (QA, lift))
    for joint in at.joints:
        of_xi[:, joint.here] -= _turned(joint, first[0], rate[:, joint.here])
    return of_xi, reversed_sum((VQ, xi), (VV, rate)), reversed_sum((AQ, xi))


def _turned(joint: Turning, of_xi: Array, rate: Array) -> Array:
    """What dv in ad_v of `gradients` takes from the gradient by xi."""
    n, d = len(of_xi), joint.spin.shape[-1]
    x = of_xi[:, joint.here].copy()
    x = np.concatenate([x, 0 * x[:1]])
    # [b, a]: row a of ad_b^T step
    brackets = ad(np.eye(6))[:d, :d, :d]
    out = np.zeros((n, d, rate.shape[-1]))
    for i in reversed(range(n)):
        step = x[i + 1] / (i + 1)
        moved = np.einsum("bca,c->ab", brackets, step)
        for j in range(i + 1):
            x[j] -= joint.spin[i - j].T @ step
            out[j] += moved @ rate[i - j]
    return out
