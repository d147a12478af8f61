"""Paper 004, (86): the third bracket is [J_j, J_k].

The truth are the partial derivatives of the mass matrix. The print covers i < j <= k and j <= i <
k; the corrected form all i and j <= k. The truth is a central difference of poses and point masses
at 160 digits, right to 1e-57; a corrected form agrees to 1e-50, a refuted one differs by more than
1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="004",
    place="(86)",
    printed=(
        "G_ijk = sum_{l>=k} (J_k^T M [J_i, J_j] + J_j^T M [J_i, J_k] + J_i^T M [J_s, J_r]) / "
        "2, r = max(i, j), s = min(i, j)"
    ),
    corrected=(
        "G_ijk = sum_{l>=max(i,k)} (J_k^T M [J_i, J_j] + J_j^T M [J_i, J_k] + J_i^T M [J_j, "
        "J_k]) / 2, j <= k"
    ),
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("christoffel_brackets", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
