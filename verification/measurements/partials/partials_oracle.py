"""Kernels against the oracle: every joint type, base representation and axes of the wrenches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lieref import oracle
from lieref.check import metrics
from lieref.oracle import Arb
from verification.measurements.partials.partials_algebra import FUNCTIONS
from verification.subjects import partial_methods, partials
from verification.subjects.partial_methods import CHAIN_RULE


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure the analytic methods and the chain rule at one point.

    Parameters
    ----------
    params : mapping
        ``robot``, ``state`` (its ``base`` and ``wrench_axes`` too) and ``dynamics`` as in
        `partials.draw`.

    Returns
    -------
    dict
        ``nv``; ``methods``: for each name the relative max norm of each array;
        ``condition``: of forward dynamics the condition number of H scaled to a unit diagonal.
    """
    point, dynamics = partials.draw(params), params["dynamics"]
    K = Arb(partials.DIGITS)
    found: dict[str, Any] = {}
    for degree in (1, 2):
        with K.working():
            reference = FUNCTIONS[dynamics, degree](
                *point.arguments(dynamics), **point.loads, field=K
            )
            exact = [partials.pair(K, np.array(x)) for x in reference]
        names = partials.NAMES[dynamics, degree]
        for method in (partial_methods.ANALYTIC[dynamics, degree], CHAIN_RULE):
            if method not in partial_methods.METHODS[dynamics, degree]:
                continue
            values = partial_methods.METHODS[dynamics, degree][method](point)
            found[method] = {
                name: metrics.summarize_pair(x, *pair).relative
                for name, x, pair in zip(names, values, exact, strict=True)
            }
    return {"nv": point.model.nv, "condition": _condition(point), "methods": found}


def _condition(point: partials.Point) -> float:
    rows = oracle.joint_space_inertia(point.model, point.q)
    H = np.array([[float(x) for x in row] for row in rows])
    size = 1.0 / np.sqrt(np.diag(H))
    return float(np.linalg.cond(H * size * size[:, None]))


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, from the sizes alone."""
    return 0.02 * (2.0 * float(params["robot"]["bodies"])) ** 2
