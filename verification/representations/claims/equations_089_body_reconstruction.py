"""Paper 004, (89) holds for V^b: the body-fixed twist is dexp_-X X'.

dexp is the sum of ad^k / (k + 1)!; the motion is C_{k-1} exp X(t). The truth is a central
difference of poses and point masses at 160 digits, right to 1e-57.
"""

from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("body_reconstruction", quick)


def verdict(records: Records) -> list[Row]:
    """One row."""
    return [holds("as printed", records)]
