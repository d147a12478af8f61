"""Paper 004, (28): the terms [Jw_ik, J_ij] for k < j are missing.

Its last form, (29), is right. The truth is a central difference of poses and point masses at 160
digits, right to 1e-57; a corrected form agrees to 1e-50, a refuted one differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="004",
    place="(28)",
    printed="V_i' = sum_j J_ij q_j'' + sum_{j<=k<=i} [J_ij, Jv_ik] q_j' q_k'",
    corrected=(
        "V_i' = sum_j J_ij q_j'' + sum_{j<=k<=i} [J_ij, Jv_ik] q_j' q_k' + sum_{k<j<=i} "
        "[Jw_ik, J_ij] q_j' q_k'"
    ),
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("hybrid_acceleration", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
