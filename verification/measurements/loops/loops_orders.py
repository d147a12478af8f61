"""Partials of any order through loops: doubles, and the twin in digits, by the oracle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lieref import loops, oracle
from lieref.loops.partials.any_order.series_twin import loop_order_partials
from lieref.oracle import Arb
from verification.measurements.partials.partials_orders import block_error
from verification.subjects import mechanisms

DIGITS = 60
#: Order of the forces.
ORDER = 2


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure all blocks of inverse dynamics of one motion.

    Parameters
    ----------
    params : mapping
        ``robot`` and ``state``, see `mechanisms.draw`.

    Returns
    -------
    dict
        ``kernel`` and ``twin``: the largest max norm of a block's error by the largest one of the
        blocks of its order; ``loops`` and ``inertia``: the scaled conditions, see
        `mechanisms.conditions`; ``nv``.
    """
    point = mechanisms.draw(params)
    model, q = point.model, point.q
    rng = np.random.default_rng(params["state"]["seed"])
    v = rng.standard_normal((ORDER + 2, model.nv))
    K = Arb(DIGITS)
    closed = oracle.loop_configuration(model, q, field=K)
    reference = oracle.loop_inverse_dynamics_order_partials(model, closed, v, field=K)
    found = loops.inverse_dynamics_order_partials(model, q, v)
    with K.working():
        twin = loop_order_partials(model, list(closed), v.tolist(), K)
        errors = {"kernel": 0.0, "twin": 0.0}
        for k in range(ORDER + 1):
            exact = np.concatenate([reference.dtau_dq[k], *reference.dtau_dv[k][: k + 2]])
            for name, (dq, dv) in {"kernel": found, "twin": twin}.items():
                mine = np.concatenate([dq[k], *dv[k][: k + 2]])
                errors[name] = max(errors[name], block_error(K, mine, exact.tolist()))
    about_loops, about_inertia = mechanisms.conditions(model, q)
    return {
        **errors,
        "loops": float(about_loops),
        "inertia": float(about_inertia),
        "nv": model.nv,
    }


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 10.0
