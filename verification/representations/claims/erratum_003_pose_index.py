"""Paper 004, (3): it holds for j < k <= i, not for k = j.

The pose of body j seen from body i does not depend on q_j. (5), which follows, is printed with j <
k. The truth is a central difference of poses and point masses at 160 digits, right to 1e-57; a
corrected form agrees to 1e-50, a refuted one differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="004",
    place="(3)",
    printed="d(C_i^-1 C_j)/dq_k = -J^_ik C_i^-1 C_j, j <= k <= i",
    corrected="d(C_i^-1 C_j)/dq_k = -J^_ik C_i^-1 C_j, j < k <= i",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("relative_pose", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
