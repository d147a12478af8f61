"""C-RNEA, C-ABA and C-EFPA, as corrected, agree with the oracle at 60 digits to 1e-45.

The plain twins of the algorithms with G and g of the constraint stage's twin; random states of
mechanisms with explicit couplings and with loops.
"""

from verification.loops.numbers import number
from verification.loops.selections import twins
from verification.measurements.loops.loops_algebra import evaluate
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 1e-45


def cases(quick: bool) -> list[Params]:
    """Chains and linkages."""
    return twins(quick)


def verdict(records: Records) -> list[Row]:
    """The worst of each algorithm."""
    return [at_most(name, records, number(name), LIMIT) for name in ("C-RNEA", "C-ABA", "C-EFPA")]
