"""Plain implementation of partial derivatives of Jacobians, over any scalar, and other bases.

The formulas are those of jacobian_partials.py. Columns stand as rows here, (..., nv, 6).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups.screw_arrays import bracket, cross
from lieref.kinematics.jacobian_columns import columns
from lieref.kinematics.posture import Posture
from lieref.kinematics.representations import generators

Array = NDArray[Any]


def all_partials(
    at: Posture, bodies: NDArray[np.intp], arms: Array, order: int, representation: str
) -> Array:
    """[j, a1, ..., an, :] of one body (1,), of any scalar, columns of the posture's base."""
    if representation == "mixed":
        out = all_partials(at, bodies, arms, order, "hybrid")
        out[..., :3] = all_partials(at, bodies, arms, order, "body")[..., :3]
        return out
    D = _body_partials(at, bodies, arms, order, representation)
    return of_base(D, {first: T[0] for first, T in at.base_columns(1).items()}, at.base)


def _body_partials(
    at: Posture, bodies: NDArray[np.intp], arms: Array, order: int, representation: str
) -> list[Array]:
    """[j, a1, ..., am, :] of the orders m = 0 .. order, columns of base "body"."""
    path = np.flatnonzero(at.moves[bodies[0]][at.joint])
    joint = at.joint[path]
    D = [columns(at, bodies, arms, representation)[0, path]]
    for n in range(1, order + 1):
        D.append(_next(D, joint, n, representation))
    out = []
    for n, known in enumerate(D):
        every = np.zeros((*(len(at.X),) * (n + 1), 6), known.dtype)
        every[np.ix_(*[path] * (n + 1))] = known
        out.append(every)
    return out


def of_base(D: list[Array], roots: dict[int, Array], base: str) -> Array:
    """The last of D, orders 0 .. n of base "body" as [j, a1, ..., am, :], in the columns of `base`.

    roots: T (6, 6) with v_body = T v_base by the first column of each free root.
    """
    for first, T in roots.items():
        D[-1][first : first + 6] = _turned(D, first, generators(base), T, len(D) - 1)
    return D[-1]


def _turned(D: list[Array], first: int, G: Array, T: Array, n: int) -> Array:
    """Columns first .. first + 5 of order n, times T with all its derivatives."""
    here = slice(first, first + 6)
    out = np.zeros_like(D[n][here])
    for size in range(n + 1):
        # [c1, ..., ck, j, j']: G_c1 ... G_ck T
        change = T
        for _ in range(size):
            change = np.moveaxis(np.tensordot(G, change, ([2], [change.ndim - 2])), 1, -2)
        for turns in combinations(range(1, n + 1), size):
            rest = [axis for axis in range(1, n + 1) if axis not in turns]
            found = np.tensordot(D[n - size][here], change, ([0], [size]))
            # (rest, component, turns, j') to (j', a1, ..., an, component)
            order = [*rest, n + 1, *turns, 0]
            place = [here if axis in turns else slice(None) for axis in range(1, n + 1)]
            out[(slice(None), *place)] += found.transpose(np.argsort(order))
    return out


def _next(D: list[Array], joint: NDArray[np.intp], n: int, representation: str) -> Array:
    """Order n from the lower ones: the derivatives along a2 .. an of dJ_j/dq_a1 by product rule."""
    # the j < k and the k <= j of the module's text, k = a1
    beyond = (joint[:, None] < joint)[(...,) + (None,) * n]
    total: Any = 0
    later = range(2, n + 1)
    for size in range(n):
        for first in combinations(later, size):
            rest = [axis for axis in later if axis not in first]
            J_j, J_k = _spread(D, (0, *first), n), _spread(D, (1, *rest), n)
            if representation == "body":
                total = total + np.where(beyond, bracket(J_j, J_k), 0)
            elif representation == "spatial":
                total = total + np.where(beyond, 0, bracket(J_k, J_j))
            else:
                moved = bracket(J_j, _part(J_k, slice(3, 6)))
                turned = bracket(_part(J_k, slice(0, 3)), J_j)
                total = total + np.where(beyond, moved, turned)
    return np.asarray(total)


def _spread(D: list[Array], axes: tuple[int, ...], n: int) -> Array:
    """Derivatives of order len(axes) - 1 on the given axes of n + 1, to be broadcast."""
    m = len(D[0])
    shape = [m if axis in axes else 1 for axis in range(n + 1)]
    return D[len(axes) - 1].reshape(*shape, 6)


def _part(X: Array, here: slice) -> Array:
    """X with zeros outside its angular or its linear part   [(118)]"""
    out = np.zeros_like(X)
    out[..., here] = X[..., here]
    return out


def partial_along(
    at: Posture,
    bodies: NDArray[np.intp],
    arms: Array,
    along: Sequence[int],
    representation: str,
) -> Array:
    """Rows d^n J_j / dq_a1 ... dq_an (nv, 6) of one body (1,), of any scalar, of the base."""
    if representation == "mixed":
        out = partial_along(at, bodies, arms, along, "hybrid")
        out[:, :3] = partial_along(at, bodies, arms, along, "body")[:, :3]
        return out
    roots = {first: T[0] for first, T in at.base_columns(1).items()}
    return along_of_base(
        lambda chosen: _body_along(at, bodies, arms, chosen, representation), along, roots, at.base
    )


def along_of_base(
    rows: Callable[[Sequence[int]], Array],
    along: Sequence[int],
    roots: dict[int, Array],
    base: str,
) -> Array:
    """Rows (nv, 6) along coordinates in the columns of `base`, of those of base "body".

    rows: the latter along any coordinates; roots: as of `of_base`.
    """
    out = rows(along)
    for first, T in roots.items():
        G, here, total = generators(base), slice(first, first + 6), 0 * out[first : first + 6]
        own = [axis for axis, k in enumerate(along) if first <= k < first + 6]
        for size in range(len(own) + 1):
            for turns in combinations(own, size):
                rest = [k for axis, k in enumerate(along) if axis not in turns]
                change = T
                for axis in reversed(turns):
                    change = G[along[axis] - first] @ change
                total = total + change.T @ rows(rest)[here]
        out[here] = total
    return out


def _body_along(
    at: Posture,
    bodies: NDArray[np.intp],
    arms: Array,
    along: Sequence[int],
    representation: str,
) -> Array:
    """The same of base "body"."""
    J = columns(at, bodies, arms, representation)[0]
    out: Array = np.zeros_like(J)
    # farthest from the root first, inside one joint as they came; joints that do not move the
    # body have zeros for columns, and so brackets with them
    order = sorted(along, key=lambda k: -at.joint[k])
    for j in map(int, np.flatnonzero(at.moves[bodies[0]][at.joint])):
        beyond = [k for k in order if at.joint[k] > at.joint[j]]
        upto = [k for k in order if at.joint[k] <= at.joint[j]]
        if representation == "body" and not upto:
            out[j] = _nested_after(J, j, beyond)
        elif representation == "spatial" and not beyond:
            out[j] = _nested_before(J, j, upto)
        elif representation == "hybrid":
            out[j] = _hybrid(J, j, beyond, upto)
    return out


def _nested_after(J: Array, j: int, order: Sequence[int]) -> Array:
    """[... [[J_j, J_b1], J_b2] ..., J_bn] with b1 nearest to the root   [(14)]"""
    out: Array = J[j]
    for k in reversed(order):
        out = bracket(out, J[k])
    return out


def _nested_before(J: Array, j: int, order: Sequence[int]) -> Array:
    """[J_bn, ... [J_b2, [J_b1, J_j]] ...] with b1 farthest from the root   [(23)]"""
    out: Array = J[j]
    for k in order:
        out = bracket(J[k], out)
    return out


def _hybrid(J: Array, j: int, beyond: Sequence[int], upto: Sequence[int]) -> Array:
    """(omega_j, v_j - r x omega_j) with its point r moved by joints beyond j, turned by the others.

    r moves by w_bm x (... x (w_b2 x v_b1)), b1 farthest from the root: then the column is
    [J_j, (0, dr)], else J_j itself; joints up to j turn it by nested [Jw_k, .].
    """
    out: Array = J[j]
    if beyond:
        moved = J[beyond[0], 3:]
        for k in beyond[1:]:
            moved = cross(J[k, :3], moved)
        out = np.concatenate([0 * moved, cross(out[:3], moved)])
    for k in upto:
        out = np.concatenate([cross(J[k, :3], out[:3]), cross(J[k, :3], out[3:])])
    return out
