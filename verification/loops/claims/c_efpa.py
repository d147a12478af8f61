"""C-EFPA: inverse operational inertias agree with the oracle to 1e-13 on every mechanism.

Random states near the assembly whose scaled conditions are below 1e4: that of the loops (largest
pivot of K_d by the smallest) and that of the reduced inertia with a unit diagonal. Relative max
norm; the truth, in balls of 70 digits, knows nothing of clusters.
"""

from verification.loops.numbers import ACCURATE, error, generic
from verification.loops.selections import accuracy
from verification.measurements.loops.loops_accuracy import evaluate
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Generic states of all mechanisms."""
    return accuracy("inverse_operational_inertia", quick)


def verdict(records: Records) -> list[Row]:
    """The worst error, and that all states are generic."""
    return [
        at_most("relative max norm", records, error, ACCURATE),
        at_most("scaled condition", records, generic, 1e4),
    ]
