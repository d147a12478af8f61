"""Paper 001, Alg. 4: W_j^0 of Q_j, not defined there, is M_j^A V_j' + W_j^A, kept at every order.

Order 1, whose Q_j' needs W_j of order 0 too.  As printed no W_j^0 is computed; read as the only
wrench that is, the bias W_j^A, it fails.  Truth: S_j and W_j from motion and momentum alone.  The
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
    place="Alg. 4",
    printed="Q_j^(r) = sum_{k=0..r} binom(r, k) S_j^(r-k)^T W_j^(k), W_j = W_j^A",
    corrected="the same with W_j^(k) = M_j^A V_j^(k+1) + (W_j^A)^(k), kept for all k <= r",
)


def cases(quick: bool) -> list[Params]:
    """Random moving trees."""
    return moving_trees("hybrid_wrench", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
