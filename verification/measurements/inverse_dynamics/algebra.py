"""Algebra: the plain twins at 50 digits against the oracle at more; no rounding can hide in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verification.subjects import computations, robots, states

TWIN_DIGITS = 50
MORE = 5  # digits of the oracle beyond those
# What a grid may add to the parameters.
OPTIONAL = ("digits",)


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the relative max norm of each order, for the twin of each form.

    Parameters
    ----------
    params : mapping
        ``robot``, ``state``, ``order``, ``forms`` as in `measurements.inverse_dynamics.accuracy`;
        ``digits`` of the twins (default TWIN_DIGITS).
    """
    digits = params.get("digits", TWIN_DIGITS)
    model = robots.build(params["robot"])
    state = states.draw(model, params["state"], params["order"])
    reference = computations.oracle(model, state, digits + MORE).midpoints
    forms = {}
    for form in params.get("forms", computations.FORMS):
        tau = computations.twin(form, model, state, digits)
        forms[form] = {"relative": computations.errors(tau, reference)}
    return {"forms": forms}


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, from the sizes alone."""
    bodies = robots.bodies_of(params)
    order: int = params["order"]
    return 4e-4 * bodies * (order + 2) ** 2
