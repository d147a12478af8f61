"""MuJoCo as a subject: smooth dynamics of a tree, handed over body by body.

A free joint's velocity is `mixed` here: the origin's in inertial axes, the angular one in body
axes. MuJoCo has no helical joints, no free joints but on the world, and no moving body without
inertia; such models are refused. Its derivatives are differences, with errors of the step and not
of rounding, so they are not offered.
"""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from lieref.check.subjects import Answering
from lieref.check.wire import SubjectError
from lieref.model.model import Model

FloatArray = NDArray[np.float64]
#: Their place of each component of our twist (omega, v).
SWAP = [3, 4, 5, 0, 1, 2]
#: Ours of their quaternion (w, x, y, z).
WXYZ = [3, 0, 1, 2]


def handed_over(model: Model) -> Any:
    """Return MuJoCo's compiled model; SubjectError "refused" if it cannot have it."""
    spec = mujoco.MjSpec()
    # degree: joints without limits need no angles, but ranges are not to be guessed either
    spec.compiler.degree = False
    spec.compiler.autolimits = False
    spec.option.gravity = model.gravity
    spec.option.disableflags |= int(
        mujoco.mjtDisableBit.mjDSBL_CONSTRAINT | mujoco.mjtDisableBit.mjDSBL_CONTACT
    )
    bodies: list[Any] = []
    for i, joint in enumerate(model.joints):
        parent = int(model.parents[i])
        if joint.kind == "helical" or (joint.kind == "free" and parent >= 0):
            raise SubjectError(
                "refused",
                f"joint {model.joint_names[i]!r}: MuJoCo has no {joint.kind} joint "
                + ("at all" if joint.kind == "helical" else "between two bodies"),
            )
        body = (bodies[parent] if parent >= 0 else spec.worldbody).add_body(name=f"body{i}")
        _place(body, model, i)
        _join(body, joint, i)
        bodies.append(body)
    try:
        return spec.compile()
    except ValueError as error:
        text = " ".join(str(error).split())
        raise SubjectError("refused", f"MuJoCo cannot compile the model: {text}") from None


def _place(body: Any, model: Model, i: int) -> None:
    """Pose and inertia of a body."""
    placement, quaternion = model.placements[i], np.zeros(4)
    mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(placement[:3, :3]).ravel())
    body.pos, body.quat = placement[:3, 3], quaternion
    inertia = model.inertias[i]
    body.explicitinertial = True
    body.mass, body.ipos = float(model.masses[i]), model.coms[i]
    body.fullinertia = [inertia[j, k] for j, k in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]


def _join(body: Any, joint: Any, i: int) -> None:
    """The joint of a body."""
    kinds = mujoco.mjtJoint
    name = f"joint{i}"
    if joint.kind == "free":
        body.add_joint(name=name, type=kinds.mjJNT_FREE)
    elif joint.kind == "spherical":
        body.add_joint(name=name, type=kinds.mjJNT_BALL)
    else:
        kind = kinds.mjJNT_SLIDE if joint.kind == "prismatic" else kinds.mjJNT_HINGE
        body.add_joint(name=name, type=kind, axis=list(joint.axis), pos=list(joint.point))


def subject(model: Model) -> Answering:
    """Return MuJoCo, made for a model."""
    other = handed_over(model)
    data = mujoco.MjData(other)
    addresses = [int(other.joint(f"joint{i}").qposadr[0]) for i in range(model.nbodies)]
    places = np.zeros(model.nv, dtype=int)
    for i, (joint, iv) in enumerate(zip(model.joints, model.idx_v, strict=True)):
        theirs = int(other.joint(f"joint{i}").dofadr[0]) + np.arange(joint.nv)
        places[iv : iv + joint.nv] = theirs[SWAP] if joint.kind == "free" else theirs

    def theirs_of(x: FloatArray) -> FloatArray:
        found = np.zeros(model.nv)
        found[places] = x
        return found

    def put(q: FloatArray, v: FloatArray) -> None:
        mujoco.mj_resetData(other, data)
        for i, (joint, iq, at) in enumerate(zip(model.joints, model.idx_q, addresses, strict=True)):
            mine = q[iq : iq + joint.nq].copy()
            if joint.nq >= 4:
                mine[-4:] = mine[-4:][WXYZ]
            if joint.kind == "free":
                mine = _in_world(model.placements[i], mine)
            data.qpos[at : at + joint.nq] = mine
        data.qvel[:] = theirs_of(v)

    def answer(quantity: str, q: FloatArray, **x: FloatArray) -> Any:
        if quantity == "inverse_dynamics":
            put(q, x["v"])
            data.qacc[:] = theirs_of(x["a"])
            mujoco.mj_inverse(other, data)
            return data.qfrc_inverse[places]
        if quantity == "forward_dynamics":
            put(q, x["v"])
            data.qfrc_applied[:] = theirs_of(x["tau"])
            mujoco.mj_forward(other, data)
            return data.qacc[places]
        if quantity == "joint_space_inertia":
            put(q, np.zeros(model.nv))
            mujoco.mj_forward(other, data)
            H = np.zeros((model.nv, model.nv))
            mujoco.mj_fullM(other, data, H)
            return H[np.ix_(places, places)]
        return None

    return Answering(f"mujoco {mujoco.__version__}", "mixed", answer)


def _in_world(placement: FloatArray, pose: FloatArray) -> FloatArray:
    """Pose (position, quaternion) in the world: MuJoCo puts no placement before a free joint."""
    turn, position, quaternion = np.zeros(4), np.zeros(3), np.zeros(4)
    mujoco.mju_mat2Quat(turn, np.ascontiguousarray(placement[:3, :3]).ravel())
    mujoco.mju_rotVecQuat(position, pose[:3], turn)
    mujoco.mju_mulQuat(quaternion, turn, pose[3:])
    return np.concatenate([position + placement[:3, 3], quaternion])
