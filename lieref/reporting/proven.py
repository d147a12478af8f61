"""Bounds of the rounding error that lieref's kernels prove themselves."""

from __future__ import annotations

from collections.abc import Callable

from lieref.check.quantities import Arrays, Quantity
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

#: By the name of a quantity: of model and arguments the bound of each entry of its results.
PROVEN: dict[str, Callable[[Model | LoopModel, Arrays], Arrays]] = {}


def proven_bound(
    name: str, model: Model | LoopModel, quantity: Quantity, arguments: Arrays
) -> Arrays | None:
    """Return the proven bound of each entry, None where there is none.

    Parameters
    ----------
    name : str
        Of the subject, as it says it: bounds are of lieref's own kernels alone.
    model, quantity, arguments
        What was asked.
    """
    prove = PROVEN.get(quantity.name) if name.startswith("lieref ") else None
    return None if prove is None else prove(model, arguments)
