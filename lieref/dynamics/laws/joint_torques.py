"""What the joints of a model do themselves, of one state: see `JointPhysics`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.model.model import Model

Array = NDArray[np.float64]


def friction_direction(model: Model, v: Array) -> Array:
    """Return s(v) (nv,), the sign of v or v / sqrt(v^2 + width^2)."""
    width = model.friction_width
    norm = np.hypot(v, width)
    smooth = v / np.where(norm > 0.0, norm, 1.0)
    return np.where(width > 0.0, smooth, np.sign(v))


def stretches(model: Model, q: Array) -> Array:
    """Return q - rest (..., nv) of joints of one degree of freedom, zeros of others."""
    counts = [joint.nv for joint in model.joints]
    single = np.repeat(counts, counts) == 1
    return np.where(single, q[..., np.repeat(model.idx_q, counts)] - model.rest, 0.0)


def rate_torques(model: Model, q: Array, v: Array) -> Array:
    """Return the torques (nv,) of damping, friction and springs, without the armature's."""
    resisting = model.damping * v + model.friction * friction_direction(model, v)
    return resisting + model.stiffness * stretches(model, q)


def joint_torques(model: Model, q: Array, v: Array, a: Array) -> Array:
    """Return all of their torques (nv,), zeros where no joint has any physics."""
    if model.joint_physics is None:
        return np.zeros(model.nv)
    return model.armature * a + rate_torques(model, q, v)


def torque_rows(
    model: Model,
    q: Sequence[Any],
    v: Sequence[Sequence[Any]],
    K: Callable[[float], Any] = float,
    sqrt: Callable[[Any], Any] = math.sqrt,
) -> list[list[Any]]:
    """Return the same torques and their time derivative, (2, nv), in any scalar.

    q (nq,) and v, a and the derivative of a (3, nv) in scalars of K.
    """
    rows = [[K(0.0)] * model.nv for _ in range(2)]
    if model.joint_physics is None:
        return rows
    counts = [joint.nv for joint in model.joints]
    places = np.repeat(model.idx_q, counts).tolist()
    for i, given in enumerate(zip(*(row.tolist() for row in model.joint_physics), strict=True)):
        armature, damping, friction, width, stiffness, rest = map(K, given)
        rate, slope, jerk = (row[i] for row in v)
        # s(v) and its derivative by v
        if given[3] > 0.0:
            norm = sqrt(rate * rate + width * width)
            direction, bend = rate / norm, width / norm * (width / norm) / norm
        else:
            direction, bend = K(float(rate > 0) - float(rate < 0)), K(0.0)
        stretch = q[places[i]] - rest if given[4] else K(0.0)
        rows[0][i] = armature * slope + damping * rate + friction * direction + stiffness * stretch
        rows[1][i] = armature * jerk + (damping + friction * bend) * slope + stiffness * rate
    return rows


def spring_energy(model: Model, q: Array) -> float:
    """Return the sum of stiffness (q - rest)^2 / 2, J."""
    return float(model.stiffness @ stretches(model, q) ** 2) / 2
