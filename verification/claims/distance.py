"""Accuracy does not depend on where the robot stands, up to 1e6 m from the inertial origin.

Base motion given in body or hybrid form; the limits are those within 1 m.  Computed in the inertial
frame the spatial recursion would lose eps (d/L)^2: twelve digits at 1e6 m.
"""

from verification.measurements.accuracy import evaluate
from verification.subjects.selections import AERIAL_MANIPULATOR, random_tree, sweep
from verification.verdicts import Params, Records, Row, at_most, worst_order

__all__ = ["cases", "evaluate", "verdict"]

DISTANCES = [0.0, 1.0, 10.0, 1e2, 1e3, 1e4, 1e5, 1e6]
LIMITS = {
    ("production", 5): 3e-15,
    ("production", 10): 1e-14,
    ("spatial", 5): 1e-13,
    ("spatial", 10): 5e-13,
}


def cases(quick: bool) -> list[Params]:
    """Both representations at each distance, on the aerial manipulator and on a random tree."""
    distances = [DISTANCES[0], DISTANCES[-1]] if quick else DISTANCES
    tree = random_tree(6, 101)
    return [
        params
        for robot in (AERIAL_MANIPULATOR, tree)
        for base in ("body", "hybrid")
        for order in (5, 10)
        for params in sweep(robot, "distance", distances, 1 if quick else 3, order, base=base)
    ]


def verdict(records: Records) -> list[Row]:
    """One row for each form and range of orders."""
    return [
        at_most(f"{form}, orders 0-{r}", records, worst_order(form, range(r + 1)), limit)
        for (form, r), limit in LIMITS.items()
    ]
