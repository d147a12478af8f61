"""Building: from the records of a URDF file to a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import LierefError, ModelError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import CompositeJoint, Free, Joint, Planar, Prismatic, Revolute
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.model.tree.rigid_sums import merged, moved
from lieref.model.tree.tree import parents_first, refuse_repeated
from lieref.model.urdf.masses import masses_of, poses_of
from lieref.model.urdf.plus import Constraints, Place
from lieref.model.urdf.records import JointRecord, LinkRecord, Notes, RobotRecord

Array = NDArray[np.float64]
ROOT_JOINT = "root_joint"
WORLD = "world"
SEVERAL_DEGREES = ("planar", "floating")


def build_model(
    robot: RobotRecord,
    notes: Notes,
    base: str,
    gravity: ArrayLike,
    mimics: str,
    assembly: ArrayLike | Mapping[str, float] | None,
    joint_physics: bool,
) -> Model | LoopModel:
    """Return the model of the records; the arguments are those of `load_urdf`.

    Raises
    ------
    ModelError
        A robot that cannot be; names file, line, link and joint.
    SingularError
        The loops are singular at the assembly.
    """
    source, joints = notes.source, robot.joints
    refuse_repeated(f"{source}: link", [link.name for link in robot.links])
    refuse_repeated(f"{source}: joint", [joint.name for joint in joints])
    links = _with_world(robot, notes)
    root = _root(notes, [link.name for link in links], joints)
    builder = ModelBuilder(gravity, robot.name, doubtful="warn")
    with _named(source):
        # numbers near the largest double may overflow here; the builder reports what came of it
        with np.errstate(over="ignore", invalid="ignore"):
            places = _add_bodies(builder, base, root, links, joints, notes, joint_physics)
        _add_mimics(builder, joints, mimics, notes)
        constraints = Constraints(notes, joints, places)
        constraints.add(builder, robot)
        return constraints.build(builder, assembly)


@contextmanager
def _named(source: str) -> Iterator[None]:
    """Put the name of the file before the errors of the builder, which does not know it."""
    try:
        yield
    except LierefError as error:
        if str(error).startswith(source):
            raise
        raise type(error)(f"{source}: {error}") from None


def _with_world(robot: RobotRecord, notes: Notes) -> list[LinkRecord]:
    """The links, with one named "world" if it is the parent of a joint and was not declared."""
    if all(link.name != WORLD for link in robot.links):
        for joint in robot.joints:
            if joint.parent == WORLD:
                notes.add(
                    joint.line,
                    f"joint {joint.name!r}: its parent {WORLD!r} is not declared, taken as a link "
                    "without mass",
                )
                return [LinkRecord(joint.line, WORLD, None), *robot.links]
    return robot.links


def _root(notes: Notes, links: Sequence[str], joints: Sequence[JointRecord]) -> str:
    """Name of the one link that is no child, after checking that the links form a tree."""
    known = set(links)
    above: dict[str, JointRecord] = {}
    for joint in joints:
        for role, link in (("parent", joint.parent), ("child", joint.child)):
            if link not in known:
                raise ModelError(
                    f"{notes.where(joint.line)}: joint {joint.name!r}: its {role} {link!r} is no "
                    "link"
                )
        if joint.child in above:
            raise ModelError(
                f"{notes.where(joint.line)}: link {joint.child!r} is the child of two joints, "
                f"{above[joint.child].name!r} and {joint.name!r}"
            )
        above[joint.child] = joint
    parents = [above[link].parent if link in above else None for link in links]
    parents_first(links, parents, f"{notes.source}: link")
    roots = [link for link in links if link not in above]
    if len(roots) > 1:
        raise ModelError(f"{notes.source}: several root links, expected one: {roots}")
    return roots[0]


class _Body(NamedTuple):
    """A link that moves: the joint above it (None: root), the body that carries it, its pose."""

    link: str
    joint: JointRecord | None
    carrier: str | None
    pose: Array


def _placed(
    base: str, root: str, joints: Sequence[JointRecord]
) -> tuple[list[_Body], dict[str, Place]]:
    """The bodies, depth first and children by the name of their joint, and where links went."""
    children: dict[str, list[tuple[JointRecord, Array]]] = {}
    # a product with the identity has no negative zero
    poses = poses_of([joint.origin for joint in joints]) + 0.0
    # last name first, so that the first name is on top of the stack
    order = sorted(range(len(joints)), key=lambda k: joints[k].name.encode(), reverse=True)
    for k in order:
        children.setdefault(joints[k].parent, []).append((joints[k], poses[k]))
    identity = np.eye(4)
    identity.setflags(write=False)
    bodies: list[_Body] = []
    places: dict[str, Place] = {}
    stack = [_Body(root, None, None, identity)]
    while stack:
        visit = stack.pop()
        link, joint, carrier, pose = visit
        if base == "free" if joint is None else joint.type != "fixed":
            bodies.append(visit)
            carrier, pose = link, identity
        places[link] = Place(carrier, pose)
        for below, step in children.get(link, ()):
            at = step if pose is identity else pose @ step
            stack.append(_Body(below.child, below, carrier, at))
    return bodies, places


def _add_bodies(
    builder: ModelBuilder,
    base: str,
    root: str,
    links: Sequence[LinkRecord],
    joints: Sequence[JointRecord],
    notes: Notes,
    joint_physics: bool,
) -> dict[str, Place]:
    """Add one body per moving joint, with everything that is fixed to it; return the places."""
    bodies, places = _placed(base, root, joints)
    number = {body.link: i for i, body in enumerate(bodies)}
    # parts are added up in the order of their places
    by_name = {link.name: link for link in links}
    massive = [by_name[name] for name in places if by_name[name].inertial is not None]
    at = [places[link.name] for link in massive]
    owners = [-1 if place.body is None else number[place.body] for place in at]
    poses = np.array([place.pose for place in at]).reshape(-1, 4, 4)
    total = merged(owners, len(bodies), moved(poses, masses_of(massive, notes)))
    if base == "free" and total.mass[0] == 0.0:
        notes.add(
            by_name[root].line,
            f"root link {root!r} without mass: with base='free' forward dynamics may have no "
            "solution; base='fixed' makes it part of the world",
        )
    for body, mass, com, inertia in zip(bodies, total.mass.tolist(), *total[1:], strict=True):
        builder.add_body(
            body.link,
            body.carrier,
            Free() if body.joint is None else _motion(body.joint),
            body.pose,
            mass,
            com,
            inertia,
            ROOT_JOINT if body.joint is None else body.joint.name,
            None if body.joint is None else body.joint.limits,
            **_drive(body.joint),
            **(_dynamics(body.joint, notes) if joint_physics and body.joint is not None else {}),
        )
    for name, place in places.items():
        if name not in number:
            builder.add_frame(name, place.body, place.pose)
    return places


def _drive(joint: JointRecord | None) -> dict[str, float | None]:
    """Limits of the drive of a joint, as the builder takes them; of one degree alone."""
    if joint is None or joint.type in SEVERAL_DEGREES:
        return {}
    return {"force_limit": joint.drive.force, "velocity_limit": joint.drive.velocity}


def _dynamics(joint: JointRecord, notes: Notes) -> dict[str, float]:
    """Damping and friction of a joint, as the builder takes them."""
    given = joint.dynamics
    if given is None or not (given.damping or given.friction):
        return {}
    if joint.type in SEVERAL_DEGREES:
        notes.add(
            given.line,
            f"joint {joint.name!r}: <dynamics> of a {joint.type} joint, which is not read",
        )
        return {}
    return {"damping": given.damping, "friction": given.friction}


def _motion(joint: JointRecord) -> Joint | CompositeJoint:
    """The joint of the model that a moving `<joint>` is."""
    if joint.axis is None:
        return Free()
    if joint.type == "prismatic":
        return Prismatic(joint.axis)
    return Planar(joint.axis) if joint.type == "planar" else Revolute(joint.axis)


def _add_mimics(
    builder: ModelBuilder, joints: Sequence[JointRecord], mimics: str, notes: Notes
) -> None:
    """Record the mimics, or impose them."""
    types = {joint.name: joint.type for joint in joints}
    for joint in joints:
        if joint.mimic is None:
            continue
        line, source, multiplier, offset = (
            joint.mimic.line,
            joint.mimic.source,
            joint.mimic.multiplier,
            joint.mimic.offset,
        )
        if joint.type == "fixed":
            notes.add(line, f"joint {joint.name!r}: mimic of a fixed joint, dropped")
            continue
        what = f"{notes.where(line)}: mimic of joint {joint.name!r}"
        for name in (joint.name, source):
            if types.get(name) in SEVERAL_DEGREES:
                raise ModelError(
                    f"{what}: joint {name!r} is {types[name]}, expected one degree of freedom"
                )
        if mimics == "keep":
            builder.add_mimic(joint.name, source, multiplier, offset)
            continue
        if types.get(source, "fixed") == "fixed":
            raise ModelError(
                f"{what}: its source {source!r} is no moving joint, nothing to couple to"
            )
        builder.couple(joint.name, source, multiplier, offset, name=f"mimic of {joint.name}")
