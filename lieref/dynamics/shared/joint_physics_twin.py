"""Plain twin of joint_physics.pxi: torques of the joints themselves, derivative by derivative."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial
from typing import Any

from lieref.model.tree.exact import ExactCoordinate

Rows = Sequence[Sequence[Any]]


def friction_order(K: Any, at: ExactCoordinate, rate: Sequence[Any], k: int) -> Any:
    """k-th derivative of s(v) from Taylor coefficients `rate` of v; a sign is constant.

    s = v y, y = (v^2 + width^2)^(-1/2), y_j = -sum (m / 2 + j - m) (v^2)_m y_{j-m} / (j (v^2)_0)
    over m = 1 .. j.
    """
    if at.friction_width == 0:
        real = getattr(rate[0], "real", rate[0])
        return K(int(real > 0) - int(real < 0)) if k == 0 else K(0)
    square = [sum(rate[m] * rate[j - m] for m in range(j + 1)) for j in range(k + 1)]
    square[0] = square[0] + at.friction_width * at.friction_width
    y = [1 / K.sqrt(square[0])]
    for j in range(1, k + 1):
        total = sum((2 * j - m) * square[m] * y[j - m] for m in range(1, j + 1))
        y.append(-total / (2 * j * square[0]))
    return factorial(k) * sum(rate[m] * y[k - m] for m in range(k + 1))


def known_torque(K: Any, at: ExactCoordinate, q: Sequence[Any], rate: Sequence[Any], k: int) -> Any:
    """k-th derivative of all but the armature's part; rate: plain derivatives of v up to k."""
    torque = at.damping * rate[k]
    if at.friction != 0:
        series = [x / factorial(j) for j, x in enumerate(rate[: k + 1])]
        torque = torque + at.friction * friction_order(K, at, series, k)
    if at.iq is not None and at.stiffness != 0:
        torque = torque + at.stiffness * (rate[k - 1] if k > 0 else q[at.iq] - at.rest)
    return torque
