"""Plain twin of sum_i w_i d2tau_i, the second partials of one combination of the forces.

Over any scalar field K, in the frame and with the symbols of `lieref.partials.idsva.idsva_twin`.
Every entry of Algorithm 1 belongs to coordinates r, t, p on one path, p the deepest, and w may be
the weight of any of the three. The sums with weights are

    the deepest       by sums over the subtree:  T = sum I s w, U = sum B^T s w, A = sum A_1 w
    the middle one    by W of p's predecessor less that of r's, W = sum s w over a path
    the shallowest    by W of t's predecessor.

In the sum of the latter two the W of the shallower coordinate cancels in all but A_5 and A_7;
and the sums over the deepest obey sum B_s w = A + (T x-bar*), sum A_2 w = -(sum B_s w)^T. So every
pair (p, t) is left with products of vectors that belong to p and vectors that belong to t: no
matrix of a pair, no tensor. With W of p's predecessor, m = I W + T, b = B^T W + U and y = W x s:

    alpha = I (W x psi_d) - W x* (I psi_d) + psi_d x* m - A psi_d + B^T y + s x* b
    beta  = I y + s x* m
    delta = beta - W x* (I s) - A s
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lieref.partials.idsva.idsva_twin import Column, Matrix, Subtree, ancestors
from lieref.partials.products import products_loads_twin
from lieref.partials.products.products_loads_twin import Load
from lieref.partials.products.products_twin import inertial_loads, loaded_subtrees, path_sums
from lieref.partials.tensor_algebra import force_cross, motion_cross

if TYPE_CHECKING:
    from lieref.model.model import Model


class Contraction(NamedTuple):
    """nv x nv each, indexed in the order of the name that is contracted."""

    dq_dq: Matrix
    dv_dv: Matrix
    dq_dv: Matrix
    da_dq: Matrix


@dataclass
class Sums:
    """T, U, A of a subtree."""

    momentum: Matrix
    drag: Matrix
    rate: Matrix


@dataclass
class Weights:
    """What coordinate p brings to every pair with a coordinate above it."""

    alpha: Matrix
    beta: Matrix
    delta: Matrix
    dF_dq: Matrix
    dF_dv: Matrix
    dF_da: Matrix
    y: Matrix
    spread: Matrix


def inverse_dynamics_contraction(
    model: Model,
    q: Any,
    v: Any,
    a: Any,
    w: Any,
    K: Any,
    wrenches: Any = None,
    wrench_axes: str = "body",
) -> Contraction:
    """sum_i w_i of the second partials   [Singh, Algorithm 1]"""
    trees = loaded_subtrees(model, q, v, a, K, wrenches, wrench_axes)
    twists = path_sums(trees, [K(x) for x in w], K)
    loads = inertial_loads(model, q, wrenches, wrench_axes, twists, K)
    sums = _subtree_sums(trees, twists)
    still = np.array([K(0)] * 6)
    weights: dict[int, Weights] = {}
    out = Contraction(*(np.full((model.nv,) * 2, K(0), dtype=object) for _ in range(4)))
    for i, tree in enumerate(trees):
        W = twists[tree.parent] if tree.parent >= 0 else still
        for p in tree.columns:
            weights[p.coordinate] = _weights(tree, p, sums[i], W)
            if loads:
                _add_load(weights[p.coordinate], loads[i], p, W)
        for p in tree.columns:
            for t in (t for j in ancestors(trees, i) for t in trees[j].columns):
                _pair(out, p, t, weights)
    return out


def _subtree_sums(trees: list[Subtree], twists: list[Matrix]) -> list[Sums]:
    """T, U, A of every body and all beyond it."""
    sums = []
    for tree, twist in zip(trees, twists, strict=True):
        own = twist - twists[tree.parent] if tree.parent >= 0 else twist
        rate = force_cross(own) @ tree.inertia - tree.inertia @ motion_cross(own)
        sums.append(Sums(tree.inertia @ own, tree.coriolis.T @ own, rate))
    for tree, subtree in zip(reversed(trees), reversed(sums), strict=True):
        if tree.parent >= 0:
            above = sums[tree.parent]
            above.momentum = above.momentum + subtree.momentum
            above.drag = above.drag + subtree.drag
            above.rate = above.rate + subtree.rate
    return sums


def _weights(tree: Subtree, p: Column, subtree: Sums, W: Matrix) -> Weights:
    """The vectors of coordinate p; W is the twist of its joint's predecessor."""
    I, B = tree.inertia, tree.coriolis  # noqa: E741
    dual = force_cross(p.s)
    m = I @ W + subtree.momentum
    b = B.T @ W + subtree.drag
    y = motion_cross(W) @ p.s
    dF_da = I @ p.s
    beta = I @ y + dual @ m
    return Weights(
        alpha=I @ motion_cross(W) @ p.psi_d
        - force_cross(W) @ I @ p.psi_d
        + force_cross(p.psi_d) @ m
        - subtree.rate @ p.psi_d
        + B.T @ y
        + dual @ b,
        beta=beta,
        delta=beta - force_cross(W) @ dF_da - subtree.rate @ p.s,
        dF_dq=B @ p.psi_d + I @ p.psi_dd + dual @ tree.force,
        dF_dv=B @ p.s + I @ (p.psi_d + p.s_d),
        dF_da=dF_da,
        y=y,
        spread=p.s[:3] * 0,
    )


def _add_load(of_p: Weights, load: Load, p: Column, W: Matrix) -> None:
    """Inertial wrenches: their moment, of which y turns the arm, and what turns with s itself."""
    of_p.dF_dq[:3] = of_p.dF_dq[:3] - products_loads_twin.moment(load, p.s)
    of_p.spread = products_loads_twin.spread(load, W, p.s)


def _pair(out: Contraction, p: Column, t: Column, weights: dict[int, Weights]) -> None:
    """All entries of coordinates p and t, where t's joint is p's or carries it."""
    of_p, of_t = weights[p.coordinate], weights[t.coordinate]
    ip, jt = p.coordinate, t.coordinate
    qq = of_p.alpha @ t.psi_d + of_p.beta @ t.psi_dd + of_p.dF_dq @ of_t.y
    qq = qq - of_p.spread @ t.s[:3]
    out.dq_dq[ip, jt] = qq
    out.dq_dv[jt, ip] = of_p.delta @ t.psi_d + of_p.dF_dv @ of_t.y
    out.da_dq[ip, jt] = of_p.dF_da @ of_t.y
    if t.body == p.body:
        # inside one joint the two orders differ by what is skew
        out.dv_dv[ip, jt] = (of_p.delta @ t.s + of_t.delta @ p.s) / 2
        return
    out.dq_dq[jt, ip] = qq
    out.dv_dv[ip, jt] = out.dv_dv[jt, ip] = of_p.delta @ t.s
    out.dq_dv[ip, jt] = of_p.alpha @ t.s + of_p.beta @ (t.psi_d + t.s_d)
    out.da_dq[jt, ip] = of_p.beta @ t.s
