"""Pinocchio's derivatives are accurate to 1e-12 through joints with a constant motion subspace.

Revolute, prismatic, helical, unbounded revolute, spherical, translation, planar, free-flyer, and
composites whose subspace happens to be constant. Relative max norm of each array of each function
that differentiates: dynamics, gravity, Coriolis matrix, Jacobians, kinematics, momentum.
"""

from verification.audits import numbers, selections
from verification.measurements.audits.audit_joints import evaluate
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Every joint type at every place."""
    return selections.joints(quick)


def verdict(records: Records) -> list[Row]:
    """One row a function."""
    return [
        at_most(name, records, numbers.of_function(name, "constant"), numbers.RIGHT)
        for name in numbers.DERIVATIVES
    ]
