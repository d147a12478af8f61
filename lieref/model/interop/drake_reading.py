"""lieref's model of a MultibodyPlant of Drake.

Bodies are Drake's, with their frames; bodies that are welded together are one, with the others as
frames. Joints of several degrees that lieref composes (planar, universal) become chains. A ball
joint beside the origin of its body gives a body "body at joint" at the joint's frame, and the frame
of the body by its name. Bodies that Drake lets float have the joint that Drake gave them.

The names of frames, bodies and joints are Drake's; those that several model instances have are
scoped, "instance::name".
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lieref.algebra import SE3, SO3
from lieref.errors import ModelError
from lieref.model.interop.assembling import WORLD, Assembling, Step
from lieref.model.interop.blocks import Attitude, Block
from lieref.model.interop.coordinate_map import span
from lieref.model.interop.drake_physics import add_physics, refuse_other_forces
from lieref.model.interop.extras import library, require
from lieref.model.interop.library_model import LibraryModel
from lieref.model.joints.joints import Free, Helical, Joint, Prismatic, Revolute, Spherical

Array = NDArray[np.float64]
BALL = Attitude("rpy", angular_axes="parent")
#: Drake's joints that it traverses from their child where they are defined so.
REVERSIBLE = ("revolute", "prismatic", "weld")
FLOATING = ("quaternion_floating", "rpy_floating")


def from_drake(
    plant: Any,
    *,
    joint_physics: bool | Sequence[str] = True,
    unsupported: Literal["error", "skip"] = "error",
) -> LibraryModel:
    """Return lieref's model of a finalized MultibodyPlant, with the maps of the coordinates.

    SDF files are read so: ``Parser(plant).AddModels("robot.sdf")``, ``plant.Finalize()``.

    Parameters
    ----------
    plant : pydrake.multibody.plant.MultibodyPlant
        Finalized, of doubles. It is not changed, and kept in the result.
    joint_physics : bool or sequence of str
        What acts in the joints and is in the model too: all that `plant` has, nothing, or some
        of "armature", "damping", "friction" and "stiffness".
    unsupported : {"error", "skip"}
        What to do about what lieref does not have: an error that names it, or leave it out and
        list it in `skipped`. These are constraints of a plant of discrete time, force elements
        other than springs of revolute and prismatic joints, physics of floating joints, and gravity
        that is disabled for some of the bodies.

    Raises
    ------
    ImportError
        Drake is not installed: the extra drake of lieref.
    ArgumentError
        No MultibodyPlant.
    ModelError
        A plant that is not finalized, a joint that lieref does not have, or a joint that closes a
        loop; names the joint.

    Warns
    -----
    ModelWarning
        What was left out.

    Examples
    --------
    >>> import lieref
    >>> from pydrake.multibody.plant import MultibodyPlant
    >>> from pydrake.multibody.tree import SpatialInertia
    >>> plant = MultibodyPlant(time_step=0.0)
    >>> _ = plant.AddRigidBody("ball", SpatialInertia.SolidSphereWithMass(1.0, 0.1))
    >>> plant.Finalize()
    >>> lieref.from_drake(plant).model.nv
    6
    """
    drake = library("pydrake.multibody.plant", "drake")
    tree = library("pydrake.multibody.tree", "drake")
    require("plant", plant, drake.MultibodyPlant)
    if not plant.is_finalized():
        raise ModelError("plant: not finalized, call plant.Finalize() first")
    gravity = np.array(plant.gravity_field().gravity_vector())
    robot = Assembling("drake", "robot", gravity, unsupported, joint_physics)
    reading = _Reading(tree, plant, robot)
    reading.bodies()
    for frame in reading.frames():
        reading.frame(frame)
    refuse_other_forces(tree, plant, robot)
    return robot.build(plant, (plant.num_positions(), plant.num_velocities()))


class _Motion(NamedTuple):
    """lieref's joints for one of Drake's, and whether its frame has to be that of the body."""

    joints: tuple[Joint, ...]
    block: Block | None = None
    framed: bool = False


class _Reading:
    """The bodies of a plant that have been read.

    places : of each of Drake's bodies, by number, the body that carries it and its pose there
    """

    def __init__(self, tree: Any, plant: Any, robot: Assembling):
        self._tree, self._plant, self._robot = tree, plant, robot
        self.places: dict[int, tuple[int, Array]] = {0: (WORLD, np.eye(4))}
        self._joints = [plant.get_joint(j) for j in plant.GetJointIndices()]
        every = [plant.get_body(tree.BodyIndex(i)) for i in range(1, plant.num_bodies())]
        self._twice = {
            "body": _repeated(every),
            "joint": _repeated(self._joints),
            "frame": _repeated(self.frames()),
        }
        self._bodies = {int(body.index()): body for body in every}

    def frames(self) -> list[Any]:
        """All frames of the plant."""
        plant, numbers = self._plant, range(self._plant.num_model_instances())
        instances = [self._tree.ModelInstanceIndex(k) for k in numbers]
        return [plant.get_frame(i) for k in instances for i in plant.GetFrameIndices(k)]

    def _name(self, kind: str, element: Any) -> str:
        """A name, with that of the model instance before it where several have it."""
        name = str(element.name())
        if name not in self._twice[kind]:
            return name
        return f"{self._plant.GetModelInstanceName(element.model_instance())}::{name}"

    def frame(self, frame: Any) -> None:
        """Keep a frame by its name."""
        body = int(frame.body().index())
        carrier, place = self.places[body]
        at = np.array(frame.GetFixedPoseInBodyFrame().GetAsMatrix4())
        self._robot.frame(self._name("frame", frame), carrier, place @ at)

    def bodies(self) -> None:
        """Add all bodies, each after what carries it, in Drake's order else."""
        above: dict[int, Any] = {}
        for joint in self._joints:
            child = int(joint.child_body().index())
            if child in above or child == 0:
                # one whose parent hangs on nothing else is traversed from the child
                parent = int(joint.parent_body().index())
                if parent in above or parent == 0 or joint.type_name() not in REVERSIBLE:
                    raise ModelError(
                        f"joint {joint.name()!r}: body {joint.child_body().name()!r} hangs on "
                        "another joint, expected a tree"
                    )
                above[parent] = joint
            else:
                above[child] = joint
        waiting = sorted(self._bodies)
        while waiting:
            ready = (i for i in waiting if self._other_end(above, i) in self.places)
            i = next(ready, None)
            if i is None:
                names = [self._bodies[k].name() for k in waiting]
                raise ModelError(f"bodies {names[:6]} form a loop, expected a tree")
            waiting.remove(i)
            self._body(i, above[i])

    def _other_end(self, above: dict[int, Any], i: int) -> int:
        """The body that carries body i."""
        if i not in above:
            raise ModelError(f"body {self._bodies[i].name()!r} hangs on no joint")
        joint = above[i]
        ends = int(joint.parent_body().index()), int(joint.child_body().index())
        return ends[0] if ends[1] == i else ends[1]

    def _body(self, i: int, joint: Any) -> None:
        """Add a body behind its joint."""
        robot, body = self._robot, self._bodies[i]
        frames = [joint.frame_on_parent(), joint.frame_on_child()]
        back = int(joint.child_body().index()) != i
        if back:
            frames.reverse()
        inner, outer = (np.array(x.GetFixedPoseInBodyFrame().GetAsMatrix4()) for x in frames)
        carrier, place = self.places[int(frames[0].body().index())]
        if joint.type_name() == "weld":
            weld = np.array(joint.X_FM().GetAsMatrix4())
            weld = SE3.inverse(weld) if back else weld
            self.places[i] = carrier, place @ inner @ weld @ SE3.inverse(outer)
        else:
            self.places[i] = self._moved(i, joint, carrier, place @ inner, outer, back)
        inertia = body.default_spatial_inertia()
        mass, c = float(inertia.get_mass()), np.array(inertia.get_com())
        about = np.array(inertia.CalcRotationalInertia().CopyToFullMatrix3())
        about = about - mass * ((c @ c) * np.eye(3) - np.outer(c, c))
        # what has no mass has no center, and Drake writes NaN
        robot.mass(
            *self.places[i],
            mass,
            c if mass else np.zeros(3),
            about if mass else np.zeros((3, 3)),
        )

    def _moved(
        self, i: int, joint: Any, carrier: int, place: Array, outer: Array, back: bool
    ) -> tuple[int, Array]:
        """Add what a joint moves; return the body that carries Drake's, and its pose there.

        place, outer : poses of the joint's frames in the carrier and in Drake's body
        back : whether Drake's joint moves the carrier in the body
        """
        robot, name = self._robot, self._name("body", self._bodies[i])
        plain = bool(np.array_equal(outer, np.eye(4)))
        motion = _motion(self._plant, joint, outer, -1.0 if back else 1.0)
        joint_name = robot.joint_name(self._name("joint", joint))
        apart = motion.framed and not plain
        pose = np.eye(4)
        if not apart and not (plain or joint.type_name() in FLOATING):
            place = place @ SE3.inverse(outer)
        elif apart:
            name, pose = f"{name} at {joint_name}", SE3.inverse(outer)
        limits = zip(joint.position_lower_limits(), joint.position_upper_limits(), strict=True)
        steps: list[Step] = [
            (np.eye(4) if k else place, x, ends if x.nv == 1 else None)
            for k, (x, ends) in enumerate(zip(motion.joints, _limits(limits), strict=False))
        ]
        bodies = robot.chain(robot.body_name(name), joint_name, carrier, steps)
        q = span(joint.position_start(), joint.num_positions())
        v = span(joint.velocity_start(), joint.num_velocities())
        robot.coordinates(bodies, q, v, motion.block)
        add_physics(self._tree, self._plant, joint, robot, bodies)
        return bodies[-1], pose


def _repeated(elements: Iterable[Any]) -> set[str]:
    """Names that are used more than once."""
    return {name for name, n in Counter(x.name() for x in elements).items() if n > 1}


def _limits(ends: Iterable[Any]) -> list[tuple[float, float]]:
    """Pairs of doubles."""
    return [(float(lower), float(upper)) for lower, upper in ends]


def _motion(plant: Any, joint: Any, outer: Array, sign: float) -> _Motion:
    """lieref's joints for one of Drake's, whose frame on the body has the pose `outer` there."""
    word = joint.type_name()
    x, y, z = (_triple(outer[:3, k]) for k in range(3))
    point = _triple(outer[:3, 3])
    if word in FLOATING:
        offset = None if np.array_equal(outer, np.eye(4)) else outer
        rotation = "wxyz" if word == "quaternion_floating" else "rpy"
        return _Motion((Free(),), _floating(rotation, offset))
    if word == "ball_rpy":
        return _Motion((Spherical(),), BALL, framed=True)
    if word == "planar":
        return _Motion((Prismatic(x), Prismatic(y), Revolute(z, point)))
    if word == "universal":
        return _Motion((Revolute(x, point), Revolute(y, point)))
    if word == "prismatic":
        return _Motion((Prismatic(_turned(outer, sign * joint.translation_axis())),))
    if word == "screw":
        # theirs are metres of a whole turn
        pitch = joint.screw_pitch() / (2.0 * math.pi)
        return _Motion((Helical(_turned(outer, _screw_axis(plant, joint)), pitch, point),))
    if word == "revolute":
        return _Motion((Revolute(_turned(outer, sign * joint.revolute_axis()), point),))
    raise ModelError(f"joint {joint.name()!r}: lieref has no {word} joint of Drake")


def _screw_axis(plant: Any, joint: Any) -> Array:
    """The axis of a screw joint, which pydrake does not tell: that of a turn by 1 rad."""
    context = plant.CreateDefaultContext()
    q = plant.GetPositions(context)
    q[joint.position_start()] = 1.0
    plant.SetPositions(context, q)
    X = joint.frame_on_child().CalcPose(context, joint.frame_on_parent())
    return np.asarray(SO3.log(np.array(X.rotation().matrix())))


def _floating(rotation: str, offset: Array | None) -> Attitude:
    """A free body whose joint's frame has this pose in its own."""
    return Attitude(
        rotation,
        free=True,
        position_first=False,
        angular_axes="parent",
        linear_axes="parent",
        offset=offset,
    )


def _turned(outer: Array, axis: Array) -> tuple[float, float, float]:
    """An axis of the joint's frame in the axes of the body."""
    return _triple(outer[:3, :3] @ axis)


def _triple(vector: Array) -> tuple[float, float, float]:
    """Three floats, without negative zeros."""
    x, y, z = (float(component) + 0.0 for component in vector)
    return x, y, z
