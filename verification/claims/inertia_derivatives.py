"""Paper 001, (E2) holds: the spatial inertia's derivatives follow from those of the twist.

The truth is a central difference of step 1e-30 at 240 digits, whose own error is 1e-59; orders 1
to 3, every body of a random moving tree.
"""

from verification.measurements.errata_001 import evaluate
from verification.subjects.selections import moving_trees
from verification.verdicts import Params, Records, Row, holds

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Random moving trees."""
    return moving_trees("inertia_derivatives", quick)


def verdict(records: Records) -> list[Row]:
    """One row."""
    return [holds("orders 1-3", records)]
