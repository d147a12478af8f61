"""Efforts drawn at random: hybrid dynamics errs at most 1e-12 * 15^r, and 30 conditioning floors.

As the claim on forward dynamics; half of the coordinates prescribed, chosen one by one, inside
spherical and free joints too, or all six of the flying base; and half of those of the flying base
without wrenches and other efforts.  Both results are judged, the motion and the efforts.
"""

from verification.forward_dynamics import errors
from verification.forward_dynamics.selections import bare, flying, hybrid
from verification.measurements.forward_accuracy import TABLES, evaluate
from verification.subjects.computations import FORMS
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Generic tasks of hybrid dynamics."""
    return hybrid(quick, "random") + bare(flying(quick), "random", "some")


def verdict(records: Records) -> list[Row]:
    """The largest error of each form and result by its limit, which may be 1, and by its floor."""
    return errors.rows(records, FORMS, TABLES)
