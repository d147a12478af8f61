"""Reference values and conditioning bounds of robots, with loops or without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lieref import oracle
from lieref.check import reference as checked
from lieref.check.proven import enclosure
from lieref.check.quantities import Arrays, FloatArray, Quantity
from lieref.check.reference import Compute, Reference
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

#: Digits of a reference value, relative to the max norm of its result.
DIGITS = 30
#: Random moves for the conditioning bound of one state.
MOVES = 2


def _balls(K: Any) -> dict[str, Any]:
    """How the oracle of loops is asked for proven enclosures."""
    return {"field": K, "balls": isinstance(K, oracle.Arb)}


def _loop_inertia(m: Any, x: Mapping[str, Any], b: str, K: Any) -> tuple[Any, ...]:
    """H of a mechanism, a row for each unit acceleration from rest without gravity."""
    floating, rest = m.with_gravity((0.0, 0.0, 0.0)), np.zeros(m.nv)
    rows = (
        oracle.loop_inverse_dynamics(floating, x["q"], [rest, unit], b, **_balls(K))[0]
        for unit in np.eye(m.nv)
    )
    return (list(rows),)


OF_LOOPS: dict[str, Compute] = {
    "inverse_dynamics": lambda m, x, b, K: (
        oracle.loop_inverse_dynamics(m, x["q"], [x["v"], x["a"]], b, **_balls(K))[0],
    ),
    "forward_dynamics": lambda m, x, b, K: (
        oracle.loop_forward_dynamics(m, x["q"], x["v"], [x["tau"]], b, **_balls(K))[0],
    ),
    "joint_space_inertia": _loop_inertia,
    "inverse_dynamics_partials": lambda m, x, b, K: oracle.loop_inverse_dynamics_partials(
        m, x["q"], x["v"], x["a"], b, **_balls(K)
    ),
    "forward_dynamics_partials": lambda m, x, b, K: oracle.loop_forward_dynamics_partials(
        m, x["q"], x["v"], x["tau"], b, **_balls(K)
    ),
    "inverse_dynamics_orders": lambda m, x, b, K: (
        oracle.loop_inverse_dynamics(m, x["q"], x["v"], b, **_balls(K)),
    ),
    "forward_dynamics_orders": lambda m, x, b, K: (
        oracle.loop_forward_dynamics(m, x["q"], x["v"], x["tau"], b, **_balls(K)),
    ),
    "inverse_dynamics_second_partials": lambda m, x, b, K: (
        oracle.loop_inverse_dynamics_second_partials(m, x["q"], x["v"], x["a"], b, **_balls(K))
    ),
    "forward_dynamics_second_partials": lambda m, x, b, K: (
        oracle.loop_forward_dynamics_second_partials(m, x["q"], x["v"], x["tau"], b, **_balls(K))
    ),
}


def reference(
    quantity: Quantity, model: Model | LoopModel, arguments: Arrays, base: str
) -> Reference:
    """Return the reference value, see `lieref.check.reference.reference`."""
    functions = OF_LOOPS if isinstance(model, LoopModel) else None
    return checked.reference(quantity, model, arguments, base, DIGITS, functions)


def conditioning(
    quantity: Quantity, model: Model | LoopModel, arguments: Arrays, base: str, of: Reference
) -> Arrays | None:
    """Return the conditioning bound of each entry; None where there is no method for it."""
    if isinstance(model, Model):
        return checked.bounds(quantity, model, arguments, base, of, MOVES)
    name = quantity.name.removesuffix("_orders")
    if name not in ("inverse_dynamics", "forward_dynamics"):
        return None
    v: Sequence[FloatArray] | FloatArray = arguments["v"]
    given: dict[str, Any] = {"v": v}
    if quantity.forward:
        given["tau"] = np.atleast_2d(arguments["tau"])
    elif not quantity.orders:
        given["v"] = [v, arguments["a"]]
    K = oracle.Arb(of.digits) if of.proven else oracle.Mp(of.digits)
    found = oracle.loop_conditioning_bound(
        name, model, arguments["q"], MOVES, field=K, base=base, **given
    )
    output = next(iter(quantity.outputs))
    high = of.high[output]
    norms = np.abs(np.atleast_2d(high)).max(axis=1)
    rows = np.repeat((np.array(found) * norms)[:, None], high.shape[-1], axis=1)
    return {output: rows.reshape(high.shape)}


def proven(
    quantity: Quantity, model: Model | LoopModel, arguments: Arrays, base: str
) -> Arrays | None:
    """Return the proven bounds of lieref's own results; None where there are none."""
    found = enclosure(quantity, model, arguments, base)
    return None if found is None else found[1]
