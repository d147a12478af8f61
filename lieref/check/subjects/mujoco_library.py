"""MuJoCo as a subject: smooth dynamics of a tree, handed over body by body.

A free joint's velocity is `mixed` here: the origin's in inertial axes, the angular one in body
axes. MuJoCo has no helical joints, no free joints but on the world, and no moving body without
inertia; such models are refused. Frames beside those of bodies are sites, and Jacobians `hybrid`.
Armature, damping and springs of joints are handed over; friction
is a constraint there, not a torque, and refused; constraints and contacts are off.

Its derivatives are finite differences: of mj_inverse by mjd_inverseFD, one-sided, and of a step
of `TIMESTEP` by mjd_transitionFD, central, from which those of the acceleration are read:
v_next = v + TIMESTEP a. It moves the position of a free joint along inertial axes and lieref along
the body's: both find zero, since nothing here depends on where the base is. da/dtau is the inverse
of H by mj_solveM, without differences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from lieref.check.exchange.wire import SubjectError
from lieref.check.model_table import own_frames, to_table
from lieref.check.subjects import Answering, own_model_of
from lieref.errors import ModelError
from lieref.model.interop.mujoco_files import compiled
from lieref.model.interop.mujoco_reading import from_mujoco
from lieref.model.model import Model

FloatArray = NDArray[np.float64]
#: Their place of each component of our twist (omega, v).
SWAP = [3, 4, 5, 0, 1, 2]
#: Ours of their quaternion (w, x, y, z).
WXYZ = [3, 0, 1, 2]
#: Of its differences.
STEP = 1e-6
DIFFERENCES = {
    "dtau_dq": (STEP, "forward"),
    "dtau_dv": (STEP, "forward"),
    "dtau_da": (STEP, "forward"),
    "da_dq": (STEP, "central"),
    "da_dv": (STEP, "central"),
}
#: What a joint has of joint physics.
PHYSICS = ("armature", "damping", "stiffness", "rest")
#: Seconds of a step: as long as that, the acceleration is not lost beside the velocity.
TIMESTEP = 1.0


def handed_over(model: Model) -> Any:
    """Return MuJoCo's compiled model; SubjectError "refused" if it cannot have it."""
    spec = mujoco.MjSpec()
    # degree: joints without limits need no angles, but ranges are not to be guessed either
    spec.compiler.degree = False
    spec.compiler.autolimits = False
    spec.option.gravity, spec.option.timestep = model.gravity, TIMESTEP
    spec.option.disableflags |= int(
        mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
        | mujoco.mjtDisableBit.mjDSBL_CONTACT
        # a step shall not make damping implicit
        | mujoco.mjtDisableBit.mjDSBL_EULERDAMP
    )
    bodies: list[Any] = []
    for i, joint in enumerate(model.joints):
        parent = int(model.parents[i])
        at = int(model.idx_v[i])
        _refuse_unknown(model, i)
        if joint.kind == "helical" or (joint.kind == "free" and parent >= 0):
            raise SubjectError(
                "refused",
                f"joint {model.joint_names[i]!r}: MuJoCo has no {joint.kind} joint "
                + ("at all" if joint.kind == "helical" else "between two bodies"),
            )
        body = (bodies[parent] if parent >= 0 else spec.worldbody).add_body(name=f"body{i}")
        _place(body, model, i)
        _join(body, joint, i, {name: float(getattr(model, name)[at]) for name in PHYSICS})
        bodies.append(body)
    for k, (_, name, placement) in enumerate(own_frames(model)):
        body = spec.worldbody if name is None else bodies[model.names.index(name)]
        body.add_site(name=f"frame{k}", pos=placement[:3, 3], quat=_quaternion(placement))
    try:
        return spec.compile()
    except ValueError as error:
        text = " ".join(str(error).split())
        raise SubjectError("refused", f"MuJoCo cannot compile the model: {text}") from None


def _place(body: Any, model: Model, i: int) -> None:
    """Pose and inertia of a body."""
    placement = model.placements[i]
    body.pos, body.quat = placement[:3, 3], _quaternion(placement)
    inertia = model.inertias[i]
    body.explicitinertial = True
    body.mass, body.ipos = float(model.masses[i]), model.coms[i]
    body.fullinertia = [inertia[j, k] for j, k in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]


def _quaternion(placement: FloatArray) -> FloatArray:
    """Their quaternion of a pose."""
    found = np.zeros(4)
    mujoco.mju_mat2Quat(found, np.ascontiguousarray(placement[:3, :3]).ravel())
    return found


def _refuse_unknown(model: Model, i: int) -> None:
    """MuJoCo has one armature and one damping for all coordinates of a ball joint."""
    here = slice(int(model.idx_v[i]), int(model.idx_v[i]) + model.joints[i].nv)
    what = f"joint {model.joint_names[i]!r}"
    out = "compare with model.without_joint_physics(), or joint_physics=False at loading"
    if model.friction[here].any():
        raise SubjectError(
            "refused", f"{what} has friction, which MuJoCo has as a constraint: {out}"
        )
    for name in ("armature", "damping"):
        row = getattr(model, name)[here]
        if (row != row[0]).any():
            raise SubjectError(
                "refused", f"{what}: {name} {row.tolist()}, MuJoCo has one for all axes: {out}"
            )


def _join(body: Any, joint: Any, i: int, physics: Mapping[str, float]) -> None:
    """The joint of a body; physics: by the names of `PHYSICS`."""
    kinds = mujoco.mjtJoint
    name = f"joint{i}"
    if joint.kind == "free":
        body.add_joint(name=name, type=kinds.mjJNT_FREE)
    elif joint.kind == "spherical":
        _give(body.add_joint(name=name, type=kinds.mjJNT_BALL), physics)
    else:
        kind = kinds.mjJNT_SLIDE if joint.kind == "prismatic" else kinds.mjJNT_HINGE
        made = body.add_joint(name=name, type=kind, axis=list(joint.axis), pos=list(joint.point))
        _give(made, physics)
        made.springref = physics["rest"]


def _give(joint: Any, physics: Mapping[str, float]) -> None:
    """Enter armature, damping and stiffness; the latter two are polynomials in MuJoCo 4."""
    joint.armature = physics["armature"]
    for name in ("damping", "stiffness"):
        given: Any = physics[name]
        if np.ndim(getattr(joint, name)):
            given = np.append(given, np.zeros(len(getattr(joint, name)) - 1))
        setattr(joint, name, given)


class _Simulation:
    """MuJoCo's model and data, and dynamics in lieref's coordinates."""

    def __init__(self, model: Model, other: Any, numbers: Sequence[int], names: Mapping[str, str]):
        """`numbers`: MuJoCo's joint of each of our bodies; `names`: theirs of our frames."""
        self._model, self._other, self._names = model, other, names
        self._data = mujoco.MjData(self._other)
        joints = [self._other.joint(number) for number in numbers]
        self._addresses = [int(theirs.qposadr[0]) for theirs in joints]
        # their number of each of our velocity coordinates
        places = []
        for theirs, joint in zip(joints, model.joints, strict=True):
            spread = np.array(SWAP) if joint.kind == "free" else np.arange(joint.nv)
            places.append(int(theirs.dofadr[0]) + spread)
        self._places = np.concatenate(places)

    def inverse_dynamics(self, q: FloatArray, v: FloatArray, a: FloatArray) -> Any:
        self._put(q, v)
        self._data.qacc[:] = self._theirs(a)
        mujoco.mj_inverse(self._other, self._data)
        return self._data.qfrc_inverse[self._places]

    def forward_dynamics(self, q: FloatArray, v: FloatArray, tau: FloatArray) -> Any:
        self._put(q, v)
        self._data.qfrc_applied[:] = self._theirs(tau)
        mujoco.mj_forward(self._other, self._data)
        return self._data.qacc[self._places]

    def joint_space_inertia(self, q: FloatArray) -> Any:
        self._put(q, np.zeros(self._model.nv))
        mujoco.mj_forward(self._other, self._data)
        H = np.zeros((self._model.nv, self._model.nv))
        mujoco.mj_fullM(self._other, self._data, H)
        return self._ours(H)

    def inverse_dynamics_partials(self, q: FloatArray, v: FloatArray, a: FloatArray) -> Any:
        self._put(q, v)
        self._data.qacc[:] = self._theirs(a)
        found = np.zeros((3, self._model.nv, self._model.nv))
        mujoco.mjd_inverseFD(self._other, self._data, STEP, False, *found, None, None, None, None)
        # they have the coordinate first
        dq, dv, da = (self._ours(x.T) for x in found)
        return {"dtau_dq": dq, "dtau_dv": dv, "dtau_da": da}

    def forward_dynamics_partials(self, q: FloatArray, v: FloatArray, tau: FloatArray) -> Any:
        self._put(q, v)
        self._data.qfrc_applied[:] = self._theirs(tau)
        nv = self._model.nv
        A = np.zeros((2 * nv, 2 * nv))
        mujoco.mjd_transitionFD(self._other, self._data, STEP, True, A, None, None, None)
        dq, dv = A[nv:, :nv] / TIMESTEP, (A[nv:, nv:] - np.eye(nv)) / TIMESTEP
        mujoco.mj_forward(self._other, self._data)
        inverse = np.zeros((nv, nv))
        mujoco.mj_solveM(self._other, self._data, inverse, np.eye(nv))
        found = {"da_dq": self._ours(dq), "da_dv": self._ours(dv)}
        return found | {"da_dtau": self._ours(inverse)}

    def forward_kinematics(self, q: FloatArray, frame: str) -> Any:
        _, place = self._placed(q, frame)
        pose = np.eye(4)
        pose[:3, :3], pose[:3, 3] = place.xmat.reshape(3, 3), place.xpos
        return pose

    def jacobian(self, q: FloatArray, frame: str) -> Any:
        body, place = self._placed(q, frame)
        J = np.zeros((6, self._model.nv))
        mujoco.mj_jac(self._other, self._data, J[3:], J[:3], place.xpos, body)
        return J[:, self._places]

    def _placed(self, q: FloatArray, frame: str) -> tuple[int, Any]:
        """Number of the body that carries a frame, and the frame at q, a body's or a site."""
        self._put(q, np.zeros(self._model.nv))
        mujoco.mj_kinematics(self._other, self._data)
        mujoco.mj_comPos(self._other, self._data)
        name = self._names.get(frame, frame)
        if mujoco.mj_name2id(self._other, mujoco.mjtObj.mjOBJ_BODY, name) >= 0:
            return int(self._other.body(name).id), self._data.body(name)
        if mujoco.mj_name2id(self._other, mujoco.mjtObj.mjOBJ_SITE, name) < 0:
            raise SubjectError("refused", f"MuJoCo has no body or site {frame!r}")
        return int(self._other.site(name).bodyid[0]), self._data.site(name)

    def _put(self, q: FloatArray, v: FloatArray) -> None:
        """Set the state."""
        mujoco.mj_resetData(self._other, self._data)
        model = self._model
        for i, (joint, iq) in enumerate(zip(model.joints, model.idx_q, strict=True)):
            mine = q[iq : iq + joint.nq].copy()
            if joint.nq >= 4:
                mine[-4:] = mine[-4:][WXYZ]
            if joint.kind == "free":
                mine = _in_world(model.placements[i], mine)
            at = self._addresses[i]
            self._data.qpos[at : at + joint.nq] = mine
        self._data.qvel[:] = self._theirs(v)

    def _theirs(self, x: FloatArray) -> FloatArray:
        """Velocity coordinates in MuJoCo's order."""
        found = np.zeros(self._model.nv)
        found[self._places] = x
        return found

    def _ours(self, matrix: FloatArray) -> FloatArray:
        """Both axes in our order."""
        return np.asarray(matrix[np.ix_(self._places, self._places)])


def _in_world(placement: FloatArray, pose: FloatArray) -> FloatArray:
    """Pose (position, quaternion) in the world: MuJoCo puts no placement before a free joint."""
    turn, position, quaternion = _quaternion(placement), np.zeros(3), np.zeros(4)
    mujoco.mju_rotVecQuat(position, pose[:3], turn)
    mujoco.mju_mulQuat(quaternion, turn, pose[3:])
    return np.concatenate([position + placement[:3, 3], quaternion])


def loaded(model: Model, q: FloatArray, v: FloatArray) -> tuple[Any, Any, NDArray[np.intp]]:
    """Return MuJoCo's model, its data in a state, and their number of each of our velocities."""
    simulation = _made_for(model)
    simulation._put(q, v)
    return simulation._other, simulation._data, simulation._places


def _made_for(model: Model) -> _Simulation:
    """The simulation of a model that is handed over."""
    other = handed_over(model)
    names = {name: f"body{i}" for i, name in enumerate(model.names)}
    names |= {frame.name: f"frame{k}" for k, frame in enumerate(own_frames(model))}
    # MuJoCo numbers joints depth first
    numbers = [other.joint(f"joint{i}").id for i in range(model.nbodies)]
    return _Simulation(model, other, numbers, names)


def _answering(simulation: _Simulation, table: Mapping[str, Any] | None = None) -> Answering:
    """What answers with a simulation."""

    def answer(quantity: str, **x: Any) -> Any:
        function = getattr(simulation, quantity, None)
        return None if function is None else function(**x)

    name = f"mujoco {mujoco.__version__}"
    return Answering(name, "mixed", answer, DIFFERENCES, model=table, representation="hybrid")


def subject(model: Model) -> Answering:
    """Return MuJoCo, made for a model."""
    return _answering(_made_for(model))


def own(path: str, base: str) -> Answering:
    """Return MuJoCo with the robot as it reads a URDF or MJCF file itself."""
    if base == "free" and path.lower().endswith(".urdf"):
        raise SubjectError("refused", "MuJoCo fixes the root of a URDF, expected --base fixed")
    other = read_file(path)
    # one joint of theirs is one body of ours, in the same order
    _, model = own_model_of(from_mujoco, other, ("armature", "damping", "stiffness"))
    return _answering(_Simulation(model, other, range(model.nbodies), {}), to_table(model))


def read_file(path: str) -> Any:
    """Return MuJoCo's compiled model of a file: no actuators, contacts, constraints or friction."""
    try:
        other = compiled(path)
    except ModelError as error:
        raise SubjectError("refused", str(error)) from None
    other.opt.disableflags |= int(
        mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
        | mujoco.mjtDisableBit.mjDSBL_CONTACT
        # servos pull towards zero when they are not controlled
        | mujoco.mjtDisableBit.mjDSBL_ACTUATION
        # a step shall not make damping implicit
        | mujoco.mjtDisableBit.mjDSBL_EULERDAMP
    )
    other.opt.timestep = TIMESTEP
    return other
