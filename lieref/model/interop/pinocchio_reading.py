"""lieref's model of a pinocchio.Model.

Bodies are Pinocchio's joints, with the name and the frame of the first link on them (a BODY frame):
one at the frame of the joint, else, where a joint of one degree has a link elsewhere, of this. A
joint without a link gives its own name and frame. Other frames are kept by their names, but for
those of joints. A joint of several degrees that lieref composes (planar, translation, universal,
ZYX, composite) becomes a chain; a mimic joint becomes a coupling.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from lieref.algebra import SE3
from lieref.errors import ModelError
from lieref.model.interop.assembling import WORLD, Assembling, Step
from lieref.model.interop.blocks import Attitude, Block, CircleAngle, TurnedPlane
from lieref.model.interop.coordinate_map import span
from lieref.model.interop.extras import library, require
from lieref.model.interop.library_model import LibraryModel
from lieref.model.joints.joints import (
    EulerAngles,
    Free,
    Helical,
    Joint,
    OneDegreeJoint,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    Universal,
)

Array = NDArray[np.float64]
#: Pinocchio writes the largest double where there is no limit.
UNLIMITED = 1e300
#: Of poses, beside rounding.
SAME = 1e-12
FREE_FLYER = Attitude("xyzw", free=True, linear_first=True)
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


class _Part(NamedTuple):
    """Joints in a chain, one after the other, and how their coordinates are mapped."""

    joints: tuple[Joint, ...]
    nq: int
    nv: int
    block: Block | None = None


def from_pinocchio(
    pin_model: Any,
    *,
    joint_physics: bool | Sequence[str] = True,
    unsupported: Literal["error", "skip"] = "error",
) -> LibraryModel:
    """Return lieref's model of a pinocchio.Model, with the maps of the coordinates.

    Parameters
    ----------
    pin_model : pinocchio.Model
        It is not changed, and kept in the result.
    joint_physics : bool or sequence of str
        What acts in the joints and is in the model too: all that `pin_model` has, nothing, or some
        of "armature", "damping", "friction" and "stiffness".
        Pinocchio's own dynamics knows the armature alone: ("armature",) compares with it.
    unsupported : {"error", "skip"}
        What to do about what lieref does not have: an error that names it, or leave it out and
        list it: physics of a free-flyer and of the shifts of a planar joint, gravity that
        turns. Joints are never left out.

    Returns
    -------
    LibraryModel
        Its `model` is a LoopModel if there are mimic joints, and maps go to its independent
        coordinates: Pinocchio does not count those of mimic joints.

    Raises
    ------
    ImportError
        Pinocchio is not installed: the extra interop of lieref.
    ArgumentError
        No pinocchio.Model.
    ModelError
        An ellipsoid joint, a robot that cannot be; names the joint or body.

    Warns
    -----
    ModelWarning
        What was left out, and limits in reverse order, which are exchanged.

    Examples
    --------
    >>> import lieref
    >>> pin_model = lieref.to_pinocchio(lieref.catalogue.serial_chain(3)).other
    >>> lieref.from_pinocchio(pin_model).model.nv
    3
    """
    pin = library("pinocchio", "interop")
    require("pin_model", pin_model, pin.Model)
    gravity = np.array(pin_model.gravity.linear)
    robot = Assembling("pinocchio", pin_model.name, gravity, unsupported, joint_physics)
    if np.any(pin_model.gravity.angular):
        robot.refuse("gravity", f"an angular part of {np.array(pin_model.gravity.angular)}")
    reading = _Reading(pin, pin_model, robot)
    for i in range(1, pin_model.njoints):
        reading.joint(i)
    for frame in pin_model.frames:
        if frame.type != pin.FrameType.JOINT and frame.name != "universe":
            reading.frame(frame)
    independent = reading.independent
    coupled = len(pin_model.mimicking_joints) > 0
    return robot.build(pin_model, (pin_model.nq, pin_model.nv), independent if coupled else None)


class _Reading:
    """The bodies of the joints that have been read.

    numbers : of each of Pinocchio's joints its last body
    poses : of the frame of this body in the frame of the joint, None if it is the same
    independent : names of joints that Pinocchio counts
    """

    def __init__(self, pin: Any, model: Any, robot: Assembling):
        self._model, self._robot = model, robot
        self.numbers, self.independent = [WORLD], list[str]()
        self.poses: list[Array | None] = [None]
        self._neutral = pin.neutral(model)
        self._links: dict[int, Any] = {}
        for frame in model.frames:
            if frame.type == pin.FrameType.BODY:
                known = self._links.setdefault(frame.parentJoint, frame)
                if not known.placement.isIdentity(SAME) and frame.placement.isIdentity(SAME):
                    self._links[frame.parentJoint] = frame

    def frame(self, frame: Any) -> None:
        """Keep a frame by its name."""
        at = frame.parentJoint
        self._robot.frame(frame.name, self.numbers[at], self._seen(at, frame.placement))

    def _seen(self, i: int, pose: Any) -> Array:
        """A pose in the frame of joint i, from the frame of its body."""
        found = np.array(pose.homogeneous)
        body = self.poses[i]
        return found if body is None else SE3.inverse(body) @ found

    def joint(self, i: int) -> None:
        """Add the bodies that joint i moves, with its inertia on the last of them."""
        model, robot, joint = self._model, self._robot, self._model.joints[i]
        joint_name = robot.joint_name(model.names[i])
        steps = [(np.eye(4), _motion(joint, joint_name, self._neutral))]
        if joint.shortname() == "JointModelComposite":
            composite = joint.extract()
            steps = [
                (np.array(pose.homogeneous), _motion(part, f"{joint_name}[{k}]", self._neutral))
                for k, (pose, part) in enumerate(
                    zip(composite.jointPlacements, composite.joints, strict=True)
                )
            ]
        name, pose = self._link(i, steps)
        if pose is not None:
            steps = [(pose, _seen_from(pose, steps[0][1]))]
        placement = self._seen(model.parents[i], model.jointPlacements[i])
        steps[0] = (placement @ steps[0][0], steps[0][1])
        parent = self.numbers[model.parents[i]]
        bodies = _add_chain(robot, model, joint, (robot.body_name(name), joint_name), parent, steps)
        self.numbers.append(bodies[-1])
        self.poses.append(pose)
        if joint.nv:
            self.independent += [robot.names_of(body)[1] for body in bodies]
            _add_physics(robot, model, joint, bodies)
        elif joint.shortname() == "JointModelMimic":
            _couple(robot, model, i, joint_name)
        inertia = model.inertias[i]
        numbers = float(inertia.mass), np.array(inertia.lever), np.array(inertia.inertia)
        at = np.eye(4) if pose is None else SE3.inverse(pose)
        robot.mass(bodies[-1], at, *numbers)

    def _link(self, i: int, steps: Sequence[tuple[Array, _Part]]) -> tuple[str, Array | None]:
        """Name of the body of joint i, and its pose in the frame of the joint."""
        link = self._links.get(i)
        if link is None:
            return str(self._model.names[i]), None
        if link.placement.isIdentity(SAME):
            return str(link.name), None
        if len(steps) == 1 and [x.nv for x in steps[0][1].joints] == [1]:
            return str(link.name), np.array(link.placement.homogeneous)
        return str(self._model.names[i]), None


def _seen_from(pose: Array, part: _Part) -> _Part:
    """A joint of one degree from another frame, which has this pose in its own."""
    joint = cast("OneDegreeJoint", part.joints[0])
    back, axis = pose[:3, :3].T, np.array(joint.axis)
    along, point = _unit(back @ axis), tuple((-back @ pose[:3, 3]).tolist())
    if isinstance(joint, Prismatic):
        return part._replace(joints=(Prismatic(along),))
    if isinstance(joint, Helical):
        return part._replace(joints=(Helical(along, joint.pitch, point),))
    return part._replace(joints=(Revolute(along, point),))


def _add_chain(
    robot: Assembling,
    model: Any,
    joint: Any,
    names: tuple[str, str],
    parent: int,
    steps: Sequence[tuple[Array, _Part]],
) -> list[int]:
    """Add the bodies of a joint; each step has a pose in what is before it, and joints."""
    limited = joint.nv and all(x.nv == 1 and p.nq == p.nv for _, p in steps for x in p.joints)
    links: list[Step] = []
    for pose, part in steps:
        for k, motion in enumerate(part.joints):
            limits = _limits(model, joint.idx_q + len(links)) if limited else None
            links.append((np.eye(4) if k else pose, motion, limits))
    bodies = robot.chain(*names, parent, links)
    if joint.nv:
        first, at_q, at_v = 0, joint.idx_q, joint.idx_v
        for _, part in steps:
            mine = bodies[first : first + len(part.joints)]
            robot.coordinates(mine, span(at_q, part.nq), span(at_v, part.nv), part.block)
            _add_drive(robot, model, mine, at_v, part)
            first, at_q, at_v = first + len(mine), at_q + part.nq, at_v + part.nv
    return bodies


def _motion(joint: Any, name: str, neutral: Array) -> _Part:
    """lieref's joints for one of Pinocchio's; ModelError for what lieref does not have."""
    word = joint.shortname()
    if word == "JointModelMimic":
        word = str(joint.createData().extract()).strip().rpartition("JointData")[2]
        word = f"JointModel{word}"
    several = _SEVERAL.get(word)
    if several is not None:
        return several(joint)
    if word == "JointModelComposite":
        return _Part((), 0, 0)
    if not word.startswith(("JointModelR", "JointModelP", "JointModelH")):
        raise ModelError(f"joint {name!r}: lieref has no {word} of Pinocchio")
    # only when it is computed S has the pitch of a helical joint
    data = joint.createData()
    joint.calc(data, neutral)
    S = np.array(data.S).ravel()
    if joint.shortname() == "JointModelMimic":
        # theirs is that of the source: times the ratio
        S = S * np.sign(joint.extract().scaling)
        if not S.any():
            raise ModelError(f"joint {name!r}: mimic with ratio zero, which loses its axis")
    linear, angular = S[:3], S[3:]
    block = CircleAngle() if joint.nq == 2 else None
    if not angular.any():
        return _Part((Prismatic(_unit(linear)),), 1, 1)
    axis, size = _unit(angular), float(np.linalg.norm(angular))
    if linear.any():
        return _Part((Helical(axis, float(linear @ angular) / size**2),), 1, 1)
    return _Part((Revolute(axis),), joint.nq, 1, block)


def _unit(axis: Array) -> tuple[float, float, float]:
    """An axis of unit length; one that is within rounding of it is kept as it is."""
    size = float(np.linalg.norm(axis))
    x, y, z = (axis if abs(size - 1.0) <= 1e-12 else axis / size).tolist()
    return x, y, z


def _universal(joint: Any) -> _Part:
    """Two turns: about an axis of the parent's side, and about one of the body."""
    own = joint.extract()
    first, second = (_unit(np.array(axis)) for axis in (own.axis1, own.axis2))
    return _Part(Universal(first, second).expand(), 2, 2)


_SEVERAL: dict[str, Callable[[Any], _Part]] = {
    "JointModelFreeFlyer": lambda _: _Part((Free(),), 7, 6, FREE_FLYER),
    "JointModelSpherical": lambda _: _Part((Spherical(),), 4, 3),
    "JointModelSphericalZYX": lambda _: _Part(EulerAngles("zyx").expand(), 3, 3),
    "JointModelPlanar": lambda _: _Part(Planar(Z).expand(), 4, 3, TurnedPlane()),
    "JointModelTranslation": lambda _: _Part((Prismatic(X), Prismatic(Y), Prismatic(Z)), 3, 3),
    "JointModelUniversal": _universal,
}


def _limits(model: Any, at: int) -> tuple[float, float]:
    """Position limits of a coordinate."""
    lower, upper = float(model.lowerPositionLimit[at]), float(model.upperPositionLimit[at])
    return (
        lower if lower > -UNLIMITED else -np.inf,
        upper if upper < UNLIMITED else np.inf,
    )


def _add_drive(robot: Assembling, model: Any, bodies: Sequence[int], at: int, part: _Part) -> None:
    """Limits of force and velocity, of joints whose velocities are those of lieref's."""
    if part.block is not None and part.nv != 1:
        return
    first = at
    for body, joint in zip(bodies, part.joints, strict=True):
        here = slice(first, first + joint.nv)
        robot.drive_limits(
            body,
            force_limit=np.array(model.effortLimit)[here],
            velocity_limit=np.array(model.velocityLimit)[here],
        )
        first += joint.nv


def _couple(robot: Assembling, model: Any, i: int, name: str) -> None:
    """Drive a mimic joint by its source."""
    mimic = model.joints[i].extract()
    sources = dict(zip(model.mimicking_joints, model.mimicked_joints, strict=True))
    source = model.names[sources[i]]
    robot.couple(f"mimic of {name}", name, source, float(mimic.scaling), float(mimic.offset))


def _add_physics(robot: Assembling, model: Any, joint: Any, bodies: list[int]) -> None:
    """Armature, damping and friction of a joint, coordinate by coordinate."""
    here = slice(joint.idx_v, joint.idx_v + joint.nv)
    numbers = {
        "armature": np.array(model.armature)[here],
        "damping": np.array(model.damping)[here],
        "friction": np.array(model.upperDryFrictionLimit)[here],
    }
    if len(bodies) == 1:
        robot.joint_physics(bodies[0], **numbers)
        return
    if joint.shortname() == "JointModelPlanar":
        # its shifts have no constant axes, as those of lieref have
        found = [key for key, x in numbers.items() if robot.asked(key) and x[:2].any()]
        if found:
            name = robot.names_of(bodies[-1])[1]
            robot.refuse(f"joint {name!r}", f"{', '.join(found)} of the shifts of a planar joint")
        numbers = {key: np.append(np.zeros(2), x[2:]) for key, x in numbers.items()}
    for k, body in enumerate(bodies):
        robot.joint_physics(body, **{key: x[k : k + 1] for key, x in numbers.items()})
