"""Configurations moved along two coordinates, as second-order numbers.

A number has four parts in the last axis of an array: a + b e1 + c e2 + d e1 e2, see
lieref/algebra/scalars/second_order.h. Every move is exact for these numbers: exp(E h e) is a
finite sum of the powers of a hyper-dual unit, and hyperbolic functions of h of a bicomplex one.

Configurations have any leading axes, those of a batch of states; `summed` takes none.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups import so3

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

#: The coordinate of an empty move.
NONE = -1


@dataclass(frozen=True)
class Number:
    """Which kernels compute, and the length of a move along a unit.

    Attributes
    ----------
    name : str
        "hyper_dual" or "bicomplex".
    step : float
        The moves are step e1 and step e2.
    """

    name: str
    step: float

    def turn(self, share: float) -> tuple[float, float]:
        """C and S of cos(x e) = C, sin(x e) = S e, with x the share of a step."""
        x = share * self.step
        return (1.0, x) if self.name == "hyper_dual" else (math.cosh(x), math.sinh(x))


HYPER_DUAL = Number("hyper_dual", 1.0)

#: q of a spherical or free joint, (..., 4 or 7), moved along e1 by its coordinate j and along e2 by
#: k: (..., 4 or 7, 4).
Move = Callable[[Array, Number, int, int], Array]


def composed(q: Array, number: Number, j: int, k: int) -> Array:
    """q exp(E_k h e2) exp(E_j h e1), NONE for no move: along k of the Lie derivative along j."""
    parts = np.zeros((*q.shape, 4))
    parts[..., 0] = q
    h, Q = number.step, q[..., -4:]
    # value and slope along e2 of the quaternion and of the rotation
    start = so3.from_quaternion(Q)
    quaternion, rotation = [Q, 0 * Q], [start, np.zeros_like(start)]
    if 0 <= k < 3:
        C, S = number.turn(0.5)
        quaternion = [C * Q, S * _times_unit(Q, k)]
        C, S = number.turn(1.0)
        axis = np.eye(3)[k]
        around = np.outer(axis, axis)
        rotation = [
            rotation[0] @ (around + C * (np.eye(3) - around)),
            rotation[0] @ (S * so3.hat(axis)),
        ]
    elif k >= 3:
        parts[..., :3, 2] = h * rotation[0][..., k - 3]
    C, S = number.turn(0.5) if 0 <= j < 3 else (1.0, 0.0)
    parts[..., -4:, 0], parts[..., -4:, 2] = C * quaternion[0], C * quaternion[1]
    if 0 <= j < 3:
        parts[..., -4:, 1], parts[..., -4:, 3] = (S * _times_unit(x, j) for x in quaternion)
    elif j >= 3:
        parts[..., :3, 1], parts[..., :3, 3] = (h * R[..., j - 3] for R in rotation)
    return parts


def summed(q: Array, number: Number, j: int, k: int) -> Array:
    """q exp(E_j h e1 + E_k h e2) of bicomplex numbers: along the retraction q exp(.).

    With w = h (e1 u_j + e2 u_k), u_j normal to u_k, |w|^2 = -2 h^2: the half angle is imaginary.
    A turn w = h e1 u_j takes h e2 u_k to e2 sinh(h) u_k + e1 e2 (cosh(h) - 1) u_j x u_k.
    """
    if NONE in (j, k) or j == k:
        return composed(q, number, j, k)
    parts = composed(q, number, j, NONE) + composed(q, number, NONE, k)
    parts[:, 0] -= q
    h, Q, axes = number.step, q[-4:], np.eye(3)
    if j < 3 and k < 3:
        parts[-4:, 0] = math.cosh(h / math.sqrt(2.0)) * Q
        half = math.sinh(h / math.sqrt(2.0)) / math.sqrt(2.0)
        parts[-4:, 1], parts[-4:, 2] = half * _times_unit(Q, j), half * _times_unit(Q, k)
    elif min(j, k) < 3 <= max(j, k):
        turn, slide, unit = (j, k - 3, 2) if j < 3 else (k, j - 3, 1)
        R = so3.from_quaternion(Q)
        across = np.cross(axes[turn], axes[slide])
        if turn != slide:
            parts[:3, unit] = math.sinh(h) * R[:, slide]
            parts[:3, 3] = 2.0 * math.sinh(h / 2.0) ** 2 * (R @ across)
    return parts


def _times_unit(Q: Array, axis: int) -> Array:
    """Q (u, 0) for the unit vector u of an axis: (Q_w u + Q_v x u, -Q_v . u)"""
    u = np.eye(3)[axis]
    turned = Q[..., 3:] * u + np.cross(Q[..., :3], u)
    return np.concatenate([turned, -Q[..., axis : axis + 1]], axis=-1)


class Displacements:
    """The configurations q, moved along any pair of coordinates.

    Parameters
    ----------
    model : Model
    q : (..., nq) array
    number : Number
    move : Move
        How the two moves of one joint make one, `composed` or `summed`.
    """

    def __init__(self, model: Model, q: Array, number: Number, move: Move = composed):
        self._still = np.zeros((*q.shape[:-1], 1, model.nq, 4))
        self._still[..., 0, :, 0] = q
        # what a move along one coordinate changes; the last row, NONE, changes nothing
        self._first, self._second = np.zeros((2, *q.shape[:-1], model.nv + 1, model.nq, 4))
        # coordinates of joints of several degrees: their joint, and its moves by two of them
        self._owner = np.full(model.nv + 1, NONE)
        self._moves: dict[int, tuple[slice, int, Array]] = {}
        kinds = [joint.kind in ("spherical", "free") for joint in model.joints]
        single = np.flatnonzero(np.logical_not(kinds))
        self._first[..., model.idx_v[single], model.idx_q[single], 1] = number.step
        self._second[..., model.idx_v[single], model.idx_q[single], 2] = number.step
        for i in map(int, np.flatnonzero(kinds)):
            at, to, joint = int(model.idx_q[i]), int(model.idx_v[i]), model.joints[i]
            place, count = slice(at, at + joint.nq), joint.nv
            self._owner[to : to + count] = i
            every = [
                [move(q[..., place], number, j, k) for k in range(NONE, count)]
                for j in range(NONE, count)
            ]
            # the two coordinates behind the axes of the batch
            both = np.moveaxis(np.array(every), (0, 1), (-4, -3))
            still = self._still[..., place, :]
            self._first[..., to : to + count, place, :] = both[..., 1:, 0, :, :] - still
            self._second[..., to : to + count, place, :] = both[..., 0, 1:, :, :] - still
            self._moves[i] = (place, to, both[..., 1:, 1:, :, :])

    def __call__(self, first: Indices, second: Indices) -> Array:
        """(..., n, nq, 4): along e1 by the coordinates `first`, along e2 by `second`, or NONE."""
        out: Array = self._still + self._first[..., first, :, :] + self._second[..., second, :, :]
        same = (self._owner[first] == self._owner[second]) & (self._owner[first] != NONE)
        for row in np.flatnonzero(same):
            place, to, both = self._moves[self._owner[first[row]]]
            out[..., row, place, :] = both[..., first[row] - to, second[row] - to, :, :]
        return out
