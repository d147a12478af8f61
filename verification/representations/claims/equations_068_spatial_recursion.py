"""Paper 004, (68), (70) and the first form of (69) hold: spatial recursions.

(70d) is read with ad of V_{i-1}, an index that the stored text lacks. The truth is a central
difference of poses and point masses at 160 digits, right to 1e-57.
"""

from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("spatial_recursion", quick)


def verdict(records: Records) -> list[Row]:
    """One row."""
    return [holds("as printed", records)]
