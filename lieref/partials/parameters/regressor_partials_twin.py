"""Plain twin of the first partials of the regressor by the motion.

Over any scalar field K, in the shifted frame of `lieref.kinematics.forward_kinematics_twin`. A
body's wrench in its own frame is (L(A) + V x* L(V)) p with the 6 x 10 matrix L(x) that M x =
L(x) p makes of its inertia M. While a coordinate k between it and the root moves, held in the
body's frame, [Singh, (12), (13)] have

    q_k:  dV = psi_d,  dA = psi_dd - V x psi_d,    psi_d = v_p x s
    v_k:  dV = s,      dA = psi_d + s_d - V x s,   psi_dd = a_p x s + v_p x psi_d
    a_k:  dV = 0,      dA = s,                     s_d = v x s

and q_k turns the columns j that stand before it: ds_j = s_j x s_k.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups.screw_arrays import ad, bracket, cross, skew, times
from lieref.kinematics.posture import Posture, posture_over
from lieref.model.tree.exact import exact_model

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[Any]
# J x = shares (xx, yy, zz, xy, xz, yz)
SHARES = ((0, 3, 4), (3, 1, 5), (4, 5, 2))


def regressor_partials(model: Model, q: Any, v: Any, a: Any, K: Any) -> tuple[Array, Array, Array]:
    """By q, v, a of base "body", (nv, 10 nbodies, nv): force, parameter, coordinate."""
    n, m = model.nv, 10 * model.nbodies
    dq, dv, da = (np.full((n, m, n), K(0), dtype=object) for _ in range(3))
    at = posture_over(K, model, q, [v, a])
    columns = _columns(K, model, at)
    for i in range(model.nbodies):
        path = np.flatnonzero(at.moves[i][at.joint])
        place = np.ix_(path, np.arange(10 * i, 10 * i + 10), path)
        dq[place], dv[place], da[place] = _of_body(at, columns, i, path)
    return dq, dv, da


class _Columns(NamedTuple):
    """s, psi_d, psi_dd and psi_d + s_d (nv, 6); V and A (nbodies, 6), A less gravity."""

    s: Array
    psi_d: Array
    psi_dd: Array
    sum_d: Array
    V: Array
    A: Array


def _columns(K: Any, model: Model, at: Posture) -> _Columns:
    w = times(at.R[at.joint], at.X[:, :3])
    u = times(at.R[at.joint], at.X[:, 3:]) + cross(at.d[at.joint], w)
    s = np.concatenate([w, u], -1)
    still = np.full((1, 6), K(0), dtype=object)
    fall = np.array([K(0)] * 3 + [-x for x in exact_model(model, K).gravity])
    # the world stands last: -1 finds it
    V = np.concatenate([at.V[0], still])
    A = np.concatenate([at.V[1], still]) + fall
    above = np.asarray(model.parents)[at.joint]
    psi_d = bracket(V[above], s)
    psi_dd = bracket(A[above], s) + bracket(V[above], psi_d)
    return _Columns(s, psi_d, psi_dd, psi_d + bracket(V[at.joint], s), V, A)


def _of_body(at: Posture, columns: _Columns, i: int, path: NDArray[np.intp]) -> tuple[Array, ...]:
    """dq, dv, da (d, 10, d) of the d coordinates that move body i."""

    def local(x: Array) -> Array:
        """R^T (w, u + w x d), rows of screws seen from the body's frame"""
        moved = np.concatenate([x[..., :3], x[..., 3:] + cross(x[..., :3], at.d[i])], -1)
        return np.concatenate([moved[..., :3] @ at.R[i], moved[..., 3:] @ at.R[i]], -1)

    s, psi_d, psi_dd, sum_d = (local(x[path]) for x in columns[:4])
    V, A = local(columns.V[i]), local(columns.A[i])
    W = _momentum(A) - ad(V).T @ _momentum(V)

    def moved(dV: Array, dA: Array) -> Array:
        """s_j . (L(dA) + dV x* L(V) + V x* L(dV)), [j, :, k]"""
        back = ad(dV).swapaxes(-1, -2)
        dW = _momentum(dA) - back @ _momentum(V) - ad(V).T @ _momentum(dV)
        return np.tensordot(s, dW, ([1], [1])).transpose(0, 2, 1)

    joint = at.joint[path]
    turned = np.where((joint[:, None] < joint)[..., None], bracket(s[:, None], s), 0.0)
    dq = moved(psi_d, psi_dd - bracket(V, psi_d)) + (turned @ W).transpose(0, 2, 1)
    dv = moved(s, sum_d - bracket(V, s))
    return dq, dv, moved(0 * s, s)


def _momentum(x: Array) -> Array:
    """L(x) (..., 6, 10): (J w + h x u, m u - h x w) of x = (w, u), by m, h, J"""
    out = np.zeros((*x.shape, 10), x.dtype)
    w, u = x[..., :3], x[..., 3:]
    out[..., 3:, 0] = u
    out[..., :3, 1:4] = -skew(u)
    out[..., 3:, 1:4] = skew(w)
    for i, row in enumerate(SHARES):
        for j, c in enumerate(row):
            out[..., i, 4 + c] = w[..., j]
    return out
