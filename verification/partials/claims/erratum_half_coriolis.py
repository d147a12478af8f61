"""Paper 003, Alg. 1, line 9: its B is twice that of (14) and App. C; the two do not mix.

Algorithm 1 drops the factor 1/2 of (14) in lines 9, 15 and 16 and counts on it in all others. With
the factor kept there every array but dM/dq is wrong. Against the oracle at 120 digits the corrected
form agrees to 1e-45; a refuted one differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_003 import evaluate
from verification.partials.selections import errata
from verification.verdicts import Params, Records, Row, holds, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="003",
    place="Alg. 1, line 9",
    printed="B(I, v) = (v x* I - I v x + (I v) x-bar*) / 2, as in (14)",
    corrected="B(I, v) = v x* I - I v x + (I v) x-bar* in lines 9, 15 and 16",
)


def cases(quick: bool) -> list[Params]:
    """A tree with a free, a revolute and a spherical joint in random states."""
    return errata("half_coriolis", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
