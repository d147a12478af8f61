"""Derivatives of the pose of a body along the coordinates of the joints on its path.

The pose of a body is the product of the poses across these joints, T = G_1(t) G_2(t) ..., each of
which depends on the coordinates of its own joint: so every derivative of T is such a product, with
the derivatives of one or two factors in their place. Those of one factor are taken by jets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.model.tree.exact import ExactBody
from lieref.oracle.scalars.jets import Jet, Jets
from lieref.oracle.scalars.scalars import objects
from lieref.oracle.tree.perturbations import State, displaced, unit_slopes
from lieref.oracle.tree.transforms import constants, functions_of_time

Array = NDArray[Any]

#: Coefficients in t that poses are computed to, and the first that a coordinate of each kind moves.
TIMES = 3
FIRST_TIME = {"": 0, "q": 0, "v": 1, "a": 2, "qq": 0, "vv": 2, "vq": 1, "aq": 2}
#: Pairs of kinds of coordinates, in the order in which derivatives are taken.
PAIRS = ("qq", "vv", "vq", "aq")
#: Kinds of first derivatives, and of all of them.
FIRST = ("", "q", "v", "a")
EVERY = (*FIRST, *PAIRS)


@dataclass
class PathDerivatives:
    """Pose of a body along a motion and its derivatives by the coordinates on its path.

    path : the velocity coordinates of the joints from the world to the body, n of them
    of : by kind of coordinates, "" for the pose itself: array (..., 3, 4 times), one axis of n for
        each coordinate; columns 4 k to 4 k + 3 hold the k-th coefficient in t of [R | p] from
        FIRST_TIME[kind] on, since those before do not depend on the coordinates. Of a pair both
        orders are there: [j, k] is the derivative along j, differentiated along k.
    origin : where the origin of space was moved to, (3,)
    """

    path: list[int]
    of: dict[str, Array]
    origin: Array

    def at_start(self, kind: str) -> Array:
        """[R | p] at t = 0, or its derivatives."""
        return self.of[kind][..., :4]

    def acceleration(self, kind: str) -> Array:
        """Second time derivative of [R | p] at t = 0, or its derivatives."""
        return 2 * self.of[kind][..., -4:]


def path_derivatives(K: Any, at: State, kinds: Sequence[str] = EVERY) -> list[PathDerivatives]:
    """Poses of all bodies and their derivatives of these kinds; call inside K.working().

    The origin of space is moved to where the first body of each tree stands: forces do not depend
    on it, and lever arms need not be differences of large numbers.
    """
    ends = [*(body.iv for body in at.exact.bodies[1:]), len(at.v)]
    out: list[PathDerivatives] = []
    for body, end in zip(at.exact.bodies, ends, strict=True):
        factor = _joint_derivatives(K, at, body, end - body.iv, kinds)
        own = list(range(body.iv, end))
        if body.parent >= 0:
            above = out[body.parent]
            whole = _product(K, above, factor, kinds)
            out.append(PathDerivatives([*above.path, *own], whole, above.origin))
            continue
        origin = factor[""][:3, 3].copy()
        factor[""][:3, 3] = K(0)
        whole = {kind: x[..., :3, :] for kind, x in factor.items()}
        out.append(PathDerivatives(own, whole, origin))
    return out


def _joint_derivatives(
    K: Any, at: State, body: ExactBody, size: int, kinds: Sequence[str]
) -> dict[str, Array]:
    """As `PathDerivatives.of`, of the pose in the parent's frame, with the row (0, 0, 0, 1).

    A configuration is moved along the second coordinate first, as in `perturbations`.
    """
    J, zero = Jets(K), K(0)
    alone = replace(body, iq=0, iv=0)
    degrees = {"spherical": 4, "free": 7}.get(body.kind, 1)
    q = at.q[body.iq : body.iq + degrees]
    rows = [x[body.iv : body.iv + size] for x in (at.v, at.a)]

    def functions(first: str, second: str, k: int) -> list[list[Any]]:
        """Series of jets, moved along all coordinates of kinds first, and one of second."""
        slopes = unit_slopes(K, range(len(first) * size))
        u = {x: [slopes[n * size + j] for j in range(size)] for n, x in enumerate(first)}
        y = {second: [[K(1)] if j == k else [] for j in range(size)]} if second else {}
        none: list[list[Any]] = [[]] * size
        turned = displaced(J, (alone,), q, [Jet(zero, y=x) for x in y.get("q", none)])
        turned = displaced(J, (alone,), turned, [Jet(zero, u=x) for x in u.get("q", none)])
        moved = [
            [Jet(x, u.get(kind, none)[j], y.get(kind, none)[j]) for j, x in enumerate(row)]
            for kind, row in zip("va", rows, strict=True)
        ]
        return functions_of_time(J, alone, turned, moved, at.base)

    values, first, _ = _tables(K, body, functions("qva", "", 0), 3 * size)
    out = {"": values}
    for n, kind in enumerate("qva"):
        out[kind] = _since(kind, first[n * size : (n + 1) * size])
    if kinds == FIRST:
        return out
    for k in range(size):
        for first_kinds, second in (("qva", "q"), ("v", "v")):
            moved = functions(first_kinds, second, k)
            mixed = _tables(K, body, moved, len(first_kinds) * size)[2]
            for n, kind in enumerate(first_kinds):
                pair = _since(kind + second, mixed[n * size : (n + 1) * size])
                whole = out.setdefault(
                    kind + second, np.full((size, size, *pair.shape[1:]), zero, dtype=object)
                )
                whole[:, k] = pair
    return out


def _tables(
    K: Any, body: ExactBody, functions: list[list[Any]], directions: int
) -> tuple[Array, Array, Array]:
    """Value, slopes u and mixed slopes w of a joint's pose: arrays (directions, 4, 4 TIMES)."""
    zero, count = K(0), 1 + 2 * directions
    # [value, u, w] of each coefficient in t of each function
    jets = [x if isinstance(x, Jet) else Jet(x) for series in functions for x in series]
    parts = [
        [x.x, *x.u, *[zero] * (directions - len(x.u)), *x.w, *[zero] * (directions - len(x.w))]
        for x in jets
    ]
    if len(functions) != 12:
        flat = [x for part in parts for x in part]
        table = K.times(constants(K, body).pose, K.matrix(len(functions), TIMES * count, flat))
        flat = K.entries(table)
    else:
        flat = [x for part in parts for x in part]
    poses = np.full((count, 4, TIMES, 4), zero, dtype=object)
    poses[:, :3] = objects(flat, (3, 4, TIMES, count)).transpose(3, 0, 2, 1)
    poses[0, 3, 0, 3] = K(1)
    whole = poses.reshape(count, 4, 4 * TIMES)
    return whole[0], whole[1 : 1 + directions], whole[1 + directions :]


def _since(kind: str, x: Array) -> Array:
    """The columns that are kept of derivatives by this kind of coordinates."""
    return x[..., 4 * FIRST_TIME[kind] :]


def _product(
    K: Any, above: PathDerivatives, factor: dict[str, Array], kinds: Sequence[str]
) -> dict[str, Array]:
    """Derivatives of T G from those of T by coordinates above and of G by the joint's own."""
    n, size = len(above.path), factor["q"].shape[0]
    out = {"": _times(K, above.of[""], "", factor[""], "", "")}
    for kind in "qva":
        upper = _times(K, above.of[kind], kind, factor[""], "", kind)
        own = [_times(K, above.of[""], "", x, kind, kind) for x in factor[kind]]
        out[kind] = np.concatenate([upper, own])
    for pair in PAIRS if kinds == EVERY else ():
        first, second = pair[0], pair[1]
        upper = _times(K, above.of[pair], pair, factor[""], "", pair)
        whole = np.full((n + size, n + size, *upper.shape[2:]), K(0), dtype=object)
        whole[:n, :n] = upper
        for c in range(size):
            whole[:n, n + c] = _times(K, above.of[first], first, factor[second][c], second, pair)
            whole[n + c, :n] = _times(K, above.of[second], second, factor[first][c], first, pair)
            for d in range(size):
                whole[n + c, n + d] = _times(K, above.of[""], "", factor[pair][c, d], pair, pair)
        out[pair] = whole
    return out


def _times(K: Any, left: Array, of_left: str, right: Array, of_right: str, of_both: str) -> Array:
    """Coefficients of a product of two series in t from those of its factors.

    (..., 3, 4 times) by (4, 4 times), each from the first time of its kind on.
    """
    a, b, c = (FIRST_TIME[kind] for kind in (of_left, of_right, of_both))
    shifted = np.full((4 * (TIMES - a), 4 * (TIMES - c)), 0, dtype=object)
    for s in range(a, TIMES):
        for t in range(max(c, s + b), TIMES):
            block = right[:, 4 * (t - s - b) : 4 * (t - s - b + 1)]
            shifted[4 * (s - a) : 4 * (s - a + 1), 4 * (t - c) : 4 * (t - c + 1)] = block
    rows = K.product(left.reshape(-1, left.shape[-1]), shifted)
    return np.asarray(rows.reshape(*left.shape[:-1], shifted.shape[1]))
