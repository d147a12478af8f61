"""Paper 004, (89): the spatial twist lacks the pose of the step's start.

With C = C_{k-1} exp X as the text says; V^b = dexp_-X X' is right. The truth is a central
difference of poses and point masses at 160 digits, right to 1e-57; a corrected form agrees to
1e-50, a refuted one differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="004",
    place="(89)",
    printed="V^s = dexp_X X'",
    corrected="V^s = Ad_{C_{k-1}} dexp_X X'",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("spatial_reconstruction", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
