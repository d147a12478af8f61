"""Paper 002, (54): the articulated bias force has I^a c_k, not I^A c_k.

As (56) and line 31 of Algorithm 1 have it.
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
    place="(54)",
    printed="p^a = p^A + I^A c + U D^-1 u",
    corrected="p^a = p^A + I^a c + U D^-1 u",
)


def cases(quick: bool) -> list[Params]:
    """Mechanisms in random states."""
    return errata("bias_force", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
