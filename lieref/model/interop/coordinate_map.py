"""The map between all coordinates of a model in lieref and in another library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import as_stack
from lieref.errors import ShapeError
from lieref.model.interop.blocks import Block

Array = NDArray[np.float64]
Numbers = NDArray[np.signedinteger[Any]]


@dataclass(frozen=True)
class Placed:
    """Coordinates of one joint: their numbers in lieref and in the library.

    block : None where both have the same numbers and velocities
    """

    q: Numbers
    their_q: Numbers
    v: Numbers
    their_v: Numbers
    block: Block | None = None


def span(start: int, count: int) -> Numbers:
    """Numbers from `start`."""
    return np.arange(start, start + count)


def gathered(joints: Sequence[Placed]) -> list[Placed]:
    """Take joints without a block together."""
    plain = [joint for joint in joints if joint.block is None]
    found = [joint for joint in joints if joint.block is not None]
    if plain:
        q, their_q, v, their_v = (
            np.concatenate(column)
            for column in zip(*((x.q, x.their_q, x.v, x.their_v) for x in plain), strict=True)
        )
        found.insert(0, Placed(q, their_q, v, their_v))
    return found


@dataclass(frozen=True)
class CoordinateMap:
    """Every coordinate of both libraries.

    Parameters
    ----------
    nq, nv : int
        Of lieref.
    their_nq, their_nv : int
        Of the library.
    joints : sequence of Placed
    """

    nq: int
    nv: int
    their_nq: int
    their_nv: int
    joints: Sequence[Placed]

    def among(self, q: Numbers, v: Numbers) -> CoordinateMap:
        """The map of some of lieref's coordinates, numbered as in `q` and `v`."""
        to_q = {int(k): n for n, k in enumerate(q)}
        to_v = {int(k): n for n, k in enumerate(v)}
        joints = [
            replace(
                joint,
                q=np.array([to_q[int(k)] for k in joint.q], int),
                v=np.array([to_v[int(k)] for k in joint.v], int),
            )
            for joint in self.joints
        ]
        return CoordinateMap(len(q), len(v), self.their_nq, self.their_nv, joints)

    def to_q(self, q: ArrayLike) -> Array:
        """lieref's configuration."""
        x = as_stack(q, "q", (self.their_nq,))
        found = np.zeros((*x.shape[:-1], self.nq))
        for joint in self.joints:
            mine = x[..., joint.their_q]
            found[..., joint.q] = mine if joint.block is None else joint.block.ours(mine)
        return found

    def from_q(self, q: ArrayLike) -> Array:
        """The library's configuration."""
        y = as_stack(q, "q", (self.nq,))
        found = np.zeros((*y.shape[:-1], self.their_nq))
        for joint in self.joints:
            mine = y[..., joint.q]
            found[..., joint.their_q] = mine if joint.block is None else joint.block.theirs(mine)
        return found

    def to_v(self, y: Array, v: Array) -> Array:
        """v = T v'; `y` is lieref's configuration, here and below."""
        return self._mapped(y, v, self.nv, True, lambda T, x: (T @ x[..., None])[..., 0])

    def from_v(self, y: Array, v: Array) -> Array:
        """v' = T^-1 v."""
        return self._mapped(y, v, self.their_nv, False, _solved)

    def to_tau(self, y: Array, tau: Array) -> Array:
        """tau = T^-T tau'."""
        return self._mapped(y, tau, self.nv, True, lambda T, x: _solved(T.swapaxes(-1, -2), x))

    def from_tau(self, y: Array, tau: Array) -> Array:
        """tau' = T^T tau."""
        return self._mapped(
            y, tau, self.their_nv, False, lambda T, x: (T.swapaxes(-1, -2) @ x[..., None])[..., 0]
        )

    def bias(self, y: Array, v: Array) -> Array:
        """b with a = T a' + b; v is lieref's velocity."""
        found = np.zeros((*leading("q and v", y, v), self.nv))
        for joint in self.joints:
            if joint.block is not None:
                found[..., joint.v] = joint.block.bias(y[..., joint.q], v[..., joint.v])
        return found

    def matrix(self, y: Array) -> Array:
        """T (..., nv, nv') of all joints."""
        found = np.zeros((*y.shape[:-1], self.nv, self.their_nv))
        for joint in self.joints:
            rows, columns = np.ix_(joint.v, joint.their_v)
            block = joint.block
            found[..., rows, columns] = (
                np.eye(len(joint.v)) if block is None else block.matrix(y[..., joint.q])
            )
        return found

    def _mapped(
        self, y: Array, x: Array, size: int, inward: bool, times: Callable[[Array, Array], Array]
    ) -> Array:
        """`x` in the other coordinates, joint by joint."""
        found = np.zeros((*leading("q and the vector", y, x), size))
        for joint in self.joints:
            here, there = (joint.their_v, joint.v) if inward else (joint.v, joint.their_v)
            mine = x[..., here]
            if joint.block is not None:
                mine = times(joint.block.matrix(y[..., joint.q]), mine)
            found[..., there] = mine
        return found


def leading(what: str, a: Array, b: Array) -> tuple[int, ...]:
    """Leading axes of two arrays, broadcast."""
    try:
        return np.broadcast_shapes(a.shape[:-1], b.shape[:-1])
    except ValueError:
        raise ShapeError(
            f"leading axes of {what}, {a.shape[:-1]} and {b.shape[:-1]}, do not broadcast"
        ) from None


def _solved(T: Array, x: Array) -> Array:
    """T^-1 x."""
    batch = np.broadcast_shapes(T.shape[:-2], x.shape[:-1])
    right = np.broadcast_to(x, (*batch, x.shape[-1]))[..., None]
    return np.asarray(np.linalg.solve(T, right)[..., 0])
