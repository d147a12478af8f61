"""Partial derivatives through loops, by both methods, and what a user would do without them."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from lieref import loops
from lieref.check.metrics import FloatArray
from verification.benchmark.bench import require_agreement
from verification.benchmark.timing import Run, python_run
from verification.subjects.mechanisms import Point

#: What the functions are called in the tables, the one that differences stand beside first.
FUNCTIONS = {
    "inverse_dynamics_partials": "first, inverse",
    "forward_dynamics_partials": "first, forward",
    "inverse_dynamics_second_partials": "second, inverse",
    "forward_dynamics_second_partials": "second, forward",
}
DIFFERENCES = "first, inverse, central differences"
CHAINED = ", chain rule"
STEP = 2.0**-17
# The closed forms lose digits where gears make rotors fast, and second derivatives once more.
AGREEMENT = 1e-8
# The square of the step, and rounding by the step.
DIFFERENCE_AGREEMENT = 1e-5


def differences(point: Point) -> tuple[FloatArray, FloatArray]:
    """dtau_dq and dtau_dv by central differences, the loops closed again after each move."""
    model, q, (v, a) = point.model, point.q, point.motion
    G = loops.constraint_state(model, q, v).G
    columns = []
    for way in G.T:
        ends = (loops.project(model, model.integrate(q, h * way)) for h in (STEP, -STEP))
        columns.append([loops.inverse_dynamics(model, end, [v, a])[0] for end in ends])
    for unit in np.eye(model.nv):
        moved = (v + STEP * unit, v - STEP * unit)
        columns.append([loops.inverse_dynamics(model, q, [x, a])[0] for x in moved])
    ahead, behind = np.moveaxis(np.array(columns), 1, 0)
    slopes = ((ahead - behind) / (2 * STEP)).T
    return slopes[:, : model.nv], slopes[:, model.nv :]


def runs_of(point: Point) -> tuple[dict[str, Run], dict[str, float]]:
    """Return the runs from Python by their names, and how far the answers are from each other."""
    runs: dict[str, Run] = {}
    apart: dict[str, float] = {}
    for function, name in FUNCTIONS.items():
        call = getattr(loops, function)
        chained = partial(call, method="chain_rule")
        u = point.motion[1] if function.startswith("inverse") else point.tau[0]
        arguments: tuple[Any, ...] = (point.model, point.q, point.motion[0], u)
        runs[name] = python_run(call, *arguments)
        runs[name + CHAINED] = python_run(chained, *arguments)
        pairs = zip(call(*arguments), chained(*arguments), strict=True)
        apart[name] = max(require_agreement(name, x, y, AGREEMENT) for x, y in pairs)
    runs[DIFFERENCES] = python_run(differences, point)
    first = loops.inverse_dynamics_partials(point.model, point.q, *point.motion)
    apart[DIFFERENCES] = max(
        require_agreement(DIFFERENCES, x, y, DIFFERENCE_AGREEMENT)
        for x, y in zip(differences(point), first[:2], strict=True)
    )
    return runs, apart
