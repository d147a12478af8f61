"""What the claims on loops pick from their records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lieref.reporting.campaigns.store import Record
from verification.verdicts import Pick

#: Largest relative error in generic states.
ACCURATE = 1e-13


def error(record: Record) -> float:
    """The relative max norm of the error."""
    return float(record["result"]["error"])


def generic(record: Record) -> float:
    """The larger one of the two scaled conditions."""
    return max(float(record["result"]["loops"]), float(record["result"]["inertia"]))


def number(*keys: str) -> Pick:
    """Return the pick of a number of the result, by its keys."""

    def pick(record: Record) -> float:
        found: Any = record["result"]
        for key in keys:
            found = found[key]
        return float(found)

    return pick


def where(condition: Callable[[Record], bool], pick: Pick) -> Pick:
    """Return a pick that says nothing on other records."""
    return lambda record: pick(record) if condition(record) else None
