"""A table of a report, as data; `formats` writes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lieref.check.pages.words import printable

#: Relative errors below this are marked, not shown: no double is so near to a number.
SMALLEST = 1e-17


@dataclass(frozen=True)
class Table:
    """Columns, rows of text or numbers, and what the table says.

    relative : columns of relative errors, which are marked below `SMALLEST`
    paper : columns that `lieref.reporting.latex.text` sets; all, if none is named
    groups : of these the first ones, by which rows belong together
    """

    name: str
    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    relative: Sequence[str] = ()
    paper: Sequence[str] = ()
    groups: Sequence[str] = ()

    def texts(self, row: Sequence[Any]) -> list[str]:
        """Return the cells of a row as they are shown."""
        return [
            number(x, column in self.relative) for column, x in zip(self.columns, row, strict=True)
        ]


def number(x: Any, relative: bool = False, powers: bool = False) -> str:
    """Return a number as a table shows it: integers whole, others with two or three digits.

    relative : whether it is marked below `SMALLEST`; powers : always with a power of ten
    """
    if isinstance(x, bool) or not isinstance(x, (int, float)):
        return printable(str(x))
    if relative and 0.0 < x < SMALLEST:
        return f"<{SMALLEST:.0e}"
    if isinstance(x, int):
        return str(x)
    if x == 0.0 or (0.1 <= abs(x) < 1e4 and not powers):
        return f"{x:.0f}" if isinstance(x, float) and abs(x) >= 1e3 else f"{x:.3g}"
    return f"{x:.1e}".replace("e+", "e").replace("e0", "e").replace("e-0", "e-")
