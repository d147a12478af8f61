"""Accuracy does not depend on the size of the joint angles, from 1e-12 to 1e8 rad.

The limits are those of generic states: a revolute joint sees its angle through sine and cosine
alone, and those are correct to an ulp or so at any angle.
"""

from verification.measurements.inverse_dynamics.accuracy import evaluate
from verification.subjects.selections import AERIAL_MANIPULATOR, sweep
from verification.verdicts import Params, Records, Row, at_most, worst_order

__all__ = ["cases", "evaluate", "verdict"]

ANGLES = [10.0**k for k in range(-12, 9)]
LIMITS = {"production": 3e-15, "spatial": 1e-13}


def cases(quick: bool) -> list[Params]:
    """Every decade of angle."""
    return sweep(AERIAL_MANIPULATOR, "angle", ANGLES[::10] if quick else ANGLES, 1 if quick else 3)


def verdict(records: Records) -> list[Row]:
    """One row for each form."""
    return [
        at_most(f"{form}, orders 0-5", records, worst_order(form, range(6)), limit)
        for form, limit in LIMITS.items()
    ]
