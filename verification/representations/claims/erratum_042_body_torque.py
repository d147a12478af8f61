"""Paper 004, (42): the sign of the term with the centre of mass.

In print the matrix d~ stands behind the vector, which no product explains; were the tilde over the
bracket and not over d, it would be right. (41), (54) and (56) are right. The truth is a central
difference of poses and point masses at 160 digits, right to 1e-57; a corrected form agrees to
1e-50, a refuted one differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="004",
    place="(42)",
    printed="t = Theta w' + w~ Theta w - m d~ (v' + w~ v)",
    corrected="t = Theta w' + w~ Theta w + m d~ (v' + w~ v)",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("body_torque", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
