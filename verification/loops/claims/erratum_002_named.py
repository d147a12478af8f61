"""Paper 002, (63): wrenches times Omega are accelerations; Sec. VIII calls it Omega^-1.

The acceleration that a wrench on an end frame adds to it, by the oracle's forward dynamics.
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
    place="(63)",
    printed="a = Omega^-1 f, with Omega of (5)",
    corrected="a = Omega f, with Omega = J H^-1 J^T of (5)",
)


def cases(quick: bool) -> list[Params]:
    """Mechanisms in random states."""
    return errata("named", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
