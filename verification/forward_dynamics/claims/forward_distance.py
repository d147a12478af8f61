"""The error of forward dynamics does not grow with the distance from the origin, up to 1e6 m.

Base motion in body, hybrid or mixed form, forces of a motion: at most 1e-12 * 15^r at every order
r, and at most ten times that at the origin; rounding errors of one draw differ
by that much from place to place, and twelve digits would be lost in the inertial frame.
"""

from lieref.reporting.campaigns.store import Record
from verification.forward_dynamics import errors
from verification.forward_dynamics.selections import at_distances
from verification.measurements.forward_dynamics.forward_accuracy import evaluate
from verification.subjects.computations import FORMS
from verification.verdicts import Params, Pick, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

DISTANCES = (0.0, 1.0, 1e2, 1e4, 1e6)
GROWTH = 10.0


def cases(quick: bool) -> list[Params]:
    """The same draws at each distance."""
    return at_distances((DISTANCES[0], DISTANCES[-1]) if quick else DISTANCES, quick)


def _draw(record: Record) -> str:
    """What the same draw has in common at all distances, as text."""
    params = record["params"]
    state = sorted((key, x) for key, x in params["state"].items() if key != "distance")
    return str((sorted(params["robot"].items()), state))


def _growth(form: str, records: Records) -> Pick:
    """Return a pick: the largest error by limit, over that of the same draw at the origin."""
    error = errors.by_limit(form)
    at_origin = {
        _draw(record): error(record)
        for record in records
        if "error" not in record and record["params"]["state"]["distance"] == 0
    }

    def pick(record: Record) -> float | None:
        here, there = error(record), at_origin.get(_draw(record))
        return None if here is None or not there else here / there

    return pick


def verdict(records: Records) -> list[Row]:
    """Two rows for each form: the error by its limit, and its growth."""
    found = errors.measured(records)
    rows = []
    for form in FORMS:
        part = f"{form}, error by 1e-12 * 15^r"
        rows.append(at_most(part, found, errors.by_limit(form), 1.0))
        rows.append(at_most(f"{form}, by that at 0 m", found, _growth(form, found), GROWTH))
    return rows
