"""Efforts of a motion: forward dynamics errs at most 30 times its conditioning floor, orders 0-5.

Efforts as inverse dynamics gives them for a motion that changes within about a second.  What they
are asked to give back is smaller than what they are made of, so that rounding the state alone costs
about a digit with each order; the floor is the largest of three random moves by half an ulp.
"""

from verification.forward_dynamics import errors
from verification.forward_dynamics.selections import generic
from verification.measurements.forward_accuracy import evaluate
from verification.subjects.computations import FORMS
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Generic tasks of forward dynamics."""
    return generic(quick, "motion")


def verdict(records: Records) -> list[Row]:
    """One row for each form: the largest error by floor over orders and draws."""
    found = errors.measured(records)
    return [
        at_most(f"{form}, error by floor", found, errors.by_floor(form), errors.FLOORS)
        for form in FORMS
    ]
