"""Motions of spherical and free joints as power series, from the differential equations.

A rotation driven by an angular velocity solves dR/dt = R [w], or dR/dt = [w] R.
"""

from __future__ import annotations

from typing import Any

from lieref.model.tree.exact import ExactBody, rotation_from_quaternion
from lieref.oracle.scalars import series as ts


def _columns(K: Any, v: list[list[Any]], start: int) -> ts.Vector:
    """Three velocity coordinates as a vector of series."""
    return [ts.taylor([row[start + i] for row in v]) for i in range(3)]


def joint_motion(
    K: Any, body: ExactBody, q: list[Any], v: list[list[Any]]
) -> tuple[ts.Matrix, ts.Vector]:
    """Pose across a spherical or free joint whose velocity is given in the body frame."""
    length = len(v) + 1
    if body.kind == "spherical":
        R0 = rotation_from_quaternion(K, tuple(q[body.iq : body.iq + 4]))
        R = _turned_in_body(K, R0, _columns(K, v, body.iv))
        return R, ts.vector_constant(K, [K(0)] * 3, length)
    R0 = rotation_from_quaternion(K, tuple(q[body.iq + 3 : body.iq + 7]))
    R = _turned_in_body(K, R0, _columns(K, v, body.iv))
    rate = ts.apply(K, R, _columns(K, v, body.iv + 3))
    return R, [ts.integral(q[body.iq + i], rate[i][: length - 1]) for i in range(3)]


def _turned_in_body(K: Any, R0: Any, w: ts.Vector) -> ts.Matrix:
    """Solution of dR/dt = R [w], w in body axes: every row solves dx/dt = x cross w."""
    return [ts.solve_rotating(K, row, w) for row in R0]


def _turned_in_space(K: Any, R0: Any, w: ts.Vector) -> ts.Matrix:
    """Solution of dR/dt = [w] R, w in inertial axes: every column solves dx/dt = w cross x."""
    against = ts.vector_scale(-1, w)
    return ts.transpose([ts.solve_rotating(K, [row[j] for row in R0], against) for j in range(3)])


def free_root(
    K: Any, body: ExactBody, q: list[Any], v: list[list[Any]], base: str
) -> tuple[ts.Matrix, ts.Vector]:
    """Pose in the inertial frame of a free body attached to the world.

    The velocity coordinates mean, with w and u their two halves (conventions.md):
    body: dR/dt = R [w], dp/dt = R u; spatial: dR/dt = [w] R, dp/dt = u + w x p;
    hybrid: dR/dt = [w] R, dp/dt = u; mixed: dR/dt = R [w], dp/dt = u.
    """
    w, u = _columns(K, v, body.iv), _columns(K, v, body.iv + 3)
    turn = rotation_from_quaternion(K, tuple(q[body.iq + 3 : body.iq + 7]))
    R0 = [[K.dot(row, column) for column in zip(*turn, strict=True)] for row in body.R]
    p0 = [K.dot(row, q[body.iq : body.iq + 3]) + s for row, s in zip(body.R, body.p, strict=True)]
    R = (_turned_in_body if base in ("body", "mixed") else _turned_in_space)(K, R0, w)
    if base == "spatial":
        return R, ts.solve_rotating(K, p0, ts.vector_scale(-1, w), u)
    rate = ts.apply(K, R, u) if base == "body" else u
    return R, [ts.integral(x, a[: len(v)]) for x, a in zip(p0, rate, strict=True)]
