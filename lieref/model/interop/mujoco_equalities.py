"""MuJoCo's equality constraints as loops and couplings of lieref."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra import SO3
from lieref.model.interop.assembling import Assembling
from lieref.model.interop.blocks import FROM_WXYZ
from lieref.model.interop.mujoco_physics import one_degree
from lieref.model.joints.joints import Fixed, LoopJoint, Spherical

Array = NDArray[np.float64]
#: Of each body of MuJoCo the body of lieref that carries it, and its pose there.
Places = Sequence[tuple[int, Array]]


@dataclass(frozen=True)
class Polynomial:
    """A coupling function: rest + sum of coefficients[k] (x - home)^k."""

    rest: float
    home: float
    coefficients: tuple[float, ...]

    def __call__(self, y: list[Any], m: Any) -> list[Any]:
        """The driven coordinate, by Horner's rule."""
        shift = y[0] - self.home
        found = shift * 0.0
        for coefficient in reversed(self.coefficients):
            found = found * shift + coefficient
        return [found + self.rest]


def tied_bodies(mujoco: Any, model: Any) -> set[int]:
    """Return the bodies that active equality constraints tie, by themselves or by their sites."""
    found = set()
    sites = int(mujoco.mjtObj.mjOBJ_SITE)
    bodies = int(mujoco.mjtObj.mjOBJ_BODY)
    for e in range(model.neq):
        for number in (int(model.eq_obj1id[e]), int(model.eq_obj2id[e])):
            if model.eq_active0[e] and int(model.eq_objtype[e]) in (sites, bodies):
                on_site = int(model.eq_objtype[e]) == sites
                found.add(int(model.site_bodyid[number]) if on_site else number)
    return found


def add_equality(
    mujoco: Any,
    model: Any,
    e: int,
    robot: Assembling,
    places: Places,
    joint_names: Mapping[int, str],
) -> None:
    """Add equality e as a loop or a coupling; refuse what is neither."""
    kinds = mujoco.mjtEq
    name = model.equality(e).name or f"equality{e}"
    kind = int(model.eq_type[e])
    if kind in (int(kinds.mjEQ_CONNECT), int(kinds.mjEQ_WELD)):
        _add_loop(mujoco, model, e, name, robot, places)
    elif kind == kinds.mjEQ_JOINT:
        _add_coupling(mujoco, model, e, name, robot, joint_names)
    else:
        word = kinds(kind).name.removeprefix("mjEQ_").lower()
        robot.refuse(f"equality {name!r}", f"a constraint of the kind {word}")


def _add_loop(
    mujoco: Any, model: Any, e: int, name: str, robot: Assembling, places: Places
) -> None:
    """A ball joint or a weld between two bodies."""
    data = np.array(model.eq_data[e])
    weld = int(model.eq_type[e]) == int(mujoco.mjtEq.mjEQ_WELD)
    sites = int(model.eq_objtype[e]) == int(mujoco.mjtObj.mjOBJ_SITE)
    ends, frames = [], []
    for which, number in enumerate((int(model.eq_obj1id[e]), int(model.eq_obj2id[e]))):
        if sites:
            body, local = int(model.site_bodyid[number]), _pose(model.site_quat[number])
            local[:3, 3] = model.site_pos[number]
        elif weld:
            # x1(anchor 1) = x2(anchor 2), and attitude 1 times the relative one is attitude 2
            body, local = number, _pose(data[6:10]) if which == 0 else np.eye(4)
            local[:3, 3] = data[3:6] if which == 0 else data[0:3]
        else:
            body, local = number, np.eye(4)
            local[:3, 3] = data[3 * which : 3 * which + 3]
        carrier, place = places[body]
        ends.append(carrier)
        frames.append(place @ local)
    if ends[0] == ends[1]:
        robot.refuse(f"equality {name!r}", "joins parts of one rigid body")
        return
    # a weld that weighs its torque with zero holds the point alone
    joint: LoopJoint = Fixed() if weld and data[10] != 0.0 else Spherical()
    if not weld or isinstance(joint, Spherical):
        for frame in frames:
            frame[:3, :3] = np.eye(3)
    robot.loop(name, ends, joint, frames)


def _pose(quaternion: Any) -> Array:
    """A pose without position of a quaternion (w, x, y, z)."""
    pose, turn = np.eye(4), np.asarray(quaternion, float)[FROM_WXYZ]
    pose[:3, :3] = SO3.from_quaternion(turn / np.linalg.norm(turn))
    return pose


def _add_coupling(
    mujoco: Any,
    model: Any,
    e: int,
    name: str,
    robot: Assembling,
    joint_names: Mapping[int, str],
) -> None:
    """Joint 1 driven by joint 2: q1 - home1 = polynomial(q2 - home2)."""
    driven, source = int(model.eq_obj1id[e]), int(model.eq_obj2id[e])
    if any(not one_degree(mujoco, model, j) for j in (driven, source) if j >= 0):
        robot.refuse(f"equality {name!r}", "a joint of several degrees")
        return
    home = [float(model.qpos0[model.jnt_qposadr[j]]) if j >= 0 else 0.0 for j in (driven, source)]
    coefficients = tuple(float(x) for x in model.eq_data[e, :5])
    if source < 0:
        _hold(mujoco, model, driven, home[0] + coefficients[0], name, robot, joint_names)
        return
    to, of = joint_names[driven], joint_names[source]
    if any(coefficients[2:]):
        function: Callable[..., Any] = Polynomial(home[0], home[1], coefficients)
        robot.couple(name, to, of, function=function)
    else:
        ratio = coefficients[1]
        offset = home[0] + coefficients[0] - ratio * home[1]
        robot.couple(name, to, of, ratio, offset)


def _hold(
    mujoco: Any,
    model: Any,
    driven: int,
    value: float,
    name: str,
    robot: Assembling,
    joint_names: Mapping[int, str],
) -> None:
    """A joint that stays where it is: driven by another one with the ratio zero."""
    is_joint = model.eq_type == int(mujoco.mjtEq.mjEQ_JOINT)
    taken = set(model.eq_obj1id[is_joint].tolist())
    others = [j for j in joint_names if j not in taken and one_degree(mujoco, model, j)]
    if not others:
        robot.refuse(f"equality {name!r}", "holds a joint, and there is no other to be driven by")
        return
    robot.couple(name, joint_names[driven], joint_names[others[0]], 0.0, value)
