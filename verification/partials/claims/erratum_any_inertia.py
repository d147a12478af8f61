"""Paper 003, M22, M24, M25, M27: these properties of B(I, V) need I = I^T; M23, M26 do not.

Table II states them for a 6x6 matrix I. With one drawn at random each of the four is refuted by
more than 1e-6; with a symmetric one all hold to 1e-45, at 120 digits. An inertia is symmetric, so
that nothing in paper 003 goes wrong.
"""

from verification.formulas import Erratum
from verification.measurements.errata_003 import evaluate
from verification.partials.selections import errata
from verification.verdicts import Params, Records, Row, holds, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="003",
    place="M22, M24, M25, M27",
    printed="B(I, v)^T w = -B(I, w)^T v, and its like, for any 6x6 matrix I",
    corrected="B(I, v)^T w = -B(I, w)^T v, and its like, for I = I^T",
)


def cases(quick: bool) -> list[Params]:
    """Random arguments."""
    return errata("any_inertia", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
