"""Poses of all bodies and the Jacobian of one, traced over symbols."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lieref.codegen.base_and_loads import base_changes, times_changes
from lieref.codegen.graph import Graph
from lieref.codegen.traced_dynamics import Rows
from lieref.codegen.traced_robot import Robot
from lieref.dynamics.inverse.default.bodies_twin import Body
from lieref.dynamics.inverse.default.inverse_dynamics_twin import base_to_tip, to_child
from lieref.model.tree.exact import ExactBody, Vector, apply, cross, multiply, transpose

Pose = tuple[tuple[Vector, ...], Vector]


@dataclass
class Placed:
    """A joint's frame: rows of its rotation to the inertial axes are inertial axes in its own."""

    R: tuple[Vector, ...]
    p: Vector


def _moved(p: Vector, by: Vector) -> Vector:
    return tuple(a + b for a, b in zip(p, by, strict=True))


def joint_poses(K: Graph, robot: Robot, q: list[Any]) -> list[Placed]:
    """Poses of the frames of all joints in the inertial frame."""
    bodies = robot.bodies(K)
    base_to_tip(K, robot.exact, bodies, q, [[0.0, 0.0] for _ in range(robot.nv)])
    found: list[Placed] = []
    world = Placed(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), (0.0, 0.0, 0.0))
    for body, exact in zip(bodies, robot.exact.bodies, strict=True):
        above = found[body.parent] if body.parent >= 0 else world
        if body.base is not None:
            position = tuple(q[exact.iq : exact.iq + 3])
            found.append(Placed(body.R0, _moved(exact.p, apply(exact.R, position))))
        else:
            found.append(_beyond(body, above))
    return found


def _beyond(body: Body, above: Placed) -> Placed:
    """The pose of a joint's frame from its parent's."""
    turned = [to_child(body, [[x] for x in row]) for row in above.R]
    lever = tuple(body.r)
    if body.p is not None:
        lever = _moved(lever, tuple(x[0] for x in body.p))
    R = tuple(tuple(x[0] for x in row) for row in turned)
    return Placed(R, _moved(above.p, apply(above.R, lever)))


def _body_pose(robot: Robot, i: int, at: Placed) -> Pose:
    """Pose of a body, whose joint's frame stands elsewhere in it."""
    rotation, origin = robot.frames[i]
    R = multiply(at.R, transpose(rotation))
    return R, tuple(a - b for a, b in zip(at.p, apply(R, origin), strict=True))


def forward_kinematics(K: Graph, robot: Robot, q: list[Any]) -> Rows:
    """Poses (4 x 4) of all bodies, one below the other."""
    rows: Rows = []
    for i, at in enumerate(joint_poses(K, robot, q)):
        R, p = _body_pose(robot, i, at)
        rows += [[*R[k], p[k]] for k in range(3)]
        rows.append([0.0, 0.0, 0.0, 1.0])
    return rows


def _screws(body: ExactBody, at: Placed) -> list[tuple[Vector, Vector]]:
    """Unit velocities of a joint's coordinates: angular, and of its frame's origin."""
    still = (0.0, 0.0, 0.0)
    axes = [tuple(row[k] for row in at.R) for k in range(3)]
    if body.kind == "revolute":
        return [(axes[2], still)]
    if body.kind == "prismatic":
        return [(still, axes[2])]
    if body.kind == "helical":
        return [(axes[2], tuple(body.pitch * x for x in axes[2]))]
    turns = [(axis, still) for axis in axes]
    return turns + [(still, axis) for axis in axes] if body.kind == "free" else turns


def jacobian(K: Graph, robot: Robot, q: list[Any]) -> Rows:
    """Rows (6) of the Jacobian of `robot.place`, hybrid representation."""
    rows: Rows = [[0.0] * robot.nv for _ in range(6)]
    i, arm = robot.place
    if i < 0:
        return rows
    poses = joint_poses(K, robot, q)
    R, p = _body_pose(robot, i, poses[i])
    point = _moved(p, apply(R, arm))
    while i >= 0:
        lever = tuple(a - b for a, b in zip(point, poses[i].p, strict=True))
        screws = _screws(robot.exact.bodies[i], poses[i])
        for column, (w, u) in zip(robot.coordinates(i), screws, strict=True):
            # v = u + w x lever
            for k, x in enumerate((*w, *_moved(u, cross(w, lever)))):
                rows[k][column] = x
        i = robot.exact.bodies[i].parent
    return times_changes(rows, base_changes(K, robot.exact, robot.base, q))
