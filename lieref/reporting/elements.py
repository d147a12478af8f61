"""Tables as elements of a page."""

from __future__ import annotations

from typing import Any

from lieref.check.pages import page as html
from lieref.reporting.tables import Table, number


def element(table: Table, n: int) -> str:
    """Return a table as HTML, the n-th of its page."""
    relative = [column in table.relative for column in table.columns]
    rows = [[cell(x, y) for x, y in zip(row, relative, strict=True)] for row in table.rows]
    return html.table(table.name, f"Table {n}. {table.caption}", table.columns, rows, f"Table {n}")


def cell(x: Any, relative: bool = False) -> html.Cell:
    """Return a cell of a table as the page shows it."""
    if isinstance(x, str):
        return html.Cell(number(x), kind={"holds": "holds", "FAILS": "fails"}.get(x, ""))
    numeric = isinstance(x, (int, float)) and not isinstance(x, bool)
    text = number(x, relative)
    return html.Cell(text, x if numeric else None)
