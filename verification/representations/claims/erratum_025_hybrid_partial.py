"""Paper 004, (25): hybrid Jacobians also depend on the joints before j.

A joint before j turns the axes of joint j in the inertial frame. For j <= k the print is right. The
truth is a central difference of poses and point masses at 160 digits, right to 1e-57; a corrected
form agrees to 1e-50, a refuted one differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="004",
    place="(25)",
    printed="dJ_ij/dq_k = [J_ij, Jv_ik] for j <= k <= i, none other in (26), (28)",
    corrected="dJ_ij/dq_k = [J_ij, Jv_ik] for j <= k <= i, [Jw_ik, J_ij] for k < j",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("hybrid_partial", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
