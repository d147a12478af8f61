"""Renders the report on partial derivatives from results.jsonl and environment.json."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from verification import formulas, report
from verification.claims import Claim, discover
from verification.evidence import Evidence
from verification.partials import figures, tables

TITLE = "First and second partial derivatives, by every method: verification report"


def claims() -> list[Claim]:
    """Return the claims on partial derivatives, the errata of paper 003 among them."""
    return discover("verification.partials.claims") + formulas.claims("003")


def render(folder: Path, found: Sequence[Claim]) -> Evidence:
    """Write the report into the folder, see `report.write_folder`; return what it is made of.

    Raises
    ------
    StoreError
        If results.jsonl or environment.json is missing or damaged.
    """
    return report.write_report(folder, found, TITLE, tables.all_tables, figures.all_figures)
