"""Algebra: the twins of IDSVA-SO and FDSVA-SO against the oracle at 50 digits or more.

Second partials also in the matrix form of the twins in which they are the reference of large
robots.

The oracle runs the definition of inverse dynamics in jets; it knows no formula of Singh et al.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lieref import oracle
from lieref.oracle import Arb
from verification.subjects import partials

FUNCTIONS: dict[tuple[str, int], Any] = {
    ("inverse", 1): oracle.inverse_dynamics_partials,
    ("inverse", 2): oracle.inverse_dynamics_second_partials,
    ("forward", 1): oracle.forward_dynamics_partials,
    ("forward", 2): oracle.forward_dynamics_second_partials,
}


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the relative max norm of each array: twins of one dynamics, and their matrix form.

    Parameters
    ----------
    params : mapping
        ``robot``, ``state``, ``dynamics`` as in `measurements.partials.partials_accuracy`.
    """
    point = partials.draw(params)
    dynamics = params["dynamics"]
    K = Arb(partials.first_digits(point, dynamics))
    found = {}
    with K.working():
        for degree in (1, 2):
            reference = FUNCTIONS[dynamics, degree](*point.arguments(dynamics), field=K)
            names = partials.NAMES[dynamics, degree]
            ways = {"": partials.twin, ", in matrices": partials.in_balls}
            for way, compute in list(ways.items())[:degree]:
                arrays = compute(point, dynamics, degree, K)
                for name, a, b in zip(names, arrays, reference, strict=True):
                    found[name + way] = _relative_max_norm(K, np.array(a), np.array(b))
    return {"nv": point.model.nv, "arrays": found}


def _relative_max_norm(K: Arb, a: Any, b: Any) -> float:
    """max |a - b| / max |b| of midpoints."""
    size = np.frompyfunc(lambda x: abs(K.to_float(x)), 1, 1)
    return float(size(a - b).max() / size(b).max())


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, from the sizes alone."""
    bodies: float = 2.0 * params["robot"]["bodies"]
    return 2e-3 * bodies**3
