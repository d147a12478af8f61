"""Paper 004, (107): what Ad_{r_j} gives is J_j^s, not Y_j.

r_j is the current position, Y_j the screw at home; the two are one only there. The truth is a
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
    place="(107)",
    printed="Ad_{r_j} 0X_j = Y_j",
    corrected="Ad_{r_j} 0X_j = J_j^s",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("hybrid_screw_home", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
