"""All four forms are the same function: in plain Python at 50 digits they agree with the oracle to
1e-45.

Order 5, each representation of the base, wrenches in body and inertial axes, near the origin and
1e3 and 1e6 m away.  The oracle's own bound is proven to 55 digits.
"""

from verification.measurements.inverse_dynamics.algebra import evaluate
from verification.subjects.computations import INVERSE_FORMS
from verification.subjects.selections import AERIAL_MANIPULATOR, compared_forms, generic, sweep
from verification.verdicts import Params, Records, Row, at_most, worst_order

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 1e-45


def cases(quick: bool) -> list[Params]:
    """Every fourth generic state at order 5, and the aerial manipulator far away."""
    near = [x for x in generic(quick) if x["order"] == 5 and (quick or x["state"]["seed"] < 8)]
    far = [
        x
        for base in ("body", "spatial")
        for x in sweep(AERIAL_MANIPULATOR, "distance", [1e3, 1e6], 1, base=base)
    ]
    return compared_forms([*near, *far])


def verdict(records: Records) -> list[Row]:
    """One row for each form."""
    return [
        at_most(f"{form} in plain Python, orders 0-5", records, worst_order(form, range(6)), LIMIT)
        for form in INVERSE_FORMS
    ]
