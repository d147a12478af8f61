"""Arguments and references of functions on SO(3), SE(3): doubles given to a library, and balls."""

from __future__ import annotations

from typing import Any

import flint
import numpy as np

from lieref.algebra.groups import se3_twin
from lieref.check.metrics import FloatArray
from lieref.oracle import Arb
from verification.golden import group_references
from verification.subjects.peers.group_functions import FUNCTIONS

# The closed forms cancel by t^-5, and t is down to 1e-16.
DIGITS = 200


def drawn(angle: float, rng: np.random.Generator) -> FloatArray:
    """Return a twist of this angle about a random axis."""
    axis, v = rng.normal(size=3), rng.normal(size=3)
    return np.concatenate([angle * axis / np.linalg.norm(axis), v])


def arguments(
    K: Arb, function: str, pose: str, scalar: type, twist: FloatArray
) -> tuple[FloatArray, Any]:
    """Return what a library is given, and the rotation vector (and v) that this is, in balls.

    pose : "matrix" or "quaternion": how logs are given theirs, the one nearest to exp(twist)
    scalar : the type that arguments are rounded to
    """
    group, _, kind = FUNCTIONS[function]
    X = twist[: 3 if group == "SO3" else 6].astype(scalar).astype(float)
    balls = [K(float(x)) for x in X]
    if kind == "vector":
        return X, balls
    C = se3_twin.exp(K, balls + [K(0)] * (6 - len(balls)))
    if pose == "quaternion":
        given = [*se3_twin.quaternion(K, [row[:3] for row in C[:3]]), *(row[3] for row in C[:3])]
    else:
        given = [x for row in C[:3] for x in row]
    width = 4 if len(balls) == 6 else 3
    flat = np.array([K.to_float(x) for x in given]).astype(scalar).astype(float)
    if pose == "quaternion":
        flat = flat[: 7 if len(balls) == 6 else 4]
        return flat, _log_of_quaternion(K, flat)
    matrix = flat.reshape(3, 4)[:, :width]
    return matrix, group_references.log(K, [[K(float(x)) for x in row] for row in matrix])


def _log_of_quaternion(K: Arb, x: FloatArray) -> Any:
    """Rotation vector, and v, of a quaternion (x, y, z, w) of any norm and a position."""
    q = [K(float(y)) for y in x[:4]]
    half = K.sqrt(se3_twin.dot(q[:3], q[:3]))
    w = q[3]
    turn = 2 * flint.arb.atan2(half, w)
    omega = [turn / half * y for y in q[:3]]
    if len(x) == 4:
        return omega
    g = se3_twin.COEFFICIENTS["dexp_inv_2"](K, turn)
    inverse = se3_twin.quadratic(K, -K(1) / 2, g, omega)
    return omega + se3_twin.matvec(inverse, [K(float(y)) for y in x[4:]])


def reference(K: Arb, function: str, X: Any) -> list[Any]:
    """Return the blocks of a function, in balls; of logs and their Jacobians X is the log."""
    group, name, _ = FUNCTIONS[function]
    whole = list(X) + [K(0)] * (6 - len(X))
    if name == "log":
        return [X[:3], X[3:]] if group == "SE3" else [X]
    if name == "exp":
        C = se3_twin.exp(K, whole)
        rotation = [row[:3] for row in C[:3]]
        return [rotation, [row[3] for row in C[:3]]] if group == "SE3" else [rotation]
    J = getattr(se3_twin, name)(K, [-x for x in whole])
    diagonal, below = [row[:3] for row in J[:3]], [row[:3] for row in J[3:]]
    return [diagonal, below] if group == "SE3" else [diagonal]
