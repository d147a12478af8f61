"""Accuracy does not depend on the speed of the joints, from 1e-6 to 1e4 rad/s or m/s.

The k-th derivative of each joint rate is scaled by the (k+1)-th power of the speed, as if time ran
faster; the base moves generically.  The limits are those of generic states.
"""

from verification.measurements.inverse_dynamics.accuracy import evaluate
from verification.subjects.selections import AERIAL_MANIPULATOR, random_tree, sweep
from verification.verdicts import Params, Records, Row, at_most, worst_order

__all__ = ["cases", "evaluate", "verdict"]

SPEEDS = [10.0**k for k in range(-6, 5)]
LIMITS = {"production": 3e-15, "spatial": 1e-13}


def cases(quick: bool) -> list[Params]:
    """Every decade of speed, on the aerial manipulator and on a random tree."""
    speeds = SPEEDS[::5] if quick else SPEEDS
    seeds = 1 if quick else 3
    return [
        params
        for robot in (AERIAL_MANIPULATOR, random_tree(6, 102))
        for params in sweep(robot, "speed", speeds, seeds)
    ]


def verdict(records: Records) -> list[Row]:
    """One row for each form."""
    return [
        at_most(f"{form}, orders 0-5", records, worst_order(form, range(6)), limit)
        for form, limit in LIMITS.items()
    ]
