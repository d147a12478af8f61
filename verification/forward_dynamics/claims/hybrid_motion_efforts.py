"""Forces of a motion: hybrid dynamics is within 30 conditioning error bounds, in doubles.

As the claim on forward dynamics, with half of the coordinates or all of the flying base prescribed;
both results are judged.  A bound counts as half an ulp at least, for the result is rounded too.
"""

from verification.forward_dynamics import errors
from verification.forward_dynamics.selections import hybrid
from verification.measurements.forward_dynamics.forward_accuracy import TABLES, evaluate
from verification.subjects.computations import FORMS
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Generic tasks of hybrid dynamics."""
    return hybrid(quick, "motion")


def verdict(records: Records) -> list[Row]:
    """The largest error of each form and result."""
    return errors.rows_by_floor(records, FORMS, TABLES)
