"""Renders the report on forward dynamics from results.jsonl and environment.json, nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from verification import formulas, report
from verification.claims import Claim, discover
from verification.evidence import Evidence
from verification.forward_dynamics import figures, tables

TITLE = "Forward and hybrid dynamics of any order: verification report"
#: Errata of Algorithms 3 and 4, which docs/errata.md takes from beside all others.
ERRATA = ("erratum_forward_input", "erratum_hybrid_bias", "erratum_hybrid_wrench")


def claims() -> list[Claim]:
    """Return the claims on forward and hybrid dynamics, and the errata of their algorithms."""
    found = discover("verification.forward_dynamics.claims")
    return found + [claim for claim in formulas.claims("001") if claim.name in ERRATA]


def render(folder: Path, found: Sequence[Claim]) -> Evidence:
    """Write the report into the folder, see `report.write_folder`; return what it is made of.

    Raises
    ------
    StoreError
        If results.jsonl or environment.json is missing or damaged.
    """
    return report.write_report(folder, found, TITLE, tables.all_tables, figures.all_figures)
