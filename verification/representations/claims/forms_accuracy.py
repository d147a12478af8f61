"""On robots sampled, to order 5, default is accurate to 3e-15, body, spatial, hybrid to 1e-13.

The limits of the default and the spatial form are those of the claims on inverse dynamics.
Twists of bodies in their own or in inertial axes lose some digits to the leverage between a body
and its neighbors, as the spatial form does to that between a body and the base: one limit for the
three.  Generic states within 1 m, random trees of 4 to 10 bodies with every joint kind and five
named robots.  Not of single bodies, whose forces of an order may nearly cancel.
"""

from verification.measurements.inverse_dynamics.accuracy import evaluate
from verification.subjects.selections import (
    COMPARED,
    REPRESENTATIONS,
    compared_forms,
    generic,
    sweep,
)
from verification.verdicts import Params, Records, Row, at_most, worst_order

__all__ = ["LIMITS", "cases", "evaluate", "verdict"]

LIMITS = {"default": 3e-15, "body": 1e-13, "spatial": 1e-13, "hybrid": 1e-13}


def cases(quick: bool) -> list[Params]:
    """The generic states at order 5, and each named robot in each representation."""
    named = [
        x
        for robot in COMPARED.values()
        for base in REPRESENTATIONS
        for x in sweep(robot, "base", [base], 1 if quick else 4)
    ]
    return compared_forms([*(x for x in generic(quick) if x["order"] == 5), *named])


def verdict(records: Records) -> list[Row]:
    """One row for each form."""
    return [
        at_most(f"{form}, orders 0-5", records, worst_order(form, range(6)), limit)
        for form, limit in LIMITS.items()
    ]
