"""Renders the report on mechanisms with loops from results.jsonl and environment.json."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from verification import formulas, report
from verification.claims import Claim, discover
from verification.evidence import Evidence, load
from verification.loops import figures, tables

TITLE = "Mechanisms with loops: verification report"
LINKS = (("../loops_speed/index.html", "Mechanisms with loops: speed"),)


def claims() -> list[Claim]:
    """Return the claims on mechanisms with loops, the errata of paper 002 among them."""
    return discover("verification.loops.claims") + formulas.claims("002")


def render(folder: Path, found: Sequence[Claim]) -> Evidence:
    """Write the report into the folder, see `report.write_folder`; return what it is made of.

    Raises
    ------
    StoreError
        If results.jsonl or environment.json is missing or damaged.
    """
    evidence = load(folder, found)
    shown, plots = tables.all_tables(evidence), figures.all_figures(evidence)
    report.write_folder(folder, evidence, TITLE, shown, plots, links=LINKS)
    return evidence
