"""Renders the simulation's folder from results.jsonl and environment.json, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from verification import report
from verification.claims import Claim, discover
from verification.evidence import Evidence, load
from verification.simulation import figures
from verification.simulation.contents import finding
from verification.simulation.tables import all_tables

TITLE = "Closed loop of inverse and forward dynamics: paper 001, Fig. 3"


def claims() -> list[Claim]:
    """Return the claims on the simulation."""
    return discover("verification.simulation.claims")


def render(folder: Path, found: Sequence[Claim]) -> Evidence:
    """Write the report into the folder, see `report.write_folder`; return what it is made of.

    Raises
    ------
    StoreError
        If results.jsonl or environment.json is missing or damaged.
    """
    evidence = load(folder, found)
    report.write_folder(
        folder,
        evidence,
        TITLE,
        all_tables(evidence),
        figures.all_figures(evidence),
        said=finding(evidence),
    )
    return evidence
