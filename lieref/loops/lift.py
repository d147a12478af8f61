"""The tree's motion in that of a mechanism, qdot = G ydot, and products with G along it.

Of one state, or of many in lanes: then every array has one leading axis.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.loops.arguments import base_number
from lieref.loops.clusters.many_states import expanded_motions
from lieref.loops.configuration import tree_configuration
from lieref.loops.constraint_equations import expand_motion
from lieref.model.arguments import real_array, real_numbers, require_in_range
from lieref.model.loops.loop_model import require_loop_model
from lieref.model.state_by_state import batched

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


class TreeMotion(NamedTuple):
    """q (tree.nq,), v (n, tree.nv) and G (n, tree.nv, nv) with plain time derivatives."""

    q: Array
    v: Array
    G: Array


def tree_motion(
    model: LoopModel, q: ArrayLike, v: ArrayLike, base: object, near: ArrayLike | None
) -> TreeMotion:
    """Return the tree's motion for that of the independent coordinates, all arguments checked.

    A free joint on the world in another representation than body has no loop through it, so that G
    has the identity there and its velocities stay what they are.
    """
    require_loop_model(model)
    base_number(model, base)
    if near is None and batched(("q", q, 1), ("v", v, 2)):
        return TreeMotion(*expanded_motions(model, q, v))
    at = tree_configuration(model, q, near)
    return TreeMotion(at, *expand_motion(model, at, v))


def matrix_motion(
    model: LoopModel, q: ArrayLike, v: ArrayLike, base: object, near: ArrayLike | None
) -> TreeMotion:
    """Return what r derivatives of a matrix need: v (r, tree.nv) and G (r + 1, tree.nv, nv).

    v (r, nv), r >= 0, has the rows of order 0 .. r - 1.
    """
    require_loop_model(model)
    given = real_numbers("v", v)
    if given.ndim < 3:
        given = real_array("v", v, ("r", model.nv))
    # no matrix depends on the last row
    rows = np.concatenate([given, np.zeros((*given.shape[:-2], 1, given.shape[-1]))], axis=-2)
    at, rates, G = tree_motion(model, q, rows, base, near)
    return TreeMotion(at, rates[..., :-1, :], G)


def closed_matrix(
    model: LoopModel, q: ArrayLike, base: object = "body", near: ArrayLike | None = None
) -> tuple[Array, Array]:
    """Return the closed tree configuration and G (tree.nv, nv) there, all arguments checked."""
    require_loop_model(model)
    at, _, G = matrix_motion(model, q, np.zeros((0, model.nv)), base, near)
    return at, G[..., 0, :, :]


def times_matrix(name: str, x: Array, G: Array) -> Array:
    """Return x @ G; NonFiniteError calls it by its name where a number is beyond double."""
    with np.errstate(over="ignore", invalid="ignore"):
        out = np.asarray(x @ G)
    require_in_range(name, out)
    return out


def product(name: str, A: Array, B: Array) -> Array:
    """Return (A B)^(k) = sum_j binom(k, j) A^(j) B^(k-j); NonFiniteError calls it by its name."""
    with np.errstate(over="ignore", invalid="ignore"):
        out = np.stack(
            [
                sum(comb(k, j) * (A[..., j, :, :] @ B[..., k - j, :, :]) for j in range(k + 1))
                for k in range(A.shape[-3])
            ],
            axis=-3,
        )
    require_in_range(name, out)
    return out


def velocity_rows(model: LoopModel, v: ArrayLike) -> Array:
    """A velocity (..., nv) and accelerations that are zero."""
    given = real_numbers("v", v)
    if given.ndim < 2:
        given = real_array("v", v, (model.nv,))
    return np.stack([given, 0 * given], axis=-2)
