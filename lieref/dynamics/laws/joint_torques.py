"""What the joints of a model do themselves, of one state: see `JointPhysics`."""

from __future__ import annotations

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
    """Return q - rest (nv,) of joints of one degree of freedom, zeros of others."""
    counts = [joint.nv for joint in model.joints]
    single = np.repeat(counts, counts) == 1
    return np.where(single, q[np.repeat(model.idx_q, counts)] - model.rest, 0.0)


def rate_torques(model: Model, q: Array, v: Array) -> Array:
    """Return the torques (nv,) of damping, friction and springs, without the armature's."""
    resisting = model.damping * v + model.friction * friction_direction(model, v)
    return resisting + model.stiffness * stretches(model, q)


def spring_energy(model: Model, q: Array) -> float:
    """Return the sum of stiffness (q - rest)^2 / 2, J."""
    return float(model.stiffness @ stretches(model, q) ** 2) / 2
