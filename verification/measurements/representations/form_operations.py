"""The operations of each form of inverse dynamics: its plain twin runs on traced scalars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from lieref.check import metrics
from verification.subjects import computations, robots, states
from verification.subjects.tracing import Tracing, needed

KINDS = ("multiplications", "additions", "divisions", "functions")


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Count the operations that the result of one form needs, order by order.

    Parameters
    ----------
    params : mapping
        ``robot`` (see `robots.build`), ``form``, ``orders``, ``seed``.

    Returns
    -------
    dict
        ``bodies``; for each of `KINDS` the numbers, one an order; ``difference``: to the
        compiled kernel, the largest relative max norm, so that what is counted is what is meant.
    """
    model = robots.build(params["robot"])
    form = params["form"]
    found: dict[str, list[int]] = {kind: [] for kind in KINDS}
    differences = []
    for order in params["orders"]:
        state = states.draw(model, {"seed": params["seed"]}, order)
        tau = computations.traced(form, model, state, Tracing())
        for kind, number in counts(tau).items():
            found[kind].append(number)
        values = np.array([[float(x) for x in row] for row in tau])
        kernel = computations.kernel(form, model, state)
        differences += [
            metrics.relative_max_norm(a, b) for a, b in zip(values, kernel, strict=True)
        ]
    return {**found, "bodies": model.nbodies, "difference": max(differences)}


def counts(tau: list[list[Any]]) -> dict[str, int]:
    """Return how many operations of each of `KINDS` these forces need."""
    taken: Counter[str] = needed(x for row in tau for x in row)
    functions = sum(taken[kind] for kind in ("sin", "cos", "sqrt"))
    return {**{kind: taken[kind] for kind in KINDS[:-1]}, "functions": functions}


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, from the sizes alone."""
    bodies = robots.bodies_of(params)
    seconds: float = 2e-3 * bodies * sum((order + 2) ** 2 for order in params["orders"])
    return seconds
