"""What a check of the self-test says, and how it holds a result against its reference value."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Result:
    """One check.

    Attributes
    ----------
    check : str
        The function and its arguments.
    error : float
        The largest relative max-norm error, radius of the reference included; of bounds the largest
        distance of a reference value from the result over its bound. Infinite if the function
        raised, or returned something that is not finite or of another shape.
    limit : float
    detail : str
        The entry with that error, or what went wrong.
    """

    check: str
    error: float
    limit: float
    detail: str

    @property
    def ok(self) -> bool:
        """Whether the error is within its limit."""
        return self.error <= self.limit

    def as_dict(self) -> dict[str, Any]:
        """Return the fields and `ok`, for JSON; an infinite error becomes None."""
        found = asdict(self) | {"ok": self.ok}
        return found | {"error": self.error if math.isfinite(self.error) else None}


@dataclass(frozen=True)
class Entry:
    """The entry of a result that is farthest from its reference value."""

    error: float
    detail: str


def judge(check: str, limit: float, entries: Callable[[], Iterator[Entry]]) -> Result:
    """The worst of all entries; whatever a function under test raises is a failure."""
    try:
        worst = max(entries(), key=lambda entry: entry.error)
    except Exception as error:
        return Result(check, math.inf, limit, f"raised {type(error).__name__}: {error}")
    return Result(check, worst.error, limit, worst.detail)


def compare(place: str, got: Any, reference: dict[str, Any]) -> Entry:
    """The worst entry of an array; place ends with the bracket that opens the entry's index."""
    values, expected = np.asarray(got, dtype=float), np.array(reference["values"], dtype=object)
    if values.shape != expected.shape:
        return Entry(math.inf, f"{place}..]: shape {values.shape}, expected {expected.shape}")
    exact = [Decimal(text) for text in expected.flat]
    radius, scale = Decimal(reference["radius"]), max(abs(x) for x in exact)
    worst, where = -1.0, 0
    for i, (x, true) in enumerate(zip(values.flat, exact, strict=True)):
        if not math.isfinite(x):
            error = math.inf
        elif scale:
            error = float((abs(Decimal(float(x)) - true) + radius) / scale)
        else:
            error = 0.0 if x == 0 else math.inf
        if error > worst:
            worst, where = error, i
    index = ", ".join(str(int(i)) for i in np.unravel_index(where, values.shape))
    return Entry(
        worst,
        f"{place}{index}]: got {float(values.flat[where])!r}, "
        f"reference {expected.flat[where][:24]}, error {worst:.1e} of the largest entry "
        f"{float(scale):.3g}",
    )


def outside(place: str, found: tuple[Any, Any], reference: dict[str, Any]) -> Entry:
    """The entry whose reference value is farthest from the result, in units of its bound."""
    values, radii = (np.asarray(x, dtype=float) for x in found)
    expected = np.array(reference["values"], dtype=object)
    if not values.shape == radii.shape == expected.shape:
        return Entry(math.inf, f"{place}..]: shape {values.shape}, expected {expected.shape}")
    known = Decimal(reference["radius"])
    worst, where = -1.0, 0
    for i, (x, radius, true) in enumerate(zip(values.flat, radii.flat, expected.flat, strict=True)):
        error = math.inf
        if math.isfinite(x) and math.isfinite(radius):
            away = max(abs(Decimal(float(x)) - Decimal(true)) - known, Decimal(0))
            error = float(away / Decimal(float(radius))) if radius else math.inf if away else 0.0
        if error > worst:
            worst, where = error, i
    index = ", ".join(str(int(i)) for i in np.unravel_index(where, values.shape))
    return Entry(
        worst,
        f"{place}{index}]: got {float(values.flat[where])!r} +- {float(radii.flat[where]):.1e}, "
        f"reference {expected.flat[where][:24]}, {worst:.1e} bounds away",
    )
