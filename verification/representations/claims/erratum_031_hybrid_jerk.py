"""Paper 004, (31)-(32): brackets are misplaced around the last terms.

The dot that the stored text lacks over the second omega is granted. The truth is a central
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
    place="(31)-(32)",
    printed=(
        "V_i'' = sum_j (J_ij q_j''' + (... + Ad_{r_ij} (2 ad_w q_j'' + ad_w' + ad_w ad_w) "
        "q_j') X_j)"
    ),
    corrected=(
        "V_i'' = sum_j (J_ij q_j''' + 2 J_ij' q_j'' + J_ij'' q_j') with (27), (30) as corrected"
    ),
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("hybrid_jerk", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
