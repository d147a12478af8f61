"""Dynamics of order r through loops beside the open tree's of the same order, from Python."""

from __future__ import annotations

from typing import Any

import numpy as np

import lieref
from lieref import loops
from verification.benchmark.bench import require_agreement
from verification.benchmark.timing import Run, python_run
from verification.subjects.mechanisms import Point

ORDERS = (0, 1, 2, 5)
#: Forces of random motions give them back, but for what order after order loses.
AGREEMENT = 1e-6


def label(function: str, r: int, tree: bool = False) -> str:
    """What a run is called in the tables."""
    return f"{'open tree, ' if tree else ''}{function}, order {r}"


def runs_of(point: Point) -> tuple[dict[str, Run], dict[str, float]]:
    """Return the runs by their names, and how far forward dynamics is from the inverse's motion."""
    model, q = point.model, point.q
    rng = np.random.default_rng(0)
    runs: dict[str, Run] = {}
    apart: dict[str, float] = {}
    for r in ORDERS:
        v, open_v = (0.1 * rng.standard_normal((r + 2, n)) for n in (model.nv, model.tree.nv))
        tau = loops.inverse_dynamics(model, q, v)
        open_tau = lieref.inverse_dynamics(model.tree, q, open_v)
        back = loops.forward_dynamics(model, q, v[0], tau)
        apart[label("forward", r)] = require_agreement("orders", back, v[1:], AGREEMENT)
        states: dict[str, tuple[Any, ...]] = {
            label("inverse", r): (loops.inverse_dynamics, model, q, v),
            label("inverse", r, True): (lieref.inverse_dynamics, model.tree, q, open_v),
            label("forward", r): (loops.forward_dynamics, model, q, v[0], tau),
            label("forward", r, True): (
                lieref.forward_dynamics, model.tree, q, open_v[0], open_tau,
            ),
        }  # fmt: skip
        runs.update({name: python_run(*call) for name, call in states.items()})
    return runs, apart
