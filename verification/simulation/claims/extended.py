"""In 40 digits the closed loop returns Table 3's trajectory to the last digits of a double.

The forces go from inverse to forward dynamics as sums of two doubles, tau and tau_ext; rounded to
one double each, they alone cost what the conditioning bound says. 1e-14 is also the limit
of double-doubles alone, which are held against the oracle on inputs of single doubles.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.simulation.closed_loop_bound import evaluate
from verification.subjects.table_3 import BLOCKS
from verification.verdicts import Params, Pick, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 1e-14
EVERY, QUICK = 2, (0.0, 13.0, 29.0)


def cases(quick: bool) -> list[Params]:
    """Times 2 s apart with both ends, and one between; fewer if quick."""
    times = sorted({*map(float, range(0, 30, EVERY)), *QUICK})
    return [{"time": t} for t in (QUICK if quick else times)]


def retrieved(block: str) -> Pick:
    """Return a pick: the largest error of a block over the orders."""

    def pick(record: Record) -> float:
        return largest(record["result"]["extended"][block])

    return pick


def verdict(records: Records) -> list[Row]:
    """Retrieval by block, and the extended path against the oracle."""
    rows = [
        at_most(
            f"retrieved {block}",
            records,
            retrieved(block),
            LIMIT,
        )
        for block in BLOCKS
    ]
    worst = at_most(
        "forward_dynamics(digits=40) against the oracle",
        records,
        lambda record: largest(record["result"]["path"]),
        LIMIT,
    )
    return [*rows, worst]
