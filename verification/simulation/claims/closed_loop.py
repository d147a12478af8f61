"""At all 3000 samples the closed loop returns Table 3's trajectory within a limit for each order.

Errors of base and joints are relative to the peak of their order over the trajectory. They grow by
the conditioning of the problem, which the claim on the bound compares them with; the limits are
four times what the reference report of version 0.2.0 found, rounded up.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.simulation.closed_loop import evaluate
from verification.subjects.computations import FORMS
from verification.verdicts import Params, Pick, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

SAMPLES, WINDOW, EVERY = 3000, 300, 20
LIMITS = {
    "default": {
        "base": [4e-12, 8e-12, 6e-10, 2e-9, 3e-7, 9e-7],
        "joints": [2e-10, 7e-10, 4e-7, 3e-6, 3e-3, 2e-2],
    },
    "spatial": {
        "base": [6e-12, 2e-11, 1e-9, 3e-9, 5e-7, 2e-6],
        "joints": [3e-10, 4e-9, 7e-7, 9e-6, 6e-3, 6e-2],
    },
}


def cases(quick: bool) -> list[Params]:
    """Ten windows of the trajectory, quick or not: they take seconds."""
    return [
        {"first": first, "last": first + WINDOW, "every": EVERY}
        for first in range(0, SAMPLES, WINDOW)
    ]


def worst(form: str, block: str, k: int) -> Pick:
    """Return a pick: the largest error of a form in a block at an order."""

    def pick(record: Record) -> float:
        return largest(row[k] for row in record["result"]["motion"][form][block])

    return pick


def verdict(records: Records) -> list[Row]:
    """One row for each form, block and order."""
    return [
        at_most(
            f"{form}, {block}, order {k}",
            records,
            worst(form, block, k),
            limit,
        )
        for form in FORMS
        for block, limits in LIMITS[form].items()
        for k, limit in enumerate(limits)
    ]
