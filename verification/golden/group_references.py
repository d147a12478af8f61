"""Certified references of SO(3), SE(3): exp, log, dexp and dexp_inv near the angles that are bad.

Balls throughout: closed forms, and for the log the angle from the arc tangent of a quaternion.
What series cancel is paid for with working digits.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import flint

from lieref.algebra.groups import se3_twin
from lieref.model.tree.exact import nearest_rotation
from lieref.oracle import Arb
from verification.golden.descriptions import doubles
from verification.golden.enclosures import enclosed
from verification.golden.inputs import Draw

# Coefficients cancel by t^-5: 45 digits at 1e-9, as many again where t^2 is lost beside 1.
FIRST_DIGITS = 160
FUNCTIONS = ("exp", "log", "dexp", "dexp_inv")
SMALL = tuple(f"1e-{k}" for k in range(9, 0, -1))
NEAR_PI = tuple(f"pi - 1e-{k}" for k in (2, 4, 6, 9))
# Where functions are asked; beyond pi no log, at 2 pi no dexp_inv.
ANGLES = {
    **{name: float(name) for name in SMALL},
    **{name: float(name) for name in ("0.5", "2", "3")},
    **{name: math.pi - float(name.partition("- ")[2]) for name in NEAR_PI},
    "4.5": 4.5,
    "6.28": 6.28,
}
Sample = dict[str, Any]


class HalfTurnError(ValueError):
    """A turn of pi, as far as balls can tell: its log is not unique."""


def log_quaternion(K: Arb, q: list[Any]) -> list[Any]:
    """Rotation vector of a unit quaternion (x, y, z, w), w >= 0: 2 atan(|x| / w) x / |x|."""
    half = K.sqrt(se3_twin.dot(q[:3], q[:3]))
    # w may be below |x|: atan2 takes both
    angle = 2 * flint.arb.atan2(half, q[3])
    return [angle / half * x for x in q[:3]]


def log(K: Arb, C: list[list[Any]]) -> list[Any]:
    """Rotation vector, and the v with p = dexp_w v, of a pose (3, 3 or 4); R by its polar factor.

    Raises HalfTurnError where balls do not tell the quaternion's sign.
    """
    R = [list(row) for row in nearest_rotation(K, tuple(tuple(row[:3]) for row in C[:3]))]
    q = se3_twin.quaternion(K, R)
    if q[3].contains(K(0)):
        raise HalfTurnError("a turn of pi as far as balls can tell: w and -w are both its log")
    w = log_quaternion(K, q)
    if len(C[0]) == 3:
        return w
    g = se3_twin.COEFFICIENTS["dexp_inv_2"](K, K.sqrt(se3_twin.dot(w, w)))
    return w + se3_twin.matvec(se3_twin.quadratic(K, -K(1) / 2, g, w), [x[3] for x in C[:3]])


def value(K: Arb, group: str, function: str, argument: Any) -> Any:
    """Return a function of a group at doubles, in balls."""
    if function == "log":
        return log(K, [[K(x) for x in row] for row in argument])
    X = [K(x) for x in argument]
    if group == "SE3":
        return getattr(se3_twin, function)(K, X)
    if function == "exp":
        return se3_twin.exp3(K, X)
    whole = getattr(se3_twin, function)(K, X + [K(0)] * 3)
    return [row[:3] for row in whole[:3]]


def sample(group: str, function: str, angle: str, argument: Any) -> Sample:
    """Return the certified value at doubles; several rows or one block."""

    def balls(K: Arb) -> dict[str, Any]:
        return {"value": value(K, group, function, argument)}

    found = enclosed(balls, FIRST_DIGITS)["value"]
    return {"angle": f"angle {angle}", "argument": doubles(argument), "value": found}


def samples(group: str, function: str) -> list[Sample]:
    """Return the samples of a function at each angle; log at the doubles nearest to exp."""
    draw = Draw(21)
    found = []
    for angle, size in ANGLES.items():
        axis, rest = draw.unit(3), draw.vector(3)
        X = [*(size * x for x in axis), *rest][: 3 if group == "SO3" else 6]
        if function == "log":
            if size > math.pi:
                continue
            X = sample(group, "exp", angle, X)["value"]["values"]
        found.append(sample(group, function, angle, X))
    return found


GROUPS: dict[str, Callable[[], list[Sample]]] = {
    f"{group}_{function}": partial(samples, group, function)
    for group in ("SO3", "SE3")
    for function in FUNCTIONS
}
