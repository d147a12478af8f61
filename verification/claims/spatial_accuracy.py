"""In 19 draws of 20 the spatial form is right to 1e-13 (order 5) and 5e-13 (order 10).

The worst draw errs by at most four times that, see `verdicts.TAIL`.

Same states as for the production form.  The spatial recursion of paper 001 differentiates the
6x6 inertia and loses a factor that grows with the offset of each body from the base's origin.
"""

from verification.measurements.accuracy import evaluate
from verification.subjects.selections import generic as cases
from verification.verdicts import Records, Row, nearly_at_most, worst_order

__all__ = ["cases", "evaluate", "verdict"]

LIMITS = {5: 1e-13, 10: 5e-13}


def verdict(records: Records) -> list[Row]:
    """Two rows for each range of orders: nearly all draws, and the worst one."""
    return [
        row
        for r, x in LIMITS.items()
        for row in nearly_at_most(
            f"spatial, orders 0-{r}", records, worst_order("spatial", range(r + 1)), x
        )
    ]
