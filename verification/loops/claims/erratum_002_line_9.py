"""Paper 002, Alg. 1, line 9: transforms to the parent cluster go along the path in the cluster.

A body that hangs from another one of its cluster is not next to its output body. Bodies on the
world have the world as their output body: (15) leaves Lambda undefined there.
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
    place="Alg. 1, line 9",
    printed="^kX_p has ^iX_p(i) for every body i",
    corrected="^kX_p has ^iX_o(i) = ^iX_p(i) ... to the output body o(i)",
)


def cases(quick: bool) -> list[Params]:
    """Mechanisms in random states."""
    return errata("line_9", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
