"""Dynamics through loops in double precision against the oracle, and the conditioning bound."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from lieref import loops, oracle
from lieref.oracle import Arb
from verification.subjects import mechanisms
from verification.subjects.mechanisms import Point

DIGITS = 70
#: Random moves of the inputs, of which the bound is the largest effect.
SAMPLES = 6

Reference = Callable[..., Any]


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the error of one function in one state.

    Parameters
    ----------
    params : mapping
        ``of`` (a name in `FUNCTIONS`), ``method``, ``robot`` and ``state`` (`mechanisms.draw`),
        ``base``, and ``bound``: whether the conditioning bound is wanted.

    Returns
    -------
    dict
        ``error``: relative max norm; ``loops`` and ``inertia``: the scaled conditions (see
        `mechanisms.conditions`); ``bound`` if wanted.
    """
    point, field = mechanisms.draw(params), Arb(DIGITS)
    found, arguments = FUNCTIONS[params["of"]](point, params)
    reference = getattr(oracle, f"loop_{params['of']}")(
        point.model, point.q, field=field, **arguments
    )
    with field.working():
        expected = np.array([[field.to_float(x) for x in row] for row in reference])
        # the difference is taken in balls: what is left of it is no rounding of the reference value
        differences = [
            abs(field.to_float(field(float(x)) - y))
            for row, exact in zip(found, reference, strict=True)
            for x, y in zip(row, exact, strict=True)
        ]
    about_loops, about_inertia = mechanisms.conditions(point.model, point.q)
    result = {
        "error": max(differences) / float(np.abs(expected).max()),
        "loops": about_loops,
        "inertia": about_inertia,
        "nbodies": point.model.nbodies,
        "nv": point.model.nv,
    }
    if params["bound"]:
        bound = oracle.loop_conditioning_bound(
            params["of"], point.model, point.q, samples=SAMPLES, field=field, **arguments
        )
        result["bound"] = max(bound)
    return result


def _extra(params: Mapping[str, Any]) -> dict[str, Any]:
    """The words for a method other than that of the clusters."""
    return {} if params["method"] == "clusters" else {"method": params["method"]}


def _inverse(point: Point, params: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    base = params["base"]
    found = loops.inverse_dynamics(point.model, point.q, point.motion, base, **_extra(params))
    return found, {"v": point.motion, "base": base}


def _forward(point: Point, params: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    base, v = params["base"], point.motion[0]
    found = loops.forward_dynamics(point.model, point.q, v, point.tau, base, **_extra(params))
    return found, {"v": v, "tau": point.tau, "base": base}


def _ends(point: Point, params: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    ends = mechanisms.ends(point.model, params["state"]["seed"])
    found = loops.inverse_operational_inertia(point.model, point.q, ends, **_extra(params))
    return found, {"ends": ends}


Function = Callable[[Point, Mapping[str, Any]], tuple[Any, dict[str, Any]]]
FUNCTIONS: dict[str, Function] = {
    "inverse_dynamics": _inverse,
    "forward_dynamics": _forward,
    "inverse_operational_inertia": _ends,
}


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 0.5 + (0.5 * SAMPLES if params["bound"] else 0.0)
