"""Paper 004, (59): the wrench in F_j comes by Ad_{C_j}^T, not Ad_{C_i}^T.

Printed, both sides are in the frame of body i, while the text speaks of an arbitrary frame F_j, as
(60) and (61) do. The truth is a central difference of poses and point masses at 160 digits, right
to 1e-57; a corrected form agrees to 1e-50, a refuted one differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="004",
    place="(59)",
    printed="jW_i = Ad_{C_i}^T W_i^s",
    corrected="jW_i = Ad_{C_j}^T W_i^s",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("frame_wrench", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
