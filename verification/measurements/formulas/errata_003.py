"""Algorithm 1 of Singh et al. as its print may be read and as it holds, against the oracle.

The oracle differentiates the definition of inverse dynamics in jets, at 120 digits; what is
compared is all second partials of a random tree with spherical and free joints.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from lieref import oracle
from lieref.oracle import Arb, Mp
from lieref.partials import tensor_algebra
from lieref.partials.idsva import idsva_twin
from lieref.partials.idsva.idsva_twin import Column, SecondPartials, Subtree, Temporaries
from verification.measurements.formulas import tensor_identities
from verification.subjects import partials
from verification.subjects.definitions.moved_configuration import product

DIGITS = 120
#: Central differences of this step, in numbers of this many digits, err by its square.
STEP, WIDE = "1e-30", 130

Matrix = Any


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return how far the printed and the corrected form are from the reference value.

    Parameters
    ----------
    params : mapping
        ``check`` (a name in `CHECKS`), ``robot`` and ``state`` (`partials.draw`); of the check
        on tensor identities ``seed`` alone.

    Returns
    -------
    dict
        ``printed``, ``corrected``: largest relative difference of an array, max norm.
    """
    printed, corrected = CHECKS[params["check"]](params)
    return {"printed": printed, "corrected": corrected}


def _own_force(trees: list[Subtree], i: int, p: Column) -> Temporaries:
    """Line 22 with the force of body i alone: what its children brought is taken off."""
    children = [tree for tree in trees if tree.parent == i]
    force = sum((-child.force for child in children), trees[i].force)
    moved = idsva_twin._temporaries(trees[i], p)
    turned = trees[i].coriolis @ p.psi_d + trees[i].inertia @ p.psi_dd
    turned = turned + tensor_algebra.force_cross(p.s) @ force
    moved.A[5] = tensor_algebra.swapped_cross(turned)
    return moved


def _half_coriolis(trees: list[Subtree], i: int, p: Column) -> Temporaries:
    """Lines 9, 15, 16 with the B of (14), which is half of Algorithm 1's."""
    half = idsva_twin.Subtree(**{**vars(trees[i]), "coriolis": trees[i].coriolis / 2})
    moved = idsva_twin._temporaries(half, p)
    psi = idsva_twin.coriolis(half.inertia, p.psi_d)
    B_s = moved.B_s / 2
    moved.A[2] = 2 * moved.A[0] - B_s
    moved.A[3] = moved.A[3] - psi / 2
    return Temporaries(B_s, moved.A)


def _product_first(trees: list[Subtree], i: int, p: Column) -> Temporaries:
    """Lines 18, 20 with "I x s" read as (I s) x-bar*, as in line 17."""
    tree, moved = trees[i], idsva_twin._temporaries(trees[i], p)
    cross = tensor_algebra.motion_cross(p.s)
    for k, matrix in ((1, tree.inertia), (3, tree.coriolis)):
        moved.A[k] = moved.A[k] + matrix @ cross - tensor_algebra.swapped_cross(matrix @ p.s)
    return moved


Reading = Callable[[list[Subtree], int, Column], Temporaries]
Check = Callable[[Mapping[str, Any]], tuple[float, float]]


def _algorithm_1(trees: list[Subtree], reading: Reading, nv: int, K: Arb) -> list[Matrix]:
    """All second partials by Algorithm 1, its lines 15 to 24 as in the reading."""
    out = SecondPartials(*(np.full((nv,) * 3, K(0), dtype=object) for _ in range(4)))
    columns = [[c for j in idsva_twin.ancestors(trees, i) for c in trees[j].columns]
               for i in range(len(trees))]  # fmt: skip
    for i, tree in enumerate(trees):
        for p in tree.columns:
            moved = reading(trees, i, p)
            for t in columns[i]:
                for r in columns[t.body]:
                    idsva_twin._entries(out, moved, p, t, r)
    return list(vars(out).values())


def _misread(reading: Reading) -> Check:
    """Return the check of Algorithm 1 in a reading and as it holds."""

    def check(params: Mapping[str, Any]) -> tuple[float, float]:
        K, point = Arb(DIGITS), partials.draw(params)
        model, q, v, a = point.model, point.q, point.v, point.a
        with K.working():
            reference = oracle.inverse_dynamics_second_partials(model, q, v, a, field=K)
            trees = idsva_twin.subtrees(model, q.tolist(), v.tolist(), a.tolist(), K)
            printed = _algorithm_1(trees, reading, model.nv, K)
            corrected = partials.twin(point, "inverse", 2, K)
            return _largest(K, printed, reference), _largest(K, corrected, reference)

    return check


def _largest(K: Any, found: Sequence[Matrix], reference: Sequence[Matrix]) -> float:
    """Return the largest relative difference of an array, max norm."""
    size = np.frompyfunc(lambda x: abs(K.to_float(x)), 1, 1)
    pairs = [(np.array(a), np.array(b)) for a, b in zip(found, reference, strict=True)]
    return max(float(size(a - b).max() / size(b).max()) for a, b in pairs)


def _summed_exponents(params: Mapping[str, Any]) -> tuple[float, float]:
    """(54) in the coordinates of one spherical joint, by central differences of the oracle.

    tau(q exp(x E_a + y E_b)) printed, whose derivatives are (H + H^T) / 2; the second Lie
    derivative H is that of tau(q exp(y E_b) exp(x E_a)).
    """
    K, point = Mp(WIDE), partials.draw(params)
    joint = next(i for i, x in enumerate(point.model.joints) if x.kind == "spherical")
    at, first = int(point.model.idx_q[joint]), int(point.model.idx_v[joint])
    reference: Matrix = np.array(oracle.inverse_dynamics_second_partials(
        point.model, point.q, point.v, point.a, field=Arb(DIGITS)
    ).d2tau_dq_dq)[:, first : first + 3, first : first + 3]  # fmt: skip
    reference = np.frompyfunc(lambda x: K(x.mid()), 1, 1)(reference)
    h = K.context.mpf(STEP)

    def torques(turns: Sequence[list[Any]]) -> Matrix:
        q = [K(float(x)) for x in point.q]
        for w in turns:
            q[at : at + 4] = _turned(K, q[at : at + 4], w)
        return np.array(oracle.inverse_dynamics(point.model, q, [point.v, point.a], field=K)[0])

    def second(along: Callable[[int, int, Any, Any], list[list[Any]]]) -> Matrix:
        found = np.empty_like(reference)
        for a in range(3):
            for b in range(3):
                signs = ((1, 1), (1, -1), (-1, 1), (-1, -1))
                terms = [x * y * torques(along(a, b, x * h, y * h)) for x, y in signs]
                found[:, a, b] = sum(terms[1:], terms[0]) / (4 * h * h)
        return found

    unit = [[K(int(i == j)) for j in range(3)] for i in range(3)]
    summed = second(
        lambda a, b, x, y: [[x * p + y * r for p, r in zip(unit[a], unit[b], strict=True)]]
    )
    composed = second(lambda a, b, x, y: [[y * r for r in unit[b]], [x * p for p in unit[a]]])
    symmetric = (reference + np.swapaxes(reference, 1, 2)) / 2
    right = max(_largest(K, [composed], [reference]), _largest(K, [summed], [symmetric]))
    return _largest(K, [summed], [reference]), right


def _turned(K: Mp, p: list[Any], w: list[Any]) -> list[Any]:
    """p exp(w / 2) of unit quaternions (x, y, z, w)"""
    angle = K.sqrt(K.dot(w, w))
    half = K.sin(angle / 2) / angle if angle else K(1) / 2
    return product(p, [*(half * a for a in w), K.cos(angle / 2)])


def _any_inertia(params: Mapping[str, Any]) -> tuple[float, float]:
    """M22, M24, M25, M27 with an I that is not symmetric, and with one that is.

    M23 and M26 hold either way.
    """
    K, four = Arb(DIGITS), tensor_identities.SYMMETRIC

    def differences(names: Sequence[str], symmetric: bool) -> list[float]:
        found = []
        for name in names:
            sides = tensor_identities.property_sides(name, params["seed"], symmetric)
            found.append(max(_largest(K, [left], [right]) for left, right in sides))
        return found

    with K.working():
        right = differences(four, symmetric=True) + differences(("M23", "M26"), symmetric=False)
        # every one of the four is refuted
        return min(differences(four, symmetric=False)), max(right)


CHECKS: dict[str, Check] = {
    "any_inertia": _any_inertia,
    "own_force": _misread(_own_force),
    "half_coriolis": _misread(_half_coriolis),
    "product_first": _misread(_product_first),
    "summed_exponents": _summed_exponents,
}


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 3.0
