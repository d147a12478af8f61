"""Andrews' squeezing mechanism against the numbers that the Test Set for IVP Solvers publishes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from lieref import catalogue, loops

Array = NDArray[np.float64]
END = 0.03  # s
#: Published accelerations at the start, rad/s^2; those of the other joints are zero.
START = {"beta": 14222.4439199541138705911625887, "theta": -10666.8329399655854029433719415}
#: Published positions (rad) and speeds (rad/s) after 0.03 s, fifteen to sixteen digits.
POSITIONS = {
    "beta": 0.1581077119629904e2,
    "theta": -0.1575637105984298e2,
    "gamma": 0.4082224013073101e-1,
    "phi": -0.5347301163226948e0,
    "delta": 0.5244099658805304e0,
    "omega": 0.5347301163226948e0,
    "epsilon": 0.1048080741042263e1,
}
SPEEDS = {
    "beta": 0.1139920302151208e4,
    "theta": -0.1424379294994111e4,
    "gamma": 0.1103291221937134e2,
    "phi": 0.1929337464421385e2,
    "delta": 0.5735699284790808e0,
    "omega": -0.1929337464421385e2,
    "epsilon": 0.3231791658026955e0,
}
#: Points of the motion that the report shows.
SHOWN = 241


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return how far the mechanism is from the published numbers.

    Parameters
    ----------
    params : mapping
        ``tolerance``: relative one of scipy's DOP853, which moves the angle beta.

    Returns
    -------
    dict
        ``start``: largest difference of an acceleration, relative to that of beta; ``positions``
        (rad) and ``speeds`` (relative to that of beta) after 0.03 s; ``residual``: how far the
        loops are open at most; ``evaluations``; ``t`` and ``motion``: the angles by joint.
    """
    model = catalogue.andrews()
    rates = _tree_accelerations(model)
    start = max(abs(rates[name] - START.get(name, 0.0)) for name in rates) / START["beta"]
    way = _Way(model)
    grid = np.linspace(0.0, END, SHOWN)
    found = solve_ivp(
        way.derivative,
        (0.0, END),
        [float(model.assembly[0]), 0.0],
        method="DOP853",
        rtol=params["tolerance"],
        atol=params["tolerance"],
        t_eval=grid,
        max_step=END / 300,
    )
    qs, near = [], model.assembly
    for angle in found.y[0]:
        near = loops.expand(model, [angle], near=near)
        qs.append(near)
    state = loops.constraint_state(model, near, found.y[1][-1:])
    names = model.joint_names
    q, v = dict(zip(names, state.q, strict=True)), dict(zip(names, state.v, strict=True))
    return {
        "start": start,
        "positions": max(abs(q[name] - x) for name, x in POSITIONS.items()),
        "speeds": max(abs(v[name] - x) for name, x in SPEEDS.items()) / SPEEDS["beta"],
        "residual": max(float(np.abs(loops.loop_residual(model, x)).max()) for x in qs),
        "evaluations": int(found.nfev),
        "t": grid.tolist(),
        "motion": {name: [float(x[i]) for x in qs] for i, name in enumerate(names)},
    }


def _tree_accelerations(model: Any) -> dict[str, float]:
    """Accelerations of all joints at the start, at rest."""
    q = model.assembly
    spring = catalogue.andrews_spring(model, q)
    drive = [[catalogue.ANDREWS_TORQUE]]
    vdot = loops.forward_dynamics(model, q, [0.0], drive, wrenches=spring)[0]
    state = loops.constraint_state(model, q, [0.0])
    return {
        name: float(x) for name, x in zip(model.joint_names, state.G @ vdot + state.g, strict=True)
    }


class _Way:
    """The equation of motion in beta; loops are closed from the last configuration."""

    def __init__(self, model: Any) -> None:
        self.model, self.near = model, model.assembly

    def derivative(self, _: float, y: Array) -> list[float]:
        q = self.near = loops.expand(self.model, y[:1], near=self.near)
        spring = catalogue.andrews_spring(self.model, q)
        drive = [[catalogue.ANDREWS_TORQUE]]
        rates = loops.forward_dynamics(self.model, q, y[1:], drive, wrenches=spring)
        return [float(y[1]), float(rates[0, 0])]


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 4.0
