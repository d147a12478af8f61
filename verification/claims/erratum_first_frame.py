"""Paper 001, Alg. 1: F_1 is C_1 A_1^-1; the printed F_1 = C_1 needs A_1 = 1.

Home poses are products that begin with the base's own, so it must not be counted twice.  The
corrected form agrees at 240 digits with a central difference of step 1e-30, whose own error is
1e-59; a refuted form differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_001 import evaluate
from verification.subjects.selections import moving_trees
from verification.verdicts import Params, Records, Row, holds, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="001",
    place="Alg. 1",
    printed="F_1 = C_1",
    corrected="F_1 = C_1 A_1^-1, the same only if A_1 = 1",
)


def cases(quick: bool) -> list[Params]:
    """Random moving trees."""
    return moving_trees("first_frame", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
