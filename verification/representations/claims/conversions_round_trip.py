"""A round trip between representations is wrong by 1e-15 or by 4 times its bound at most.

Orders 0 to 10 of twists, wrenches and inertias, all twelve changes, relative max norm of each
order. The bound is what the rounding of the stack in between costs: half an ulp of each of its
numbers, brought back at 60 digits. It grows with the cancellation on the way back, from 2e-16 at
order 0 by about a digit with each order, whoever computes.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.representations.conversions import SHAPES, evaluate
from verification.representations.claims.conversions_one_way import cases
from verification.verdicts import Pick, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

EXACT, ABOVE_BOUND = 1e-15, 4.0


def _above_bound(record: Record) -> float:
    """Error by the bound, where that is above 1e-15."""
    return largest(
        error / max(EXACT, bound)
        for change in record["result"].values()
        for error, bound in zip(change["round_trip"], change["bound"], strict=True)
    )


def _error(orders: range) -> Pick:
    """The largest error over these orders."""

    def pick(record: Record) -> float:
        changes = record["result"].values()
        return largest(change["round_trip"][k] for change in changes for k in orders)

    return pick


def verdict(records: Records) -> list[Row]:
    """By the bound, and the orders that come back to 1e-15 in any case."""
    rows = []
    for kind in SHAPES:
        chosen = [record for record in records if record["params"]["kind"] == kind]
        part = f"{kind}, orders 0-10, by 1e-15 or the bound"
        rows.append(at_most(part, chosen, _above_bound, ABOVE_BOUND))
        if kind != "inertias":
            # those are multiplied twice: their bound at order 0 may be above 1e-15 already
            rows.append(at_most(f"{kind}, orders 0-1", chosen, _error(range(2)), EXACT))
    return rows
