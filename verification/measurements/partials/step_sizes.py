"""Error of a method by steps against its steps, alone or in pairs, at one point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verification.subjects import partial_methods, partials


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure the RMSRE of second partials for every step.

    Parameters
    ----------
    params : mapping
        ``robot``, ``state``, ``dynamics`` as in `measurements.partials.partials_accuracy`;
        ``method``; ``h``: steps, of the first coordinate if there are also ``k``, those of the
        second.

    Returns
    -------
    dict
        ``nv``; ``rmsre``: one number for each h, or with k one row for each h.
    """
    point, dynamics = partials.draw(params), params["dynamics"]
    exact = partials.reference(point, dynamics, 2).pairs
    compute = partial_methods.METHODS[dynamics, 2][params["method"]]

    def error(*steps: float) -> float:
        return partials.errors(compute(point, *steps), exact)["rmsre"]

    if "k" in params:
        found: list[Any] = [[error(h, k) for k in params["k"]] for h in params["h"]]
    else:
        found = [error(h) for h in params["h"]]
    return {"nv": point.model.nv, "rmsre": found}


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, from the sizes alone."""
    bodies = float(params["robot"]["bodies"])
    return 5e-5 * bodies**3 + 5e-6 * bodies**3 * len(params["h"]) * len(params.get("k", [1]))
