"""What joints do themselves, from the definition: armature, damping, friction and springs.

The generalized force of a coordinate of velocity v and position q has the part

    armature v' + damping v + friction s(v) + stiffness (q - rest),

s the sign of v, constant away from zero and at zero, or v / sqrt(v^2 + width^2): functions of
time as power series, or of one coordinate by their slopes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lieref.model.tree.exact import ExactCoordinate
from lieref.oracle.scalars import series as ts

Physics = Sequence[ExactCoordinate]
Rows = list[list[Any]]


def joint_torques(K: Any, physics: Physics, q: Sequence[Any], v: Rows) -> Rows:
    """Return the forces and their plain derivatives (r + 1, nv) of v (r + 2, nv)."""
    columns = []
    for c, joint in enumerate(physics):
        rate = ts.taylor([row[c] for row in v])
        torque = ts.add(
            ts.scale(joint.armature, ts.derivative(rate)), ts.scale(joint.damping, rate)
        )
        if joint.friction != 0:
            torque = ts.add(torque, ts.scale(joint.friction, _direction(K, joint, rate)))
        if joint.iq is not None and joint.stiffness != 0:
            stretch = ts.integral(q[joint.iq] - joint.rest, rate)
            torque = ts.add(torque, ts.scale(joint.stiffness, stretch))
        columns.append(ts.plain(torque))
    return [list(row) for row in zip(*columns, strict=True)]


def _direction(K: Any, joint: ExactCoordinate, rate: ts.Series) -> ts.Series:
    """s(v) as a series."""
    if joint.friction_width == 0:
        return ts.constant(K, sign(K, rate[0]), len(rate))
    square = ts.multiply(K, rate, rate)
    square[0] = square[0] + joint.friction_width * joint.friction_width
    return _quotient(rate, _root(K, square))


def _root(K: Any, x: ts.Series) -> ts.Series:
    """y of y y = x: 2 y_0 y_k = x_k - sum y_j y_{k-j}, 0 < j < k."""
    y = [K.sqrt(x[0])]
    for k in range(1, len(x)):
        rest = x[k]
        for j in range(1, k):
            rest = rest - y[j] * y[k - j]
        y.append(rest / (2 * y[0]))
    return y


def _quotient(x: ts.Series, y: ts.Series) -> ts.Series:
    """z of z y = x."""
    z: ts.Series = []
    for k in range(len(x)):
        rest = x[k]
        for j in range(k):
            rest = rest - z[j] * y[k - j]
        z.append(rest / y[0])
    return z


def sign(K: Any, x: Any) -> Any:
    """Sign of a scalar, of a jet or a complex one that of its value; any in [-1, 1] if unknown."""
    value = getattr(x, "x", x)
    real = value.real if hasattr(value, "imag") else value
    if real > 0:
        return K(1)
    if real < 0:
        return K(-1)
    return K(0) if real == 0 else K.widen(K(0), 1)


def joint_torque_slopes(
    K: Any, physics: Physics, q: Sequence[Any], v: Sequence[Any], a: Sequence[Any]
) -> dict[str, list[Any]]:
    """Return forces "", their slopes by "q", "v" and "a", second ones by "vv", a row (nv,) each.

    s' = width^2 / (v^2 + width^2)^(3/2),  s'' = -3 v width^2 / (v^2 + width^2)^(5/2)
    """
    force = joint_torques(K, physics, q, [list(v), list(a)])[0]
    slope, bend = [], []
    for joint, x in zip(physics, v, strict=True):
        wide = joint.friction_width * joint.friction_width
        if joint.friction_width == 0 or joint.friction == 0:
            slope.append(joint.damping)
            bend.append(K(0))
            continue
        square = x * x + wide
        first = wide / (square * K.sqrt(square))
        slope.append(joint.damping + joint.friction * first)
        bend.append(-3 * joint.friction * x * first / square)
    return {
        "": force,
        "q": [joint.stiffness for joint in physics],
        "v": slope,
        "a": [joint.armature for joint in physics],
        "vv": bend,
    }


def joint_energies(
    K: Any, physics: Physics, q: Sequence[Any], v: Rows
) -> tuple[ts.Series, ts.Series]:
    """Return series of armature v^2 / 2 and stiffness (q - rest)^2 / 2, summed; v: (r + 1, nv)."""
    kinetic = potential = ts.constant(K, K(0), len(v))
    for c, joint in enumerate(physics):
        rate = ts.taylor([row[c] for row in v])
        kinetic = ts.add(kinetic, ts.scale(joint.armature / 2, ts.multiply(K, rate, rate)))
        if joint.iq is not None:
            stretch = ts.integral(q[joint.iq] - joint.rest, rate)
            square = ts.multiply(K, stretch, stretch)
            potential = ts.add(potential, ts.scale(joint.stiffness / 2, square))
    return kinetic, potential
