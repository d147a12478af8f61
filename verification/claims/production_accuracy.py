"""In every draw the production form is right to 3e-15 (order 5) and 1e-14 (order 10).

Relative max norm of each order on the aerial manipulator and on random trees of every joint kind,
generic states within 1 m of the origin, all four representations of the base, applied wrenches in
body and inertial axes.  A prototype of the recursion erred by 7e-16 at order 5; four times that is
allowed, and about three times more for the longer sums of order 10.
"""

from verification.measurements.inverse_dynamics.accuracy import evaluate
from verification.subjects.selections import generic as cases
from verification.verdicts import Records, Row, at_most, worst_order

__all__ = ["cases", "evaluate", "verdict"]

LIMITS = {5: 3e-15, 10: 1e-14}


def verdict(records: Records) -> list[Row]:
    """One row for each range of orders."""
    return [
        at_most(f"production, orders 0-{r}", records, worst_order("production", range(r + 1)), x)
        for r, x in LIMITS.items()
    ]
