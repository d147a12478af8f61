"""Plain twin of the first partials times a vector, from either side, without the matrices.

Over any scalar field K, in the frame and with the symbols of `lieref.partials.idsva.idsva_twin`.
The entries (12), (13) are products of a row that belongs to one joint and a column that belongs to
another, and of the composites I, B, f of the deeper one; so the sums over all related pairs are
sums over paths and subtrees. Sums over the path of a joint, itself included:

    X = sum psi_d dq + s dv,    Y = sum psi_dd dq + (psi_d + s_d) dv + s da,    W = sum s w
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.partials.idsva.idsva_twin import Column, Matrix, Subtree, subtrees
from lieref.partials.products import products_loads_twin
from lieref.partials.products.products_loads_twin import Load
from lieref.partials.tensor_algebra import force_cross, skew

if TYPE_CHECKING:
    from collections.abc import Callable

    from lieref.model.model import Model


def inverse_dynamics_jvp(
    model: Model,
    q: Any,
    v: Any,
    a: Any,
    dq: Any,
    dv: Any,
    da: Any,
    K: Any,
    wrenches: Any = None,
    wrench_axes: str = "body",
) -> Matrix:
    """dtau/dq dq + dtau/dv dv + dtau/da da   [Singh, (12), (13)]"""
    trees = loaded_subtrees(model, q, v, a, K, wrenches, wrench_axes)
    moves = [[K(x) for x in each] for each in (dq, dv, da)]
    turns = path_sums(trees, moves[0], K)
    loads = inertial_loads(model, q, wrenches, wrench_axes, turns, K)

    def step(t: Column) -> tuple[Matrix, Matrix]:
        x, y, z = (each[t.coordinate] for each in moves)
        return t.psi_d * x + t.s * y, t.psi_dd * x + (t.psi_d + t.s_d) * y + t.s * z

    steps = [_own(tree, step, K) for tree in trees]
    sums: list[Matrix] = []
    for tree, (X, Y) in zip(trees, steps, strict=True):
        # base to tip: X and Y of the path
        above = sums[tree.parent] if tree.parent >= 0 else np.array([[K(0)] * 6] * 2)
        sums.append(above + np.array([X, Y]))
    tau = np.array([K(0)] * model.nv)
    below = [np.array([K(0)] * 6) for _ in trees]
    for i in range(len(trees) - 1, -1, -1):
        tree, (x, y), (X, Y) = trees[i], steps[i], sums[i]
        # tip to base: what the moves of the path, and those of the joints beyond, do to F
        F = tree.coriolis @ X + tree.inertia @ Y + below[i]
        if loads:
            F = F - products_loads_twin.turned(loads[i], turns[i][:3])
        for t in tree.columns:
            tau[t.coordinate] = t.s @ F
        if tree.parent >= 0:
            turn = turns[i] - turns[tree.parent]
            own = tree.coriolis @ x + tree.inertia @ y + force_cross(turn) @ tree.force
            if loads:
                own[:3] = own[:3] - products_loads_twin.moment(loads[i], turn)
            below[tree.parent] = below[tree.parent] + below[i] + own
    return tau


def loaded_subtrees(
    model: Model, q: Any, v: Any, a: Any, K: Any, wrenches: Any, wrench_axes: str
) -> list[Subtree]:
    """The sweep; wrenches in inertial axes are no part of it."""
    turning = None if wrenches is None or wrench_axes == "inertial" else wrenches
    return subtrees(model, q, v, a, K, turning)


def inertial_loads(
    model: Model, q: Any, wrenches: Any, wrench_axes: str, twists: list[Matrix], K: Any
) -> list[Load]:
    """Those of wrenches in inertial axes; none of others."""
    if wrenches is None or wrench_axes == "body":
        return []
    return products_loads_twin.loads(model, q, wrenches, twists, K)


def _own(tree: Subtree, step: Callable[[Column], tuple[Matrix, ...]], K: Any) -> list[Matrix]:
    """The sums of the joint's own coordinates."""
    zero = np.array([K(0)] * 6)
    parts = zip(*(step(t) for t in tree.columns), strict=True)
    return [sum(part, zero) for part in parts]


def path_sums(trees: list[Subtree], w: Any, K: Any) -> list[Matrix]:
    """W of every body: the twist that rates w give it."""
    still = np.array([K(0)] * 6)
    twists: list[Matrix] = []
    for tree in trees:
        above = twists[tree.parent] if tree.parent >= 0 else still
        twists.append(above + sum((t.s * w[t.coordinate] for t in tree.columns), still))
    return twists


def inverse_dynamics_vjp(
    model: Model,
    q: Any,
    v: Any,
    a: Any,
    w: Any,
    K: Any,
    wrenches: Any = None,
    wrench_axes: str = "body",
) -> tuple[Matrix, Matrix, Matrix]:
    """w^T dtau/dq, w^T dtau/dv, w^T dtau/da   [Singh, (12), (13)]

    T and U are the sums of I s w and B^T s w over the joints beyond; G of inertial wrenches what
    the joint and those beyond it give when they turn.
    """
    trees = loaded_subtrees(model, q, v, a, K, wrenches, wrench_axes)
    weights = [K(x) for x in w]
    twists = path_sums(trees, weights, K)
    loads = inertial_loads(model, q, wrenches, wrench_axes, twists, K)
    still = np.array([K(0)] * 6)
    along_q, along_v, along_a = (np.array([K(0)] * model.nv) for _ in range(3))
    T, U = ([still for _ in trees] for _ in range(2))
    G = [still[:3] for _ in trees]
    for i in range(len(trees) - 1, -1, -1):
        tree = trees[i]
        above = twists[tree.parent] if tree.parent >= 0 else still
        momentum = tree.inertia @ twists[i] + T[i]
        drag = tree.coriolis.T @ twists[i] + U[i]
        for t in tree.columns:
            turned = above @ (force_cross(t.s) @ tree.force)
            if loads:
                moment = products_loads_twin.moment(loads[i], t.s)
                turned = turned - above[:3] @ moment
                G[i] = G[i] + weights[t.coordinate] * (skew(t.s[:3]) @ loads[i].torque + moment)
            along_q[t.coordinate] = drag @ t.psi_d + momentum @ t.psi_dd + turned
            along_v[t.coordinate] = drag @ t.s + momentum @ (t.psi_d + t.s_d)
            along_a[t.coordinate] = momentum @ t.s
        for t in tree.columns:
            along_q[t.coordinate] = along_q[t.coordinate] - G[i] @ t.s[:3]
        if tree.parent >= 0:
            own = twists[i] - above
            T[tree.parent] = T[tree.parent] + T[i] + tree.inertia @ own
            U[tree.parent] = U[tree.parent] + U[i] + tree.coriolis.T @ own
            G[tree.parent] = G[tree.parent] + G[i]
    return along_q, along_v, along_a
