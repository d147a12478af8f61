"""Paper 002, (7), (28): wrenches of other bodies are added after a force transform X*.

Wrenches in different frames have no sum.
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
    place="(7), (28)",
    printed="f_i = f_i,net + sum of f_j",
    corrected="f_i = f_i,net + sum of ^iX*_j f_j",
)


def cases(quick: bool) -> list[Params]:
    """Mechanisms in random states."""
    return errata("force_transforms", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
