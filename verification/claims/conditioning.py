"""Up to order 10 the default form's error is at most 30 times what a 1-ulp input perturbation does.

The bound: the reference for inputs moved by 1 ulp, at random up or down.  No
algorithm can promise an error below it to a user whose inputs are rounded.  Measured on the aerial
manipulator, a random tree, and single bodies, whose forces of an order may nearly cancel; there a
bound counts as half an ulp at least, for the result is rounded too.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.inverse_dynamics.accuracy import evaluate
from verification.subjects.selections import AERIAL_MANIPULATOR, random_tree
from verification.verdicts import Params, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

LIMIT, HALF_ULP = 30.0, 2.0**-53


def cases(quick: bool) -> list[Params]:
    """The aerial manipulator, a random tree and single bodies at order 10."""
    named = [
        (robot, seed)
        for robot in (AERIAL_MANIPULATOR, random_tree(6, 103))
        for seed in range(1 if quick else 5)
    ]
    single = [
        (random_tree(1, seed, "free" if seed % 2 else "fixed"), seed)
        for seed in range(4 if quick else 40)
    ]
    return [
        {"robot": robot, "state": {"seed": seed}, "order": 10, "bound": True}
        for robot, seed in (*named, *single)
    ]


def verdict(records: Records) -> list[Row]:
    """The largest ratio of error and bound over the orders, of trees and of single bodies."""

    def ratio(record: Record, least: float = 0.0) -> float:
        result = record["result"]
        pairs = zip(result["forms"]["default"]["relative"], result["bound"], strict=True)
        return largest(float(a) / max(float(b), least) for a, b in pairs)

    def of_single(record: Record) -> float:
        return ratio(record, HALF_ULP)

    single = [x for x in records if x["params"]["robot"].get("bodies") == 1]
    trees = [x for x in records if x not in single]
    return [
        at_most("default, error / bound, orders 0-10", trees, ratio, LIMIT),
        at_most("single bodies, error / bound, orders 0-10", single, of_single, LIMIT),
    ]
