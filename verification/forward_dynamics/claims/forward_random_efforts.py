"""Efforts drawn at random: forward dynamics errs at most 1e-12 * 15^r at every order r up to 5.

And at most 30 conditioning floors; relative max norm, both forms, the aerial manipulator and random
trees of every joint kind with up to 20 bodies, all four representations, applied wrenches and other
efforts, and without these the aerial manipulator and, with efforts of 100 N m, bodies on a ball
joint; a draw whose scaled joint-space inertia has a condition number beyond 1e4 is rejected.  The
fast coordinates that random efforts excite carry the norm: the floor is near the spacing of
doubles, so that states which strain doubles are the ones to be computed in double-doubles.
"""

from verification.forward_dynamics import errors
from verification.forward_dynamics.selections import balls, bare, flying, generic
from verification.measurements.forward_accuracy import evaluate
from verification.subjects.computations import FORMS
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Generic tasks of forward dynamics, and those in which much cancels."""
    few = bare(flying(quick), "random") + bare(balls(quick), "large")
    return generic(quick, "random") + few


def verdict(records: Records) -> list[Row]:
    """The largest error of each form by its limit, which may be 1, and by its floor."""
    return errors.rows(records, FORMS, ("motion",))
