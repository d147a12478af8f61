"""Inverse and forward dynamics through loops are each other's inverse to 2e-14.

Random states of every mechanism under wrenches on all bodies, both ways; relative to the largest
force, or acceleration, that goes into the result.
"""

from verification.loops.numbers import number
from verification.loops.selections import laws
from verification.measurements.loops.loops_laws import evaluate
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 2e-14


def cases(quick: bool) -> list[Params]:
    """Every mechanism."""
    return laws("round trip", quick)


def verdict(records: Records) -> list[Row]:
    """Both ways."""
    ways = ("inverse of forward", "forward of inverse")
    return [at_most(way, records, number(way), LIMIT) for way in ways]
