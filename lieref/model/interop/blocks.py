"""The coordinates of one joint in lieref and in another library.

Every block has the library's configuration x and lieref's y of the same pose, and the matrix T(y)
with v = T v' between lieref's velocity v and the library's v'. Accelerations follow by a time
derivative, a = T a' + b(y, v) with b = Tdot v', and forces by power: tau' = T^T tau.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lieref.algebra import SO3
from lieref.algebra.groups.screw_arrays import Ad, cross

Array = NDArray[np.float64]
#: lieref's (x, y, z, w) of a quaternion (w, x, y, z), and the reverse.
FROM_WXYZ, TO_WXYZ = [1, 2, 3, 0], [3, 0, 1, 2]


class Block(ABC):
    """One joint; arrays have any leading axes."""

    @abstractmethod
    def ours(self, x: Array) -> Array:
        """lieref's configuration of the library's."""

    @abstractmethod
    def theirs(self, y: Array) -> Array:
        """The library's configuration of lieref's."""

    @abstractmethod
    def matrix(self, y: Array) -> Array:
        """T (..., n, n): lieref's velocity is T times the library's."""

    def bias(self, y: Array, v: Array) -> Array:
        """b (..., n) with a = T a' + b; v is lieref's velocity."""
        return np.zeros(np.broadcast_shapes(y.shape[:-1], v.shape[:-1]) + v.shape[-1:])


@dataclass(frozen=True)
class CircleAngle(Block):
    """An angle that the library keeps as (cosine, sine); lieref's is in (-pi, pi]."""

    def ours(self, x: Array) -> Array:
        """atan2(sine, cosine)."""
        return np.arctan2(x[..., 1:], x[..., :1])

    def theirs(self, y: Array) -> Array:
        """(cos, sin)."""
        return np.concatenate([np.cos(y), np.sin(y)], -1)

    def matrix(self, y: Array) -> Array:
        """1."""
        return np.ones((*y.shape[:-1], 1, 1))


@dataclass(frozen=True)
class TurnedPlane(Block):
    """Pinocchio's planar joint: (x, y, cos, sin), and velocity in the axes of the body.

    lieref has a chain of two shifts and a turn, (x, y, angle), whose velocity is the rate.
    """

    def ours(self, x: Array) -> Array:
        """(x, y, atan2(sine, cosine))."""
        return np.concatenate([x[..., :2], np.arctan2(x[..., 3:], x[..., 2:3])], -1)

    def theirs(self, y: Array) -> Array:
        """(x, y, cos, sin)."""
        return np.concatenate([y[..., :2], np.cos(y[..., 2:]), np.sin(y[..., 2:])], -1)

    def matrix(self, y: Array) -> Array:
        """Rot(z, angle)."""
        c, s = np.cos(y[..., 2]), np.sin(y[..., 2])
        T = np.zeros((*y.shape[:-1], 3, 3))
        T[..., 0, 0] = T[..., 1, 1] = c
        T[..., 1, 0], T[..., 0, 1] = s, -s
        T[..., 2, 2] = 1.0
        return T

    def bias(self, y: Array, v: Array) -> Array:
        """Tdot v' = omega e_z x v."""
        turning = np.zeros_like(v)
        turning[..., 2] = 1.0
        return np.asarray(v[..., 2:] * cross(turning, v))


@dataclass(frozen=True)
class Attitude(Block):
    """A ball or a free joint.

    lieref: (position), quaternion (x, y, z, w) of the body in the place of the joint, and its twist
    (omega, v) in body axes, of a ball joint omega alone.

    Parameters
    ----------
    rotation : {"xyzw", "wxyz", "rpy"}
        How the library writes attitudes; "rpy" is roll, pitch, yaw: Rz(yaw) Ry(pitch) Rx(roll).
    free : bool
        Whether there is a position.
    position_first : bool
        Whether the position is before the attitude.
    linear_first : bool
        Whether the linear velocity is before the angular one.
    angular_axes, linear_axes : {"body", "parent"}
        In which axes the library has the angular velocity, and the velocity of the origin.
    offset : (4, 4) array or None
        Pose of the frame whose pose the library has, in the frame of the body. None: the same.
    """

    rotation: str
    free: bool = False
    position_first: bool = True
    linear_first: bool = False
    angular_axes: str = "body"
    linear_axes: str = "body"
    offset: Array | None = None

    def ours(self, x: Array) -> Array:
        """Position and quaternion of the body."""
        turn, place = self._split(x)
        if self.rotation == "xyzw":
            quaternion = turn
        elif self.rotation == "wxyz":
            quaternion = turn[..., FROM_WXYZ]
        else:
            quaternion = SO3.to_quaternion(_from_angles(turn))
        if self.offset is not None:
            # pose of the body = pose of the library's frame times the inverse of the offset
            back = self.offset[:3, :3].T
            R = SO3.from_quaternion(quaternion) @ back
            place = place - (R @ self.offset[:3, 3, None])[..., 0]
            quaternion = SO3.to_quaternion(R)
        return np.concatenate([place, quaternion], -1)

    def theirs(self, y: Array) -> Array:
        """The library's attitude and position."""
        place, quaternion = y[..., :-4], y[..., -4:]
        if self.offset is not None:
            R = SO3.from_quaternion(quaternion)
            place = place + (R @ self.offset[:3, 3, None])[..., 0]
            quaternion = SO3.to_quaternion(R @ self.offset[:3, :3])
        if self.rotation == "xyzw":
            turn = quaternion
        elif self.rotation == "wxyz":
            turn = quaternion[..., TO_WXYZ]
        else:
            turn = _angles(SO3.from_quaternion(quaternion))
        return np.concatenate([place, turn] if self.position_first else [turn, place], -1)

    def _split(self, x: Array) -> tuple[Array, Array]:
        """Attitude and position, the latter with no entry for a ball joint."""
        n = 3 if self.free else 0
        if self.position_first:
            return x[..., n:], x[..., :n]
        return x[..., : x.shape[-1] - n], x[..., x.shape[-1] - n :]

    def _axes(self, y: Array) -> Array:
        """Axes (..., 3, 3) of the library's frame in the place of the joint."""
        R = SO3.from_quaternion(y[..., -4:])
        return np.asarray(R if self.offset is None else R @ self.offset[:3, :3])

    def matrix(self, y: Array) -> Array:
        """T = Ad(offset) [R^T or 1, R^T or 1], its columns in the library's order."""
        R = self._axes(y)
        turned, plain = R.swapaxes(-1, -2), np.broadcast_to(np.eye(3), R.shape)
        angular = turned if self.angular_axes == "parent" else plain
        if not self.free:
            return np.array(angular)
        T = np.zeros((*R.shape[:-2], 6, 6))
        T[..., :3, :3] = angular
        T[..., 3:, 3:] = turned if self.linear_axes == "parent" else plain
        if self.offset is not None:
            T = self._moved() @ T
        if self.linear_first:
            return np.roll(T, 3, axis=-1)
        return T

    def _moved(self) -> Array:
        """Ad of the offset: twists of the library's frame to those of the body."""
        assert self.offset is not None
        return Ad(self.offset[:3, :3], self.offset[:3, 3])

    def bias(self, y: Array, v: Array) -> Array:
        """d/dt (R^T v') = R^T a' - omega x (R^T v'): what axes of the parent add."""
        b = super().bias(y, v)
        if not self.free or self.linear_axes == "body":
            return b
        twist = v
        if self.offset is not None:
            twist = np.asarray(np.linalg.solve(self._moved(), v[..., None])[..., 0], float)
        b[..., 3:] = -cross(twist[..., :3], twist[..., 3:])
        return b if self.offset is None else (self._moved() @ b[..., None])[..., 0]


def _from_angles(angles: Array) -> Array:
    """R (..., 3, 3) = Rz(yaw) Ry(pitch) Rx(roll)."""
    (sr, sp, sy), (cr, cp, cy) = ([f(angles[..., i]) for i in range(3)] for f in (np.sin, np.cos))
    rows = (
        (cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
        (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
        (-sp, cp * sr, cp * cr),
    )
    return np.stack([np.stack(row, -1) for row in rows], -2)


def _angles(R: Array) -> Array:
    """Roll, pitch, yaw (..., 3) of R; at a pitch of 90 degrees roll follows yaw."""
    yaw = np.arctan2(R[..., 1, 0], R[..., 0, 0])
    pitch = np.arctan2(-R[..., 2, 0], np.hypot(R[..., 0, 0], R[..., 1, 0]))
    s, c = np.sin(yaw), np.cos(yaw)
    roll = np.arctan2(s * R[..., 0, 2] - c * R[..., 1, 2], c * R[..., 1, 1] - s * R[..., 0, 1])
    return np.stack([roll, pitch, yaw], -1)
