"""Paper 001, Sec. 3.2: W_1 of a floating base is its propellers' wrench, not zero as printed.

It equals the momentum rate of the whole tree less gravity and applied wrenches.  The corrected form
agrees at 240 digits with a central difference of step 1e-30, whose own error is 1e-59; a refuted
form differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_001 import evaluate
from verification.subjects.selections import moving_trees
from verification.verdicts import Params, Records, Row, holds, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="001",
    place="Sec. 3.2",
    printed="W_1 = 0 for a floating base",
    corrected="W_1 = W_prop, which is sum_j (Pi_j' - W_j,grav - W_j,app) over the whole tree",
)


def cases(quick: bool) -> list[Params]:
    """Random moving trees."""
    return moving_trees("base_wrench", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
