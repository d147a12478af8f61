"""Paper 002, (64), (65): the acceleration of the parent cluster comes in through U_k^T.

yddot_k leaves no articulated force along S_k. The sizes of the printed product do not fit but for
six free coordinates: it counts as infinitely wrong.
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
    place="(64), (65)",
    printed="yddot_k = -D_k^-1 (S_k^T p^A_k + U_k ^kX_p a_p)",
    corrected="yddot_k = -D_k^-1 (S_k^T p^A_k + U_k^T ^kX_p a_p)",
)


def cases(quick: bool) -> list[Params]:
    """Mechanisms in random states."""
    return errata("transposed", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
