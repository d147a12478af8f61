"""Plain twin of the Coriolis recursion, [Ali, Lemma 1] in O(N d), over any scalar field K.

With k running over the bodies beyond both joints i and j,

    C_ij = S_i^T sum_k (M_k Sdot_j - ad_{V_k}^T M_k S_j),    Sdot_j = ad_{V_j} S_j   [Ali, (8)],

so two composites are enough: that of M and that of D = -ad_V^T M. What coriolis.pxi keeps in
parts stands here as 6 x 6 matrices, in the common axes of the tree about the kernel origins;
X maps a twist at the parent's origin to the body's own, and X^T wrenches back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups import se3_twin
from lieref.dynamics.matrices.composite_bodies_twin import (
    axes,
    base_changes,
    bodies,
    composite_bodies,
)
from lieref.dynamics.shared import base_change
from lieref.model.tree.compiled import PAIRS, link_constants
from lieref.model.tree.exact import exact_model

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[Any]


@dataclass
class Link:
    """One body: subspace S and its rate as columns, V, X, and the composites M and D."""

    parent: int
    iv: int
    S: Array
    rate: Array
    V: Array
    X: Array
    M: Array
    D: Array


def _object(rows: Any) -> Array:
    return np.array(rows, dtype=object)


def _turn(R: Array) -> Array:
    """[[R, 0], [0, R]]"""
    out = np.zeros((6, 6), object)
    out[:3, :3] = out[3:, 3:] = R
    return out


def _inertia(K: Any, row: Any) -> Array:
    """6 x 6 inertia [[J, h~], [-h~, m 1]] from link_constants."""
    m, h, moments = row[0], row[1:4], row[4:10]
    M = np.zeros((6, 6), object)
    arm = _object(se3_twin.hat3(K, list(h)))
    M[:3, 3:], M[3:, :3] = arm, -arm
    for (i, j), x in zip(PAIRS, moments, strict=True):
        M[i, j] = M[j, i] = x
    for i in range(3):
        M[3 + i, 3 + i] = m
    return M


def _ad(K: Any, V: Array) -> Array:
    return _object(se3_twin.ad(K, list(V)))


def _links(K: Any, model: Model, exact: Any, tree: Any, rates: Array) -> list[Link]:
    """Base to tip: V_i = X V_p + S v, and M, D of each body alone."""
    links: list[Link] = []
    for body, row in zip(tree, link_constants(K, exact), strict=True):
        R = _object([[x[0] for x in r] for r in body.R])
        turn = _turn(R)
        columns = [[x[0] for x in s + t] for s, t in axes(K, body, 1)]
        S = turn @ _object(columns).T
        X = _object(se3_twin.identity(K, 6))
        X[3:, :3] = -_object(se3_twin.hat3(K, [x[0] for x in body.lever]))
        V = S @ rates[body.iv : body.iv + body.nv]
        if body.parent >= 0:
            V = X @ links[body.parent].V + V
        M = turn @ _inertia(K, row) @ turn.T
        ad = _ad(K, V)
        links.append(Link(body.parent, body.iv, S, ad @ S, V, X, M, -(ad.T @ M)))
    return links


def coriolis_matrix(model: Model, q: Any, v: Any, K: Any, base: str = "body") -> list[list[Any]]:
    """C of [Ali, Lemma 1] over K, nv rows.

    Arguments as in `lieref.coriolis_matrix`, entries convertible by K. Nothing is checked: this
    is the kernel's twin, not an interface.
    """
    exact = exact_model(model, K)
    q = [K(x) for x in q]
    rates = _object([[K(x) for x in v]]).reshape(1, model.nv)
    changes = base_changes(K, exact, q, rates, base, 2)
    for change in changes:
        rates = base_change.velocity(change, rates)
    tree = bodies(K, exact, q, [[] for _ in range(model.nv)], 1)
    links = _links(K, model, exact, tree, rates[0])
    C = _object([[K(0)] * model.nv for _ in range(model.nv)]).reshape(model.nv, model.nv)
    # tip to base
    for link in reversed(links):
        here = slice(link.iv, link.iv + link.S.shape[1])
        F = [link.M @ link.S, link.D.T @ link.S, link.M @ link.rate + link.D @ link.S]
        C[here, here] = link.S.T @ F[2]
        at = link
        while at.parent >= 0:
            F = [at.X.T @ x for x in F]
            at = links[at.parent]
            up = slice(at.iv, at.iv + at.S.shape[1])
            C[up, here] = at.S.T @ F[2]
            C[here, up] = F[0].T @ at.rate + F[1].T @ at.S
        if link.parent >= 0:
            parent = links[link.parent]
            parent.M = parent.M + link.X.T @ link.M @ link.X
            parent.D = parent.D + link.X.T @ link.D @ link.X
    if changes:
        H = _object(composite_bodies(K, tree, model.nv)[0])[:, :, 0]
        for change in changes:
            C = base_change.coriolis(change, H, C)
            H = base_change.congruence(change, H[None])[0]
    return [list(row) for row in C]
