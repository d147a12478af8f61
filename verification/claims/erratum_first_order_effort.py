"""Paper 001, (7): tau' holds with S'^T where S^T ad_V^T is printed; the base block of S' is zero.

The whole first-order closed form of Proposition 1 in one: h_bar', g' and tau_ext' alike.  The
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
    place="(7)",
    printed="tau' = S^T ad_V^T W + S^T W', with V' = Gp (S nu' + ad_V S nu) and V'' likewise",
    corrected="tau' = S'^T W + S^T W', with V' = Gp (S nu' + S' nu) and V'' likewise",
)


def cases(quick: bool) -> list[Params]:
    """Random moving trees."""
    return moving_trees("first_order_effort", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
