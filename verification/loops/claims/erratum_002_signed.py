"""Paper 002, (4): a wrench on an end adds + Omega f to its acceleration, as in Sec. VIII.

(4) counts the wrench that the end exerts, Sec. VIII the one that acts on it; lieref has the latter.
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
    place="(4)",
    printed="xddot = J H^-1 tau - Omega F + beta",
    corrected="xddot = J H^-1 tau + Omega f + beta",
)


def cases(quick: bool) -> list[Params]:
    """Mechanisms in random states."""
    return errata("signed", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
