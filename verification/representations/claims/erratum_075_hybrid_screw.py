"""Paper 004, (75b): the screw in the inertial frame is J_i^s, not Y_i.

Y_i is the screw at home; the two are one only there. The truth is a central difference of poses and
point masses at 160 digits, right to 1e-57; a corrected form agrees to 1e-50, a refuted one differs
by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="004",
    place="(75b)",
    printed="Ad_{R_i} iX_i = Ad_{-r_i} Y_i",
    corrected="Ad_{R_i} iX_i = Ad_{-r_i} J_i^s",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("hybrid_screw", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
