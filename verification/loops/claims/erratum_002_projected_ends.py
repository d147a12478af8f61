"""Paper 002, Sec. II-E: the projected inverse operational inertia has G on both sides.

The sizes of the printed product do not fit: it counts as infinitely wrong.
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
    place="Sec. II-E",
    printed="Omega = J (G^T H G)^-1 J^T",
    corrected="Omega = J G (G^T H G)^-1 G^T J^T",
)


def cases(quick: bool) -> list[Params]:
    """Mechanisms in random states."""
    return errata("projected_ends", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
