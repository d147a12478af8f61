"""Paper 001, Lemma 1: H' = C + C^T, so that H' - 2 C is skew; kernel to 4e-15, twin to 1e-45.

Max norm of H' - C - C^T, by |H| |v| in double precision and by |C| at 50 digits; trees with every
joint type and the aerial manipulator, all four representations.  H' comes from composite bodies in
Taylor series, C from a recursion of its own.  9.6e-16 and 1.8e-50 were seen.
"""

from verification.measurements.inverse_dynamics.closed_forms import evaluate
from verification.subjects.selections import closed_forms
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Generic states within 1 m of the origin, wrenches on every body."""
    return closed_forms(quick)


def verdict(records: Records) -> list[Row]:
    """One row for the kernels, one for their twins."""
    return [
        at_most("kernel", records, lambda record: float(record["result"]["passivity"]), 4e-15),
        at_most(
            "twin at 50 digits",
            records,
            lambda record: float(record["result"]["passivity_twin"]),
            1e-45,
        ),
    ]
