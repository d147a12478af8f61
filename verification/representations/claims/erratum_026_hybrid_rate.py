"""Paper 004, (26): the term [omega_{j-1}, J_ij] is missing.

It comes from the partial derivatives (25) with k < j; dV_{j-1,i} = V_i - Ad_{r_i,j-1} V_{j-1}. The
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
    place="(26)",
    printed="J_ij' = [J_ij, dVv_{j-1,i}]",
    corrected="J_ij' = [J_ij, dVv_{j-1,i}] + [w_{j-1}, J_ij]",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("hybrid_rate", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
