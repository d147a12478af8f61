"""Paper 003, Alg. 1, line 22: f_i is the composite force f_i^C, not the force of body i alone.

With the body's own force d2tau/dq2 is wrong by a fifth and more while the other arrays are right.
Against the oracle at 120 digits the corrected form agrees to 1e-45; a refuted one differs by more
than 1e-6.
"""

from verification.formulas import Erratum
from verification.measurements.errata_003 import evaluate
from verification.partials.selections import errata
from verification.verdicts import Params, Records, Row, holds, refuted

__all__ = ["ERRATUM", "cases", "evaluate", "verdict"]

ERRATUM = Erratum(
    paper="003",
    place="Alg. 1, line 22",
    printed="A_5 = (B_i^C psi_d + I_i^C psi_dd + s x* f_i) x-bar*",
    corrected="A_5 = (B_i^C psi_d + I_i^C psi_dd + s x* f_i^C) x-bar*",
)


def cases(quick: bool) -> list[Params]:
    """A tree with a free, a revolute and a spherical joint in random states."""
    return errata("own_force", quick)


def verdict(records: Records) -> list[Row]:
    """The corrected form holds, the printed one does not."""
    return [holds("corrected form", records), refuted("printed form", records)]
