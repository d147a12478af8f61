"""Forward dynamics of loops and contacts, beside Pinocchio's constraintDynamics, both compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import lieref
from lieref import loops
from lieref.check.metrics import FloatArray
from verification.benchmark import peers
from verification.benchmark.speed import pinocchio_cpp
from verification.benchmark.speed.pinocchio_cpp import Constraint
from verification.measurements.loops.loops_laws import mapped_configuration, reordered
from verification.subjects import mechanisms, robots
from verification.subjects.mechanisms import Point
from verification.verdicts import Params

OURS, THEIRS = "C-ABA", "constraintDynamics"
#: What Pinocchio's regularized constraints may differ by.
AGREEMENT = 1e-9
#: Pinocchio's mu where constraints are redundant.
REGULARIZED = 1e-12


def point(params: Params) -> Point:
    """Return a state of a mechanism (`mechanisms.draw`), or of a robot on its feet.

    params: ``robot``, and ``seed``; of a robot with feet ``feet``, the frames that the ground
    holds, ``rows`` of each, 3 or 6, and ``posture``, positions of joints by name.
    """
    if "feet" not in params:
        at = mechanisms.draw({"robot": params["robot"], "state": {"seed": params["seed"]}})
        # Pinocchio takes the joints of a subtree for a range
        model = reordered(at.model, depth_first(at.model.tree))
        return Point(model, mapped_configuration(at.model, model, at.q), at.motion, at.tau)
    tree = robots.build(params["robot"])
    q = tree.neutral()
    for name, value in params["posture"].items():
        q[tree.idx_q[tree.joint_names.index(name)]] = value
    poses, _ = lieref.forward_kinematics(tree, q, np.zeros((1, tree.nv)))
    joint = lieref.Spherical() if params["rows"] == 3 else lieref.Fixed()
    held = []
    for name in params["feet"]:
        _, body, pose = tree.frames[name]
        assert body is not None
        ground = poses[tree.names.index(body)] @ pose
        held.append(lieref.Loop(name, None, body, joint, ground, pose))
    model = loops.close(tree, held, assembly=q)
    rng = np.random.default_rng(params["seed"])
    motion = 0.1 * rng.standard_normal((2, model.nv))
    return Point(model, model.assembly, motion, rng.standard_normal((1, model.nv)))


def depth_first(tree: lieref.Model) -> list[int]:
    """Return the bodies, each followed by all that it supports."""
    order: list[int] = []

    def add(body: int) -> None:
        order.extend([body] if body >= 0 else [])
        for child in np.flatnonzero(tree.parents == body).tolist():
            add(child)

    add(-1)
    return order


def problem(
    at: Point,
) -> tuple[Any, tuple[FloatArray, ...], list[Constraint], NDArray[np.intp], float]:
    """Return Pinocchio's model, (q, v, tau), constraints, places of our velocities, its mu.

    Where a planar mechanism's hinge is closed, the ends of its bars are held together: three rows.
    """
    tree = at.model.tree
    v = loops.expand_motion(at.model, at.q, at.motion[:1])[0][0]
    tau = np.zeros(tree.nv)
    tau[at.model.independent] = at.tau[0]
    robot = {"name": "mechanism"}
    theirs, arguments, places = peers.pinocchio_arguments(robot, tree, at.q, (v, tau))
    joints: dict[str | None, int] = {name: i + 1 for i, name in enumerate(tree.names)}
    joints[None] = 0
    held: list[Constraint] = [
        (
            6 if isinstance(loop.joint, lieref.Fixed) else 3,
            (joints[loop.predecessor], loop.predecessor_frame),
            (joints[loop.successor], loop.successor_frame),
        )
        for loop in at.model.loops
    ]
    redundant = sum(rows for rows, *_ in held) > tree.nv - at.model.nv
    mu = REGULARIZED if redundant else 0.0
    return theirs, arguments, held, places[at.model.independent], mu


def described(at: Point) -> tuple[str, NDArray[np.intp]]:
    """Return the text for Pinocchio's program, and the places of our independent velocities."""
    theirs, (q, v, tau), held, places, mu = problem(at)
    return pinocchio_cpp.text(theirs, (q, v, 0 * v, tau), held, mu), places
