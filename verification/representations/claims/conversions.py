"""Claims on changes of representation."""

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.measurements.representations.conversions import SHAPES, evaluate
from verification.picks import having, largest, over_bound
from verification.representations import cases
from verification.verdicts import Limit, Pick

EXACT = 1e-15


def _error(which: str, last: int | None = None) -> Pick:
    """The largest error of all changes over the orders below a last one."""

    def pick(record: Record) -> float:
        changes = record["result"].values()
        return largest(x for change in changes for x in change[which][:last])

    return pick


def _above_bound(record: Record) -> float:
    """Error by the bound, where that is above 1e-15."""
    changes = record["result"].values()
    return largest(over_bound(x["round_trip"], x["bound"], EXACT) for x in changes)


def _round_trip(kind: str) -> list[Limit]:
    """By the bound, and the orders that come back to 1e-15 in any case."""
    own = having("kind", value=kind)
    by_bound = Limit(f"{kind}, orders 0-10, by 1e-15 or the bound", _above_bound, 4.0, of=own)
    first = Limit(f"{kind}, orders 0-1", _error("round_trip", 2), EXACT, of=own)
    # inertias are multiplied twice: their bound at order 0 may be above 1e-15 already
    return [by_bound] if kind == "inertias" else [by_bound, first]


CLAIMS = (
    claim(
        "conversions_one_way",
        """Stacks of twists, wrenches and inertias change their representation with 1e-15 at any
        order.

        Orders 0 to 10, all twelve changes, relative max norm of each order against 60 digits on the
        same doubles: sums are carried in double-double and rounded once, so that about half an ulp
        is left.
        """,
        evaluate,
        cases.stacks,
        [
            Limit(
                f"{kind}, orders 0-10",
                _error("one_way"),
                EXACT,
                of=having("kind", value=kind),
            )
            for kind in SHAPES
        ],
    ),
    claim(
        "conversions_round_trip",
        """A round trip between representations is wrong by 1e-15 or by 4 times its bound at most.

        Orders 0 to 10 of twists, wrenches and inertias, all twelve changes, relative max norm of
        each order. The bound is what the rounding of the stack in between costs: half an ulp of
        each of its numbers, brought back at 60 digits. It grows with the cancellation on the way
        back, from 2e-16 at order 0 by about a digit with each order, whoever computes.
        """,
        evaluate,
        cases.stacks,
        [limit for kind in SHAPES for limit in _round_trip(kind)],
    ),
)
