"""First partials of inverse dynamics: median RMSRE at most 2e-14 for N <= 50, near and far.

Chains and binary trees, on a fixed base and on a free one 1e6 m from the origin, ten seeds; the
matrix n x 3n over (q, v, a). Limit of issue 4.
"""

from verification.measurements.partials.partials_accuracy import evaluate
from verification.partials import numbers, selections
from verification.subjects.partial_methods import ANALYTIC
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 2e-14


def cases(quick: bool) -> list[Params]:
    """Chains and trees of up to 50 joints."""
    return selections.first("inverse", quick)


def verdict(records: Records) -> list[Row]:
    """The median at each size, by kind of robot and base."""
    limits = dict.fromkeys(selections.FIRST_SIZES, LIMIT)
    return [
        row
        for part, some in numbers.by_place(records).items()
        for row in numbers.within(part, some, ANALYTIC["inverse", 1], limits)
    ]
