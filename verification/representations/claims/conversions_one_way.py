"""Stacks of twists, wrenches and inertias change their representation with 1e-15 at any order.

Orders 0 to 10, all twelve changes, relative max norm of each order against 60 digits on the same
doubles: sums are carried in double-double and rounded once, so that about half an ulp is left.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.representations.conversions import SHAPES, evaluate
from verification.verdicts import Params, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 1e-15


def cases(quick: bool) -> list[Params]:
    """Random poses and stacks of order one."""
    seeds = range(1 if quick else 20)
    return [{"kind": kind, "orders": 11, "seed": seed} for kind in SHAPES for seed in seeds]


def _worst(record: Record) -> float:
    return largest(x for change in record["result"].values() for x in change["one_way"])


def verdict(records: Records) -> list[Row]:
    """One row a kind of stack."""
    return [
        at_most(f"{kind}, orders 0-10", [r for r in records if r["params"]["kind"] == kind],
                _worst, LIMIT)
        for kind in SHAPES
    ]  # fmt: skip
