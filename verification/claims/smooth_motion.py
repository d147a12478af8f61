"""On motions so smooth that high orders cancel, the production form is right to 7e-15 and 2e-14.

Here the plain derivatives of the velocity are of order one, so its Taylor coefficients fall with
1/k!, and order k of the efforts comes from products of low orders, larger than their sum.  Up to
order 5, and up to order 10; the generic states of the other claims have Taylor coefficients of
order one.  The limits are four times what the report found (1.74e-15 and 4.29e-15), rounded up.
"""

from verification.measurements.inverse_dynamics.accuracy import evaluate
from verification.subjects.selections import generic
from verification.verdicts import Params, Records, Row, at_most, worst_order

__all__ = ["cases", "evaluate", "verdict"]

LIMITS = {5: 7e-15, 10: 2e-14}


def cases(quick: bool) -> list[Params]:
    """The generic cases with the other distribution of derivatives, without wrenches."""
    return [
        {**params, "state": {"seed": state["seed"], "base": state["base"], "motion": "plain"}}
        for params in generic(quick)
        for state in [params["state"]]
    ]


def verdict(records: Records) -> list[Row]:
    """One row for each range of orders."""
    return [
        at_most(f"production, orders 0-{r}", records, worst_order("production", range(r + 1)), x)
        for r, x in LIMITS.items()
    ]
