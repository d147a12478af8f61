"""Paper 002, nu_int, nu_ext: bodies beyond a body: the union of the subtrees of its children.

Subtrees of different children have no body in common, so that the intersection is empty wherever a
body has two of them. (28) with the force transforms, tau_k = S_k^T f_k.
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
    place="nu_int, nu_ext",
    printed="nu_ext(i): intersection of nu(j) over the children j outside the cluster",
    corrected="nu_ext(i): union of nu(j) over the children j outside the cluster",
)


def cases(quick: bool) -> list[Params]:
    """Mechanisms in random states."""
    return errata("bodies_beyond", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
