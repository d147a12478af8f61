"""By body and hybrid twists the recursions are exact too: twins at 55 digits and oracle to 1e-40.

Forward and hybrid dynamics, orders 0 to 5, on a part of the tasks of the claim on the other forms.
The four recursions share what happens at one joint, and no loop.
"""

from verification.forward_dynamics.selections import by_twists, generic
from verification.measurements.forward_dynamics.forward_algebra import evaluate
from verification.subjects.tasks import TWIST_FORMS
from verification.verdicts import Params, Records, Row, at_most, worst_order

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 1e-40


def cases(quick: bool) -> list[Params]:
    """Aerial manipulator and trees, nothing and half of the coordinates prescribed."""
    trees = (4,) if quick else (4, 8, 5)
    found = generic(quick, "motion", ("none", "some"), trees, (0,) if quick else (0, 1, 3))
    return by_twists({key: x for key, x in p.items() if key != "floor"} for p in found)


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
        for form in TWIST_FORMS
        for name, which in kinds.items()
    ]
