"""Derivatives by finite differences: the error that their step has to have.

A difference quotient of the *reference*, with the subject's own step and scheme, differs from the
derivative by the truncation error and nothing else. To this come the rounding errors of the
function that is differenced, divided by the step. A subject that says which of its results are
differences is held to the sum of both where this is more than what conditioning justifies, and
the report tells such results from those that are accurate to rounding.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lieref.check.exchange.wire import SubjectError
from lieref.check.pages.words import shown
from lieref.check.quantities import QUANTITIES, Arrays, FloatArray, Quantity
from lieref.check.reference import EPS, Reference, bounds, reference
from lieref.model.model import Model

SCHEMES = ("forward", "central")
#: Larger steps are no differences any more.
LARGEST_STEP = 1e-2
#: The function of which each result is a derivative, and the argument.
OF = {
    "dtau_dq": ("inverse_dynamics", "q"),
    "dtau_dv": ("inverse_dynamics", "v"),
    "dtau_da": ("inverse_dynamics", "a"),
    "da_dq": ("forward_dynamics", "q"),
    "da_dv": ("forward_dynamics", "v"),
    "da_dtau": ("forward_dynamics", "tau"),
}
#: Arguments in which the functions are linear: differences by them are exact but for rounding.
LINEAR = ("a", "tau")
#: Of this one they are quadratic: so are central differences.
QUADRATIC = ("v",)
#: Digits of the reference values that are differenced here.
DIGITS = 24


@dataclass(frozen=True)
class Differences:
    """How a result is differenced: by q exp(h e), v + h e and so on.

    step : h, m and rad, or in the unit of the argument
    scheme : "forward", (f(x + h) - f(x)) / h, or "central", (f(x + h) - f(x - h)) / 2 h
    """

    step: float
    scheme: str

    def __str__(self) -> str:
        return f"{self.scheme} differences, step {self.step:g}"


@dataclass(frozen=True)
class StepError:
    """What a step costs, entrywise in the unit of the result.

    truncation : difference quotient of the reference value, without its derivative
    bound : conditioning bound of the function itself, over the step
    """

    truncation: FloatArray
    bound: FloatArray


def declared(said: Any) -> dict[str, Differences]:
    """Return what a subject says about its differences: names of results, [step, scheme] each.

    Raises SubjectError "garbage" for anything else.
    """
    found = {}
    try:
        for name, (step, scheme) in dict(said).items():
            found[str(name)] = Differences(float(step), shown(scheme))
    except (TypeError, ValueError, OverflowError):
        raise SubjectError("garbage", f"differences: got {shown(said)}, {_EXPECTED}") from None
    for name, x in found.items():
        if name not in OF or x.scheme not in SCHEMES or not 0.0 < x.step <= LARGEST_STEP:
            raise SubjectError(
                "garbage", f"differences: got {name[:40]}: {x.step:g}, {x.scheme[:40]}, {_EXPECTED}"
            )
    return found


_EXPECTED = (
    f"expected names out of {', '.join(OF)} with [step, scheme], the step at most "
    f"{LARGEST_STEP:g}, the scheme {' or '.join(SCHEMES)}"
)


def step_errors(
    quantity: Quantity,
    model: Model,
    arguments: Arrays,
    base: str,
    right: Reference,
    said: Mapping[str, Differences],
) -> dict[str, StepError]:
    """Return the error that each result by differences must have.

    Parameters
    ----------
    quantity, model, arguments, base : as of `lieref.check.reference.reference`
    right : Reference
        The derivatives.
    said : mapping of results to Differences
        Those of other quantities are left alone.

    Returns
    -------
    dict of StepError
        For those results of the quantity that are by differences.

    Raises
    ------
    SingularError
        As `reference`, at a state one step away.
    """
    mine = {name: x for name, x in said.items() if name in quantity.outputs}
    if not mine:
        return {}
    function = QUANTITIES[OF[next(iter(mine))][0]]
    value = next(iter(function.outputs))
    middle = reference(function, model, arguments, base, DIGITS)
    bound = bounds(function, model, arguments, base, middle)[value]
    rounding = np.maximum(bound, EPS * np.abs(middle.high[value]))[:, None]

    def at(argument: str, j: int, step: float) -> tuple[FloatArray, FloatArray]:
        """The function with one coordinate of an argument moved, as two doubles."""
        if not step:
            return middle.high[value], middle.low[value]
        move = step * np.eye(model.nv)[j]
        x = arguments[argument]
        moved = model.integrate(x, move) if argument == "q" else x + move
        found = reference(function, model, arguments | {argument: moved}, base, DIGITS)
        return found.high[value], found.low[value]

    errors = {}
    for name, chosen in mine.items():
        argument, h = OF[name][1], chosen.step
        back = h if chosen.scheme == "central" else 0.0
        truncation = np.zeros_like(right.high[name])
        exact = argument in (LINEAR + QUADRATIC if back else LINEAR)
        for j in range(0 if exact else model.nv):
            ends = zip(at(argument, j, h), at(argument, j, -back), strict=True)
            high, low = ((x - y) / (h + back) for x, y in ends)
            truncation[:, j] = (high - right.high[name][:, j]) + (low - right.low[name][:, j])
        spread = np.broadcast_to(2.0 * rounding / (h + back), truncation.shape)
        errors[name] = StepError(np.abs(truncation), spread)
    return errors
