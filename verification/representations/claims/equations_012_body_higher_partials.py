"""Paper 004, (12), (14) hold: higher partials of body Jacobians, nested brackets.

Orders 2 and 3, all indices, those that vanish too. The truth is a central difference of poses and
point masses at 160 digits, right to 1e-57.
"""

from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("body_higher", quick)


def verdict(records: Records) -> list[Row]:
    """One row."""
    return [holds("as printed", records)]
