"""Paper 004, (69): the second form lacks J_i q_i''.

The first form and (70d) are right. The truth is a central difference of poses and point masses at
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
    place="(69)",
    printed="V_i' = V_{i-1}' + ad_{V_i} J_i q_i'",
    corrected="V_i' = V_{i-1}' + ad_{V_i} J_i q_i' + J_i q_i''",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("spatial_second_form", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
