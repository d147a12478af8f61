"""Paper 004, (87): Binet's tensor gives no such form; traces do.

M is printed with Binet's tensor. It is refuted with J_k and with its angular part, each with the
factor 1/2 and without; the smallest error is shown. E_l is the sum of m (s, 1) (s, 1)^T. The truth
is a central difference of poses and point masses at 160 digits, right to 1e-57; a corrected form
agrees to 1e-50, a refuted one differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="004",
    place="(87)",
    printed="G_ijk = sum_{l>=k} J_j^T M ad_{J_k} J_i / 2",
    corrected="G_ijk = sum_{l>=max(i,k)} tr(J^_i E_l (J^_j J^_k)^T), j <= k",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("christoffel_binet", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
