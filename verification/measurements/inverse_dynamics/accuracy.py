"""Rounding: kernels in double precision against the oracle, order by order and block by block."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from lieref.check import metrics
from verification.subjects import computations, robots, states

# Proven digits of the reference: 9 beyond a double, so that its own error cannot show in any
# figure.
DIGITS = 25
# What a grid may add to the parameters.
OPTIONAL = ("digits",)


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure every form on one robot in one state.

    Parameters
    ----------
    params : mapping
        ``robot`` (see `robots.build`), ``state`` (see `states.draw`), ``order``; optional
        ``bound`` (bool): also the effect of rounding the inputs alone; ``forms`` (names, default
        `computations.FORMS`): which forms; ``digits`` of the reference value (default DIGITS).

    Returns
    -------
    dict
        ``scale``: max |tau^(k)| of each order; ``reference``: working digits and proven relative
        bound of the oracle; for each form ``relative``: relative max norm of
        each order, ``rmsre`` of the whole stack, ``blocks``: every metric of every block;
        ``bound``: relative max norm of each order.
    """
    model = robots.build(params["robot"])
    order = params["order"]
    state = states.draw(model, params["state"], order)
    digits = params.get("digits", DIGITS)
    certified = computations.oracle(model, state, digits)
    reference = certified.midpoints
    blocks = metrics.dynamics_blocks(computations.rows(model), order + 1)
    found: dict[str, Any] = {
        "scale": [float(metrics.magnitudes(row).max()) for row in reference],
        "reference": {"digits": certified.digits, "bound": certified.relative_radius},
        "forms": {},
    }
    for form in params.get("forms", computations.FORMS):
        tau = computations.kernel(form, model, state)
        summary = metrics.by_block(tau, reference, {"all": ..., **blocks})
        found["forms"][form] = {
            "relative": [summary[f"order {k}"].relative for k in range(order + 1)],
            "rmsre": summary["all"].rmsre,
            "blocks": {name: asdict(block) for name, block in summary.items()},
        }
    if params.get("bound"):
        nearby = computations.oracle(model, _one_spacing_away(state, params), digits).midpoints
        found["bound"] = computations.errors(nearby, reference)
    return found


def _one_spacing_away(state: states.State, params: Mapping[str, Any]) -> states.State:
    """Return the state with every input number moved one spacing up or down at random.

    It is the least change that a double can show; rounding an input is wrong by half of it at most.
    """
    rng = np.random.default_rng([params["state"]["seed"], 1])

    def move(x: np.ndarray) -> np.ndarray:
        return np.asarray(np.nextafter(x, np.where(rng.random(x.shape) < 0.5, -np.inf, np.inf)))

    return replace(state, q=move(state.q), v=move(state.v))


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, fitted to some runs, from the sizes alone."""
    bodies = robots.bodies_of(params)
    order: int = params["order"]
    seconds: float = 5e-5 * bodies**1.3 * (order + 2) ** 2
    return 2 * seconds if params.get("bound") else seconds
