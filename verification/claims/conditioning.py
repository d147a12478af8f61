"""Up to order 10 the default form's error is at most 30 times what a 1-ulp input perturbation does.

The bound: the reference for inputs moved by 1 ulp, at random up or down.  No
algorithm can promise an error below it to a user whose inputs are rounded.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.inverse_dynamics.accuracy import evaluate
from verification.subjects.selections import AERIAL_MANIPULATOR, random_tree
from verification.verdicts import Params, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 30.0


def cases(quick: bool) -> list[Params]:
    """The aerial manipulator and a random tree at order 10."""
    return [
        {"robot": robot, "state": {"seed": seed}, "order": 10, "bound": True}
        for robot in (AERIAL_MANIPULATOR, random_tree(6, 103))
        for seed in range(1 if quick else 5)
    ]


def verdict(records: Records) -> list[Row]:
    """One row: the largest ratio of error and bound over the orders."""

    def ratio(record: Record) -> float:
        result = record["result"]
        errors = result["forms"]["default"]["relative"]
        return largest(float(a) / float(b) for a, b in zip(errors, result["bound"], strict=True))

    return [at_most("default, error / bound, orders 0-10", records, ratio, LIMIT)]
