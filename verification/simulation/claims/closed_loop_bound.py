"""The closed loop in doubles is wrong by at most 30 times its conditioning bound, block by block.

The bound is the largest change that half an ulp in every input of forward dynamics makes, over 8
random moves, solved exactly. 30 is the factor of forward dynamics itself; the loop has
the rounding of inverse dynamics on top.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.simulation.closed_loop_bound import evaluate
from verification.simulation.claims.extended import cases
from verification.subjects.computations import FORMS
from verification.subjects.table_3 import BLOCKS, ORDER
from verification.verdicts import Pick, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

FACTOR = 30.0


def ratio(form: str, block: str) -> Pick:
    """Return a pick: the worst quotient of error and bound over the orders."""

    def pick(record: Record) -> float:
        result = record["result"]
        pairs = zip(result["loops"][form][block], result["blocks"][block], strict=True)
        return largest(float(error) / float(bound) for error, bound in pairs)

    return pick


def verdict(records: Records) -> list[Row]:
    """One row for each form and block, the worst of all orders and times."""
    return [
        at_most(
            f"{form}, {block}, orders 0-{ORDER}",
            records,
            ratio(form, block),
            FACTOR,
        )
        for form in FORMS
        for block in BLOCKS
    ]
