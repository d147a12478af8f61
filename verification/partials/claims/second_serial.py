"""IDSVA-SO on chains: median RMSRE at most 5e-15 at N = 10, 5e-14 at 40, 2e-13 at 100.

Against 50 digits, ten seeds, the tensor n x 3n x 3n of (43) of paper 003. The recursion runs in
inertial axes at the root body's origin, and sums along the chain; the limits, those of issue 4,
allow some ten ulp of the largest terms per ten joints.
"""

from verification.measurements.partials.partials_accuracy import evaluate
from verification.partials import selections
from verification.partials.numbers import within
from verification.subjects.partial_methods import ANALYTIC
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]

LIMITS = {10: 5e-15, 40: 5e-14, 100: 2e-13}


def cases(quick: bool) -> list[Params]:
    """Serial chains of all sizes, every method."""
    return selections.second("inverse", "serial", quick)


def verdict(records: Records) -> list[Row]:
    """The median at each size."""
    return within("median", records, ANALYTIC["inverse", 2], LIMITS)
