"""Pose derivatives from twists are right to 3e-15, and give the twists back to 1e-11.

Orders 1 to 6, Remark 1 of paper 001 in double precision, relative max norm of each order.  On the
way back order r is a small difference of products that grow with r.
"""

from verification.measurements.remark_1 import evaluate
from verification.verdicts import Params, Record, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

POSES, TWISTS = 3e-15, 1e-11


def cases(quick: bool) -> list[Params]:
    """Random poses and twists."""
    return [{"orders": 6, "seed": seed} for seed in range(5 if quick else 50)]


def _poses(record: Record) -> float:
    return largest(record["result"]["poses"])


def _twists(record: Record) -> float:
    return largest(record["result"]["twists"])


def verdict(records: Records) -> list[Row]:
    """One row for each direction."""
    return [
        at_most("poses, orders 1-6", records, _poses, POSES),
        at_most("twists found again, orders 0-5", records, _twists, TWISTS),
    ]
