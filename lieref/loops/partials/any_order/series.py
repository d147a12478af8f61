"""From the open tree's partials along a motion to those through the loops: docs/order-partials.md.

With G of qdot = G y, ad_V the brackets of the tree's joints and P the rows of the independent
coordinates, a change of the motion by the independent ones xi, dy is one of the tree,

    Xi = G xi,   dV = G dy + R xi,   R = G' + ad_V G - G b,   b = P ad_V G,                     (11)
    xi' = dy - b xi,

and tau = G^T f of the tree's forces f changes by A xi + B dy + H dy' with

    A = G^T (A_tree G + B_tree R + H_tree (R' - R b)) + f . (X_c G),
    B = G^T (B_tree G + H_tree (G' + R)),   H = G^T H_tree G.                                   (12)

Arrays of any scalar, numpy's own or objects; axis 0 counts Taylor coefficients x^(k)/k!.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups.screw_arrays import ad, constant, product
from lieref.partials.any_order.bases import deviations, one_degree_blocks

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[Any]


@dataclass(frozen=True)
class Motion:
    """Coefficients along a motion of order r: v (r + 2, tree.nv), G (r + 3, tree.nv, nv)."""

    v: Array
    G: Array


@dataclass(frozen=True)
class Partials:
    """Coefficients (r + 1, n, n) of the partials of forces by q, v and a along a motion."""

    A: Array
    B: Array
    H: Array


def bracket(model: LoopModel, at: Motion) -> Array:
    """ad_V G, coefficients (r + 2, tree.nv, nv): zero for joints of one degree."""
    tree, n = model.tree, len(at.v)
    out = at.G[:n] * 0
    for joint, iv in zip(tree.joints, tree.idx_v, strict=True):
        if joint.nv == 1:
            continue
        here = slice(int(iv), int(iv) + joint.nv)
        six = np.zeros((n, 6), at.v.dtype)
        six[:, : joint.nv] = at.v[:, here]
        out[:, here] = product(ad(six)[:, : joint.nv, : joint.nv], at.G[:n, here])
    return out


def independent_bracket(model: LoopModel, brackets: Array) -> Array | None:
    """b of xi' = dy - b xi, from ad_V G; None if no joint of several degrees is independent."""
    owner = np.repeat(range(model.tree.nbodies), [joint.nv for joint in model.tree.joints])
    joints = {model.tree.joints[i].nv for i in owner[model.independent]}
    return None if joints <= {1} else brackets[:, model.independent]


def through_loops(
    at: Motion, tree: Partials, brackets: Array, b: Array | None, f_dG: Array
) -> Partials:
    """(12); f_dG (r + 1, nv, nv): f . (X_c G), c the last index; brackets, b: ad_V G and b."""
    n, G = len(tree.A), at.G
    order = np.array(range(1, len(G)), dtype=object if G.dtype == object else float)
    rate = G[1:] * order[:, None, None]
    R = rate + brackets
    rate_R = R[1:] * order[:n, None, None]
    if b is not None:
        R = R - product(G[:-1], b)
        rate_R = R[1:] * order[:n, None, None] - product(R[:n], b[:n])
    G, R, rate = G[:n], R[:n], rate[:n]
    back = G.swapaxes(-1, -2)
    of_q = product(tree.A, G) + product(tree.B, R) + product(tree.H, rate_R)
    of_v = product(tree.B, G) + product(tree.H, rate + R)
    return Partials(
        product(back, of_q) + f_dG,
        product(back, of_v),
        product(back, product(tree.H, G)),
    )


def blocks(partials: Partials, b: Array | None) -> tuple[Array, Array]:
    """Blocks (r + 1, nv, nv), (r + 1, r + 2, nv, nv) between coefficients: (3) and (4)."""
    A = partials.A
    dq, dv = one_degree_blocks(A, partials.B, partials.H)
    if b is None:
        return dq, dv
    n = len(A)
    one = constant(A[0] * 0 + np.eye(len(A[0]), dtype=int), n)
    start, *rated = (deviations(one, 0 * one, b, m)[0] for m in range(-1, n))
    for k in range(n):
        # the first coefficients are in place
        for i in range(1, k + 1):
            dq[k] += A[k - i] @ start[i]
        for j in range(k):
            for i in range(j + 2, k + 1):
                dv[k, j] += A[k - i] @ rated[j][i]
    return dq, dv
