"""In every draw the spatial form is right to 1e-13 (order 5) and 5e-13 (order 10).

Same states as for the production form.  The spatial recursion of paper 001 refers every wrench to
the base's origin and loses a factor that grows with the offset of each body from there.
"""

from verification.measurements.inverse_dynamics.accuracy import evaluate
from verification.subjects.selections import generic as cases
from verification.verdicts import Records, Row, at_most, worst_order

__all__ = ["cases", "evaluate", "verdict"]

LIMITS = {5: 1e-13, 10: 5e-13}


def verdict(records: Records) -> list[Row]:
    """One row for each range of orders."""
    return [
        at_most(f"spatial, orders 0-{r}", records, worst_order("spatial", range(r + 1)), x)
        for r, x in LIMITS.items()
    ]
