"""The order in which bodies are added changes nothing but rounding: 5e-14 of the largest entry.

Each mechanism is built six times with its bodies in random orders, and forces and accelerations
are compared joint by joint. (Paper 002: bodies may be ordered freely inside a cluster if the rows
of G follow.)
"""

from verification.loops.numbers import number
from verification.loops.selections import orders
from verification.measurements.loops.loops_laws import evaluate
from verification.verdicts import Params, Records, Row, at_least, at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 5e-14


def cases(quick: bool) -> list[Params]:
    """Every mechanism whose bodies can come in another order."""
    return orders(quick)


def verdict(records: Records) -> list[Row]:
    """Both dynamics, and that orders did differ."""
    return [
        at_most("inverse dynamics", records, number("inverse"), LIMIT),
        at_most("forward dynamics", records, number("forward"), LIMIT),
        at_least("orders that differ", records, number("reordered"), 1.0),
    ]
