"""Tables as Markdown and CSV, and all formats by the endings of their files."""

from __future__ import annotations

import csv
import io

from lieref.check.pages.words import in_markdown
from lieref.reporting import latex
from lieref.reporting.tables import Table


def markdown(table: Table) -> str:
    """Return a Markdown table under its caption."""

    def line(cells: list[str]) -> str:
        return "| " + " | ".join(map(in_markdown, cells)) + " |"

    head = [line(list(table.columns)), line(["---"] * len(table.columns))]
    body = [line(table.texts(row)) for row in table.rows]
    return "\n".join([f"**{in_markdown(table.caption)}**", "", *head, *body]) + "\n"


def comma_separated(table: Table) -> str:
    """Return CSV with numbers in full."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return text.getvalue()


WRITERS = {"csv": comma_separated, "tex": latex.text}
#: The folder of a report that has the tables of an ending.
FOLDERS = {"csv": "tables", "tex": "latex"}
