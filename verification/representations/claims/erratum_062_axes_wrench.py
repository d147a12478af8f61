"""Paper 004, (62): the indices are R_jk and C_j.

The wrench of body i about the origin of F_j in the axes of F_k. The truth is a central difference
of poses and point masses at 160 digits, right to 1e-57; a corrected form agrees to 1e-50, a refuted
one differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="004",
    place="(62)",
    printed="kW_i^j = Ad_{R_ik}^T Ad_{C_i}^T W_i^s",
    corrected="kW_i^j = Ad_{R_jk}^T Ad_{C_j}^T W_i^s",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("axes_wrench", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
