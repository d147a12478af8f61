"""IDSVA-SO on binary trees of up to 100 joints: median RMSRE at most 3e-15.

Against 50 digits, the tensor n x 3n x 3n of (43) of paper 003, in which the entries off the paths
of the tree are zeros that are known. A path of a hundred bodies has seven joints; the limit is that
of issue 4.
"""

from verification.measurements.partials.partials_accuracy import evaluate
from verification.partials import selections
from verification.partials.numbers import within
from verification.subjects.partial_methods import ANALYTIC
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 3e-15


def cases(quick: bool) -> list[Params]:
    """Binary trees of all sizes, every method."""
    return selections.second("inverse", "binary", quick)


def verdict(records: Records) -> list[Row]:
    """The median at each size."""
    limits = dict.fromkeys(selections.SIZES["inverse"], LIMIT)
    return within("median", records, ANALYTIC["inverse", 2], limits)
