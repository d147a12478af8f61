"""Paper 004, (60): ad is transposed, as in (38) and (41).

It is the balance of body i in the frame of another body that moves itself. (63) is printed with the
transpose. The truth is a central difference of poses and point masses at 160 digits, right to
1e-57; a corrected form agrees to 1e-50, a refuted one differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="004",
    place="(60)",
    printed="jM (jV' + ad_{jV_j} jV) - ad_{jV} jM jV = jW",
    corrected="jM (jV' + ad_{jV_j} jV) - ad_{jV}^T jM jV = jW",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("frame_balance", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
