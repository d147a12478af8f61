"""Paper 004, (52): it holds about the centre of mass only.

About a point that moves otherwise the momentum's arm changes. (53), said to follow from it, is
right. The truth is a central difference of poses and point masses at 160 digits, right to 1e-57; a
corrected form agrees to 1e-50, a refuted one differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="004",
    place="(52)",
    printed="W^h = d Pi^h / dt",
    corrected="W^h = d Pi^h / dt - ad_{r'}^T Pi^h",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("hybrid_momentum", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
