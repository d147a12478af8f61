"""Paper 003, (54): inside one joint summed exponents give (H + H^T) / 2; composed ones give H.

H is the second Lie derivative that Algorithm 1 computes; with bicomplex numbers or differences it
takes q exp(E_b y) exp(E_a x). What the summed exponents of (54) give is the Hessian along a
retraction. Central differences of the oracle at 130 digits, right to 1e-58, in the coordinates of a
spherical joint; the corrected form agrees to 1e-45, a refuted one differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_003 import evaluate
from verification.partials.selections import errata
from verification.verdicts import Params, Records, Row, holds, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="003",
    place="(54)",
    printed="H_ab = d2/dx dy tau(q exp(E_a x + E_b y))",
    corrected="H_ab = d2/dx dy tau(q exp(E_b y) exp(E_a x)); the summed form is (H + H^T) / 2",
)


def cases(quick: bool) -> list[Params]:
    """A tree with a free, a revolute and a spherical joint in random states."""
    return errata("summed_exponents", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
