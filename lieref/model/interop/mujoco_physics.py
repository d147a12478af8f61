"""Armature, damping, friction and springs of MuJoCo's joints; forces that lieref does not have."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.model.interop.assembling import Assembling

Array = NDArray[np.float64]


def switched_off(mujoco: Any, model: Any) -> set[str]:
    """Return what the options of a model disable, as MuJoCo calls it, without "mjDSBL_"."""
    bits = int(model.opt.disableflags)
    return {
        name.removeprefix("mjDSBL_")
        for name, bit in mujoco.mjtDisableBit.__members__.items()
        if name.startswith("mjDSBL_") and bits & int(bit)
    }


def add_physics(
    mujoco: Any, model: Any, j: int, robot: Assembling, body: int, actuated: Array
) -> None:
    """Read what acts in joint j, unless the model has it switched off.

    actuated : (2, njnt), armature and damping of actuators; see `of_actuators`
    """
    off = switched_off(mujoco, model)
    q, v = int(model.jnt_qposadr[j]), int(model.jnt_dofadr[j])
    kind = int(model.jnt_type[j])
    nv = {int(mujoco.mjtJoint.mjJNT_FREE): 6, int(mujoco.mjtJoint.mjJNT_BALL): 3}.get(kind, 1)
    here, name = slice(v, v + nv), robot.names_of(body)[1]
    numbers = {"armature": model.dof_armature[here] + actuated[0, j]}
    if "DAMPER" not in off:
        numbers["damping"] = model.dof_damping[here] + actuated[1, j]
        if robot.asked("damping") and model.dof_dampingpoly[here].any():
            robot.refuse(f"joint {name!r}", "damping with terms beside the linear one")
    if not off & {"FRICTIONLOSS", "CONSTRAINT"}:
        numbers["friction"] = np.array(model.dof_frictionloss[here])
    springs = "SPRING" not in off and robot.asked("stiffness")
    if springs and model.jnt_stiffness[j]:
        if nv > 1:
            robot.refuse(f"joint {name!r}", "a spring of a ball or free joint")
        else:
            numbers["stiffness"] = np.array(model.jnt_stiffness[j : j + 1])
            numbers["rest"] = np.array(model.qpos_spring[q : q + 1])
    if springs and model.jnt_stiffnesspoly[j].any():
        robot.refuse(f"joint {name!r}", "a spring with terms beside the linear one")
    robot.joint_physics(body, **numbers)


def of_actuators(mujoco: Any, model: Any) -> Array:
    """Armature and damping (2, njnt) of the actuators of each joint, times their gears squared."""
    sums = np.zeros((2, model.njnt))
    for a in _of_joints(mujoco, model):
        own = np.array([model.actuator_armature[a], model.actuator_damping[a]])
        sums[:, model.actuator_trnid[a, 0]] += float(model.actuator_gear[a, 0]) ** 2 * own
    return sums


def one_degree(mujoco: Any, model: Any, j: int) -> bool:
    """Whether a joint is a slide or a hinge."""
    joints = mujoco.mjtJoint
    return int(model.jnt_type[j]) in (int(joints.mjJNT_SLIDE), int(joints.mjJNT_HINGE))


def _of_joints(mujoco: Any, model: Any) -> list[int]:
    """Actuators that act on joints of one degree."""
    kinds = (int(mujoco.mjtTrn.mjTRN_JOINT), int(mujoco.mjtTrn.mjTRN_JOINTINPARENT))
    return [
        a
        for a in range(model.nactuator)
        if int(model.actuator_trntype[a]) in kinds
        and one_degree(mujoco, model, int(model.actuator_trnid[a, 0]))
    ]


def refuse_other_forces(mujoco: Any, model: Any, robot: Assembling) -> None:
    """Refuse what acts on bodies and lieref does not have."""
    for b in np.flatnonzero(model.body_gravcomp):
        robot.refuse(f"body {model.body(b).name or f'body{b}'!r}", "gravity compensation")
    if model.opt.density or model.opt.viscosity:
        robot.refuse("option", "a fluid of some density or viscosity")
    if model.nflex:
        robot.refuse("flex", f"{model.nflex} deformable objects")
    for t in range(model.ntendon):
        forces = (
            "stiffness",
            "stiffnesspoly",
            "damping",
            "dampingpoly",
            "armature",
            "frictionloss",
        )
        found = [word for word in forces if np.any(getattr(model, f"tendon_{word}")[t])]
        if found:
            name = model.tendon(t).name or f"tendon{t}"
            robot.refuse(f"tendon {name!r}", f"its {', '.join(found)}")
    plain = set(_of_joints(mujoco, model))
    for a in range(model.nactuator):
        name = model.actuator(a).name or f"actuator{a}"
        if a not in plain and (model.actuator_armature[a] or model.actuator_damping[a]):
            robot.refuse(f"actuator {name!r}", "armature or damping through its transmission")
        if np.any(model.actuator_dampingpoly[a]):
            robot.refuse(f"actuator {name!r}", "damping with terms beside the linear one")
