"""Numbers of the records of `measurements.forward_dynamics.forward_accuracy`."""

from __future__ import annotations

from collections.abc import Sequence

from lieref.reporting.campaigns.store import Record
from verification.picks import largest
from verification.subjects.tasks import HALF_ULP
from verification.verdicts import Condition, Limit, Pick

#: Limit: 1e-12 at order 0 and fifteen times that with each order.
LIMIT, GROWTH = 1e-12, 15.0
#: Conditioning error bounds that the forces of a motion may cost.
BOUNDS = 30.0


def limit(order: int) -> float:
    """Return the largest error that an order may have."""
    return LIMIT * GROWTH**order


def measured(record: Record) -> bool:
    """Whether it is a failure or a result, not a draw rejected for its condition number."""
    return "error" in record or "forms" in record["result"]


def of(record: Record, form: str, table: str = "motion") -> list[float]:
    """Return the error of each order; nothing if the record has no such table."""
    return [float(x) for x in record["result"]["forms"][form].get(table, [])]


def bound(record: Record, table: str = "motion") -> list[float]:
    """Return the conditioning bound of each order, at least half an ulp."""
    return [max(float(x), HALF_ULP) for x in record["result"]["bound"].get(table, [])]


def by_limit(form: str, table: str = "motion") -> Pick:
    """Return a pick: the largest error over the orders by its limit."""
    return lambda record: largest(x / limit(k) for k, x in enumerate(of(record, form, table)))


def by_bound(form: str, table: str = "motion") -> Pick:
    """Return a pick: the largest error over the orders by its conditioning bound."""
    return lambda record: largest(ratios(record, form, table))


def ratios(record: Record, form: str, table: str = "motion") -> list[float]:
    """Return error by bound of each order."""
    pairs = zip(of(record, form, table), bound(record, table), strict=True)
    return [a / b for a, b in pairs]


def within_bounds(part: str, form: str, table: str = "motion", of: Condition = measured) -> Limit:
    """Return the statement that the error is within BOUNDS conditioning bounds."""
    return Limit(part, by_bound(form, table), BOUNDS, of=of)


def within_limit(part: str, form: str, table: str = "motion", of: Condition = measured) -> Limit:
    """Return the statement that the error is within the limit of its order."""
    return Limit(part, by_limit(form, table), 1.0, of=of)


def quantile(values: Sequence[float], share: float) -> float:
    """Return the number that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]
