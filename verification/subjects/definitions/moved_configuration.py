"""Configurations moved along one velocity coordinate, q exp(E_j h), at any precision."""

from __future__ import annotations

from typing import Any

import lieref
from lieref.model.tree.exact import apply, rotation_from_quaternion


def moved(K: Any, model: lieref.Model, q: list[Any], coordinate: int, h: Any) -> list[Any]:
    """Return q * exp(E_j h) for scalars of a field; call inside K.working()."""
    joint = max(i for i in range(len(model.joints)) if int(model.idx_v[i]) <= coordinate)
    kind, at = model.joints[joint].kind, int(model.idx_q[joint])
    axis = coordinate - int(model.idx_v[joint])
    found = list(q)
    if kind == "spherical":
        found[at : at + 4] = turned(K, q[at : at + 4], axis, h)
    elif kind == "free" and axis < 3:
        found[at + 3 : at + 7] = turned(K, q[at + 3 : at + 7], axis, h)
    elif kind == "free":
        step = [K(0)] * 3
        step[axis - 3] = h
        along = apply(rotation_from_quaternion(K, tuple(q[at + 3 : at + 7])), tuple(step))
        found[at : at + 3] = [a + b for a, b in zip(q[at : at + 3], along, strict=True)]
    else:
        found[at] = q[at] + h
    return found


def turned(K: Any, p: list[Any], axis: int, h: Any) -> list[Any]:
    """p exp(e h / 2) of unit quaternions (x, y, z, w), e a unit vector."""
    return product(p, [*(K.sin(h / 2) if i == axis else K(0) for i in range(3)), K.cos(h / 2)])


def product(p: list[Any], r: list[Any]) -> list[Any]:
    """Product of quaternions (x, y, z, w)."""
    x, y, z, c = r
    return [
        p[3] * x + p[0] * c + p[1] * z - p[2] * y,
        p[3] * y - p[0] * z + p[1] * c + p[2] * x,
        p[3] * z + p[0] * y - p[1] * x + p[2] * c,
        p[3] * c - p[0] * x - p[1] * y - p[2] * z,
    ]
