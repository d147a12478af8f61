"""Proven enclosures of a quantity by lieref's own functions with bounds, docs/bounds.md.

Their value is off by about half a unit in the last place, and the bound is proven by other means
than the oracle's: no reference value may be outside, and no tolerance is below it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import lieref
from lieref.check.quantities import Arrays, Quantity
from lieref.check.reference import Reference
from lieref.errors import LierefError
from lieref.model.model import Model

#: Values and radii of every quantity that has bounds.
BOUNDED: dict[str, Callable[[Model, Arrays, Any], tuple[Any, Any]]] = {
    "inverse_dynamics": lambda m, x, b: lieref.inverse_dynamics(
        m, x["q"], [x["v"], x["a"]], b, bounds=True
    ),
    "forward_dynamics": lambda m, x, b: lieref.forward_dynamics(
        m, x["q"], x["v"], [x["tau"]], b, bounds=True
    ),
    "joint_space_inertia": lambda m, x, b: lieref.joint_space_inertia(m, x["q"], b, bounds=True),
    "inverse_dynamics_partials": lambda m, x, b: lieref.inverse_dynamics_partials(
        m, x["q"], x["v"], x["a"], b, bounds=True
    ),
    "inverse_dynamics_orders": lambda m, x, b: lieref.inverse_dynamics(
        m, x["q"], x["v"], b, bounds=True
    ),
    "forward_dynamics_orders": lambda m, x, b: lieref.forward_dynamics(
        m, x["q"], x["v"], x["tau"], b, bounds=True
    ),
}
#: Reference values are accurate to this part of the largest entry, and kept to as much.
DIGITS_LEFT = 2.0**-96


def enclosure(
    quantity: Quantity, model: Any, arguments: Arrays, base: str
) -> tuple[Arrays, Arrays] | None:
    """Return values and radii by result; None where nothing is proven.

    That is of other quantities, of models with loops, of partials but of base "body", and of an
    inertia that is not proven to be regular.
    """
    if not isinstance(model, Model) or quantity.name not in BOUNDED:
        return None
    try:
        found = BOUNDED[quantity.name](model, arguments, base)
    except LierefError:
        return None
    if len(quantity.outputs) > 1:
        values, radii = (dict(zip(quantity.outputs, part, strict=True)) for part in found)
        return values, radii
    ((output, axes),) = quantity.outputs.items()
    # without orders it is the one row of order 0
    value, radius = (part[0] if axes == "i" else part for part in found)
    return {output: value}, {output: radius}


def require_enclosed(name: str, right: Reference, found: tuple[Arrays, Arrays]) -> None:
    """Raise LierefError where a reference value is outside the proven enclosure: one is wrong."""
    values, radii = found
    for output, radius in radii.items():
        high, low = right.high[output], right.low[output]
        away = abs((high - values[output]) + low)
        spare = (DIGITS_LEFT + right.radius) * np.abs(high).max(initial=1.0)
        outside = np.argwhere(away > radius * (1 + 2.0**-50) + spare)
        if len(outside):
            at = tuple(outside[0])
            place = ", ".join(str(int(i)) for i in at)
            raise LierefError(
                f"{name}: the reference value {output}[{place}] = {high[at]!r} is "
                f"{away[at]:.1e} from lieref's own result, whose proven bound is {radius[at]:.1e}"
            )
