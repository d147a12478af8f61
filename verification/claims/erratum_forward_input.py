"""Paper 001, Alg. 3: Algorithm 1 cannot run first; it needs the accelerations, order by order.

V_bias'' of order 1 needs q'' and V' of order 0.  As printed, Algorithm 1 is an input: it then knows
no acceleration, which is read as zero; right is one order of it after each forward pass.  The
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
    place="Alg. 3",
    printed="Input: Alg. 1, which gives V_j,bias^(r+1) before q_j^(2) .. q_j^(r+1) are known",
    corrected="for k = 0 .. r: Alg. 1 to order k; backward; base solve; forward",
)


def cases(quick: bool) -> list[Params]:
    """Random moving trees."""
    return moving_trees("forward_input", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
