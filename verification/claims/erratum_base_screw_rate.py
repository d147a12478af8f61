"""Paper 001, (7): the base block of S' is zero; ad_V S as printed gives wrong second derivatives.

In the spatial representation S of the base is the identity, at all times.  The corrected form
agrees at 240 digits with a central difference of step 1e-30, whose own error is 1e-59; a refuted
form differs by more than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_001 import evaluate
from verification.subjects.selections import moving_trees
from verification.verdicts import Params, Records, Row, holds, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="001",
    place="(7)",
    printed="S_1' = ad_{V_1} S_1 for the base, in V'' = Gp (S nu'' + 2 S' nu' + S'' nu)",
    corrected="S_1' = S_1'' = 0: in the spatial representation S_1 is the identity at all times",
)


def cases(quick: bool) -> list[Params]:
    """Random moving trees."""
    return moving_trees("base_screw_rate", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
