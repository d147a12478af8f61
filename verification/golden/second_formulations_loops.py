"""The golden tables of loops by other ways than those that certified them, in balls.

The power of the forces is the rate of the energy, tau . v = T' + V'. Where one coordinate is
independent that is all of inverse dynamics, and its time derivatives follow by division of
series; where couplings have constant ratios, qdot = G v, it is tau_y = G^T tau of the tree.
Partial derivatives follow likewise; those of forward dynamics are put into the derivatives of
tau(q, v, a(q, v, tau)) = tau.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref import oracle
from lieref.dynamics.inverse.default import inverse_dynamics_twin
from lieref.model.loops import loop_closure
from lieref.model.loops.loop_model import LoopModel
from lieref.oracle import Arb
from lieref.oracle.scalars import series as ts
from lieref.partials.idsva import idsva_twin
from verification.golden.descriptions import linear

Rows = list[list[Any]]
Array = NDArray[Any]
FIRST = ("dtau_dq", "dtau_dv", "dtau_da")
SECOND = ("d2tau_dq_dq", "d2tau_dv_dv", "d2tau_dq_dv", "d2tau_da_dq")


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
    G, offsets = _ratios(K, model)
    whole = [x + y for x, y in zip(_spread(K, G, q), offsets, strict=True)]
    moving = [_spread(K, G, row) for row in v]
    tau = inverse_dynamics_twin.inverse_dynamics(model.tree, whole, moving, K)
    columns = list(zip(*G, strict=True))
    return [[K.dot(list(column), row) for column in columns] for row in tau]


def _ratios(K: Arb, model: LoopModel) -> tuple[Rows, list[Any]]:
    """G and d of the tree's q = G y + d."""
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
    return G, offsets


def _spread(K: Arb, G: Rows, row: Any) -> list[Any]:
    """G times a row of the independent coordinates."""
    return [K.dot(entries, [K(x) for x in row]) for entries in G]


def partials(K: Arb, model: LoopModel, q: Any, v: Any, a: Any) -> dict[str, Array]:
    """First and second partial derivatives of inverse dynamics by name, as arrays of balls."""
    compute = _partials_by_energy if model.loops else _partials_by_ratios
    return compute(K, model, q, v, a)


def _partials_by_energy(K: Arb, model: LoopModel, q: Any, v: Any, a: Any) -> dict[str, Array]:
    """Of one coordinate: tau = H a + H' v^2 / 2 + V', and the derivatives of that by q, v, a.

    At unit velocity the derivatives of the kinetic energy by time are those of H / 2 by q.
    """
    found = oracle.loop_energy(model, q, [[K(1)], [K(0)], [K(0)], [K(0)]], field=K)
    H = [2 * x for x in found.kinetic]
    V, (v,), (a,) = found.potential, v, a
    values = {
        "dtau_dq": H[1] * a + H[2] * v * v / 2 + V[2],
        "dtau_dv": H[1] * v,
        "dtau_da": H[0],
        "d2tau_dq_dq": H[2] * a + H[3] * v * v / 2 + V[3],
        "d2tau_dv_dv": H[1],
        "d2tau_dq_dv": H[2] * v,
        "d2tau_da_dq": H[1],
    }
    return {
        name: np.full((1,) * (3 if name.startswith("d2") else 2), x, object)
        for name, x in values.items()
    }


def _partials_by_ratios(K: Arb, model: LoopModel, q: Any, v: Any, a: Any) -> dict[str, Array]:
    """Those of the tree by IDSVA and IDSVA-SO, every index by G."""
    rows, offsets = _ratios(K, model)
    whole = [x + y for x, y in zip(_spread(K, rows, q), offsets, strict=True)]
    state = (model.tree, whole, _spread(K, rows, v), _spread(K, rows, a), K)
    first, second = idsva_twin.first_partials(*state), idsva_twin.second_partials(*state)
    tensors = dict(zip(FIRST, first, strict=True))
    tensors |= {name: getattr(second, name) for name in SECOND}
    G = np.array(rows, object)
    return {name: _contracted(np.asarray(x, object), G) for name, x in tensors.items()}


def _contracted(tensor: Array, G: Array) -> Array:
    """Each index of a tensor by the columns of G."""
    for axis in range(tensor.ndim):
        tensor = np.moveaxis(np.tensordot(tensor, G, (axis, 0)), -1, axis)
    return tensor


def accelerated_residuals(inverse: dict[str, Array], forward: dict[str, Array]) -> dict[str, Array]:
    """What tau(q, v, a(q, v, tau)) = tau leaves, differentiated, for each forward derivative.

    Parameters
    ----------
    inverse : the result of `partials` at the acceleration of forward dynamics
    forward : derivatives of forward dynamics by name, those that are there

    Returns
    -------
    dict
        Balls that hold zero where the derivative is right; H is regular, so there alone.
    """
    H, dH = inverse["dtau_da"], inverse["d2tau_da_dq"]

    def one(name: str) -> Array:
        return np.tensordot(H, forward[name], (1, 0))

    def two(name: str) -> Array:
        """[i, k, j]: sum over m of dH_im / dq_k, a_m by j."""
        return np.tensordot(dH, forward[name], (1, 0))

    unit = np.array([[int(i == j) for j in range(len(H))] for i in range(len(H))], object)
    equations: dict[str, Callable[[], Array]] = {
        "da_dq": lambda: inverse["dtau_dq"] + one("da_dq"),
        "da_dv": lambda: inverse["dtau_dv"] + one("da_dv"),
        "da_dtau": lambda: one("da_dtau") - unit,
        "d2a_dv_dv": lambda: inverse["d2tau_dv_dv"] + one("d2a_dv_dv"),
        "d2a_dq_dv": lambda: inverse["d2tau_dq_dv"] + two("da_dv") + one("d2a_dq_dv"),
        "d2a_dtau_dq": lambda: two("da_dtau").swapaxes(1, 2) + one("d2a_dtau_dq"),
        "d2a_dq_dq": lambda: (
            inverse["d2tau_dq_dq"] + two("da_dq") + two("da_dq").swapaxes(1, 2) + one("d2a_dq_dq")
        ),
    }
    return {name: equations[name]() for name in forward}


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
