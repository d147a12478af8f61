"""Paper 004, (27): Ad_{r_ij}, not Ad_{r_i,j-1}; the twist is hybrid.

X_j = Ad_{R_j} jX_j is the joint's screw at the origin of its body. (29) and (30) are printed with
Ad_{r_ij}. The middle form of (27) has the same slip. The truth is a central difference of poses and
point masses at 160 digits, right to 1e-57; a corrected form agrees to 1e-50, a refuted one differs
by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_004 import evaluate
from verification.representations.chains import chains, holds
from verification.verdicts import Params, Records, Row, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="004",
    place="(27)",
    printed=(
        "J_ij' = (ad_{r_ij'} + Ad_{r_i,j-1} ad_{w_j}) X_j = Ad_{r_i,j-1} (ad_{V_j^s} - "
        "ad_{r_i'}) X_j"
    ),
    corrected=(
        "J_ij' = (ad_{r_ij'} + Ad_{r_ij} ad_{w_j}) X_j = Ad_{r_ij} (ad_{V_j^h} - ad_{r_i'}) X_j"
    ),
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("hybrid_rate_direct", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
