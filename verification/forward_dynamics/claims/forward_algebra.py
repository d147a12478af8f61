"""Both recursions are algebraically exact: their twins at 55 digits agree with the oracle to 1e-40.

Forward and hybrid dynamics, orders 0 to 5; the oracle solves H v^(k+1) = tau^(k) - bias order by
order at 65 proven digits and knows no articulated body.  Fifteen of the twin's digits are left for
the conditioning, which costs about one an order, and as many again on ill-conditioned draws.
"""

from verification.forward_dynamics.selections import generic
from verification.measurements.forward_dynamics.forward_algebra import evaluate
from verification.subjects.computations import FORMS
from verification.verdicts import Params, Records, Row, at_most, worst_order

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 1e-40


def cases(quick: bool) -> list[Params]:
    """Aerial manipulator and trees, nothing and half of the coordinates prescribed."""
    found = generic(quick, "motion", ("none", "some"), (4, 8, 5, 12, 14), (0, 1, 2, 3))
    return [{key: x for key, x in params.items() if key != "floor"} for params in found]


def verdict(records: Records) -> list[Row]:
    """One row for each form and dynamics."""
    kinds = {"forward": "none", "hybrid": "some"}
    return [
        at_most(
            f"{form} twin, {name}",
            [record for record in records if record["params"]["prescribed"] == which],
            worst_order(form, range(6)),
            LIMIT,
        )
        for form in FORMS
        for name, which in kinds.items()
    ]
