"""Reading robots from URDF files.

What the format leaves to the reader, and what this one does:

- Links behind fixed joints become part of the body that carries them; with a fixed base those
  that are fixed to the root link belong to the world, and their inertia is dropped.
- A body has the name of its link (the first one of those merged into it) and the frame of that
  link; a joint keeps its name. Bodies are ordered depth first, children by the name of their
  joint, which is Pinocchio's order too.
- A continuous joint has one coordinate, its angle (Pinocchio: cosine and sine).
- A planar joint becomes a chain of two prismatic joints and a revolute one about `<axis>`, see
  `lieref.model.joints.Planar`; a floating joint is a free joint.
- A `<mimic>` joint stays an independent coordinate; `Model.mimics` carries the coupling, and
  `mimics="couple"` imposes it. A source that is no moving joint gives a ModelWarning.
- Loops and couplings are read as URDF+ writes them, see `lieref.model.urdf_plus`.
- Limits that a `<limit>` does not give are 0, as the format says; a revolute or prismatic joint
  without `<limit>` is an error.
- Real robots have links that weigh nothing and inertias that no rigid body has. A joint that
  moves no mass, and a body whose inertia is not positive semidefinite, give a ModelWarning; a
  negative mass or a negative moment about an axis of the inertial frame is an error.
- Only what dynamics needs is read: links, joints, inertials, limits, mimics, loops, couplings.
  What xacro has still to expand, elements `xacro:...` and names with `${...}`, is an error, for
  the file is another robot then; so is `quat_xyzw` in an origin, which is not read.
"""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import LierefError, ModelError, ModelWarning
from lieref.model.body_arguments import least_moment
from lieref.model.builder import ModelBuilder
from lieref.model.joints import CompositeJoint, Free, Joint, Planar, Prismatic, Revolute
from lieref.model.loop_model import LoopModel
from lieref.model.model import Model
from lieref.model.tree import parents_first, refuse_repeated
from lieref.model.urdf_plus import Constraints, Place, flagged_independent
from lieref.model.xml_tree import Element, read_xml
from lieref.model.xml_values import attribute, axis_of, numbers, pose_of

Array = NDArray[np.float64]
JOINT_TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
ROOT_JOINT = "root_joint"


class _Mass(NamedTuple):
    """Mass, centre of mass and inertia about it, in the axes of one frame."""

    mass: float
    com: Array
    inertia: Array


@dataclass(frozen=True)
class _Joint:
    """A `<joint>` as it stands in the file; `pose` is that of the child link in the parent's."""

    name: str
    type: str
    parent: str
    child: str
    pose: Array
    independent: bool | None
    element: Element


def load_urdf(
    path: str | os.PathLike[str],
    base: Literal["fixed", "free"] = "fixed",
    gravity: ArrayLike = (0.0, 0.0, -9.81),
    mimics: Literal["keep", "couple"] = "keep",
    assembly: ArrayLike | Mapping[str, float] | None = None,
) -> Model | LoopModel:
    """Read a robot from a URDF file; the module's text says how the format is understood.

    Parameters
    ----------
    path : path
        The file, at most 64 MB.
    base : {"fixed", "free"}
        Whether the root link is part of the world, or moves by a free joint "root_joint".
    gravity : (3,)
        Acceleration of gravity [m/s^2], inertial frame.
    mimics : {"keep", "couple"}
        "keep" leaves a mimic joint independent, `Model.mimics` tells of it; "couple" imposes it.
    assembly : (tree.nq,), mapping or None
        Of a robot with loops: a configuration near which they close, or positions of single
        joints by name, the others at zero.

    Returns
    -------
    Model or LoopModel
        A LoopModel if the file has `<loop>` or `<coupling>` elements, or mimics are coupled.

    Raises
    ------
    ModelError
        Broken or hostile XML, or a robot that cannot be; names file, line, link and joint.
    OSError
        The file cannot be read.
    SingularError
        The loops are singular at the assembly.

    Warns
    -----
    ModelWarning
        A joint moves no mass, an inertia is not positive semidefinite, a mimic has no moving
        source or sits on a fixed joint.
    """
    path = Path(path)
    return read_urdf(path.read_bytes(), str(path), base, gravity, mimics, assembly)


def read_urdf(
    data: bytes,
    source: str = "URDF",
    base: Literal["fixed", "free"] = "fixed",
    gravity: ArrayLike = (0.0, 0.0, -9.81),
    mimics: Literal["keep", "couple"] = "keep",
    assembly: ArrayLike | Mapping[str, float] | None = None,
) -> Model | LoopModel:
    """Read a robot from the content of a URDF file; see `load_urdf`.

    Parameters
    ----------
    data : bytes
        The content.
    source : str
        Name of the file, for errors.
    base, gravity, mimics, assembly
        See `load_urdf`.
    """
    if not isinstance(base, str) or base not in ("fixed", "free"):
        raise ModelError(f"base: {base!r}, expected 'fixed' or 'free'")
    if not isinstance(mimics, str) or mimics not in ("keep", "couple"):
        raise ModelError(f"mimics: {mimics!r}, expected 'keep' or 'couple'")
    robot = read_xml(data, source)
    if robot.tag != "robot":
        raise ModelError(f"{robot.where}: root element <{robot.tag}>, expected <robot>")
    if not robot.all("link"):
        without = "" if robot.attributes.get("name") else " without a name"
        raise ModelError(f"{robot.where}: an empty robot{without}, expected at least one <link>")
    _refuse_macros(robot)
    masses = {attribute(link, "name"): _link_mass(link) for link in robot.all("link")}
    refuse_repeated(f"{source}: link", [attribute(link, "name") for link in robot.all("link")])
    joints = [_joint(element) for element in robot.all("joint")]
    refuse_repeated(f"{source}: joint", [joint.name for joint in joints])
    builder = ModelBuilder(gravity, attribute(robot, "name"), doubtful="warn")
    root = _root(source, masses, joints)
    types = {joint.name: joint.type for joint in joints}
    with _named(source):
        # numbers near the largest double may overflow here; the builder reports what came of it
        with np.errstate(over="ignore", invalid="ignore"):
            places = _add_bodies(builder, base, root, masses, joints)
        for joint in joints:
            _add_mimic(builder, joint, types, mimics)
        constraints = Constraints(source, joints, places)
        constraints.add(builder, robot)
        idle = [each.name for each in joints if each.type == "fixed" and each.element.all("mimic")]
        if idle:
            warnings.warn(f"{source}: mimics of fixed joints dropped: {idle}", ModelWarning, 3)
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


def _refuse_macros(robot: Element) -> None:
    """Raise ModelError for what xacro has still to expand."""
    for element in (robot, *robot.children):
        for inside in (element, *element.children):
            if inside.tag.startswith("xacro:"):
                raise ModelError(f"{inside.where}: <{inside.tag}>, expected a file without macros")
        name = element.attributes.get("name", "")
        if "${" in name:
            raise ModelError(f"{element.where}: name {name!r}, expected a file without macros")


class _Visit(NamedTuple):
    """A link on the way down: the joint above it (None: root) and its pose in `body`."""

    link: str
    joint: _Joint | None
    body: str | None
    pose: Array


def _add_bodies(
    builder: ModelBuilder, base: str, root: str, masses: dict[str, _Mass], joints: list[_Joint]
) -> dict[str, Place]:
    """Add one body per moving joint, with everything that is fixed to it; return the places."""
    children: dict[str, list[_Joint]] = {link: [] for link in masses}
    # last name first, so that the first name is on top of the stack
    for joint in sorted(joints, key=lambda joint: joint.name.encode(), reverse=True):
        children[joint.parent].append(joint)
    carried: dict[str | None, list[_Mass]] = {}
    places: dict[str, Place] = {}
    moving: list[_Visit] = []
    stack = [_Visit(root, None, None, np.eye(4))]
    while stack:
        visit = stack.pop()
        body, pose = visit.body, visit.pose
        if base == "free" if visit.joint is None else visit.joint.type != "fixed":
            moving.append(visit)
            body, pose = visit.link, np.eye(4)
        places[visit.link] = Place(body, pose)
        carried.setdefault(body, []).append(_moved(pose, masses[visit.link]))
        for joint in children[visit.link]:
            stack.append(_Visit(joint.child, joint, body, pose @ joint.pose))
    for visit in moving:
        total = _sum(carried[visit.link])
        builder.add_body(
            visit.link,
            visit.body,
            Free() if visit.joint is None else _motion(visit.joint),
            visit.pose,
            total.mass,
            total.com,
            total.inertia,
            ROOT_JOINT if visit.joint is None else visit.joint.name,
            None if visit.joint is None else _limits(visit.joint),
        )
    return places


def _root(source: str, links: Iterable[str], joints: list[_Joint]) -> str:
    """Name of the one link that is no child, after checking that the links form a tree."""
    links = dict.fromkeys(links)
    above: dict[str, _Joint] = {}
    for joint in joints:
        for role, link in (("parent", joint.parent), ("child", joint.child)):
            if link not in links:
                raise ModelError(
                    f"{joint.element.where}: joint {joint.name!r}: its {role} {link!r} is no link"
                )
        if joint.child in above:
            raise ModelError(
                f"{joint.element.where}: link {joint.child!r} is the child of two joints, "
                f"{above[joint.child].name!r} and {joint.name!r}"
            )
        above[joint.child] = joint
    parents = [above[link].parent if link in above else None for link in links]
    parents_first(list(links), parents, f"{source}: link")
    roots = [link for link in links if link not in above]
    if len(roots) > 1:
        raise ModelError(f"{source}: several root links, expected one: {roots}")
    return roots[0]


def _joint(element: Element) -> _Joint:
    name = attribute(element, "name")
    what = f"{element.where}: joint {name!r}"
    kind = attribute(element, "type")
    if kind not in JOINT_TYPES:
        raise ModelError(f"{what}: type {kind!r}, expected one of {', '.join(JOINT_TYPES)}")
    ends = {}
    for role in ("parent", "child"):
        end = element.only(role)
        if end is None:
            raise ModelError(f"{what}: no <{role}>")
        ends[role] = attribute(end, "link")
    pose = pose_of(what, element.only("origin"))
    independent = flagged_independent(what, element)
    return _Joint(name, kind, ends["parent"], ends["child"], pose, independent, element)


def _motion(joint: _Joint) -> Joint | CompositeJoint:
    """The joint of the model that a moving `<joint>` is."""
    if joint.type == "floating":
        return Free()
    x, y, z = axis_of(f"{joint.element.where}: joint {joint.name!r}", joint.element)
    if joint.type == "prismatic":
        return Prismatic((x, y, z))
    if joint.type == "planar":
        return Planar((x, y, z))
    return Revolute((x, y, z))


def _limits(joint: _Joint) -> tuple[float, float] | None:
    if joint.type not in ("revolute", "prismatic"):
        return None
    what = f"{joint.element.where}: joint {joint.name!r}"
    limit = joint.element.only("limit")
    if limit is None:
        raise ModelError(f"{what}: no <limit>, which a {joint.type} joint must have")
    lower, upper = (
        numbers(f"{what}: {side} limit", limit.attributes.get(side, "0"), 1)[0]
        for side in ("lower", "upper")
    )
    return lower, upper


def _add_mimic(builder: ModelBuilder, joint: _Joint, types: dict[str, str], mimics: str) -> None:
    mimic = joint.element.only("mimic")
    if mimic is None or joint.type == "fixed":
        return
    what = f"{mimic.where}: mimic of joint {joint.name!r}"
    source = attribute(mimic, "joint")
    for name in (joint.name, source):
        if types.get(name) in ("planar", "floating"):
            raise ModelError(
                f"{what}: joint {name!r} is {types[name]}, expected one degree of freedom"
            )
    multiplier, offset = (
        numbers(f"{what}: {key}", mimic.attributes.get(key, default), 1)[0]
        for key, default in (("multiplier", "1"), ("offset", "0"))
    )
    if mimics == "keep":
        builder.add_mimic(joint.name, source, multiplier, offset)
        return
    if types.get(source, "fixed") == "fixed":
        raise ModelError(f"{what}: its source {source!r} is no moving joint, nothing to couple to")
    builder.couple(joint.name, source, multiplier, offset, name=f"mimic of {joint.name}")


def _link_mass(link: Element) -> _Mass:
    """Mass, centre of mass and inertia of a link in link axes; zero without `<inertial>`."""
    what = f"{link.where}: link {attribute(link, 'name')!r}"
    inertial = link.only("inertial")
    if inertial is None:
        return _Mass(0.0, np.zeros(3), np.zeros((3, 3)))
    mass, inertia = inertial.only("mass"), inertial.only("inertia")
    if mass is None or inertia is None:
        missing = "mass" if mass is None else "inertia"
        raise ModelError(f"{what}: <inertial> without <{missing}>")
    (kilograms,) = numbers(f"{what}: mass", attribute(mass, "value"), 1)
    if kilograms < 0.0:
        raise ModelError(f"{what}: mass {kilograms!r}, expected at least 0")
    xx, xy, xz, yy, yz, zz = (
        numbers(f"{what}: {key}", attribute(inertia, key), 1)[0]
        for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    )
    if min(xx, yy, zz) < least_moment(max(xx, yy, zz, 0.0), kilograms):
        raise ModelError(f"{what}: moments of inertia {xx, yy, zz}, expected none negative")
    own_axes = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return _moved(pose_of(what, inertial.only("origin")), _Mass(kilograms, np.zeros(3), own_axes))


def _moved(pose: Array, given: _Mass) -> _Mass:
    """The same mass seen from another frame; `pose` is that of its frame in the other one."""
    rotation = pose[:3, :3]
    inertia = rotation @ given.inertia @ rotation.T
    return _Mass(given.mass, rotation @ given.com + pose[:3, 3], inertia / 2 + inertia.T / 2)


def _sum(parts: list[_Mass]) -> _Mass:
    """One body out of several, all in the same frame (parallel axis theorem)."""
    heavy = [part for part in parts if part.mass > 0.0]
    inertia = sum((part.inertia for part in parts), np.zeros((3, 3)))
    if not heavy:
        return _Mass(0.0, np.zeros(3), inertia)
    mass = math.fsum(part.mass for part in heavy)
    com = sum((part.mass / mass * part.com for part in heavy), np.zeros(3))
    for part in heavy:
        d = part.com - com
        inertia = inertia + part.mass * (d @ d * np.eye(3) - np.outer(d, d))
    return _Mass(mass, com, inertia)
