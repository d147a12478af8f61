"""Reference values and conditioning bounds of robots, with loops or without."""

from __future__ import annotations

from lieref.check import reference as checked
from lieref.check.proven import enclosure
from lieref.check.quantities import Arrays, Quantity
from lieref.check.reference import Reference
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

#: Digits of a reference value, relative to the max norm of its result.
DIGITS = 30
#: Random moves for the conditioning bound of one state.
MOVES = 2


def reference(
    quantity: Quantity, model: Model | LoopModel, arguments: Arrays, base: str
) -> Reference:
    """Return the reference value, see `lieref.check.reference.reference`."""
    return checked.reference(quantity, model, arguments, base, DIGITS)


def conditioning(
    quantity: Quantity, model: Model | LoopModel, arguments: Arrays, base: str, of: Reference
) -> Arrays | None:
    """Return the conditioning bound of each entry; None where there is no method for it."""
    if isinstance(model, Model):
        return checked.bounds(quantity, model, arguments, base, of, MOVES)
    return checked.loop_bounds(quantity, model, arguments, base, of, MOVES)


def proven(
    quantity: Quantity, model: Model | LoopModel, arguments: Arrays, base: str
) -> Arrays | None:
    """Return the proven bounds of lieref's own results; None where there are none."""
    found = enclosure(quantity, model, arguments, base)
    return None if found is None else found[1]
