"""Paper 004, (4): the column is J_ik, not J_ij.

(5), which follows from it, is right. The truth is a central difference of poses and point masses at
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
    place="(4)",
    printed="d(C_j^-1 C_i)/dq_k = C_j^-1 C_i J^_ij",
    corrected="d(C_j^-1 C_i)/dq_k = C_j^-1 C_i J^_ik, j < k <= i",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("inverse_relative_pose", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
