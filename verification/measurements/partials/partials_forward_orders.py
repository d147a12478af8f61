"""Partials of forward dynamics of any order: kernel in doubles, twin in digits, by the oracle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import numpy as np

import lieref
from lieref import oracle
from lieref.oracle import Arb
from lieref.partials.any_order.forward.series_solve_generic import forward_order_partials
from verification.measurements.partials.partials_orders import block_error
from verification.subjects import robots, states

#: Order of the forces.
ORDER = 3
#: Balls lose some with every joint and order.
DIGITS = 150


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure all blocks of one state, at the forces that a random motion takes.

    Parameters
    ----------
    params : mapping
        ``robot`` and ``state`` (its ``base`` too) as in `partials.draw`.

    Returns
    -------
    dict
        ``nv``; ``condition`` of the joint-space inertia, coordinates scaled to unit inertia;
        ``kernel`` and ``twin``: for each order of the acceleration the largest relative max norm
        of a block.
    """
    model = robots.build(params["robot"])
    state = states.draw(model, params["state"], ORDER)
    base: Literal["body", "spatial", "hybrid", "mixed"] = params["state"].get("base", "body")
    K = Arb(DIGITS)
    tau = lieref.inverse_dynamics(model, state.q, state.v, base)
    given = (model, state.q, state.v[0], tau, base)
    reference = oracle.forward_dynamics_order_partials(*given, field=K)
    found = lieref.forward_dynamics_order_partials(*given)
    vdot = oracle.forward_dynamics(*given, field=K)
    with K.working():
        rows = [[K(float(x)) for x in state.v[0]], *vdot]
        twin = forward_order_partials(model, state.q.tolist(), rows, K, base)
        errors = {
            name: [
                max(
                    block_error(K, *pair)
                    for pair in zip(of_order(x, k), of_order(reference, k), strict=True)
                )
                for k in range(ORDER + 1)
            ]
            for name, x in {"kernel": found, "twin": twin}.items()
        }
    H = lieref.joint_space_inertia(model, state.q, base)
    scale = 1 / np.sqrt(np.diag(H))
    condition = float(np.linalg.cond(scale[:, None] * H * scale))
    return {"nv": model.nv, "condition": condition, **errors}


def of_order(blocks: Any, k: int) -> Iterator[Any]:
    """The blocks of a^(k) that are no zeros."""
    by_q, by_v, by_tau = blocks
    yield by_q[k]
    yield by_v[k]
    yield from by_tau[k][: k + 1]


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, from the sizes alone."""
    return 0.1 * float(params["robot"]["bodies"]) ** 2
