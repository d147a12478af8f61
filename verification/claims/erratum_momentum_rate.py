"""Paper 001, App. E: Pi' = M V' - ad_V^T Pi holds, the printed ad_V in place of ad_V^T does not.

Pi = M V and M' = -(M ad_V + ad_V^T M) give the transpose; the truth is the derivative of Pi along a
motion.  The corrected form agrees at 240 digits with a central difference of step 1e-30, whose own
error is 1e-59; a refuted form differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_001 import evaluate
from verification.subjects.selections import moving_trees
from verification.verdicts import Params, Records, Row, holds, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="001",
    place="App. E",
    printed="Pi' = M V' - ad_V Pi",
    corrected="Pi' = M V' - ad_V^T Pi",
)


def cases(quick: bool) -> list[Params]:
    """Random moving trees."""
    return moving_trees("momentum_rate", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
