"""Paper 004, (63): the angular velocity is that of F_k relative to F_j.

By the paper's nomenclature kV_k^j is the twist of body k itself, measured at F_j and resolved in
F_k. The truth is a central difference of poses and point masses at 160 digits, right to 1e-57; a
corrected form agrees to 1e-50, a refuted one differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="004",
    place="(63)",
    printed="kM (kV' + (ad_{kV_j} + ad_{w_k}) kV) - ad_{kV}^T kM kV = kW, w_k of the twist kV_k^j",
    corrected="kM (kV' + (ad_{kV_j} + ad_{w_k - w_j}) kV) - ad_{kV}^T kM kV = kW",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("axes_balance", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
