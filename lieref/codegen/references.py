"""Random states with certified results, for the program that tests generated code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lieref.check.judging import tolerances
from lieref.check.quantities import QUANTITIES, Arrays
from lieref.check.reference import bounds, reference
from lieref.check.states import draw
from lieref.codegen.generated_functions import Function
from lieref.model.tree.configuration import normalize

if TYPE_CHECKING:
    from lieref.model.model import Model

FloatArray = NDArray[np.float64]
#: Spacing of single precision in that of double.
COARSE = 2.0**29


@dataclass(frozen=True)
class Case:
    """One state: arguments in the order of the C function, and what it should return.

    results, tolerances : by the name of the result
    """

    arguments: list[FloatArray]
    results: Arrays
    tolerances: Arrays


def cases(
    model: Model, function: Function, order: int, count: int, seed: int, scalar: str
) -> list[Case]:
    """Random states, the reference value at each, and how far a result may be from it.

    The tolerances are those of ``lieref check``; arguments are numbers of the scalar.
    """
    quantity = QUANTITIES[function.quantity]
    found = []
    for state in draw(model, ["generic"], range(seed, seed + count), order):
        known = state.arguments(quantity)
        if scalar == "float":
            known = {name: x.astype(np.float32).astype(float) for name, x in known.items()}
        # generated code takes a quaternion for q / |q|
        unit = known | {"q": normalize(model, known["q"])}
        exact = reference(quantity, model, unit)
        own = bounds(quantity, model, unit, "body", exact)
        coarse = 1.0 if scalar == "double" else COARSE
        allowed = {
            name: coarse * tolerances(quantity, model, name, exact, own[name])
            for name in quantity.outputs
        }
        arguments = [known[name] for name, _, _ in function.inputs]
        results = {name: exact.high[name] for name in quantity.outputs}
        found.append(Case(arguments, results, allowed))
    return found
