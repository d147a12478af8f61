"""Paper 004, (99): the hybrid twist, not the body-fixed one.

Its first form, Ad_C V^b, is right. The truth is a central difference of poses and point masses at
160 digits, right to 1e-57; a corrected form agrees to 1e-50, a refuted one differs by more than
1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="004",
    place="(99)",
    printed="V^s = Ad_C Ad_R^-1 V^b = Ad_r V^b",
    corrected="V^s = Ad_C Ad_R^-1 V^h = Ad_r V^h",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("to_spatial", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
