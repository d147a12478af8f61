"""What is timed: lieref's call and kernel, Pinocchio's call, CasADi's virtual machine and C."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import casadi as ca
import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

import lieref
from lieref.check.metrics import FloatArray
from verification.benchmark import build
from verification.benchmark.dynamics.problems import Dynamics, State
from verification.benchmark.timing import Run, python_run
from verification.subjects import robots
from verification.subjects.peers import pinocchio_rnea

Result = Callable[[], FloatArray]
LINE = 64  # bytes
AXES = {"revolute": "R", "prismatic": "P"}


def lieref_call(dynamics: Dynamics, model: lieref.Model, state: State) -> tuple[Run, Result]:
    """Return a run of lieref's function from Python, and what it computes (r + 1, nv)."""
    function, inputs = dynamics.function, dynamics.inputs(state)
    return python_run(function, model, *inputs), lambda: function(model, *inputs)


def lieref_kernel(
    timers: ModuleType, dynamics: Dynamics, model: lieref.Model, state: State
) -> tuple[Run, Result]:
    """Return a run of the kernel without Python, through lieref's Cython interface."""
    reals = getattr(timers, f"{dynamics.name}_reals")(model, state.order)
    seconds = getattr(timers, f"{dynamics.name}_seconds")
    inputs = dynamics.inputs(state)
    result = np.zeros((state.order + 1, model.nv))
    workspace = scratch(reals)

    def run(calls: int) -> float:
        return float(seconds(model, *inputs, result, workspace, calls))

    return run, lambda: result


def scratch(reals: int) -> FloatArray:
    """Return memory that begins at a cache line, as a kernel has it in a call from Python."""
    raw = np.zeros(reals + LINE // 8)
    first = -raw.ctypes.data % LINE // 8
    return raw[first : first + reals]


def pinocchio_call(
    dynamics: Dynamics, robot: dict[str, Any], model: lieref.Model, state: State
) -> tuple[Run, Result]:
    """Return a run of Pinocchio's function from Python at order 0, its data made before.

    The result is returned in lieref's coordinates.
    """
    theirs, arguments, places = pinocchio_arguments(
        robot, model, state.q, (state.v[0], dynamics.second(state))
    )
    data = theirs.createData()
    function = dynamics.peer
    run = python_run(function, theirs, data, *arguments)
    return run, lambda: np.array(function(theirs, data, *arguments))[places]


def pinocchio_arguments(
    robot: dict[str, Any], model: lieref.Model, q: FloatArray, rows: Sequence[FloatArray]
) -> tuple[Any, tuple[FloatArray, ...], NDArray[np.intp]]:
    """Return Pinocchio's model, its (q, *rows), and where it keeps each of lieref's velocities.

    URDF robots are read by Pinocchio itself. The rows (nv,) are velocities, accelerations or
    generalized forces.
    """
    if robot["name"] == "urdf":
        location = robots.urdf_location(robot["path"])
        root = [pin.JointModelFreeFlyer()] if robot["base"] == "free" else []
        theirs = pin.buildModelFromUrdf(location, *root)
        theirs.gravity.linear = np.array(model.gravity)
        return theirs, *_matched(location, robot["base"], model, theirs, q, rows)
    order = _angular_last(model)
    arguments = (q.copy(), *(row[order].copy() for row in rows))
    return pinocchio_model(model), arguments, np.argsort(order)


def _matched(
    location: str,
    base: str,
    model: lieref.Model,
    theirs: Any,
    q: FloatArray,
    rows: Sequence[FloatArray],
) -> tuple[tuple[FloatArray, ...], NDArray[np.intp]]:
    """Pinocchio's arguments, and for each of lieref's velocities its place in Pinocchio."""
    q_theirs, rows_theirs = np.zeros(theirs.nq), [np.zeros(theirs.nv) for _ in rows]
    back = np.zeros(model.nv, dtype=np.intp)
    for match in pinocchio_rnea.Pinocchio(location, model, base).matches:
        mine = q[match.ours_q]
        swap = pinocchio_rnea.SWAP if match.kind == "free" else slice(None)
        circle = np.array([np.cos(mine[0]), np.sin(mine[0])]) if match.circle else mine
        q_theirs[match.theirs_q] = circle
        for row_theirs, row in zip(rows_theirs, rows, strict=True):
            row_theirs[match.theirs_v] = row[match.ours_v][swap]
        back[match.ours_v] = np.arange(theirs.nv)[match.theirs_v][swap]
    return (q_theirs, *rows_theirs), back


def _angular_last(model: lieref.Model) -> NDArray[np.intp]:
    order = np.arange(model.nv)
    for i, joint in enumerate(model.joints):
        if joint.kind == "free":
            at = int(model.idx_v[i])
            order[at : at + 6] = at + np.array(pinocchio_rnea.SWAP)
    return order


def pinocchio_model(model: lieref.Model) -> Any:
    """Return Pinocchio's model of a tree of free, revolute and prismatic joints.

    Joints along a coordinate axis get Pinocchio's faster type for it, as its URDF reader does.
    Where bodies are not numbered branch by branch, Pinocchio's derivatives are not to be used: it
    takes the joints of a subtree for a range of indices.

    Raises
    ------
    ValueError
        Another joint type.
    """
    theirs = pin.Model()
    theirs.gravity.linear = np.array(model.gravity)
    points = np.array([getattr(joint, "point", (0.0, 0.0, 0.0)) for joint in model.joints])
    for i, joint in enumerate(model.joints):
        parent = int(model.parents[i])
        pose = model.placements[i]
        # Pinocchio's joint frame has its origin on the axis
        origin = pose[:3, 3] + pose[:3, :3] @ points[i] - (points[parent] if parent >= 0 else 0.0)
        theirs.addJoint(
            parent + 1, _pinocchio_joint(joint), pin.SE3(pose[:3, :3], origin), model.names[i]
        )
        theirs.appendBodyToJoint(
            i + 1,
            pin.Inertia(model.masses[i], model.coms[i] - points[i], model.inertias[i]),
            pin.SE3.Identity(),
        )
    return theirs


def _pinocchio_joint(joint: Any) -> Any:
    if joint.kind == "free":
        return pin.JointModelFreeFlyer()
    if joint.kind not in AXES:
        raise ValueError(f"no Pinocchio joint for {joint.kind}")
    axis = [float(x) for x in joint.axis]
    if 1.0 in axis:
        return getattr(pin, f"JointModel{AXES[joint.kind]}{'XYZ'[axis.index(1.0)]}")()
    return getattr(pin, f"JointModel{joint.kind.capitalize()}Unaligned")(np.array(axis))


def casadi_machine(function: ca.Function, arguments: list[FloatArray]) -> tuple[Run, Result]:
    """Return a run of CasADi's virtual machine through its buffer interface, without copies."""
    # CasADi's annotations of its buffers are those of its C++ side
    memory: Any
    memory, evaluate = function.buffer()
    result = np.zeros(function.nnz_out(0))
    for i, argument in enumerate(arguments):
        memory.set_arg(i, argument.data)
    memory.set_res(0, result.data)
    repeat = python_run(evaluate)

    # CasADi keeps addresses alone: the default value keeps what they point to
    def run(calls: int, _kept: object = (memory, arguments)) -> float:
        return repeat(calls)

    return run, lambda: result


def casadi_generated(
    timers: ModuleType, library: build.Library, function: ca.Function, x: FloatArray
) -> tuple[Run, Result]:
    """Return a run of the compiled C code of a function x -> y."""
    address = library.address(function.name())
    y = np.zeros(function.nnz_out(0))
    integers = np.zeros(function.sz_iw() + 1, dtype=np.int64)
    reals = np.zeros(function.sz_w() + 1)
    pointers = np.zeros(2 * (function.sz_arg() + function.sz_res()), dtype=np.uintp)

    def run(calls: int) -> float:
        return float(timers.generated_seconds(address, x, y, integers, reals, pointers, calls))

    return run, lambda: y


def c_code(function: ca.Function) -> str:
    """Return the C text that CasADi generates for a function."""
    generator = ca.CodeGenerator("casadi_code.c")
    generator.add(function)
    return str(generator.dump())


def compiled(
    function: ca.Function, cache: Path, limit: float, flags: tuple[str, ...] = build.FLAGS
) -> build.Library:
    """Return the compiled C code of a function."""
    return build.c_library(c_code(function), cache, limit, flags)
