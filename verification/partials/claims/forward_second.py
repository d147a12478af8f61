"""Forward dynamics at N = 40: FDSVA-SO errs at most 5e-12, the chain rule over ABA 2e-13.

Median RMSRE over ten seeds, against 50 digits, the tensor n x 3n x 3n over (q, v, tau). FDSVA-SO
goes through the second partials of inverse dynamics and four solves with H, whose condition number
multiplies their rounding; the chain rule stays inside the recursion. Limits of issue 4; on binary
trees the same.
"""

from verification.measurements.partials.partials_accuracy import evaluate
from verification.partials import numbers, selections
from verification.subjects.partial_methods import ANALYTIC, CHAIN_RULE
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]

LIMITS = {40: 5e-12}
ACCURATE = {40: 2e-13}


def cases(quick: bool) -> list[Params]:
    """Serial chains and binary trees of all sizes, every method."""
    return selections.second("forward", "serial", quick) + selections.second(
        "forward", "binary", quick
    )


def verdict(records: Records) -> list[Row]:
    """The median of both methods, chains and trees apart."""
    found = []
    for part, some in zip(("chains", "trees"), numbers.by_kind(records), strict=True):
        found += numbers.within(f"FDSVA-SO, {part}", some, ANALYTIC["forward", 2], LIMITS)
        found += numbers.within(f"chain rule, {part}", some, CHAIN_RULE, ACCURATE)
    return found
