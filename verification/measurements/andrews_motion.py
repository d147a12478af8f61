"""Andrews' squeezing mechanism from rest to 0.03 s, against the Test Set's published state.

The independent coordinate or the whole tree is integrated; only the first way, which solves the
loops again at each evaluation, keeps them closed. Source of the published state: Test Set for IVP
Solvers, "andrews", computed there with tolerances of 1e-14. The truth beside it is
`andrews_equations.motion`: another program, with more digits.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from lieref import loops
from lieref.model import catalogue
from lieref.model.loop_model import LoopModel
from verification.subjects import andrews_equations as equations

Array = NDArray[np.float64]
END = 0.03
#: The published state at 0.03 s: joint, position in rad, velocity in rad/s.
PUBLISHED = {
    "beta": (0.1581077119629904e2, 0.1139920302151208e4),
    "theta": (-0.1575637105984298e2, -0.1424379294994111e4),
    "gamma": (0.4082224013073101e-1, 0.1103291221937134e2),
    "phi": (-0.5347301163226948, 0.1929337464421385e2),
    "delta": (0.5244099658805304, 0.5735699284790808),
    "omega": (0.5347301163226948, -0.1929337464421385e2),
    "epsilon": (0.1048080741042263e1, 0.3231791658026955),
}


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Integrate with scipy's DOP853 and compare.

    Parameters
    ----------
    params : mapping
        ``way``: "re-solved", the independent coordinate is integrated, and the others follow from
        the loops at each evaluation; "tree", all joints are integrated by qdot = G ydot, with G
        at the nearest configuration that is closed, and drift off the loops; "extended", the
        truth. ``tolerance``: relative and absolute. ``steps``: of the truth.

    Returns
    -------
    dict
        ``positions``, ``velocities``: at 0.03 s in the order of `andrews_equations.NAMES`, rad
        and rad/s; ``published``, ``truth``: largest errors of the positions, rad;
        ``published_velocities``, ``truth_velocities``: of the velocities, relative to the
        largest; ``residual``: largest entry of phi of any loop (rad and m) at any step, 0 for the
        truth; ``evaluations``.
    """
    model = catalogue.andrews()
    truth = extended(params["steps"])
    residual, evaluations = 0.0, 0
    if params["way"] == "extended":
        q, v = truth
    else:
        q, v, residual, evaluations = WAYS[params["way"]](model, params["tolerance"])
        order = [model.joint_names.index(name) for name in equations.NAMES]
        q, v = q[order], v[order]
    published = np.array([PUBLISHED[name] for name in equations.NAMES]).T
    largest = np.abs(published[1]).max()
    return {
        "positions": q.tolist(),
        "velocities": v.tolist(),
        "published": float(np.abs(q - published[0]).max()),
        "published_velocities": float(np.abs(v - published[1]).max() / largest),
        "truth": float(np.abs(q - truth[0]).max()),
        "truth_velocities": float(np.abs(v - truth[1]).max() / largest),
        "residual": residual,
        "evaluations": evaluations,
    }


@functools.cache
def extended(steps: int) -> tuple[Array, Array]:
    """Return the truth rounded to doubles."""
    q, v = equations.motion("0.03", steps)
    return q.astype(float), v.astype(float)


def bend(model: LoopModel, q: Array, v: Array) -> Array:
    """Return the independent acceleration in a closed tree configuration, rad/s^2."""
    wrenches = catalogue.andrews_spring(model, q)
    drive = [[catalogue.ANDREWS_TORQUE]]
    found: Array = loops.forward_dynamics(model, q, v, drive, wrenches=wrenches)[0]
    return found


def _largest_gap(model: LoopModel, configurations: list[Array]) -> float:
    return max(float(np.abs(loops.loop_residual(model, q)).max()) for q in configurations)


def _re_solved(model: LoopModel, tolerance: float) -> tuple[Array, Array, float, int]:
    """y'' = a(expand(y), y'), each expansion starts from the one before."""
    near = [model.assembly]

    def closed(y: Array) -> Array:
        near[0] = loops.expand(model, y[:1], near[0])
        return near[0]

    def right(_: float, y: Array) -> Array:
        return np.concatenate([y[1:], bend(model, closed(y), y[1:])])

    at_rest = np.concatenate([model.neutral(), [0.0]])
    found = solve_ivp(right, (0.0, END), at_rest, "DOP853", rtol=tolerance, atol=tolerance)
    near[0] = model.assembly
    steps = [closed(y) for y in found.y.T]
    v = loops.constraint_state(model, steps[-1], found.y[1:, -1]).v
    return steps[-1], v, _largest_gap(model, steps), int(found.nfev)


def _along_the_tree(model: LoopModel, tolerance: float) -> tuple[Array, Array, float, int]:
    """q' = G ydot, y'' = a(q, ydot) for all tree joints."""
    n = model.tree.nq

    def right(_: float, y: Array) -> Array:
        q, v = loops.project(model, y[:n]), y[n:]
        return np.concatenate([loops.constraint_state(model, q, v).v, bend(model, q, v)])

    at_rest = np.concatenate([model.assembly, [0.0]])
    found = solve_ivp(right, (0.0, END), at_rest, "DOP853", rtol=tolerance, atol=tolerance)
    steps = list(found.y[:n].T)
    closed = loops.project(model, steps[-1])
    v = loops.constraint_state(model, closed, found.y[n:, -1]).v
    return steps[-1], v, _largest_gap(model, steps), int(found.nfev)


WAYS: dict[str, Callable[[LoopModel, float], tuple[Array, Array, float, int]]] = {
    "re-solved": _re_solved,
    "tree": _along_the_tree,
}
