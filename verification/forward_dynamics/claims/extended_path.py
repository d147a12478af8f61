"""With 31 or 40 digits forward dynamics is accurate to 1e-14 at every order up to 10.

The aerial manipulator, forces of a motion and sampled at random: one limit at every order, and
with 40 digits every entry of the result is the double nearest to the reference value.
"""

from verification.forward_dynamics.selections import TORQUES, generic
from verification.measurements.forward_dynamics.forward_extended import evaluate
from verification.verdicts import Params, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

LIMIT, ORDER = 1e-14, 10


def cases(quick: bool) -> list[Params]:
    """The aerial manipulator at order 10."""
    return [
        {**params, "order": ORDER}
        for torques in TORQUES
        for params in generic(quick, torques, trees=(), flying=range(1 if quick else 4))
    ]


def verdict(records: Records) -> list[Row]:
    """The error over the orders, and the entries that another double is nearer to."""
    return [
        at_most(
            "orders 0-10, digits=40",
            records,
            lambda record: largest(record["result"]["extended"]),
            LIMIT,
        ),
        at_most(
            "orders 0-10, digits=31",
            records,
            lambda record: largest(record["result"]["fine"]),
            LIMIT,
        ),
        at_most(
            "entries not rounded correctly",
            records,
            lambda record: float(record["result"]["rounded"]),
            0.0,
        ),
    ]
