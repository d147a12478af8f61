"""Paper 003, Alg. 1, lines 18 and 20: I x s means I (s x), the operator of s under I.

Read as the operator of I s, which line 17 writes (I s) x-bar*, it has the right shape and gives
wrong derivatives. Against the oracle at 120 digits the corrected form agrees to 1e-45; a refuted
one differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_003 import evaluate
from verification.partials.selections import errata
from verification.verdicts import Params, Records, Row, holds, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="003",
    place="Alg. 1, lines 18 and 20",
    printed="A_1 = s x* I - (I s) x-bar*, A_3 = B(I, psi_d) + s x* B - (B s) x-bar*",
    corrected="A_1 = s x* I - I (s x), A_3 = B(I, psi_d) + s x* B - B (s x)",
)


def cases(quick: bool) -> list[Params]:
    """A tree with a free, a revolute and a spherical joint in random states."""
    return errata("product_first", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
