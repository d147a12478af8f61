"""Pinocchio's exp, Jexp3, log are accurate to 1e-11 at every angle; Jexp6, Jlog3, Jlog6 are not.

Largest error of each block over its largest entry. Jlog3 loses digits just above the angle where a
series takes over, Jexp6 and Jlog6 lose more in their off-diagonal block, and within 1e-8 of 2 pi
that of Jexp6 is NaN, which counts as an infinite error. Limits from below are a tenth of what was
found over angles with sixteen steps a decade.
"""

import math

from verification.audits import numbers, selections
from verification.measurements.audits.audit_groups import evaluate
from verification.subjects.peers.group_functions import BLOCKS
from verification.verdicts import Params, Records, Row, at_least, at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 1e-11
SMALL = (1e-5, 1e-2)
NEAR_TURN = (2 * math.pi - 1e-9, 2 * math.pi + 1e-9)


def cases(quick: bool) -> list[Params]:
    """All functions."""
    return selections.functions("pinocchio", quick)


def verdict(records: Records) -> list[Row]:
    """Rows from above for what is right, from below for what is not."""
    right = [
        at_most(name, records, numbers.group_error(name, BLOCKS[name], 0.0, 99.0), LIMIT)
        for name in ("exp3", "exp6", "log3", "log6", "Jexp3")
    ]
    off = ("off-diagonal",)
    return [
        *right,
        at_least("Jlog3, small angles", records,
                 numbers.group_error("Jlog3", ("diagonal",), *SMALL), 1e-11),
        at_least("Jexp6 off-diagonal, small angles", records,
                 numbers.group_error("Jexp6", off, *SMALL), 1e-9),
        at_least("Jlog6 off-diagonal, small angles", records,
                 numbers.group_error("Jlog6", off, *SMALL), 1e-8),
        at_least("Jexp6 off-diagonal, 2 pi", records,
                 numbers.group_error("Jexp6", off, *NEAR_TURN), 1e300),
    ]  # fmt: skip
