"""Random forces: the relative error of doubles is at most 1e-12 * 15^r at every order r up to 5.

Relative max norm, both forms, the aerial manipulator and random trees of every joint kind with up
to 20 bodies, all four representations, applied wrenches and other forces, and without these the
aerial manipulator and, with forces of 100 N m, bodies on a ball joint; a draw whose scaled
joint-space inertia has a condition number beyond 1e4 is rejected.  Light bodies, which random
forces accelerate most, carry the norm.  Rounding the arguments changes little of that, a few ulps,
so that the error may be many conditioning error bounds: the limit is absolute.
"""

from verification.forward_dynamics import errors
from verification.forward_dynamics.selections import balls, bare, flying, generic
from verification.measurements.forward_dynamics.forward_accuracy import evaluate
from verification.subjects.computations import FORMS
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Generic tasks of forward dynamics, and those in which much cancels."""
    few = bare(flying(quick), "random") + bare(balls(quick), "large")
    return generic(quick, "random") + few


def verdict(records: Records) -> list[Row]:
    """The largest error of each form."""
    return errors.rows_by_limit(records, FORMS, ("motion",))
