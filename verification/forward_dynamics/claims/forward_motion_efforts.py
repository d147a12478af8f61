"""Forces of a motion: doubles are within 30 conditioning error bounds at every order r up to 5.

Forces as inverse dynamics gives them for a motion that changes within about a second.  They are
smaller than what they are made of, so that rounding the state alone costs about a digit with each
order; the bound is the largest of three random moves by half an ulp.  No absolute limit holds: the
draws differ by what rounding their arguments changes, and doubles add little to it.
"""

from verification.forward_dynamics import errors
from verification.forward_dynamics.selections import generic
from verification.measurements.forward_dynamics.forward_accuracy import evaluate
from verification.subjects.computations import FORMS
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Generic tasks of forward dynamics."""
    return generic(quick, "motion")


def verdict(records: Records) -> list[Row]:
    """The largest error of each form."""
    return errors.rows_by_floor(records, FORMS, ("motion",))
