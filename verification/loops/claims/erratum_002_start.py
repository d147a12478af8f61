"""Paper 002, (57): chi starts as a row of blocks, one to each body of the cluster.

chi S_k has to be the Jacobian of the end in the coordinates of its cluster. The sizes of the
printed product do not fit: it counts as infinitely wrong. (61) has ^d chi for ^e chi.
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
    place="(57)",
    printed="chi = [sigma_1 X; ...; sigma_n X], 6 n x 6",
    corrected="chi = [sigma_1 X ... sigma_n X], 6 x 6 n",
)


def cases(quick: bool) -> list[Params]:
    """Mechanisms in random states."""
    return errata("start", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
