"""The bodies of a model as CasADi matrices: sparse constants, poses, screws."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np

import lieref
from lieref.model.tree.exact import exact_model

ONE_DEGREE = ("revolute", "prismatic", "helical")


class _Double:
    """Double precision as a scalar field of `exact_model`."""

    digits = 16

    def __call__(self, x: float) -> float:
        return float(x)

    def sqrt(self, x: float) -> float:
        return float(np.sqrt(x))


def bodies_of(model: lieref.Model) -> list[Any]:
    """Return the bodies with their joints.

    Raises
    ------
    ValueError
        A joint that is neither of one degree nor a free joint on the world.
    """
    bodies = list(exact_model(model, _Double()).bodies)
    for i, body in enumerate(bodies):
        if body.kind not in ONE_DEGREE and not (body.kind == "free" and body.parent < 0):
            raise ValueError(f"joint {model.joint_names[i]!r}: no expression for {body.kind}")
    return bodies


def matrix(rows: Any) -> ca.SX:
    """Return a constant; exact zeros become structural: CasADi then leaves them out."""
    return ca.sparsify(ca.SX(ca.DM(np.array(rows, dtype=float))))


def rotation(axis: Any, q: ca.SX) -> ca.SX:
    """Rotation about a unit axis: e e^T + cos q (1 - e e^T) + sin q [e]."""
    e = np.array(axis, dtype=float)
    along = np.outer(e, e)
    return (
        matrix(along)
        + ca.cos(q) * matrix(np.eye(3) - along)
        + ca.sin(q) * matrix(ca.skew(ca.DM(e)).full())
    )


def attitude(quaternion: ca.SX) -> ca.SX:
    """Rotation of a unit quaternion (x, y, z, w)."""
    u, w = quaternion[:3], quaternion[3]
    return ca.SX.eye(3) + 2 * w * ca.skew(u) + 2 * ca.skew(u) @ ca.skew(u)


def base_gravity(model: lieref.Model, q: ca.SX) -> ca.SX:
    """Return gravity in the axes of the free base, in inertial axes if the first joint is another.

    Of the base's pose, dynamics in body form needs nothing else.
    """
    g = ca.SX(ca.DM(np.array(model.gravity)))
    if model.joints[0].kind != "free":
        return g
    i = int(model.idx_q[0])
    placement = matrix(np.array(model.placements[0])[:3, :3])
    return (placement @ attitude(q[i + 3 : i + 7])).T @ g


def joint_coordinates(model: lieref.Model) -> list[tuple[int, int]]:
    """Return where joints of one degree have their coordinate: in q and in v."""
    return [
        (int(model.idx_q[i]), int(model.idx_v[i]))
        for i in range(model.nbodies)
        if model.joints[i].nv == 1
    ]


def turns(body: Any) -> bool:
    """Return whether a joint of one degree turns."""
    return bool(body.kind != "prismatic")


def lead(body: Any) -> float:
    """Return the travel along the axis per unit of the joint's coordinate."""
    return float({"revolute": 0.0, "helical": body.pitch, "prismatic": 1.0}[body.kind])


def pose(body: Any, q: ca.SX) -> tuple[ca.SX, ca.SX]:
    """Return the rotation R and position p, in its parent, of a body on a one-degree joint."""
    angle, e, point = q[body.iq], matrix(body.axis), matrix(body.point)
    turn = rotation(body.axis, angle) if turns(body) else ca.SX.eye(3)
    R = matrix(body.R) @ turn
    p = matrix(body.p) + matrix(body.R) @ (point - turn @ point + e * (lead(body) * angle))
    return R, p
