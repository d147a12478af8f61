"""Paper 004, (80)-(84) hold: mass matrix, momenta and forces in closed form.

Each printed C gives the right forces C q'; see also what is said of M' - 2 C. The truth is a
central difference of poses and point masses at 160 digits, right to 1e-57.
"""

from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("closed_forms", quick)


def verdict(records: Records) -> list[Row]:
    """One row."""
    return [holds("as printed", records)]
