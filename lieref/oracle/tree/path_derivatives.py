"""Derivatives of the pose of a body along the coordinates of the joints on its path.

The pose of a body is the product of the poses across these joints, T = G_1(t) G_2(t) ..., each of
which depends on the coordinates of its own joint: so every derivative of T is such a product, with
the derivatives of one or two factors in their place. Those of one factor are taken by jets.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.model.tree.exact import ExactBody
from lieref.oracle.scalars.jets import Jet, Jets
from lieref.oracle.tree.perturbations import State, displaced, unit_slopes
from lieref.oracle.tree.poses import joint_pose

Array = NDArray[Any]

#: Coefficients in t that poses are computed to, and the first that a coordinate of each kind moves.
TIMES = 3
FIRST_TIME = {"": 0, "q": 0, "v": 1, "a": 2, "qq": 0, "vv": 2, "vq": 1, "aq": 2}
#: Pairs of kinds of coordinates, in the order in which derivatives are taken.
PAIRS = ("qq", "vv", "vq", "aq")


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


def path_derivatives(K: Any, at: State) -> list[PathDerivatives]:
    """Poses of all bodies and their derivatives; call inside K.working().

    The origin of space is moved to where the first body of each tree stands: forces do not depend
    on it, and lever arms need not be differences of large numbers.
    """
    ends = [*(body.iv for body in at.exact.bodies[1:]), len(at.v)]
    out: list[PathDerivatives] = []
    for body, end in zip(at.exact.bodies, ends, strict=True):
        factor = _joint_derivatives(K, at, body, end - body.iv)
        own = list(range(body.iv, end))
        if body.parent >= 0:
            above = out[body.parent]
            whole = _product(K, above, factor)
            out.append(PathDerivatives([*above.path, *own], whole, above.origin))
            continue
        origin = factor[""][:3, 3].copy()
        factor[""][:3, 3] = K(0)
        whole = {kind: x[..., :3, :] for kind, x in factor.items()}
        out.append(PathDerivatives(own, whole, origin))
    return out


def _joint_derivatives(K: Any, at: State, body: ExactBody, size: int) -> dict[str, Array]:
    """As `PathDerivatives.of`, of the pose in the parent's frame, with the row (0, 0, 0, 1).

    A configuration is moved along the second coordinate first, as in `perturbations`.
    """
    J, zero = Jets(K), K(0)
    alone = replace(body, iq=0, iv=0)
    degrees = {"spherical": 4, "free": 7}.get(body.kind, 1)
    q = at.q[body.iq : body.iq + degrees]
    rows = [x[body.iv : body.iv + size] for x in (at.v, at.a)]
    out: dict[str, Array] = {}

    def pose(kinds: str, second: str, k: int) -> list[list[list[Any]]]:
        """Rows of series of jets, moved along all coordinates of kinds, and one of second."""
        slopes = unit_slopes(K, range(len(kinds) * size))
        u = {x: [slopes[n * size + j] for j in range(size)] for n, x in enumerate(kinds)}
        y = {second: [[K(1)] if j == k else [] for j in range(size)]}
        none: list[list[Any]] = [[]] * size
        turned = displaced(J, (alone,), q, [Jet(zero, y=x) for x in y.get("q", none)])
        turned = displaced(J, (alone,), turned, [Jet(zero, u=x) for x in u.get("q", none)])
        moved = [
            [Jet(x, u.get(kind, none)[j], y.get(kind, none)[j]) for j, x in enumerate(row)]
            for kind, row in zip("va", rows, strict=True)
        ]
        R, p = joint_pose(J, alone, turned, moved, at.base)
        return [[*row, x] for row, x in zip(R, p, strict=True)]

    for k in range(size):
        for kinds, second in (("qva", "q"), ("v", "v")):
            values, first, mixed = _tables(K, pose(kinds, second, k), len(kinds) * size)
            if not out:
                out[""] = values
                for n, kind in enumerate(kinds):
                    out[kind] = _since(kind, first[n * size : (n + 1) * size])
            for n, kind in enumerate(kinds):
                pair = _since(kind + second, mixed[n * size : (n + 1) * size])
                whole = out.setdefault(
                    kind + second, np.full((size, size, *pair.shape[1:]), zero, dtype=object)
                )
                whole[:, k] = pair
    return out


def _tables(K: Any, rows: list[list[list[Any]]], directions: int) -> tuple[Array, Array, Array]:
    """Value, slopes u and mixed slopes w of a pose: arrays (directions, 4, 4 TIMES)."""
    zero = K(0)
    values = np.full((4, 4 * TIMES), zero, dtype=object)
    values[3, 3] = K(1)
    first, mixed = (np.full((directions, 4, 4 * TIMES), zero, dtype=object) for _ in "uw")
    for r, row in enumerate(rows):
        for c, series in enumerate(row):
            for t, x in enumerate(series):
                at = 4 * t + c
                if not isinstance(x, Jet):
                    values[r, at] = x
                    continue
                values[r, at] = x.x
                first[: len(x.u), r, at] = x.u
                mixed[: len(x.w), r, at] = x.w
    return values, first, mixed


def _since(kind: str, x: Array) -> Array:
    """The columns that are kept of derivatives by this kind of coordinates."""
    return x[..., 4 * FIRST_TIME[kind] :]


def _product(K: Any, above: PathDerivatives, factor: dict[str, Array]) -> dict[str, Array]:
    """Derivatives of T G from those of T by coordinates above and of G by the joint's own."""
    n, size = len(above.path), factor["q"].shape[0]
    out = {"": _times(K, above.of[""], "", factor[""], "", "")}
    for kind in "qva":
        upper = _times(K, above.of[kind], kind, factor[""], "", kind)
        own = [_times(K, above.of[""], "", x, kind, kind) for x in factor[kind]]
        out[kind] = np.concatenate([upper, own])
    for pair in PAIRS:
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
