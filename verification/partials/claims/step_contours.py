"""The best pair of steps of Finite-Diff-1 has both within 1e-4 and 1e-3, as in Fig. 22.

Inverse dynamics, all pairs of a grid with three steps to a decade; h moves the first coordinate, k
the second one; chains and binary trees of 10 and 50 joints.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.partials.step_sizes import evaluate
from verification.partials import selections
from verification.verdicts import Params, Records, Row, at_least, at_most

__all__ = ["cases", "evaluate", "verdict"]

SMALLEST, LARGEST = 1e-4, 1e-3


def cases(quick: bool) -> list[Params]:
    """Chains and trees."""
    return selections.contours(quick)


def best(record: Record) -> tuple[float, float, float]:
    """Return the least RMSRE and its h and k."""
    params, rows = record["params"], record["result"]["rmsre"]
    return min(
        (float(x), h, k)
        for h, row in zip(params["h"], rows, strict=True)
        for k, x in zip(params["k"], row, strict=True)
    )


def verdict(records: Records) -> list[Row]:
    """The smaller and the larger of the two steps."""
    return [
        at_least("smaller step", records, lambda record: min(best(record)[1:]), SMALLEST),
        at_most("larger step", records, lambda record: max(best(record)[1:]), LARGEST),
    ]
