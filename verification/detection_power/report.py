"""Renders the report on detection power from results.jsonl and environment.json."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from verification import report
from verification.claims import Claim, discover
from verification.detection_power import figures, tables
from verification.evidence import Evidence

TITLE = "The detection power of lieref check"


def claims() -> list[Claim]:
    """Return the claims on what the check flags, and what it does not."""
    return discover("verification.detection_power.claims")


def render(folder: Path, found: Sequence[Claim]) -> Evidence:
    """Write the report into the folder, see `report.write_folder`; return what it is made of.

    Raises
    ------
    StoreError
        If results.jsonl or environment.json is missing or damaged.
    """
    return report.write_report(folder, found, TITLE, tables.all_tables, figures.all_figures)
