"""Paper 002, Alg. 1, line 18: the bias acceleration c_k has v_k x S_k ydot_k, as in (26).

Read with ydot_k for y_k and ^Lambda(k)X_lambda(k) for X_I(k), which are slips of the print.
Against the oracle at 120 digits the corrected form agrees to 1e-45; a refuted one differs by
more than 1e-6.
"""

from verification.formulas import Erratum
from verification.loops.selections import errata
from verification.measurements.errata_002 import evaluate
from verification.verdicts import Params, Records, Row, holds, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="002",
    place="Alg. 1, line 18",
    printed="c_k = S-ring_k ydot_k + ^Lambda X_lambda block(S) g_k",
    corrected="c_k = S-ring_k ydot_k + ^Lambda X_lambda block(S) g_k + v_k x S_k ydot_k",
)


def cases(quick: bool) -> list[Params]:
    """Mechanisms in random states."""
    return errata("line_18", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
