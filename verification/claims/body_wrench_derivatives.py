"""Paper 001, (E5) holds: a wrench constant in body axes has non-zero spatial derivatives.

What is refuted here is not the paper but the trap: to take the derivatives of a propeller's
constant wrench as zero.  The corrected form agrees at 240 digits with a central difference of step
1e-30, whose own error is 1e-59; a refuted form differs by more than 1e-6.
"""

from verification.measurements.errata_001 import evaluate
from verification.subjects.selections import moving_trees
from verification.verdicts import Params, Records, Row, holds, refuted

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Random moving trees."""
    return moving_trees("body_wrench", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the naive one does not."""
    return [holds("corrected form", records), refuted("naive form", records)]
