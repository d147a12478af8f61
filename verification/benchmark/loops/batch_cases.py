"""Many states of a mechanism in one call, beside a call for each of them, from Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import lieref
from verification.benchmark.bench import require_agreement
from verification.benchmark.timing import Run, python_run
from verification.subjects import mechanisms
from verification.subjects.mechanisms import Point

ORDERS = (0, 1, 2, 5)
STATES = 64
# Configurations, so that lanes do not hold one and the same.
DRAWN = 8
INERTIA = "reduced inertia"
#: Forward dynamics loses what the inertia takes, order by order.
AGREEMENT = 1e-8


def label(function: str, r: int, many: bool = False) -> str:
    """What a run is called in the tables."""
    name = function if function == INERTIA else f"{function}, order {r}"
    return f"{name}, batch" if many else name


def names() -> list[tuple[str, int]]:
    """Return the functions and orders that are timed."""
    return [(x, r) for x in ("inverse", "forward") for r in ORDERS] + [(INERTIA, 0)]


def runs_of(robot: dict[str, Any], point: Point) -> tuple[dict[str, Run], dict[str, float]]:
    """Return the runs by their names, of batches for one state, and how far these are apart."""
    model, rng = point.model, np.random.default_rng(0)
    drawn = [mechanisms.draw({"robot": robot, "state": {"seed": k}}).q for k in range(DRAWN)]
    q = np.tile(drawn, (STATES // DRAWN, 1))
    runs: dict[str, Run] = {}
    apart: dict[str, float] = {}
    for function, r in names():
        v, tau = (0.1 * rng.standard_normal((STATES, r + n, model.nv)) for n in (2, 1))
        calls: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
            "inverse": (lieref.inverse_dynamics, (q, v)),
            "forward": (lieref.forward_dynamics, (q, v[:, 0], tau)),
            INERTIA: (lieref.joint_space_inertia, (q,)),
        }
        call, given = calls[function]
        alone = [x[0] for x in given]
        runs[label(function, r)] = python_run(call, model, *alone)
        runs[label(function, r, True)] = _of_one_state(python_run(call, model, *given))
        name = label(function, r)
        apart[name] = require_agreement(
            name, call(model, *given)[0], call(model, *alone), AGREEMENT
        )
    return runs, apart


def _of_one_state(run: Run) -> Run:
    return lambda calls: run(calls) / STATES
