"""H is right to 3e-15; to order 3 kinetic energy is to 4e-15, centroidal momentum to 1e-14.

Relative max norm, of energy by the sum of the moduli of its terms, against the oracle at 50 digits,
on random states of trees with every joint type and of the aerial manipulator, all four
representations.  Four times the errors of 8.9e-16, 1.0e-15 and 2.1e-15 that were seen with two
builds of BLAS, rounded up.
"""

from verification.measurements.inverse_dynamics.closed_forms import evaluate
from verification.subjects.selections import closed_forms
from verification.verdicts import Params, Pick, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Generic states within 1 m of the origin, wrenches on every body."""
    return closed_forms(quick)


def verdict(records: Records) -> list[Row]:
    """One row for each quantity."""
    return [
        at_most("H", records, lambda record: float(record["result"]["inertia"]), 3e-15),
        at_most("kinetic energy, orders 0-3", records, _largest("energy"), 4e-15),
        at_most("centroidal momentum, orders 0-3", records, _largest("momentum"), 1e-14),
    ]


def _largest(part: str) -> Pick:
    return lambda record: largest(x for x in record["result"][part])
