"""Paper 004, (47)-(50) hold: hybrid balances about the centre of mass.

The balance that precedes (48), Pi' = W, included. Inertia and wrench are sums over point masses.
The truth is a central difference of poses and point masses at 160 digits, right to 1e-57.
"""

from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("hybrid_centre", quick)


def verdict(records: Records) -> list[Row]:
    """One row."""
    return [holds("as printed", records)]
