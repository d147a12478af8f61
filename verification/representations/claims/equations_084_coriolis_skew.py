"""Paper 004, (84): J^T M J' + J^T (M b - b^T M) J makes M' - 2 C skew.

The C of (84) gives the right forces, but M' - 2 C is not skew with it, which paper 004 does not
claim; with the other form it is. The truth is a central difference of poses and point masses at 160
digits, right to 1e-57.
"""

from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("skewness", quick)


def verdict(records: Records) -> list[Row]:
    """Both statements."""
    return [holds("the skew form", records), refuted("skew with (84)", records)]
