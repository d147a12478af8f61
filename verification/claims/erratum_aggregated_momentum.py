"""Paper 001, App. B: Pi'' of the subtrees holds with each body's own Pi and Pi', not their sums.

ad_V differs from body to body, so it does not commute with the sum over a subtree.  The corrected
form agrees at 240 digits with a central difference of step 1e-30, whose own error is 1e-59; a
refuted form differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_001 import evaluate
from verification.subjects.selections import moving_trees
from verification.verdicts import Params, Records, Row, holds, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="001",
    place="App. B",
    printed="Pi'' = Gc M (V'' - ad_V V') - 2 Gc ad_V^T Gc Pi_I' - Gc (ad_V' + ad_V^2)^T Gc Pi_I",
    corrected="Pi'' = Gc M (V'' - ad_V V') - 2 Gc ad_V^T Pi_I' - Gc (ad_V' + ad_V^2)^T Pi_I",
)


def cases(quick: bool) -> list[Params]:
    """Random moving trees."""
    return moving_trees("aggregated_momentum", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
