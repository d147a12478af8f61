"""Paper 004, (71): start at i = n, and the applied wrench is subtracted.

As (67), in the inertial frame. Each of the two slips alone refutes; the smaller error is shown. The
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
    place="(71)",
    printed="W_i = W_{i+1} + M V' - ad_V^T M V + W^app, i = n-1 ... 1",
    corrected="W_i = W_{i+1} + M V' - ad_V^T M V - W^app, i = n ... 1, W_{n+1} = 0",
)


def cases(quick: bool) -> list[Params]:
    """Moving chains."""
    return chains("spatial_forces", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
