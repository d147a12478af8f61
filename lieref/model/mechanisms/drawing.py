"""Mechanisms drawn by points: bodies and loops are added where they are at q = 0."""

from __future__ import annotations

import math
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ModelError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Joint, LoopJoint, Universal
from lieref.model.loops.loop_model import LoopModel
from lieref.model.mechanisms.generic_bodies import Base, add_base, disc, shift, triple
from lieref.model.mechanisms.linkages import DENSITY, THICKNESS, free_joints

Array = NDArray[np.float64]
# Into the plane of x and z.
SIDEWAYS = np.array([0.0, -1.0, 0.0])


class Drawing:
    """A builder to which bodies and loops are added by points at q = 0."""

    def __init__(self, name: str, base: Base, gravity: ArrayLike) -> None:
        self.builder = ModelBuilder(gravity, name)
        self.base = base
        self.root = add_base(self.builder, base)
        self.origins: dict[str | None, Array] = {None: np.zeros(3), self.root: np.zeros(3)}

    def rod(
        self,
        name: str,
        parent: str | None,
        joint: Joint | Universal,
        start: Array,
        end: Array,
        density: float = DENSITY,
    ) -> str:
        """Add a rod whose joint is at its start, with a center of mass a little off its middle."""
        along = end - start
        size = float(np.linalg.norm(along))
        mass, across = density * size, THICKNESS * size
        return self._add(
            name,
            parent,
            joint,
            start,
            mass,
            0.45 * along + across * np.array([0.1, 0.2, 0.1]),
            mass / 12 * ((size**2 + across**2) * np.eye(3) - np.outer(along, along)),
        )

    def plate(
        self, name: str, parent: str | None, joint: Joint, at: Array, mass: float, radius: float
    ) -> str:
        """Add a round plate across z, or across y on a planar robot, about a point."""
        normal = (0.0, 0.0, 1.0) if isinstance(joint, Free) else triple(SIDEWAYS)
        return self._add(
            name, parent, joint, at, mass, np.array([0.02, 0.01, 0.03]) * radius,
            disc(mass, radius, normal),
        )  # fmt: skip

    def _add(
        self,
        name: str,
        parent: str | None,
        joint: Joint | Universal,
        at: Array,
        mass: float,
        com: Array,
        inertia: Array,
    ) -> str:
        self.origins[name] = at
        place = shift(*triple(at - self.origins[parent]))
        return self.builder.add_body(name, parent, joint, place, mass, com, inertia)

    def close(self, name: str, one: str, other: str, joint: LoopJoint, point: Array) -> None:
        """Close a loop at a point."""
        place = shift(*triple(point - self.origins[one]))
        self.builder.add_loop(name, one, other, joint, place)

    def build(self, independent: list[str]) -> LoopModel:
        """The mechanism with these joints independent."""
        return cast(LoopModel, self.builder.build(free_joints(self.base, independent)))


def around(angle: float) -> Array:
    """The horizontal direction at an angle from x."""
    return np.array([math.cos(angle), math.sin(angle), 0.0])


def in_plane(x: float, z: float) -> Array:
    return np.array([x, 0.0, z])


def apex(start: Array, end: Array, near: float, far: float, what: str) -> Array:
    """The point `near` from the start and `far` from the end, left of the way, in the plane."""
    way = end - start
    gap = float(np.linalg.norm(way))
    if not abs(near - far) < gap < near + far:
        raise ModelError(f"{what}: bars of {near} and {far} m do not meet across {gap} m")
    along = (gap + (near - far) * ((near + far) / gap)) / 2
    left = np.cross(SIDEWAYS, way / gap)
    point: Array = start + along * way / gap + math.sqrt((near - along) * (near + along)) * left
    return point
