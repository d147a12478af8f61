"""Doubles of forward dynamics on a real robot, over many random states, in conditioning bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

import lieref
from lieref.check.metrics import FloatArray
from verification.subjects import robots

# Random moves of the arguments, the largest effect of which is the bound.
SAMPLES = 4
# Digits of the reference values: 15 beyond a double.
FINE = 31


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure a batch of random states.

    Parameters
    ----------
    params : mapping
        ``robot`` as of `robots.build`; ``states``, ``seed``, ``order``; ``torques``: "motion" or
        "random", of which the first are those of v and its derivatives uniform in +-1.

    Returns
    -------
    dict
        ``ratios`` and ``errors``: per order the largest error over the states, by its conditioning
        error bound and relative to the max norm; ``median`` of the former; ``refused``: states
        that doubles refuse and double-doubles do not. Nothing of a robot that is singular
        or whose file gives a body a negative moment of inertia.
    """
    model, order = robots.build(params["robot"]), params["order"]
    rng = np.random.default_rng(params["seed"])
    solved = [_state(model, order, params["torques"], rng) for _ in range(params["states"])]
    rows = [row for row in solved if row]
    if not rows:
        return {"ratios": [], "median": [], "errors": [], "refused": solved.count(())}
    error, bound = (np.array([row[i] for row in rows]) for i in range(2))
    return {
        "ratios": (error / bound).max(axis=0).tolist(),
        "median": np.median(error / bound, axis=0).tolist(),
        "errors": error.max(axis=0).tolist(),
        "refused": solved.count(()),
    }


def _state(
    model: lieref.Model, order: int, torques: str, rng: np.random.Generator
) -> tuple[FloatArray, ...] | None:
    """Return error and bound of each order; None if no form solves it, () if doubles refuse it."""
    q, v = model.random_configuration(rng), rng.uniform(-1, 1, (order + 2, model.nv))
    tau = rng.uniform(-1, 1, (order + 1, model.nv))
    if torques == "motion":
        tau = lieref.inverse_dynamics(model, q, v)
    try:
        right = lieref.forward_dynamics(model, q, v[0], tau, digits=FINE)
        others = [
            lieref.forward_dynamics(
                model, _moved(q, rng), _moved(v[0], rng), _moved(tau, rng), digits=FINE
            )
            for _ in range(SAMPLES)
        ]
    except (lieref.SingularError, lieref.ModelError):
        return None
    try:
        found = lieref.forward_dynamics(model, q, v[0], tau)
    except lieref.SingularError:
        return ()
    # a move is a whole ulp
    bound = np.max([_relative(x, right) for x in others], axis=0) / 2
    return _relative(found, right), np.maximum(bound, 2.0**-53)


def _moved(x: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Return every number but zeros moved by an ulp, up or down."""
    ends = np.where(rng.random(x.shape) < 0.5, np.inf, -np.inf)
    return np.where(x == 0, 0.0, np.nextafter(x, ends))


def _relative(x: FloatArray, right: FloatArray) -> FloatArray:
    largest: FloatArray = abs(right).max(axis=1)
    difference: FloatArray = abs(x - right).max(axis=1)
    return difference / np.maximum(largest, np.finfo(float).tiny)


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 0.05 + 0.003 * float(params["states"])
