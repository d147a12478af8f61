"""Paper 001, Alg. 4: the sum over J_tau of W_j^A takes q~ of (9), not q-bar as printed.

Orders 0 and 1, every second joint prescribed: W_j = M_j^A V_j' + W_j^A and its derivative, against
the wrench that joint j transmits by momentum; q-bar is read as the joint's acceleration.  The
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
    printed="W_j^A = .. + sum_{i in J_tau} (W_i^A + M_i^A (S_i qbar_i'' + V_i,bias'))",
    corrected="W_j^A = .. + sum_{i in J_tau} (W_i^A + M_i^A (S_i q~_i'' + V_i,bias')), q~ of (9)",
)


def cases(quick: bool) -> list[Params]:
    """Random moving trees."""
    return moving_trees("hybrid_bias", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
