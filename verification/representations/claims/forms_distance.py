"""No form loses accuracy with the distance from the origin, 1e6 m away at most twice the error.

Base motion given in body or hybrid form, order 5; each draw against itself at the origin, and the
worst within the limits that hold near the origin.
"""

from verification.claims.distance import growth
from verification.measurements.inverse_dynamics.accuracy import evaluate
from verification.representations.claims.forms_accuracy import LIMITS
from verification.subjects.selections import COMPARED, compared_forms, random_tree, sweep
from verification.verdicts import Params, Records, Row, at_most, worst_order

__all__ = ["cases", "evaluate", "verdict"]

DISTANCES = [0.0, 1.0, 1e3, 1e6]
FREE = [robot for name, robot in COMPARED.items() if "fixed" not in name]


def cases(quick: bool) -> list[Params]:
    """The named robots with a free base and a random tree at each distance."""
    distances = [0.0, 1e3, 1e6] if quick else DISTANCES
    return compared_forms(
        [
            params
            for robot in (*FREE, random_tree(6, 101))
            for base in ("body", "hybrid")
            for params in sweep(robot, "distance", distances, 1 if quick else 3, base=base)
        ]
    )


def verdict(records: Records) -> list[Row]:
    """Two rows for each form: growth with distance, and the worst error."""
    rows = []
    for form, limit in LIMITS.items():
        error = worst_order(form, range(6))
        part = f"{form}, orders 0-5"
        rows.append(at_most(f"{part}, error over that at 0 m", records, growth(records, error), 2))
        rows.append(at_most(f"{part}, worst", records, error, limit))
    return rows
