"""Reading what a URDF writes in attributes: numbers, poses, axes."""

from __future__ import annotations

import math
import re

import numpy as np
from numpy.typing import NDArray

from lieref.errors import ModelError
from lieref.model.xml_tree import Element

Array = NDArray[np.float64]
# Of the text of a wrong attribute an error shows so much.
SHOWN = 60
# Decimal numbers only: float() alone would take nan, inf, 1_000 and digits of any script.
NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)


def pose_of(what: str, origin: Element | None) -> Array:
    """Pose of an `<origin>`: fixed-axis roll, pitch, yaw, R = Rz(yaw) Ry(pitch) Rx(roll)."""
    pose = np.eye(4)
    if origin is None:
        return pose
    if "quat_xyzw" in origin.attributes:
        raise ModelError(f"{what}: origin with 'quat_xyzw', which is not read, expected 'rpy'")
    pose[:3, 3] = numbers(f"{what}: origin xyz", origin.attributes.get("xyz", "0 0 0"), 3)
    rpy = numbers(f"{what}: origin rpy", origin.attributes.get("rpy", "0 0 0"), 3)
    (sr, sp, sy), (cr, cp, cy) = map(math.sin, rpy), map(math.cos, rpy)
    pose[:3, :3] = [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ]
    return pose


def attribute(element: Element, key: str) -> str:
    """Value of an attribute that an element must have."""
    value = element.attributes.get(key, "")
    if not value:
        raise ModelError(f"{element.where}: <{element.tag}> without {key!r}")
    return value


def numbers(what: str, text: str, count: int) -> list[float]:
    """`count` decimal numbers, finite in double precision."""
    words = text.split()
    shown = repr(text) if len(text) <= SHOWN else f"{text[:SHOWN]!r}... ({len(text)} characters)"
    if len(words) != count or not all(map(NUMBER.fullmatch, words)):
        raise ModelError(f"{what}: {shown}, expected {count} decimal number(s)")
    values = list(map(float, words))
    if not all(map(math.isfinite, values)):
        raise ModelError(f"{what}: {shown} is beyond the range of double precision")
    return values


def axis_of(what: str, element: Element) -> tuple[float, float, float]:
    """Unit vector of an element's `<axis>`, (1, 0, 0) without one."""
    given = element.only("axis")
    text = "1 0 0" if given is None else attribute(given, "xyz")
    axis = numbers(f"{what}: axis", text, 3)
    # by the largest entry first: no square over- or underflows
    largest = max(map(abs, axis))
    if largest == 0.0:
        raise ModelError(f"{what}: axis is zero, expected a direction")
    norm = math.hypot(*(x / largest for x in axis))
    x, y, z = (x / largest / norm for x in axis)
    return x, y, z
