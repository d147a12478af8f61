"""Second partials through loops agree with the oracle to 5e-13 by either method.

Inverse and forward dynamics in random states near the assembly; each tensor by its largest number
in all states.
The truth, in balls of 60 digits, moves the loops' equations themselves, twice. Mechanisms of up to
18 independent coordinates.
"""

from verification.loops.numbers import generic, number
from verification.loops.selections import partials
from verification.measurements.loops.loops_partials import METHODS, evaluate
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 5e-13


def cases(quick: bool) -> list[Params]:
    """Generic states of all mechanisms but the largest robots."""
    return partials("second", quick)


def verdict(records: Records) -> list[Row]:
    """The worst error of each method, and that all states are generic."""
    return [
        *(at_most(x, records, number(x, "error"), LIMIT) for x in METHODS),
        at_most("scaled condition", records, generic, 1e4),
    ]
