"""Andrews' squeezing mechanism from rest to 0.03 s, against the Test Set's published state.

The independent coordinate or the whole tree is integrated; only the first way, which solves the
loops again at each evaluation, keeps them closed. Source of the published state: Test Set for IVP
Solvers, "andrews", computed there with tolerances of 1e-14. The reference value beside it is
`andrews_equations.motion`: another program, with more digits.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from lieref import loops
from lieref.model.loops.loop_model import LoopModel
from lieref.model.mechanisms import catalogue
from lieref.simulate import simulate
from verification.subjects.definitions import andrews_equations as equations

Array = NDArray[np.float64]
END = 0.03
#: The published accelerations at the start, rad/s^2; those of the other joints are zero.
PUBLISHED_START = {
    "beta": 14222.4439199541138705911625887,
    "theta": -10666.8329399655854029433719415,
}
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
        at the nearest configuration that is closed, and drift off the loops; "simulate", by
        `lieref.simulate.simulate`; "Radau", the Test Set's equations, reduced to index 1, in
        doubles by scipy's Radau; "extended", the reference value. ``tolerance``: relative and
        absolute. ``steps``: of the reference value.

    Returns
    -------
    dict
        ``start``: largest error of an acceleration at the start, relative to the published one of
        beta; ``positions``, ``velocities``: at 0.03 s in the order of `andrews_equations.NAMES`,
        rad and rad/s; ``published``, ``reference``: largest errors of the positions, rad;
        ``published_velocities``, ``reference_velocities``: of the velocities, relative to the
        largest; ``residual``: largest entry of phi of any loop (rad and m) at any step, 0 for the
        reference; ``evaluations``; ``t`` (n,) and ``motion``: times in s and positions of each
        joint by its name, at the steps; of the reference value nothing.
    """
    model = catalogue.andrews()
    reference = extended(params["steps"])
    if params["way"] == "extended":
        (q, v), a, way = reference, _extended_start(), Way(np.zeros(0), [], reference[1], 0)
    else:
        way = WAYS[params["way"]](model, params["tolerance"])
        order = [model.joint_names.index(name) for name in equations.NAMES]
        q, v, a = way.steps[-1][order], way.v[order], tree_accelerations(model)[order]
    start = np.array([PUBLISHED_START.get(name, 0.0) for name in equations.NAMES])
    published = np.array([PUBLISHED[name] for name in equations.NAMES]).T
    largest = np.abs(published[1]).max()
    return {
        "start": float(np.abs(a - start).max() / np.abs(start).max()),
        "positions": q.tolist(),
        "velocities": v.tolist(),
        "published": float(np.abs(q - published[0]).max()),
        "published_velocities": float(np.abs(v - published[1]).max() / largest),
        "reference": float(np.abs(q - reference[0]).max()),
        "reference_velocities": float(np.abs(v - reference[1]).max() / largest),
        "residual": _largest_gap(model, way.steps),
        "evaluations": way.evaluations,
        "t": way.t.tolist(),
        "motion": {
            name: [float(x[i]) for x in way.steps] for i, name in enumerate(model.joint_names)
        },
    }


class Way(NamedTuple):
    """Times in s, the tree configurations there, the last velocities, calls of the dynamics."""

    t: Array
    steps: list[Array]
    v: Array
    evaluations: int


@functools.cache
def extended(steps: int) -> tuple[Array, Array]:
    """Return the reference value rounded to doubles."""
    q, v = equations.motion("0.03", steps)
    return q.astype(float), v.astype(float)


def _extended_start() -> Array:
    a, _ = equations.accelerations(equations.START, np.zeros(7, np.longdouble))
    return a.astype(float)


def tree_accelerations(model: LoopModel) -> Array:
    """Return the accelerations of all joints at the start, at rest, rad/s^2."""
    rest = np.zeros(model.nv)
    state = loops.constraint_state(model, model.assembly, rest)
    # vdot = G ydd + g
    found: Array = state.G @ bend(model, model.assembly, rest) + state.g
    return found


def bend(model: LoopModel, q: Array, v: Array) -> Array:
    """Return the independent acceleration in a closed tree configuration, rad/s^2."""
    wrenches = catalogue.andrews_spring(model, q)
    drive = [[catalogue.ANDREWS_TORQUE]]
    found: Array = loops.forward_dynamics(model, q, v, drive, wrenches=wrenches)[0]
    return found


def _largest_gap(model: LoopModel, configurations: list[Array]) -> float:
    gaps = (float(np.abs(loops.loop_residual(model, q)).max()) for q in configurations)
    return max(gaps, default=0.0)


def _re_solved(model: LoopModel, tolerance: float) -> Way:
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
    return Way(found.t, steps, v, int(found.nfev))


def _along_the_tree(model: LoopModel, tolerance: float) -> Way:
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
    return Way(found.t, steps, v, int(found.nfev))


def _simulated(model: LoopModel, tolerance: float) -> Way:
    """The adaptive method of mechanisms."""

    def spring(t: float, q: Array, v: Array) -> Array:
        return np.asarray(catalogue.andrews_spring(model, q)[0])

    found = simulate(
        model,
        model.assembly,
        [0.0],
        np.linspace(0.0, END, 31),
        [catalogue.ANDREWS_TORQUE],
        wrenches=spring,
        rtol=tolerance,
        atol=tolerance,
    )
    return Way(found.times, list(found.q), found.v[-1], found.evaluations)


def _radau(model: LoopModel, tolerance: float) -> Way:
    """Positions and velocities of all seven joints by their own accelerations, which drift."""

    def right(t: float, y: Array) -> Array:
        a = equations.accelerations(y[:7], y[7:])[0]
        return np.concatenate([y[7:], a.astype(float)])

    at_rest = np.concatenate([equations.START.astype(float), np.zeros(7)])
    found = solve_ivp(right, (0.0, END), at_rest, "Radau", rtol=tolerance, atol=tolerance)
    order = [equations.NAMES.index(name) for name in model.joint_names]
    return Way(found.t, list(found.y[:7][order].T), found.y[7:, -1][order], int(found.nfev))


WAYS: dict[str, Callable[[LoopModel, float], Way]] = {
    "re-solved": _re_solved,
    "tree": _along_the_tree,
    "simulate": _simulated,
    "Radau": _radau,
}


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds; the reference value is most of them."""
    return 0.05 * float(params["steps"]) + (5.0 if params["way"] == "Radau" else 0.0)
