"""Paper 001, App. E: a body's total wrench has its own joint's W_j, not W_p(j) as printed.

Newton's law for one body, its momentum rate taken numerically; W_j is that of Algorithm 2.  The
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
    place="App. E",
    printed="Pi_j' = W_p(j) + W_j,grav + W_j,app - sum_i W_i over the children i",
    corrected="Pi_j' = W_j + W_j,grav + W_j,app - sum_i W_i over the children i",
)


def cases(quick: bool) -> list[Params]:
    """Random moving trees."""
    return moving_trees("joint_wrench", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
