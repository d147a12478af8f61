"""Joint-space inertia from kinetic energy, and the solution of equations with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.errors import SingularError
from lieref.model.model import Model
from lieref.model.tree.exact import ExactBody, ExactModel
from lieref.oracle.arguments import configuration
from lieref.oracle.computation import computed
from lieref.oracle.tree.exact_models import exact_model
from lieref.oracle.tree.inverse_dynamics import unit_lines
from lieref.oracle.tree.transforms import Transforms, constants, transforms

#: A pivot this many digits above the rounding errors of its terms, or less, counts as zero.
GUARD_DIGITS = 5

Rows = list[list[Any]]
Array = NDArray[Any]


@computed()
def joint_space_inertia(
    model: Model,
    q: Any,
    base: str = "body",
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> Rows:
    """Joint-space inertia H: the kinetic energy is v . H v / 2.

    Source: H_jk = sum_i sum x_ij . x_ik dm = sum_i <T_ij J_i, T_ik>, with x_ij and T_ij the rates
    of the mass points and of the pose of body i while coordinate j alone has velocity 1, J_i its
    second moments, and the armature of joints on the diagonal.

    Returns
    -------
    list of nv lists of nv scalars of the field, symmetric.

    Examples
    --------
    >>> H = lieref.oracle.joint_space_inertia(model, q)
    >>> len(H), len(H[0])
    (3, 3)
    """
    K = field
    H, _ = inertia_matrix(K, exact_model(model, K), configuration(K, model, q), base)
    return H


def inertia_matrix(K: Any, exact: ExactModel, q: list[Any], base: str) -> tuple[Rows, list[Any]]:
    """H, and for each coordinate the sum of the moduli of the terms of its diagonal entry."""
    bodies = exact.bodies
    nv = sum({"spherical": 3, "free": 6}.get(body.kind, 1) for body in bodies)
    H = [[K(0)] * nv for _ in range(nv)]
    sizes = np.zeros(nv)
    rates: list[Rates] = []
    for body, pose in zip(bodies, transforms(K, bodies, q, [], base), strict=True):
        above = rates[body.parent] if body.parent >= 0 else None
        own = pose_rates(K, body, pose, base, above)
        rates.append(own)
        n, J = len(own.path), constants(K, body).J
        columns = K.matrix(n, 12, K.entries(own.dT)).transpose()
        rows = K.matrix(n, 12, K.entries(K.times(own.dT, J)))
        energies = K.entries(K.times(rows, columns))
        for a, j in enumerate(own.path):
            for b, k in enumerate(own.path[: a + 1]):
                H[j][k] = H[j][k] + energies[a * n + b]
        terms = own.sizes @ abs(_floats(K, J, 4)) * own.sizes
        sizes[own.path] += terms.sum(axis=(1, 2))
    for j, row in enumerate(H):
        for k in range(j):
            H[k][j] = row[k]
    for j, joint in enumerate(exact.physics or ()):
        # the rotor of coordinate j turns at its rate and at no other's
        H[j][j] = H[j][j] + joint.armature
        sizes[j] += K.to_float(joint.armature)
    return H, [K(float(x)) for x in sizes]


@dataclass
class Rates:
    """Of one body: dT at unit rates of the coordinates that move it.

    path : these coordinates, n of them
    dT : matrix (3 n, 4) of the field
    sizes : (n, 3, 4) sums of the moduli of what its entries are sums of, which may cancel
    """

    path: list[int]
    dT: Any
    sizes: Array


def pose_rates(K: Any, body: ExactBody, pose: Transforms, base: str, above: Rates | None) -> Rates:
    """Rates of a body from those of the body that carries it."""
    lines = [line[0] for line in unit_lines(K, body, pose, base, 1)]
    flat = [x for line in lines for x in line]
    path = list(range(body.iv, body.iv + len(lines)))
    # 3x3 of moduli times moduli: of [R | p] and of the twists
    T = abs(_floats(K, pose.T[0], 4))
    screws = abs(_floats(K, constants(K, body).screws, 4 * len(lines)))
    sizes = (T @ screws).reshape(3, len(lines), 4).swapaxes(0, 1)
    if above is None:
        return Rates(path, K.matrix(3 * len(lines), 4, flat), sizes)
    # the parent's motion carries the body: dT_parent G
    G = pose.G[0]
    carried = K.entries(K.times(above.dT, G))
    return Rates(
        [*above.path, *path],
        K.matrix(3 * (len(above.path) + len(path)), 4, [*carried, *flat]),
        np.concatenate([above.sizes @ abs(_floats(K, G, 4)), sizes]),
    )


def _floats(K: Any, matrix: Any, columns: int) -> Array:
    """Entries of a matrix as doubles."""
    return np.array([K.to_float(x) for x in K.entries(matrix)]).reshape(-1, columns)


def coordinate_names(model: Model) -> list[str]:
    """What errors call each velocity coordinate: joint and index."""
    names = []
    for i, joint in enumerate(model.joints):
        start = int(model.idx_v[i])
        for j in range(start, start + joint.nv):
            names.append(f"joint {model.joint_names[i]!r} (velocity coordinate {j})")
    return names


def factorize(K: Any, H: Rows, sizes: Sequence[Any], names: Sequence[str]) -> Rows:
    """L and D of H = L^T D L as one lower triangle, D on its diagonal.

    From the last coordinate to the first: a pivot then is the inertia that is felt across a joint
    while those beyond it move freely, so that a pivot that vanishes names a joint. H is positive
    definite otherwise, and needs no other order of pivots.

    Raises SingularError, with the coordinate's name, where a pivot cannot be told from zero.
    """
    L = [list(row[: i + 1]) for i, row in enumerate(H)]
    noise = K(1) / 10 ** max(K.digits - GUARD_DIGITS, 0)
    for k in reversed(range(len(L))):
        pivot = L[k][k]
        # written so that a ball that holds zero, and a NaN, are refused
        if not abs(pivot) > abs(noise * sizes[k]):
            raise SingularError(
                f"{names[k]}: the inertia across it, the joints beyond it moving freely, is "
                f"{K.to_float(pivot):.1e} where terms of {K.to_float(sizes[k]):.1e} were summed: "
                f"zero, or not known to be positive with {K.digits} digits"
            )
        for i in range(k):
            factor = L[k][i] / pivot
            for j in range(i + 1):
                L[i][j] = L[i][j] - factor * L[k][j]
        for i in range(k):
            L[k][i] = L[k][i] / pivot
    return L


def solve(K: Any, L: Rows, b: Sequence[Any]) -> list[Any]:
    """x of L^T D L x = b, L and D as `factorize` returns them."""
    x = list(b)
    for k in reversed(range(len(L))):
        for i in range(k):
            x[i] = x[i] - L[k][i] * x[k]
    for k, row in enumerate(L):
        x[k] = x[k] / row[k]
        for i in range(k):
            x[k] = x[k] - row[i] * x[i]
    return x
