"""Paper 004, (64): the rotation is R_jk.

By the paper's nomenclature R_jk takes what is resolved in F_k to F_j. The truth is a central
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
    place="(64)",
    printed="kM_i^j = Ad_{R_kj}^T jM_i Ad_{R_kj}",
    corrected="kM_i^j = Ad_{R_jk}^T jM_i Ad_{R_jk}",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("axes_inertia", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
