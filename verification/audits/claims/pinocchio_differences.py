"""Central differences of Pinocchio's rnea and aba agree with the reference for every joint type.

So both models are the same mechanism in the same coordinates, and where its derivatives differ
from the reference the library differs from itself. Steps of 1e-6 along `pin.integrate`; their error
is that of rounding over the step, some 1e-9.
"""

from verification.audits import numbers, selections
from verification.measurements.audits.audit_joints import evaluate
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Every joint type at every place."""
    return selections.joints(quick)


def verdict(records: Records) -> list[Row]:
    """One row for each subspace."""
    return [
        at_most(
            f"joints with a {subspace} subspace",
            [r for r in records if "error" in r or r["result"]["subspace"] == subspace],
            numbers.of_differences,
            numbers.DIFFERENCES,
        )
        for subspace in ("constant", "dependent")
    ]
