"""Efforts of a motion: hybrid dynamics errs at most 30 times its conditioning floor, orders 0-5.

As the claim on forward dynamics, with half of the coordinates or all of the flying base prescribed;
both results are judged.  A floor counts as half an ulp at least, for the result is rounded too.
"""

from verification.forward_dynamics import errors
from verification.forward_dynamics.selections import hybrid
from verification.measurements.forward_accuracy import TABLES, evaluate
from verification.subjects.computations import FORMS
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Generic tasks of hybrid dynamics."""
    return hybrid(quick, "motion")


def verdict(records: Records) -> list[Row]:
    """One row for each form and result: the largest error by floor over orders and draws."""
    found = errors.measured(records)
    return [
        at_most(f"{form}, {table} by floor", found, errors.by_floor(form, table), errors.FLOORS)
        for form in FORMS
        for table in TABLES
    ]
