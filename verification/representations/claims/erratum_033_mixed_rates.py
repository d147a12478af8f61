"""Paper 004, (33): J'^m and V''^m also need the rate of the rotation.

w x acts on the angular parts Jw, Vw alone. V'^m is right as printed, since omega x omega = 0. The
truth is a central difference of poses and point masses at 160 digits, right to 1e-57; a corrected
form agrees to 1e-50, a refuted one differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="004",
    place="(33)",
    printed="J'^m = diag(R^T, 1) J'^h, V''^m = diag(R^T, 1) V''^h",
    corrected="J'^m = diag(R^T, 1) (J'^h - w x Jw^h), V''^m = diag(R^T, 1) (V''^h - w x Vw'^h)",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("mixed_rates", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
