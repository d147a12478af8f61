"""Paper 004, (29), (30) hold: acceleration and second rate of hybrid Jacobians.

With Ad of r_ij; see (27). The truth is a central difference of poses and point masses at 160
digits, right to 1e-57.
"""

from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("hybrid_direct", quick)


def verdict(records: Records) -> list[Row]:
    """One row."""
    return [holds("as printed", records)]
