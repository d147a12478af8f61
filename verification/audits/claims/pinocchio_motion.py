"""Pinocchio's dynamics, inertia and momentum are accurate to 1e-12 for each of its joint types.

29 joint types, universal joints and composites among them, on the world, between bodies and twice
in a row; relative max norm of each array. The reference is the oracle's on chains of lieref's
joints with maps between the coordinates, in balls; its radius is a row.
"""

from verification.audits import numbers, selections
from verification.measurements.audits.audit_joints import evaluate
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Every joint type at every place."""
    return selections.joints(quick)


def verdict(records: Records) -> list[Row]:
    """One row a function, and the radius of the reference values."""
    return [
        *(
            at_most(name, records, numbers.of_function(name), numbers.RIGHT)
            for name in numbers.MOTION
        ),
        at_most("radius of the reference values", records, numbers.widest, numbers.PROVEN),
    ]
