"""Efforts of a motion: most draws stay within 1e-12 * 15^r; where not, the floor is as high.

Of the draws of the claim on such efforts three in four (production) and one in two (spatial) have
every order within the limit.  No algorithm in double precision could hold it on the others: there
half an ulp in the state alone costs a third of the limit or more in the order that is beyond it,
for the spatial form a fifth.
"""

from verification.forward_dynamics import errors
from verification.forward_dynamics.claims.forward_motion_efforts import cases
from verification.measurements.forward_accuracy import evaluate
from verification.verdicts import Records, Row, at_least, share_at_most

__all__ = ["cases", "evaluate", "verdict"]

SHARES = {"production": 3 / 4, "spatial": 1 / 2}
LEAST_FLOOR = {"production": 1 / 3, "spatial": 1 / 5}


def verdict(records: Records) -> list[Row]:
    """For each form the share within the limit, and the floors of the orders beyond it."""
    found = errors.measured(records)
    rows = []
    for form, share in SHARES.items():
        part = f"{form}, error by 1e-12 * 15^r, {share:.0%} of the draws"
        rows.append(share_at_most(part, found, errors.by_limit(form), 1.0, share))
        part = f"{form}, floor by 1e-12 * 15^r where the error is beyond"
        floors = errors.floor_beyond_limit(form)
        rows.append(at_least(part, found, floors, LEAST_FLOOR[form]))
    return rows
