"""lieref's model of a compiled model of MuJoCo.

Bodies with joints are bodies, with MuJoCo's frames; several joints of one body are a chain with
massless bodies "body at joint" between. A body without joints is a frame on what carries it, a
site is a frame. A ball joint beside the origin of its body gives a body "body at joint" at its
anchor, and the frame of the body by its name. A configuration has MuJoCo's numbers: reference
angles are in the placements, and a free body has its pose in the world.

Equality constraints become loops and couplings, see `mujoco_equalities`. Contacts, limits as
constraints, actuators and sensors are not part of a model of lieref.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra import SO3
from lieref.model.interop.assembling import WORLD, Assembling, Step
from lieref.model.interop.blocks import FROM_WXYZ, Attitude
from lieref.model.interop.coordinate_map import span
from lieref.model.interop.extras import library, require
from lieref.model.interop.library_model import LibraryModel
from lieref.model.interop.mujoco_equalities import add_equality, tied_bodies
from lieref.model.interop.mujoco_files import compiled
from lieref.model.interop.mujoco_physics import (
    drive_limits,
    of_actuators,
    physics_of,
    refuse_other_forces,
    switched_off,
    weight,
)
from lieref.model.joints.joints import Free, Joint, Prismatic, Revolute, Spherical
from lieref.model.tree.editing import motion_of

Array = NDArray[np.float64]
FREE = Attitude("wxyz", free=True, linear_first=True, linear_axes="parent")
BALL = Attitude("wxyz")


def from_mujoco(
    mj_model: Any,
    *,
    joint_physics: bool | Sequence[str] = True,
    unsupported: Literal["error", "skip"] = "error",
    qpos: ArrayLike | None = None,
    closure_tolerance: float = 0.0,
) -> LibraryModel:
    """Return lieref's model of a mujoco.MjModel, with the maps of the coordinates.

    Parameters
    ----------
    mj_model : mujoco.MjModel
        It is not changed, and kept in the result. From a file: `from_mjcf`.
    joint_physics : bool or sequence of str
        What acts in the joints and is in the model too: all that `mj_model` has, nothing, or some
        of "armature", "damping", "friction" and "stiffness".
        MuJoCo's friction is a constraint, lieref's a torque against the velocity.
    unsupported : {"error", "skip"}
        What to do about what lieref does not have: an error that names it, or leave it out and
        list it in `skipped`. These are equality constraints of tendons, flexes and distances, those
        within one rigid part, and those that do not close or leave nothing to move; gravity
        compensation that is not the same for all bodies that move; fluid forces, springs, damping,
        armature and friction of tendons; springs of ball and free joints; polynomials of springs
        and damping; flexes; and mocap bodies that an equality ties, which are then fixed where they
        stand, as others are.
    qpos : (nq,) or None
        A configuration near which equality constraints are closed; None is the model's qpos0.
    closure_tolerance : float
        How far apart the ends of an equality constraint may be, m and rad, as of
        `ModelBuilder.build`: MuJoCo's are soft, and files give places with some decimals.

    Returns
    -------
    LibraryModel
        Its `model` is a LoopModel if there are active equality constraints. Maps go to the
        coordinates of its tree, for MuJoCo counts all of them.

    Raises
    ------
    ImportError
        MuJoCo is not installed: the extra interop of lieref.
    ArgumentError
        No mujoco.MjModel.
    ModelError
        What lieref does not have, or constraints that do not close; names body, joint or equality.
    SingularError
        The loops are singular at `qpos`.

    Warns
    -----
    ModelWarning
        What was left out; gravity compensation of every body, which is in the model's gravity; a
        free joint with armature, damping or friction, which is three slides and a ball; a robot of
        which nothing moves.

    Examples
    --------
    >>> import lieref, mujoco
    >>> text = "<mujoco><worldbody><body><joint/><geom size='0.1'/></body></worldbody></mujoco>"
    >>> lieref.from_mujoco(mujoco.MjModel.from_xml_string(text)).model.nv
    1
    """
    mujoco = library("mujoco", "interop")
    require("mj_model", mj_model, mujoco.MjModel)
    reading = _Reading(mujoco, mj_model, unsupported, joint_physics)
    for b in range(mj_model.nbody):
        reading.body(b)
    for s in range(mj_model.nsite):
        reading.site(s)
    robot = reading.robot
    moves = [carrier != WORLD for carrier, _ in reading.places]
    robot.fall(weight(mujoco, mj_model, robot, moves))
    refuse_other_forces(mujoco, mj_model, robot)
    if not switched_off(mujoco, mj_model) & {"CONSTRAINT", "EQUALITY"}:
        for e in range(mj_model.neq):
            if mj_model.eq_active0[e]:
                add_equality(mujoco, mj_model, e, robot, reading.places, reading.joint_names)
    near = np.array(mj_model.qpos0) if qpos is None else qpos
    sizes = mj_model.nq, mj_model.nv
    return robot.build(mj_model, sizes, near=near, closure_tolerance=closure_tolerance)


def from_mjcf(
    path: str | os.PathLike[str],
    *,
    joint_physics: bool | Sequence[str] = True,
    unsupported: Literal["error", "skip"] = "error",
    qpos: ArrayLike | None = None,
    closure_tolerance: float = 0.0,
) -> LibraryModel:
    """Return lieref's model of an MJCF file, which MuJoCo reads and compiles.

    A file whose textures, height fields or meshes are not there is read without them if no mass of
    what moves depends on them. MuJoCo reads URDF files too, as robots on a fixed base, and merges
    links behind fixed joints.

    Parameters
    ----------
    path : path, or str with the content
        The file. A str that begins with "<" is the text itself.
    joint_physics, unsupported, qpos, closure_tolerance
        See `from_mujoco`.

    Raises
    ------
    ModelError
        MuJoCo cannot read or compile the file; and as `from_mujoco`.
    ImportError, SingularError
        As `from_mujoco`.

    Warns
    -----
    ModelWarning
        Files that are not there; and as `from_mujoco`.

    Examples
    --------
    >>> import lieref
    >>> lieref.from_mjcf("no_robot.xml")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ModelError: MuJoCo cannot read 'no_robot.xml': ...
    """
    return from_mujoco(
        compiled(path),
        joint_physics=joint_physics,
        unsupported=unsupported,
        qpos=qpos,
        closure_tolerance=closure_tolerance,
    )


class _Reading:
    """What has been read of a model.

    places : of each of MuJoCo's bodies the body that carries it, and its pose there
    joint_names : of each of MuJoCo's joints
    """

    def __init__(
        self, mujoco: Any, model: Any, unsupported: str, joint_physics: bool | Sequence[str]
    ):
        self._mujoco, self._model = mujoco, model
        name = bytes(model.names).split(b"\0", 1)[0].decode("utf-8", "replace")
        self.robot = Assembling("mujoco", name, np.zeros(3), unsupported, joint_physics)
        self.places: list[tuple[int, Array]] = []
        self.joint_names: dict[int, str] = {}
        self._actuated, self._drives = of_actuators(mujoco, model), drive_limits(mujoco, model)
        self._tied = tied_bodies(mujoco, model)
        # bodies keep their names before the frames between joints get theirs
        self._names = {}
        for b in range(1, model.nbody):
            name = model.body(b).name or f"body{b}"
            self._names[b] = self.robot.body_name(name) if model.body_jntnum[b] else name

    def body(self, b: int) -> None:
        """Add a body of MuJoCo: a chain of bodies, or a frame."""
        model, robot = self._model, self.robot
        if b == 0:
            self.places.append((WORLD, np.eye(4)))
            robot.frame(model.body(0).name, WORLD, np.eye(4))
            return
        carrier, above = self.places[model.body_parentid[b]]
        place = above @ pose_of(model.body_pos[b], model.body_quat[b])
        if model.body_mocapid[b] >= 0 and b in self._tied:
            robot.refuse(
                f"body {self._names[b]!r}", "a mocap body that an equality ties, which may be moved"
            )
        first, count = int(model.body_jntadr[b]), int(model.body_jntnum[b])
        for j in range(first, first + count):
            carrier, place = self._joint(j, b, carrier, place, j == first + count - 1)
        self.places.append((carrier, place))
        robot.frame(self._names[b], carrier, place)
        robot.mass(
            carrier,
            place @ pose_of(model.body_ipos[b], model.body_iquat[b]),
            float(model.body_mass[b]),
            np.zeros(3),
            np.diag(model.body_inertia[b]),
        )

    def site(self, s: int) -> None:
        """Keep a site by its name."""
        model = self._model
        body, place = self.places[model.site_bodyid[s]]
        self.robot.frame(
            model.site(s).name, body, place @ pose_of(model.site_pos[s], model.site_quat[s])
        )

    def _joint(self, j: int, b: int, carrier: int, place: Array, last: bool) -> tuple[int, Array]:
        """Add the body that a joint moves; return it, and the pose of MuJoCo's body there."""
        model, robot = self._model, self.robot
        joint_name = robot.joint_name(model.joint(j).name or f"joint{j}")
        self.joint_names[j] = joint_name
        kind = int(model.jnt_type[j])
        joint, offset = self._motion(j, kind)
        q = int(model.jnt_qposadr[j])
        if offset is None and kind != int(self._mujoco.mjtJoint.mjJNT_BALL):
            # what is at home where MuJoCo's coordinate is its reference is so here where it is zero
            place = (
                place @ motion_of(joint, -model.qpos0[q : q + 1]) if joint.nv == 1 else np.eye(4)
            )
        elif offset is not None:
            place = place @ offset
        plain = last and offset is None
        name = self._names[b]
        physics = physics_of(self._mujoco, model, j, robot, joint_name, self._actuated)
        if isinstance(joint, Free) and physics:
            return self._in_space(j, name, joint_name, physics), np.eye(4)
        number = robot.body(
            name if plain else robot.body_name(f"{name} at {joint_name}"),
            carrier,
            joint,
            joint_name,
            place,
            self._limits(j) if joint.nv == 1 else None,
        )
        block = {3: BALL, 6: FREE}.get(joint.nv)
        places = span(q, joint.nq), span(int(model.jnt_dofadr[j]), joint.nv)
        robot.coordinates([number], *places, block)
        robot.joint_physics(number, **physics)
        robot.drive_limits(number, force_limit=self._drives[j])
        back = np.eye(4)
        if offset is not None:
            back[:3, 3] = -offset[:3, 3]
        return number, back

    def _in_space(self, j: int, name: str, joint_name: str, physics: dict[str, Array]) -> int:
        """Add a free body in whose joint something acts: three slides and a ball; return it.

        These have MuJoCo's coordinates of a free joint, on each of which its physics acts.
        """
        robot, model = self.robot, self._model
        joints: list[Joint] = [Prismatic(axis) for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
        steps: list[Step] = [(np.eye(4), joint, None) for joint in (*joints, Spherical())]
        bodies = robot.chain(name, joint_name, WORLD, steps)
        q, v = int(model.jnt_qposadr[j]), int(model.jnt_dofadr[j])
        robot.coordinates(bodies[:3], span(q, 3), span(v, 3))
        robot.coordinates(bodies[3:], span(q + 3, 4), span(v + 3, 3), BALL)
        for k, body in enumerate(bodies):
            here = slice(3, 6) if k == 3 else slice(k, k + 1)
            robot.joint_physics(body, **{key: x[here] for key, x in physics.items()})
        robot.assume(
            f"joint {joint_name!r}: {', '.join(physics)} of a free joint, which is three slides "
            "and a ball here; joint_physics=False leaves it out"
        )
        return bodies[3]

    def _motion(self, j: int, kind: int) -> tuple[Joint, Array | None]:
        """lieref's joint, and the pose of its anchor in the body if it has to be there."""
        kinds, point = self._mujoco.mjtJoint, np.array(self._model.jnt_pos[j])
        if kind == int(kinds.mjJNT_FREE):
            return Free(), None
        if kind == int(kinds.mjJNT_BALL):
            return Spherical(), pose_of(point, (1.0, 0.0, 0.0, 0.0)) if point.any() else None
        x, y, z = np.array(self._model.jnt_axis[j]).tolist()
        if kind == int(kinds.mjJNT_SLIDE):
            return Prismatic((x, y, z)), None
        u, v, w = point.tolist()
        return Revolute((x, y, z), (u, v, w)), None

    def _limits(self, j: int) -> tuple[float, float] | None:
        """Position limits."""
        if not self._model.jnt_limited[j]:
            return None
        lower, upper = map(float, self._model.jnt_range[j])
        return lower, upper


def pose_of(position: ArrayLike, quaternion: ArrayLike) -> Array:
    """A pose (4, 4) of a position and a quaternion (w, x, y, z) of any length but zero."""
    found, turn = np.eye(4), np.asarray(quaternion, float)[FROM_WXYZ]
    found[:3, :3] = SO3.from_quaternion(turn / np.linalg.norm(turn))
    found[:3, 3] = position
    return found
