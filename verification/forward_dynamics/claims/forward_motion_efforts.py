"""Efforts of a motion: forward dynamics errs at most 1e-12 * 15^r at every order r up to 5.

And at most 30 conditioning floors.  Efforts as inverse dynamics gives them for a motion that
changes within about a second.  What they are asked to give back is smaller than what they are made
of, so that rounding the state alone costs about a digit with each order, in some draws as much as
the limit is; the floor is the largest of three random moves by half an ulp.
"""

from verification.forward_dynamics import errors
from verification.forward_dynamics.selections import generic
from verification.measurements.forward_accuracy import evaluate
from verification.subjects.computations import FORMS
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Generic tasks of forward dynamics."""
    return generic(quick, "motion")


def verdict(records: Records) -> list[Row]:
    """The largest error of each form by its limit, which may be 1, and by its floor."""
    return errors.rows(records, FORMS, ("motion",))
