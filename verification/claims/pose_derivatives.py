"""Paper 001, Remark 1 holds: the pose's derivatives follow from those of its spatial twist.

The truth is a central difference of step 1e-30 at 240 digits, whose own error is 1e-59; orders 1
to 3, every body of a random moving tree.
"""

from verification.measurements.errata_001 import evaluate
from verification.subjects.selections import moving_trees
from verification.verdicts import Params, Records, Row, holds

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Random moving trees."""
    return moving_trees("pose_derivatives", quick)


def verdict(records: Records) -> list[Row]:
    """One row."""
    return [holds("orders 1-3", records)]
