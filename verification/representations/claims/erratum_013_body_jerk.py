"""Paper 004, (13): the triple sum counts the terms with k = r twice.

Of the second partials (12) those with k = r occur once in the sum over all k and r. The truth is a
central difference of poses and point masses at 160 digits, right to 1e-57; a corrected form agrees
to 1e-50, a refuted one differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="004",
    place="(13)",
    printed="V_i'' = ... + 2 sum_{j<k<=r<=i} [[J_ij, J_ik], J_ir] q_j' q_k' q_r'",
    corrected=(
        "V_i'' = ... + sum_{j<k<=r<=i} c_kr [[J_ij, J_ik], J_ir] q_j' q_k' q_r', c_kr = 2 for"
        " k < r, 1 for k = r"
    ),
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("body_jerk", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
