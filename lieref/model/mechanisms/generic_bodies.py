"""Bodies of the catalogue that no paper prescribes: generic, the same on every call."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra import SO3
from lieref.errors import ModelError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import CompositeJoint, Free, Joint

Array = NDArray[np.float64]
Base = Literal["fixed", "free"]
GRAVITY = (0.0, 0.0, -9.81)
LINK_LENGTH = 0.1
# Multiples of these irrational numbers fill the unit cube evenly and without a period.
IRRATIONAL = np.sqrt([2.0, 3.0, 5.0, 7.0, 11.0, 13.0, 17.0, 19.0, 23.0, 29.0, 31.0, 37.0, 41.0])


def numbers_of(i: int) -> Array:
    """The 13 numbers in [0, 1) that describe generic body i."""
    numbers: Array = np.modf((i + 1) * IRRATIONAL)[0]
    return numbers


def add_generic(
    builder: ModelBuilder,
    i: int,
    parent: str | None,
    joint: Joint | CompositeJoint,
    u: Array,
    placement: Array | None = None,
) -> None:
    """Add body i with everything else given by the numbers u in [0, 1), the placement if None.

    The inertia is that of a cloud of masses with standard deviations of 3 to 6 cm along its
    principal axes, so it belongs to a body that can exist.
    """
    mass = 0.5 + u[3]
    spread = (0.03 + 0.03 * u[4:7]) ** 2
    axes = SO3.exp(math.pi * (u[7:10] - 0.5))
    inertia = axes @ np.diag(mass * (spread.sum() - spread)) @ axes.T
    builder.add_body(
        f"body{i}",
        parent,
        joint,
        generic_placement(u) if placement is None else placement,
        mass=mass,
        com=LINK_LENGTH * (u[8:11] - 0.5),
        inertia=inertia / 2 + inertia.T / 2,
    )


def generic_placement(u: Array) -> Array:
    """Pose in its parent of the body with the numbers u, at q = 0."""
    return pose(SO3.exp(2.0 * (u[10:13] - 0.5)), LINK_LENGTH * unit(u[5:8] - 0.5))


def pose(rotation: Array, translation: ArrayLike) -> Array:
    """4x4 pose of a rotation and a translation."""
    matrix = np.eye(4)
    matrix[:3, :3] = rotation
    matrix[:3, 3] = translation
    return matrix


def shift(x: float, y: float, z: float) -> Array:
    """4x4 pose with the axes of its parent."""
    return pose(np.eye(3), (x, y, z))


def unit(vector: Array) -> Array:
    """The direction of a vector."""
    return vector / np.linalg.norm(vector)


def triple(vector: Array) -> tuple[float, float, float]:
    """Three numbers as joints take them."""
    x, y, z = vector.tolist()
    return x, y, z


def box(mass: float, size: ArrayLike) -> Array:
    """Inertia about its center of a solid box with edges of the given lengths, kg m^2."""
    squares = np.asarray(size) ** 2
    return np.diag(mass / 12 * (squares.sum() - squares))


def disc(mass: float, radius: float, axis: ArrayLike) -> Array:
    """Inertia about its center of a cylinder as thick as its radius, about an axis, kg m^2."""
    direction = np.asarray(axis)
    # m r^2 / 2 along the axis, m (3 r^2 + r^2) / 12 across
    return mass * (radius * radius) * (np.eye(3) / 3 + np.outer(direction, direction) / 6)


def add_base(builder: ModelBuilder, base: Base) -> str | None:
    """Add the free body "base" that carries a mechanism, or return None for the world."""
    require_base(base)
    if base == "fixed":
        return None
    return builder.add_body(
        "base", None, Free(), mass=5.0, com=(0.02, -0.01, 0.03), inertia=box(5.0, (0.3, 0.25, 0.2))
    )


def require_count(what: str, n: int, least: int) -> None:
    """Raise ModelError unless n is an integer, at least `least`."""
    if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or n < least:
        raise ModelError(f"{what}: {n!r}, expected an integer, at least {least}")


def require_base(base: str) -> None:
    """Raise ModelError unless the base is "fixed" or "free"."""
    if not isinstance(base, str) or base not in ("fixed", "free"):
        raise ModelError(f"base: {base!r}, expected 'fixed' or 'free'")
