"""Small trees with one of Pinocchio's joints, built in Pinocchio and of lieref's joints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pinocchio as pin

import lieref
from lieref.check.metrics import FloatArray
from verification.subjects.peers.pinocchio_joints import LEVER, TURN, TYPES, JointType, Part

#: Where the joint stands: the joints of the tree, None for it, and their parents. Pinocchio wants
#: its joints depth first.
PLACES: dict[str, tuple[tuple[str | None, ...], tuple[int, ...]]] = {
    "on the world": ((None, "RevoluteUnaligned", "PrismaticUnaligned"), (-1, 0, 0)),
    "between bodies": (("RevoluteUnaligned", None, "RY", "PrismaticUnaligned"), (-1, 0, 1, 1)),
    "twice": (("RX", None, None, "RevoluteUnaligned"), (-1, 0, 1, 2)),
}
#: Configurations are so far from the neutral one, at most, along every coordinate [rad, m].
REACH = 1.2


@dataclass(frozen=True)
class Placed:
    """A body: its joint, parent, pose of the joint in the parent's frame, and inertia there."""

    joint: JointType
    parent: int
    placement: FloatArray
    mass: float
    com: FloatArray
    inertia: FloatArray


@dataclass(frozen=True)
class Mechanism:
    """The same tree twice.

    parts : of all joints in the order of Pinocchio's coordinates
    bodies : of each joint, the number of lieref's body that it carries
    """

    placed: tuple[Placed, ...]
    theirs: Any
    ours: lieref.Model
    parts: tuple[Part, ...]
    bodies: tuple[int, ...]


def _body(rng: np.random.Generator, joint: JointType, parent: int) -> Placed:
    turn = rng.normal(size=4)
    R = pin.Quaternion(*(turn / np.linalg.norm(turn))).toRotationMatrix()
    placement = np.eye(4)
    placement[:3, :3], placement[:3, 3] = R, rng.uniform(-0.5, 0.5, 3)
    half = rng.uniform(-0.3, 0.3, (3, 3))
    inertia = half @ half.T + 0.05 * np.eye(3)
    return Placed(
        joint, parent, placement, rng.uniform(0.5, 2.0), rng.uniform(-0.3, 0.3, 3), inertia
    )


def draw(name: str, place: str, seed: int) -> Mechanism:
    """Return the tree of a joint type at a place, with random geometry and inertia."""
    rng = np.random.default_rng(seed)
    joints, parents = PLACES[place]
    return build(
        [
            _body(rng, TYPES[joint or name], parent)
            for joint, parent in zip(joints, parents, strict=True)
        ]
    )


def build(placed: list[Placed]) -> Mechanism:
    """Return the tree of these bodies in both libraries."""
    theirs, builder = pin.Model(), lieref.ModelBuilder()
    theirs.gravity.linear = np.array([0.0, 0.0, -9.81])
    parts: list[Part] = []
    ends: list[str] = []
    for i, body in enumerate(placed):
        at = pin.SE3(body.placement[:3, :3], body.placement[:3, 3])
        number = theirs.addJoint(body.parent + 1, body.joint.make(pin), at, f"joint{i}")
        inertia = pin.Inertia(body.mass, body.com, body.inertia)
        theirs.appendBodyToJoint(number, inertia, pin.SE3.Identity())
        parts += [piece.part for piece in body.joint.pieces]
        ends.append(
            _chain(builder, body, f"body{i}", ends[body.parent] if body.parent >= 0 else None)
        )
    ours = builder.build_tree()
    bodies = tuple(list(ours.names).index(name) for name in ends)
    return Mechanism(tuple(placed), theirs, ours, tuple(parts), bodies)


def _chain(builder: Any, body: Placed, name: str, above: str | None) -> str:
    """Add the chain of a joint, the body at its end; return the name of that."""
    links = []
    for k, piece in enumerate(body.joint.pieces):
        start = np.eye(4)
        if piece.placed:
            start[:3, :3], start[:3, 3] = TURN, LEVER
        if not k:
            start = body.placement @ start
        links += [
            (joint, start if not n else np.eye(4)) for n, joint in enumerate(piece.part.joints)
        ]
    for k, (joint, placement) in enumerate(links):
        last = k == len(links) - 1
        here = name if last else f"{name}:{k}"
        loads = {"mass": body.mass, "com": body.com, "inertia": body.inertia} if last else {}
        builder.add_body(here, above, joint, placement=placement, **loads)
        above = here
    return name


def state(mechanism: Mechanism, seed: int) -> dict[str, FloatArray]:
    """Return q, v, a, tau in Pinocchio's coordinates."""
    rng, model = np.random.default_rng([seed, 1]), mechanism.theirs
    q = pin.integrate(model, pin.neutral(model), rng.uniform(-REACH, REACH, model.nv))
    return {"q": q, **{name: rng.normal(size=model.nv) for name in ("v", "a", "tau")}}
