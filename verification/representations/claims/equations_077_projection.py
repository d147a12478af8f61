"""Paper 004, (77)-(79) hold: Newton-Euler equations projected on the joints.

They give Lagrange's forces, less those of the applied wrenches; (79) with spatial momenta too. The
truth is a central difference of poses and point masses at 160 digits, right to 1e-57.
"""

from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("projection", quick)


def verdict(records: Records) -> list[Row]:
    """One row."""
    return [holds("as printed", records)]
