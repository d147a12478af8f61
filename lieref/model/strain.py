"""How much rounding errors of articulated inertias a robot bears in doubles.

Eliminating a joint leaves errors in the articulated inertia I^A of the size of its diagonal; they
are handed on to the parents, and what the joints there let go takes part of them away. Their scale
beside a pivot D tells how many digits of D are lost, but to follow them costs as much as I^A
itself. The kernels follow their `size` instead, which no joint takes away: a bound, often a poor
one. Once per model, in some generic configurations, this module follows both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lieref.algebra import so3

if TYPE_CHECKING:
    from lieref.model.compiled import Tables

Array = NDArray[np.float64]
#: What the errors' scale may be beside a pivot, in units of the rounding, before forward dynamics
#: of order 1 and more is computed in double-doubles.
BEARABLE = 7.0
#: So many bodies bear as much as one does.
FEW = 20
#: No limit: a robot that loses nothing.
ANY = 1e300
CONFIGURATIONS = 32


def lenience(bodies: int) -> float:
    """How many times as much a robot of many bodies bears, as the conditioning of chains grows."""
    return max(1.0, (bodies / FEW) ** 2)


def effort_lenience(bodies: int) -> float:
    """The same of efforts, against what they are made of, which adds up along the tree besides."""
    return max(1.0, (bodies / FEW) ** 4)


# Where numbers of 1e300 overflow, or nothing has a mass, kernels find nothing strained.
@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def bearable_size(tables: Tables, kinds: list[str], parents: NDArray[np.intc]) -> float:
    """What the size of rounding errors in I^A may be beside a pivot, by the kernels' measure.

    What is borne, over the mean ratio of the largest scale of the errors to that measure's largest
    value in some configurations.
    """
    rng, nothing = np.random.default_rng(0), np.zeros((CONFIGURATIONS, 6, 6))
    inertias = [_own_inertia(row) for row in tables.links]
    # of bodies whose children were seen, until they are seen themselves
    noises: dict[int, Array] = {}
    sizes = [np.zeros((CONFIGURATIONS, 2)) for _ in kinds]
    worst_size, worst_scale = np.zeros(CONFIGURATIONS), np.zeros(CONFIGURATIONS)
    for i in reversed(range(len(kinds))):
        X, lever = _wrench_to_parent(rng, kinds[i], tables.bodies[i])
        S = _subspace(kinds[i], tables.bodies[i])
        M, N, size = inertias[i], noises.pop(i, nothing), sizes[i]
        # nobody asks for it again
        inertias[i] = nothing
        own = np.stack([_trace(M, 0), _trace(M, 3)], axis=1)
        before = np.maximum(size, own) if len(S) > 1 else size
        for column in S:
            U, n = M @ column, N @ column
            D, scale = U @ column, n @ column
            # nothing opposes a massless tip: forward dynamics says so
            inverse = np.divide(1.0, D, out=np.zeros_like(D), where=D > 0)
            worst_scale = np.maximum(worst_scale, scale * inverse)
            measure = before @ np.array([column[:3] @ column[:3], column[3:] @ column[3:]])
            worst_size = np.maximum(worst_size, measure * inverse)
            g = U * inverse[:, None]
            diagonal = np.einsum("sii->si", M)
            N = N + _outer(scale[:, None] * g - n, g) - _outer(g, n)
            N = N + diagonal[:, :, None] * np.eye(6)
            M = M - _outer(U, g)
        if parents[i] < 0:
            continue
        inertias[parents[i]] = inertias[parents[i]] + X @ M @ X.transpose(0, 2, 1)
        above = noises.get(parents[i], nothing)
        noises[parents[i]] = above + X @ N @ X.transpose(0, 2, 1)
        if len(S) == 6:
            continue
        size = np.maximum(size, own)
        square = np.sum(lever * lever, axis=1)
        handed = np.stack([size[:, 0] + square * size[:, 1], size[:, 1]], axis=1)
        sizes[parents[i]] = np.maximum(sizes[parents[i]], handed)
    ratio = np.mean(worst_scale / worst_size)
    borne = BEARABLE * lenience(len(kinds))
    return float(borne / ratio) if ratio > 0 and np.isfinite(ratio) else ANY


def _outer(x: Array, y: Array) -> Array:
    """x y^T of many vectors."""
    return x[:, :, None] * y[:, None, :]


def _trace(M: Array, first: int) -> Array:
    return M[:, first, first] + M[:, first + 1, first + 1] + M[:, first + 2, first + 2]


def _own_inertia(row: Array) -> Array:
    """I^A of a body alone from its row of `Tables.links`, the same in every configuration."""
    coupling = row[16:28].reshape(3, 4)[:, :3].T
    top = np.hstack([row[4:16].reshape(3, 4)[:, :3].T, coupling])
    whole = np.vstack([top, np.hstack([coupling.T, row[0] * np.eye(3)])])
    return np.broadcast_to(whole, (CONFIGURATIONS, 6, 6))


def _subspace(kind: str, row: Array) -> Array:
    """Columns of the motion subspace, as rows."""
    if kind == "free":
        return np.eye(6)
    if kind == "spherical":
        return np.eye(6)[:3]
    pitch = row[12] if kind == "helical" else 0.0
    return np.array([[0, 0, 0, 0, 0, 1.0] if kind == "prismatic" else [0, 0, 1.0, 0, 0, pitch]])


def _wrench_to_parent(rng: np.random.Generator, kind: str, row: Array) -> tuple[Array, Array]:
    """[[R, [l] R], [0, R]] of the child's axes R and origin l in the parent's, generic; and l."""
    angle = rng.uniform(-np.pi, np.pi, CONFIGURATIONS)
    turn, shift = np.eye(3), np.zeros((CONFIGURATIONS, 3))
    if kind in ("spherical", "free"):
        turn = so3.exp(rng.normal(size=(CONFIGURATIONS, 3)))
    elif kind != "prismatic":
        turn = so3.exp(angle[:, None] * np.array([0.0, 0.0, 1.0]))
    if kind == "free":
        shift = rng.uniform(-1, 1, (CONFIGURATIONS, 3))
    elif kind == "prismatic":
        shift[:, 2] = angle / np.pi
    elif kind == "helical":
        shift[:, 2] = angle * row[12]
    up = row[:9].reshape(3, 3).T
    R, lever = up @ turn, row[9:12] + shift @ up.T
    X = np.zeros((CONFIGURATIONS, 6, 6))
    X[:, :3, :3] = X[:, 3:, 3:] = R
    # se3 has this, Ad_C^-T, but refuses levers so long that it overflows
    x, y, z = lever.T[:, :, None]
    X[:, 0, 3:] = y * R[:, 2] - z * R[:, 1]
    X[:, 1, 3:] = z * R[:, 0] - x * R[:, 2]
    X[:, 2, 3:] = x * R[:, 1] - y * R[:, 0]
    return X, lever
