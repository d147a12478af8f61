"""The golden tables of loops by other ways than those that certified them, in balls.

The power of the forces is the rate of the energy, tau . v = T' + V'. Where one coordinate is
independent that is all of inverse dynamics, and its time derivatives follow by division of
series; where couplings have constant ratios, qdot = G v, it is tau_y = G^T tau of the tree.
"""

from __future__ import annotations

from typing import Any

from lieref import oracle
from lieref.dynamics.inverse.default import inverse_dynamics_twin
from lieref.model.loops import loop_closure
from lieref.model.loops.loop_model import LoopModel
from lieref.oracle import Arb
from lieref.oracle.scalars import series as ts
from verification.golden.descriptions import linear

Rows = list[list[Any]]


def inverse_dynamics(K: Arb, model: LoopModel, q: Any, v: Rows) -> Rows:
    """Forces on the independent coordinates and their derivatives, of v in scalars of K."""
    return _by_energy(K, model, q, v) if model.loops else _by_ratios(K, model, q, v)


def _by_energy(K: Arb, model: LoopModel, q: Any, v: Rows) -> Rows:
    """tau = (T' + V') / v, as Taylor series."""
    found = oracle.loop_energy(model, q, v, field=K)
    total = [x + y for x, y in zip(found.kinetic, found.potential, strict=True)]
    power = ts.taylor(total[1:])
    rate = ts.taylor([row[0] for row in v[: len(power)]])
    quotient: list[Any] = []
    for k, x in enumerate(power):
        # v_0 tau_k = P_k - sum over j < k of tau_j v_(k-j)
        for j, y in enumerate(quotient):
            x = x - y * rate[k - j]
        quotient.append(x / rate[0])
    return [[x] for x in ts.plain(quotient)]


def _by_ratios(K: Arb, model: LoopModel, q: Any, v: Rows) -> Rows:
    """G^T tau of the tree's recursion."""
    names = list(model.tree.joint_names)
    G = [[K(0)] * model.nv for _ in names]
    for place, j in enumerate(model.independent):
        G[int(j)][place] = K(1)
    offsets = [K(0)] * len(names)
    # a joint is driven after those that drive it
    for coupling in sorted(model.couplings, key=lambda x: max(map(names.index, x.sources))):
        ratios, constants = linear(coupling)
        for a, driven in enumerate(coupling.driven):
            row = names.index(driven)
            offsets[row] = K(float(constants[a]))
            for b, source in enumerate(coupling.sources):
                ratio, at = K(float(ratios[a, b])), names.index(source)
                offsets[row] = offsets[row] + ratio * offsets[at]
                G[row] = [x + ratio * y for x, y in zip(G[row], G[at], strict=True)]

    def spread(row: Any) -> list[Any]:
        return [K.dot(entries, [K(x) for x in row]) for entries in G]

    whole = [x + y for x, y in zip(spread(q), offsets, strict=True)]
    tau = inverse_dynamics_twin.inverse_dynamics(model.tree, whole, [spread(row) for row in v], K)
    columns = list(zip(*G, strict=True))
    return [[K.dot(list(column), row) for column in columns] for row in tau]


def openings(K: Arb, model: LoopModel, q_tree: Any) -> list[Any]:
    """How far loops and couplings are open at a configuration of the tree in balls."""
    found = [x for cluster in loop_closure.residuals(K, model, q_tree) for x in cluster]
    names = list(model.tree.joint_names)
    for coupling in model.couplings:
        ratios, constants = linear(coupling)
        for a, driven in enumerate(coupling.driven):
            x = q_tree[names.index(driven)] - K(float(constants[a]))
            for b, source in enumerate(coupling.sources):
                x = x - K(float(ratios[a, b])) * q_tree[names.index(source)]
            found.append(x)
    return found
