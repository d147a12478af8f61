"""First and second partial derivatives through loops in double precision against the oracle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lieref import loops, oracle
from lieref.oracle import Arb
from verification.subjects import mechanisms

DIGITS = 60
#: How the partials of the open tree are computed: by the default of each function, or otherwise.
METHODS: dict[str, dict[str, str]] = {"usual": {}, "chain_rule": {"method": "chain_rule"}}


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the errors of the partials of one function in some states, by every method.

    Parameters
    ----------
    params : mapping
        ``of`` ("inverse_dynamics" or "forward_dynamics"), ``partials`` ("first" or "second"),
        ``robot`` and ``states`` (see `mechanisms.draw`), ``base``.

    Returns
    -------
    dict
        Of each of `METHODS` ``errors``: of each array the largest error by its largest number in
        all states, and ``error``, the largest one. A derivative of a mechanism with one coordinate
        is one number, which passes through zero; so one state is no measure. ``loops`` and
        ``inertia``: the largest scaled conditions (see `mechanisms.conditions`).
    """
    name = f"{params['of']}_{'second_' if params['partials'] == 'second' else ''}partials"
    field = Arb(DIGITS)
    sizes: dict[str, float] = {}
    differences: dict[str, dict[str, float]] = {method: {} for method in METHODS}
    conditions = []
    for state in params["states"]:
        point = mechanisms.draw({"robot": params["robot"], "state": state})
        model, q, (v, a) = point.model, point.q, point.motion
        u = a if params["of"] == "inverse_dynamics" else point.tau[0]
        reference = getattr(oracle, f"loop_{name}")(model, q, v, u, params["base"], field=field)
        with field.working():
            exact = [np.vectorize(field.to_float)(np.array(x, dtype=object)) for x in reference]
        for method, options in METHODS.items():
            found = getattr(loops, name)(model, q, v, u, params["base"], **options)
            for array, values, expected in zip(found._fields, found, exact, strict=True):
                worst = differences[method]
                worst[array] = max(worst.get(array, 0.0), float(np.abs(values - expected).max()))
                sizes[array] = max(sizes.get(array, 0.0), float(np.abs(expected).max()))
        conditions.append(mechanisms.conditions(model, q))
    about_loops, about_inertia = np.max(conditions, axis=0)
    result: dict[str, Any] = {
        "loops": float(about_loops),
        "inertia": float(about_inertia),
        "nbodies": model.nbodies,
        "nv": model.nv,
    }
    for method, worst in differences.items():
        # an array of zeros has to be one of zeros
        errors = {x: e / sizes[x] if sizes[x] else np.inf * e for x, e in worst.items() if e}
        result[method] = {"errors": errors, "error": max(errors.values(), default=0.0)}
    return result


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return len(params["states"]) * (4.0 if params["partials"] == "second" else 1.0)
