"""A table of a report, as data; `formats` writes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Table:
    """Columns, rows of text or numbers, and what the table says."""

    name: str
    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]


def number(x: Any) -> str:
    """Return a number as a table shows it: integers whole, others with two digits."""
    if isinstance(x, bool) or not isinstance(x, (int, float)):
        return str(x)
    if isinstance(x, int) or x == 0.0 or (abs(x) >= 0.1 and abs(x) < 1e4):
        return f"{x:.3g}" if isinstance(x, float) else str(x)
    return f"{x:.1e}".replace("e+", "e").replace("e0", "e").replace("e-0", "e-")
