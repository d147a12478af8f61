"""Both recursions are algebraically exact: their twins at 50 digits agree with the oracle to 1e-45.

The oracle's own bound is proven to 55 digits; five digits of the twin's 50 are left for the
cancellation in its sums at order 10.
"""

from verification.measurements.inverse_dynamics.algebra import evaluate
from verification.subjects.selections import generic
from verification.verdicts import Params, Records, Row, at_most, worst_order

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 1e-45


def cases(quick: bool) -> list[Params]:
    """Every second generic state: each representation, both wrench axes, orders 5 and 10."""
    return [params for params in generic(quick) if quick or params["state"]["seed"] < 16]


def verdict(records: Records) -> list[Row]:
    """One row for each recursion."""
    return [
        at_most(f"{form} twin, orders 0-10", records, worst_order(form, range(11)), LIMIT)
        for form in ("production", "spatial")
    ]
