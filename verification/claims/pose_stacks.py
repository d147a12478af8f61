"""Pose derivatives from twists are accurate to 1e-15, and come back to within 4 times the bound.

Orders 1 to 10, Remark 1 of Ali et al., relative max norm of each order. Sums are carried in
double-double and rounded once. On the way back order r is a small difference of products that grow
with r: the bound is what the rounding of the poses to doubles alone costs, at 240 digits.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.representations.remark_1 import evaluate
from verification.verdicts import Params, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

POSES, ABOVE_BOUND = 1e-15, 4.0


def cases(quick: bool) -> list[Params]:
    """Random poses and twists."""
    return [{"orders": 10, "seed": seed} for seed in range(5 if quick else 50)]


def _poses(record: Record) -> float:
    return largest(record["result"]["poses"])


def _above_bound(record: Record) -> float:
    """Error by the bound, where that is above 1e-15."""
    result = record["result"]
    pairs = zip(result["twists"], result["bound"], strict=True)
    return largest(error / max(POSES, bound) for error, bound in pairs)


def verdict(records: Records) -> list[Row]:
    """One row for each direction."""
    return [
        at_most("poses, orders 1-10", records, _poses, POSES),
        at_most(
            "twists found again, orders 0-9, by 1e-15 or the bound",
            records,
            _above_bound,
            ABOVE_BOUND,
        ),
    ]
