"""Without loops the functions for mechanisms with loops give those of trees bit by bit.

Random states of fixed and free trees, orders 0 and 1, every representation of the base.
"""

from verification.loops.numbers import number
from verification.measurements.loops.loops_laws import evaluate
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

TREES: tuple[Params, ...] = (
    {"name": "serial_chain", "n": 5},
    {"name": "serial_chain", "n": 7, "base": "free"},
    {"name": "binary_tree", "n": 9, "base": "free"},
)


def cases(_: bool) -> list[Params]:
    """Chains and a tree."""
    return [
        {"law": "open tree", "robot": robot, "state": {"seed": seed}}
        for robot in TREES
        for seed in range(3)
    ]


def verdict(records: Records) -> list[Row]:
    """Entries that differ."""
    return [at_most("entries that differ", records, number("different"), 0.0)]
