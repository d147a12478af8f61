"""Armature, damping, friction and springs of MuJoCo's joints; forces that lieref does not have."""

from __future__ import annotations

from collections.abc import Sequence
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


def physics_of(
    mujoco: Any, model: Any, j: int, robot: Assembling, name: str, actuated: Array
) -> dict[str, Array]:
    """Return what acts in joint j and is asked for, unless the model has it switched off.

    It is by arguments of `ModelBuilder.add_body`, a number for each of MuJoCo's coordinates.

    actuated : (2, njnt), armature and damping of actuators; see `of_actuators`
    """
    off = switched_off(mujoco, model)
    q, v = int(model.jnt_qposadr[j]), int(model.jnt_dofadr[j])
    kind = int(model.jnt_type[j])
    nv = {int(mujoco.mjtJoint.mjJNT_FREE): 6, int(mujoco.mjtJoint.mjJNT_BALL): 3}.get(kind, 1)
    here = slice(v, v + nv)
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
    return {key: x for key, x in numbers.items() if robot.asked(key) and x.any()}


def weight(mujoco: Any, model: Any, robot: Assembling, moves: Sequence[bool]) -> Array:
    """Return gravity, less what compensates it where that is the same share of every body.

    A share of a body's weight is that of gravity only where all bodies that move have it; else it
    is refused. moves : of each of MuJoCo's bodies
    """
    gravity = np.array(model.opt.gravity)
    if "GRAVITY" in switched_off(mujoco, model) or not gravity.any():
        return np.zeros(3)
    if not model.ngravcomp:
        return gravity
    if model.jnt_actgravcomp.any():
        robot.refuse("gravity compensation", "by the actuators of some joints")
        return gravity
    heavy = [b for b in range(model.nbody) if moves[b] and model.body_mass[b]]
    shares = {float(model.body_gravcomp[b]) for b in heavy}
    if len(shares) > 1:
        named = ", ".join(
            f"{model.body(b).name or f'body{b}'!r} {float(model.body_gravcomp[b]):g}"
            for b in heavy
            if model.body_gravcomp[b]
        )
        robot.refuse("gravity compensation", f"of some of the bodies that move alone: {named}")
        return gravity
    (share,) = shares or {0.0}
    if share:
        robot.assume(f"gravity compensation {share:g} of every body, in the model's gravity")
    return gravity * (1.0 - share)


def of_actuators(mujoco: Any, model: Any) -> Array:
    """Armature and damping (2, njnt) of the actuators of each joint, times their gears squared."""
    sums = np.zeros((2, model.njnt))
    for a in _of_joints(mujoco, model):
        own = np.array([model.actuator_armature[a], model.actuator_damping[a]])
        sums[:, model.actuator_trnid[a, 0]] += float(model.actuator_gear[a, 0]) ** 2 * own
    return sums


def drive_limits(mujoco: Any, model: Any) -> Array:
    """Return the largest force (njnt,) on each joint that its actuators may exert, inf else.

    That of the joint itself (`actuatorfrcrange`), and the sum over its actuators of their force
    ranges, or control ranges of motors, times their gears. Of a range the larger end counts.
    """
    found = np.full(model.njnt, np.inf)
    motors: dict[int, float] = {}
    for a in _of_joints(mujoco, model):
        force = np.inf
        if model.actuator_forcelimited[a]:
            force = np.abs(model.actuator_forcerange[a]).max()
        plain = (
            model.actuator_gaintype[a] == int(mujoco.mjtGain.mjGAIN_FIXED)
            and model.actuator_biastype[a] == int(mujoco.mjtBias.mjBIAS_NONE)
            and model.actuator_dyntype[a] == int(mujoco.mjtDyn.mjDYN_NONE)
        )
        if plain and model.actuator_ctrllimited[a]:
            gain = abs(float(model.actuator_gainprm[a, 0]))
            force = min(force, gain * np.abs(model.actuator_ctrlrange[a]).max())
        j = int(model.actuator_trnid[a, 0])
        motors[j] = motors.get(j, 0.0) + abs(float(model.actuator_gear[a, 0])) * force
    for j, force in motors.items():
        found[j] = force
    for j in np.flatnonzero(model.jnt_actfrclimited).tolist():
        found[j] = min(found[j], np.abs(model.jnt_actfrcrange[j]).max())
    return found


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
