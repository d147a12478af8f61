"""Loops stay closed to 1e-13 along a motion when they are solved again after each step.

400 steps of 2 ms of an explicit midpoint rule along G ydot; without solving again the residual
(rad, m) drifts away, which is why `project` and `expand` exist.
"""

from verification.loops.numbers import number
from verification.loops.selections import motions
from verification.measurements.loops.loops_laws import evaluate
from verification.verdicts import Params, Records, Row, at_least, at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMIT, DRIFTED = 1e-13, 1e-12


def cases(quick: bool) -> list[Params]:
    """Mechanisms with implicit loops."""
    return motions(quick)


def verdict(records: Records) -> list[Row]:
    """The residual solved again, and that there was something to solve on the worst mechanism."""
    drift = number("drifting")
    known = [record for record in records if "error" not in record]
    worst = sorted(known, key=lambda record: drift(record) or 0.0)[-1:]
    return [
        at_most("solved again", records, number("re-solved"), LIMIT),
        at_least("drifting, worst mechanism", worst, drift, DRIFTED),
    ]
