"""What the statements of claims pick from records."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from lieref.reporting.campaigns.store import Record
from verification.verdicts import Condition, Pick, Records


def _at(found: Any, path: Iterable[str | int]) -> Any:
    for key in path:
        found = found[key]
    return found


def number(*path: str | int) -> Pick:
    """Return the pick of a number of the result, by its keys."""
    return lambda record: float(_at(record["result"], path))


def result(*path: str | int) -> Callable[[Record], Any]:
    """Return the function that gives what is at these keys of the result."""
    return lambda record: _at(record["result"], path)


def worst(*path: str | int) -> Pick:
    """Return the pick of the largest of some numbers of the result, by the keys of these."""

    def pick(record: Record) -> float:
        found = _at(record["result"], path)
        return largest(found.values() if isinstance(found, Mapping) else found)

    return pick


def param(*path: str | int) -> Callable[[Record], Any]:
    """Return the function that gives a parameter of a record, by its keys."""
    return lambda record: _at(record["params"], path)


def having(*path: str | int, value: object) -> Condition:
    """Return whether a record has this value at this path of its parameters."""
    return lambda record: bool(_at(record["params"], path) == value)


def where(condition: Condition, pick: Pick) -> Pick:
    """Return a pick that says nothing on other records."""
    return lambda record: pick(record) if condition(record) else None


def quotient(of: Pick, by: Pick) -> Pick:
    """Return the pick of one number over another one."""

    def pick(record: Record) -> float | None:
        a, b = of(record), by(record)
        return None if a is None or b is None else a / b

    return pick


def largest(values: Iterable[Any]) -> float:
    """Return the maximum; NaN, which compares with nothing, if there is one."""
    numbers = [float(x) for x in values]
    return math.nan if any(map(math.isnan, numbers)) else max(numbers)


def over_bound(errors: Iterable[Any], bounds: Iterable[Any], least: float = 0.0) -> float:
    """Return the largest quotient of error and bound, of a bound or at least that."""
    pairs = zip(errors, bounds, strict=True)
    return largest(float(a) / max(float(b), least) for a, b in pairs)


def worst_order(form: str, orders: range) -> Pick:
    """Return a pick: the largest relative max norm of a form over these orders."""

    def pick(record: Record) -> float | None:
        relative = record["result"]["forms"][form]["relative"]
        numbers = [float(relative[k]) for k in orders if k < len(relative)]
        return largest(numbers) if numbers else None

    return pick


def growth(records: Records, error: Pick, distance: str = "distance") -> Pick:
    """Return a pick: the error over that of the same draw at the origin."""

    def draw(record: Record) -> str:
        """What the same draw has in common at all distances, as text."""
        params = record["params"]
        state = sorted((key, x) for key, x in params["state"].items() if key != distance)
        return str((sorted(params["robot"].items()), state, params["order"]))

    at_origin = {
        draw(record): error(record)
        for record in records
        if "error" not in record and record["params"]["state"][distance] == 0
    }

    def pick(record: Record) -> float | None:
        here, there = error(record), at_origin.get(draw(record))
        return None if here is None or not there else here / there

    return pick
