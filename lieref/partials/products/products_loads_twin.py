"""Plain twin of what wrenches constant in inertial axes add to the directional forms.

Over any scalar field K, in the frame and with the symbols of `lieref.partials.idsva.idsva_twin`. A
wrench (n, l) at the origin x of a body does not turn with it, but its arm moves: a twist
z = (w, u) changes the moment about the tree's origin by (u + w x x) x l. With
(a x b) x l = dev(b l^T) a, dev(M) = M - tr M, the sums over a subtree of

    n,    l,    L = x l^T,    Z = y l^T + w n^T

serve every twist, where w and y are the angular velocity and that of x which w gives the body.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.kinematics.forward_kinematics_twin import motions
from lieref.model.tree.exact import exact_model
from lieref.partials.idsva.idsva_twin import Matrix
from lieref.partials.tensor_algebra import skew

if TYPE_CHECKING:
    from lieref.model.model import Model


@dataclass
class Load:
    """n, l, L, Z of a subtree."""

    torque: Matrix
    pull: Matrix
    lever: Matrix
    spread: Matrix


def loads(model: Model, q: Any, wrenches: Any, twists: list[Matrix], K: Any) -> list[Load]:
    """The sums of wrenches (nbodies, 6) in inertial axes; twists W of the bodies."""
    exact = exact_model(model, K)
    found = motions(K, exact, [K(x) for x in q], [[K(0)]] * int(model.nv), "body")
    out = []
    for motion, wrench, W in zip(found, wrenches, twists, strict=True):
        x, n, force = (
            np.array(list(y)) for y in (motion.C[1], map(K, wrench[:3]), map(K, wrench[3:]))
        )
        y = W[3:] + skew(W[:3]) @ x
        out.append(Load(n, force, np.outer(x, force), np.outer(y, force) + np.outer(W[:3], n)))
    for body, load in zip(reversed(exact.bodies), reversed(out), strict=True):
        if body.parent >= 0:
            up = out[body.parent]
            up.torque, up.pull = up.torque + load.torque, up.pull + load.pull
            up.lever, up.spread = up.lever + load.lever, up.spread + load.spread
    return out


def deviator(M: Matrix) -> Matrix:
    """M - tr M: (a x b) x l = (b l^T - tr) a"""
    return M - (M[0, 0] + M[1, 1] + M[2, 2]) * np.eye(3, dtype=int)


def moment(load: Load, z: Matrix) -> Matrix:
    """sum (u + w x x) x l"""
    return deviator(load.lever) @ z[:3] + skew(z[3:]) @ load.pull


def turned(load: Load, w: Matrix) -> Matrix:
    """(n x w + dev(L)^T w, l x w): s times it is what s gains when its path turns by w, negative"""
    angular = skew(load.torque) @ w + deviator(load.lever).T @ w
    return np.concatenate([angular, skew(load.pull) @ w])


def spread(load: Load, W: Matrix, s: Matrix) -> Matrix:
    """sum (W_w x z) x l + (s_w x (y - Y)) x l + (s_w x (w - W_w)) x n, z of s and Y of W at x"""
    M = np.outer(s[3:], load.pull) + skew(s[:3]) @ load.lever
    N = load.spread - np.outer(W[3:], load.pull) - skew(W[:3]) @ load.lever
    N = N - np.outer(W[:3], load.torque)
    return deviator(M) @ W[:3] + deviator(N) @ s[:3]
