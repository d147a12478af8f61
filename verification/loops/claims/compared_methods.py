"""Projection and multipliers, dense and sparse, agree with the oracle to 1e-13 as well.

The methods that paper 002 compares with, but for those that approximate; the generic states of the
claims on the recursions. Relative max norm against balls of 70 digits.
"""

from verification.loops.numbers import ACCURATE, error
from verification.loops.selections import EXACT, compared
from verification.measurements.loops.loops_accuracy import evaluate
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Generic states for each method of each function."""
    return compared(quick)


def verdict(records: Records) -> list[Row]:
    """The worst error of each method."""
    rows = []
    for of, methods in EXACT.items():
        for method in methods:
            own = [r for r in records if (r["params"]["of"], r["params"]["method"]) == (of, method)]
            rows.append(at_most(f"{of.replace('_', ' ')}, {method}", own, error, ACCURATE))
    return rows
