"""Accuracy does not depend on where the robot stands, up to 1e6 m from the inertial origin.

Base motion given in body or hybrid form: the same draws err at every distance as they do at the
origin, and no more than those within 1 m may.  Computed in the inertial frame the spatial
recursion would lose eps (d/L)^2: twelve digits at 1e6 m.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.inverse_dynamics.accuracy import evaluate
from verification.subjects.selections import AERIAL_MANIPULATOR, random_tree, sweep
from verification.verdicts import Params, Pick, Records, Row, at_most, worst_order

__all__ = ["cases", "evaluate", "verdict"]

DISTANCES = [0.0, 1.0, 10.0, 1e2, 1e3, 1e4, 1e5, 1e6]
LIMITS = {
    ("default", 5): 3e-15,
    ("default", 10): 1e-14,
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


def draw_of(record: Record) -> str:
    """What the draws at all distances have in common, as text."""
    params = record["params"]
    state = {key: value for key, value in params["state"].items() if key != "distance"}
    return str((sorted(params["robot"].items()), sorted(state.items()), params["order"]))


def growth(records: Records, error: Pick) -> Pick:
    """Return a pick: the error over that of the same draw at the origin."""
    at_origin = {
        draw_of(record): error(record)
        for record in records
        if "error" not in record and record["params"]["state"]["distance"] == 0.0
    }

    def pick(record: Record) -> float | None:
        here, there = error(record), at_origin.get(draw_of(record))
        return None if here is None or not there else here / there

    return pick


def verdict(records: Records) -> list[Row]:
    """Two rows for each form and range of orders: growth with distance, and the worst error."""
    rows = []
    for (form, r), limit in LIMITS.items():
        error = worst_order(form, range(r + 1))
        part = f"{form}, orders 0-{r}"
        rows.append(at_most(f"{part}, error over that at 0 m", records, growth(records, error), 2))
        rows.append(at_most(f"{part}, worst", records, error, limit))
    return rows
