"""The chain rule over the recursion of inverse dynamics errs a third of IDSVA-SO's limits.

Second-order hyper-dual numbers through the body-frame recursion, whose rounding is smaller than
that of any recursion in one frame: median RMSRE over ten seeds at most 1/3 of 5e-15, 5e-14, 2e-13
at N = 10, 40, 100, and of 3e-15 on binary trees (issue 4).
"""

from verification.measurements.partials.partials_accuracy import evaluate
from verification.partials import numbers, selections
from verification.partials.claims import second_binary, second_serial
from verification.subjects.partial_methods import CHAIN_RULE
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]

SERIAL = {bodies: limit / 3 for bodies, limit in second_serial.LIMITS.items()}


def cases(quick: bool) -> list[Params]:
    """Serial chains and binary trees of all sizes, every method."""
    return second_serial.cases(quick) + second_binary.cases(quick)


def verdict(records: Records) -> list[Row]:
    """The median at each size, chains and trees apart."""
    serial, binary = numbers.by_kind(records)
    trees = dict.fromkeys(selections.SIZES["inverse"], second_binary.LIMIT / 3)
    return [
        *numbers.within("chains, median", serial, CHAIN_RULE, SERIAL),
        *numbers.within("trees, median", binary, CHAIN_RULE, trees),
    ]
