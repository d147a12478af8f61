"""First partials through loops agree with the oracle to 2e-11, and to 2e-13 by the chain rule.

Inverse and forward dynamics in random states near the assembly; each array by its largest number in
all states.
The truth, in balls of 60 digits, moves the loops' equations themselves. The larger errors of the
usual method are those of IDSVA where gears make rotors fast.
"""

from verification.loops.numbers import generic, number
from verification.loops.selections import partials
from verification.measurements.loops.loops_partials import evaluate
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMITS = {"usual": 2e-11, "chain_rule": 2e-13}


def cases(quick: bool) -> list[Params]:
    """Generic states of all mechanisms."""
    return partials("first", quick)


def verdict(records: Records) -> list[Row]:
    """The worst error of each method, and that all states are generic."""
    return [
        *(at_most(x, records, number(x, "error"), limit) for x, limit in LIMITS.items()),
        at_most("scaled condition", records, generic, 1e4),
    ]
