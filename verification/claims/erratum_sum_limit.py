"""Paper 001, Alg. 1: the sum for the twist's r-th derivative runs to r, not r - 1 as printed.

The last term, S^(r) q', is the bias of the highest order.  The corrected form agrees at 240 digits
with a central difference of step 1e-30, whose own error is 1e-59; a refuted form differs by more
than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_001 import evaluate
from verification.subjects.selections import moving_trees
from verification.verdicts import Params, Records, Row, holds, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="001",
    place="Alg. 1",
    printed="V_j^(r) = V_p^(r) + sum_{k=0..r-1} binom(r, k) S_j^(k) q_j^(r-k+1)",
    corrected="V_j^(r) = V_p^(r) + sum_{k=0..r} binom(r, k) S_j^(k) q_j^(r-k+1)",
)


def cases(quick: bool) -> list[Params]:
    """Random moving trees."""
    return moving_trees("sum_limit", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
