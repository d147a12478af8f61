"""Drake as a subject: a MultibodyPlant handed over body by body, and its automatic derivatives.

Drake's floating joints have (angular, linear) velocities in the parent's axes, that of the base
is `hybrid`; its ball joint has roll, pitch and yaw for coordinates and an angular velocity in the
parent's axes. Velocities, accelerations and forces of joints between bodies are turned into body
axes in Drake's own scalar, so that its derivatives by AutoDiffXd pass through the turns as well.
Every joint of lieref exists. Jacobians are `hybrid`. Nothing but joints and gravity is in the
plant: no damping, no actuators, no contacts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import metadata
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydrake.autodiffutils import AutoDiffXd, ExtractGradient, InitializeAutoDiff
from pydrake.common.eigen_geometry import Quaternion_
from pydrake.math import RigidTransform, RollPitchYaw_, RotationMatrix
from pydrake.multibody import tree
from pydrake.multibody.plant import MultibodyPlant

from lieref.check.exchange.wire import SubjectError
from lieref.check.model_table import own_frames, to_table
from lieref.check.quantities import KINEMATICS
from lieref.check.subjects import Answering, own_model_of
from lieref.check.subjects.drake_files import read_file
from lieref.model.interop.drake_reading import from_drake
from lieref.model.interop.library_model import LibraryModel
from lieref.model.model import Model
from lieref.model.tree.exact import rotation_from_quaternion
from lieref.partials.coordinates.lie_derivatives import lie_partials

FloatArray = NDArray[np.float64]
#: Doubles, or an array of AutoDiffXd.
Numbers = NDArray[Any]
#: First coordinate, number (3 or 6) and rotation of velocities that Drake has in other axes.
Turns = list[tuple[int, int, Numbers]]
#: Derivatives through roll, pitch and yaw lose 1 / cos(pitch); below this they are refused.
LEAST_COSINE = 1e-3
#: Ours of their configuration (quaternion w, x, y, z, position) of a floating joint.
WXYZ_FIRST = [6, 3, 4, 5, 0, 1, 2]


def handed_over(model: Model) -> Any:
    """Return Drake's plant of continuous time, with joints "joint0", "joint1", ..."""
    if model.joint_physics is not None:
        raise SubjectError(
            "refused",
            "joints with physics of their own, which the plant is made without: compare with "
            "model.without_joint_physics(), or joint_physics=False at loading",
        )
    plant = MultibodyPlant(time_step=0.0)
    bodies = [plant.AddRigidBody(f"body{i}", _inertia(model, i)) for i in range(model.nbodies)]
    for i, (joint, parent) in enumerate(zip(model.joints, model.parents, strict=True)):
        above = bodies[parent].body_frame() if parent >= 0 else plant.world_frame()
        placement = model.placements[i]
        shift = np.array(getattr(joint, "point", (0.0, 0.0, 0.0)))
        if joint.kind == "free" and parent < 0:
            # coordinates in the world: see `_in_world`
            placement = np.eye(4)
        at_parent = RigidTransform(
            RotationMatrix.ProjectToRotationMatrix(placement[:3, :3]),
            placement[:3, :3] @ shift + placement[:3, 3],
        )
        frames = [
            plant.AddFrame(tree.FixedOffsetFrame(f"{side}{i}", frame, offset))
            for side, frame, offset in (
                ("inner", above, at_parent),
                ("outer", bodies[i].body_frame(), RigidTransform(shift)),
            )
        ]
        plant.AddJoint(_joint(joint, f"joint{i}", frames))
    for k, (_, name, placement) in enumerate(own_frames(model)):
        on = plant.world_body() if name is None else bodies[model.names.index(name)]
        offset = RigidTransform(
            RotationMatrix.ProjectToRotationMatrix(placement[:3, :3]), placement[:3, 3]
        )
        plant.AddFrame(tree.FixedOffsetFrame(f"frame{k}", on.body_frame(), offset))
    plant.mutable_gravity_field().set_gravity_vector(model.gravity)
    plant.Finalize()
    return plant


def _inertia(model: Model, i: int) -> Any:
    """Mass, center of mass and inertia of a body; those of published robots may be unphysical."""
    mass, c = float(model.masses[i]), np.array(model.coms[i])
    if not mass:
        return tree.SpatialInertia.Zero()
    about = model.inertias[i] / mass + (c @ c) * np.eye(3) - np.outer(c, c)
    moments = [about[j, k] for j, k in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
    return tree.SpatialInertia(mass, c, tree.UnitInertia(*moments), skip_validity_check=True)


def _joint(joint: Any, name: str, frames: list[Any]) -> Any:
    """Drake's joint between two frames that coincide at zero."""
    if joint.kind == "free":
        return tree.QuaternionFloatingJoint(name, *frames)
    if joint.kind == "spherical":
        return tree.BallRpyJoint(name, *frames)
    axis = np.array(joint.axis)
    if joint.kind == "prismatic":
        return tree.PrismaticJoint(name, *frames, axis)
    if joint.kind == "helical":
        # metres of a whole turn
        return tree.ScrewJoint(name, *frames, axis, 2.0 * math.pi * joint.pitch, 0.0)
    return tree.RevoluteJoint(name, *frames, axis)


class _Side:
    """The plant with one scalar, double or AutoDiffXd, and dynamics in lieref's coordinates."""

    def __init__(self, plant: Any, scalar: Any, model: Model, numbers: Sequence[Any]):
        """`numbers`: the index of their joint above each of our bodies."""
        self._plant, self._scalar, self._model = plant, scalar, model
        self._context = plant.CreateDefaultContext()
        self._forces = tree.MultibodyForces_[scalar](plant)
        joints = [plant.get_joint(number) for number in numbers]
        self._starts = [int(joint.position_start()) for joint in joints]
        # their number of each of our velocity coordinates: the order differs by joints alone
        places = [
            int(theirs.velocity_start()) + np.arange(joint.nv)
            for theirs, joint in zip(joints, model.joints, strict=True)
        ]
        self._places = np.concatenate(places)

    def inverse_dynamics(self, q: Numbers, v: Numbers, a: Numbers) -> Numbers:
        """Generalized forces (nv,)."""
        turns = self._put(q, v)
        rates = _turned(turns, a) + _turning(turns, v)
        self._forces.SetZero()
        self._plant.CalcForceElementsContribution(self._context, self._forces)
        found = self._plant.CalcInverseDynamics(self._context, self._theirs(rates), self._forces)
        return _turned(_back(turns), found[self._places])

    def forward_dynamics(self, q: Numbers, v: Numbers, tau: Numbers) -> Numbers:
        """Accelerations (nv,), by the articulated-body algorithm."""
        turns = self._put(q, v)
        port = self._plant.get_applied_generalized_force_input_port()
        port.FixValue(self._context, self._theirs(_turned(turns, tau)))
        found = self._plant.get_generalized_acceleration_output_port().Eval(self._context)
        return _turned(_back(turns), found[self._places] - _turning(turns, v))

    def joint_space_inertia(self, q: Numbers) -> Numbers:
        """H (nv, nv), by the composite-body algorithm."""
        back = _back(self._put(q, np.zeros(self._model.nv)))
        found = self._plant.CalcMassMatrix(self._context)[np.ix_(self._places, self._places)]
        return _turned(back, _turned(back, found).T).T

    def of_frame(self, quantity: str, q: Numbers, name: str) -> Numbers:
        """Pose (4, 4) or Jacobian (6, nv) of the frame that Drake calls so; doubles alone."""
        turns = self._put(q, np.zeros(self._model.nv))
        try:
            frame = self._plant.GetFrameByName(name)
        except RuntimeError as error:
            raise SubjectError("refused", " ".join(str(error).split())[:200]) from None
        if quantity == "forward_kinematics":
            return np.asarray(frame.CalcPoseInWorld(self._context).GetAsMatrix4())
        world = self._plant.world_frame()
        J = self._plant.CalcJacobianSpatialVelocity(
            self._context, tree.JacobianWrtVariable.kV, frame, np.zeros(3), world, world
        )
        return _turned(_back(turns), J[:, self._places].T).T

    def _put(self, q: Numbers, v: Numbers) -> Turns:
        """Set the state; return what turns velocities into Drake's."""
        model = self._model
        turns: Turns = []
        positions = np.zeros(self._plant.num_positions(), dtype=q.dtype)
        for i, joint in enumerate(model.joints):
            iq, iv, at = int(model.idx_q[i]), int(model.idx_v[i]), self._starts[i]
            mine = q[iq : iq + joint.nq]
            if joint.nv == 1:
                positions[at : at + 1] = mine
                continue
            if joint.kind == "free" and model.parents[i] < 0:
                positions[at : at + 7] = _in_world(model.placements[i], mine)[WXYZ_FIRST]
                continue
            turns.append(
                (iv, joint.nv, np.array(rotation_from_quaternion(float, tuple(mine[-4:]))))
            )
            if joint.kind == "free":
                positions[at : at + 7] = mine[WXYZ_FIRST]
            else:
                positions[at : at + 3] = self._angles(mine)
        self._plant.SetPositions(self._context, positions)
        self._plant.SetVelocities(self._context, self._theirs(_turned(turns, v)))
        return turns

    def _angles(self, quaternion: Numbers) -> Numbers:
        """Roll, pitch and yaw of a quaternion (x, y, z, w)."""
        x, y, z, w = quaternion
        turn = Quaternion_[self._scalar](w=w, x=x, y=y, z=z)
        angles = np.array(RollPitchYaw_[self._scalar](quaternion=turn).vector())
        if self._scalar is AutoDiffXd and abs(math.cos(angles[1].value())) < LEAST_COSINE:
            raise SubjectError(
                "refused", "a ball joint of Drake is at a pitch of 90 degrees, its singularity"
            )
        return angles

    def _theirs(self, x: Numbers) -> Numbers:
        """Velocity coordinates in Drake's order."""
        found = np.empty_like(x)
        found[self._places] = x
        return found


def _turned(turns: Turns, x: Numbers) -> Numbers:
    """Rows of x, by threes, in other axes."""
    found = np.array(x)
    for start, size, R in turns:
        for at in range(start, start + size, 3):
            found[at : at + 3] = R @ found[at : at + 3]
    return found


def _back(turns: Turns) -> Turns:
    """The reverse of turns."""
    return [(start, size, R.T) for start, size, R in turns]


def _turning(turns: Turns, v: Numbers) -> Numbers:
    """R (w x u): what the turn adds to the accelerations of free joints between bodies."""
    found = np.zeros_like(v)
    for start, size, R in turns:
        if size == 6:
            found[start + 3 : start + 6] = R @ np.cross(
                v[start : start + 3], v[start + 3 : start + 6]
            )
    return found


def _in_world(placement: FloatArray, pose: Numbers) -> Numbers:
    """Position and quaternion (x, y, z, w) in the world, where Drake has the base's velocity."""
    turn = RotationMatrix.ProjectToRotationMatrix(placement[:3, :3])
    w0, x0, y0, z0 = turn.ToQuaternion().wxyz()
    x, y, z, w = pose[3:]
    quaternion = (
        w0 * x + x0 * w + y0 * z - z0 * y,
        w0 * y - x0 * z + y0 * w + z0 * x,
        w0 * z + x0 * y - y0 * x + z0 * w,
        w0 * w - x0 * x - y0 * y - z0 * z,
    )
    return np.array([*(turn.matrix() @ pose[:3] + placement[:3, 3]), *quaternion])


def subject(model: Model) -> Answering:
    """Return Drake, made for a model."""
    plant = handed_over(model)
    numbers = [plant.GetJointByName(f"joint{i}").index() for i in range(model.nbodies)]
    names = {name: f"body{i}" for i, name in enumerate(model.names)}
    names |= {frame.name: f"frame{k}" for k, frame in enumerate(own_frames(model))}
    return _answering(model, plant, numbers, names)


def own(path: str, base: str) -> Answering:
    """Return Drake with the robot as it reads a file itself; without damping and rotors."""
    plant = read_file(path, base)
    both, model = own_model_of(from_drake, plant)
    answering = _answering(model, plant, _numbers(plant, both, model), {})
    return replace(answering, model=to_table(model))


def _numbers(plant: Any, both: LibraryModel, model: Model) -> list[Any]:
    """Drake's joint of each of our bodies; SubjectError for a joint that is several here."""
    starts: dict[int, int] = {}
    for placed in both.coordinates.joints:
        starts |= dict(zip(placed.v.tolist(), placed.their_v.tolist(), strict=True))
    joints = [plant.get_joint(j) for j in plant.GetJointIndices()]
    moving = {joint.velocity_start(): joint for joint in joints if joint.num_velocities()}
    if len(moving) != model.nbodies:
        word = next(x.type_name() for x in joints if x.type_name() in ("planar", "universal"))
        raise SubjectError("refused", f"a {word} joint, which is several joints of lieref")
    return [moving[starts[int(iv)]].index() for iv in model.idx_v]


def _answering(
    model: Model, plant: Any, numbers: Sequence[Any], names: Mapping[str, str]
) -> Answering:
    """What answers with a plant; names: Drake's of our frames."""
    plain = _Side(plant, float, model, numbers)
    auto = _Side(plant.ToAutoDiffXd(), AutoDiffXd, model, numbers)
    nv = model.nv

    def partials(function: Any, names: tuple[str, ...], *arguments: FloatArray) -> dict[str, Any]:
        """Derivatives along the body axes of q, and by the two vectors."""
        moves = [lie_partials(model, arguments[0], np.eye(model.nq)), np.eye(nv), np.eye(nv)]
        slopes = np.zeros((model.nq + 2 * nv, 3 * nv))
        starts = np.cumsum([0, model.nq, nv, nv])
        for n, move in enumerate(moves):
            slopes[starts[n] : starts[n + 1], n * nv : (n + 1) * nv] = move
        moved = InitializeAutoDiff(np.concatenate(arguments), gradient=slopes).ravel()
        found = ExtractGradient(function(*np.split(moved, starts[1:3])))
        return dict(zip(names, np.split(found, 3, axis=1), strict=True))

    def answer(quantity: str, q: FloatArray, frame: str = "", **x: FloatArray) -> Any:
        if quantity in KINEMATICS:
            return plain.of_frame(quantity, q, names.get(frame, frame))
        if quantity == "inverse_dynamics":
            return plain.inverse_dynamics(q, x["v"], x["a"])
        if quantity == "forward_dynamics":
            return plain.forward_dynamics(q, x["v"], x["tau"])
        if quantity == "joint_space_inertia":
            return plain.joint_space_inertia(q)
        if quantity == "inverse_dynamics_partials":
            return partials(
                auto.inverse_dynamics, ("dtau_dq", "dtau_dv", "dtau_da"), q, x["v"], x["a"]
            )
        if quantity == "forward_dynamics_partials":
            return partials(
                auto.forward_dynamics, ("da_dq", "da_dv", "da_dtau"), q, x["v"], x["tau"]
            )
        return None

    name = f"drake {metadata.version('drake')}"
    return Answering(name, "hybrid", answer, representation="hybrid")
