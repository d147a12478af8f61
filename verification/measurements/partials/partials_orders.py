"""Partials of any order: the kernel in doubles and its twin in fifty digits, against the oracle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

import lieref
from lieref import oracle
from lieref.oracle import Arb
from lieref.partials.any_order.inverse.series_partials_twin import order_partials
from verification.subjects import partials, robots, states

#: Orders of the motion, and of the claim that has the tighter limit.
ORDER, LOW = 5, 2


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure all blocks of one motion.

    Parameters
    ----------
    params : mapping
        ``robot`` and ``state`` (its ``base`` too) as in `partials.draw`.

    Returns
    -------
    dict
        ``nv``; ``kernel`` and ``twin``: for each order of the force the largest relative max norm
        of a block.
    """
    model = robots.build(params["robot"])
    state = states.draw(model, params["state"], ORDER)
    K = Arb(partials.DIGITS)
    reference = oracle.inverse_dynamics_order_partials(model, state.q, state.v, state.base, field=K)
    base: Literal["body", "spatial", "hybrid", "mixed"] = params["state"].get("base", "body")
    found = lieref.inverse_dynamics_order_partials(model, state.q, state.v, base)
    with K.working():
        twin = order_partials(model, state.q.tolist(), state.v.tolist(), K, state.base)
        errors: dict[str, list[float]] = {"kernel": [], "twin": []}
        for k in range(ORDER + 1):
            for name, (dq, dv) in {"kernel": found, "twin": twin}.items():
                pairs = [(dq[k], reference.dtau_dq[k])]
                pairs += [(dv[k, j], reference.dtau_dv[k][j]) for j in range(k + 2)]
                errors[name].append(max(block_error(K, *pair) for pair in pairs))
    return {"nv": model.nv, **errors}


def block_error(K: Any, found: Any, expected: list[list[Any]]) -> float:
    """Max norm of the difference by that of what is expected."""
    exact = np.array(expected, dtype=object)
    lacking = [K(x) - y for x, y in zip(np.ravel(found).tolist(), exact.flat, strict=True)]
    size = max(abs(K.to_float(x)) for x in exact.flat)
    return float(max(abs(K.to_float(x)) for x in lacking) / max(size, 1e-300))


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, from the sizes alone."""
    return 0.05 * float(params["robot"]["bodies"]) ** 2
