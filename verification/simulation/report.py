"""Renders the simulation's folder from results.jsonl and environment.json, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import jinja2
from markupsafe import Markup

from verification import formats, report, tables
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
    """Write tables/, figures/ and index.html into the folder; return what they are made of.

    Raises
    ------
    StoreError
        If results.jsonl or environment.json is missing or damaged.
    """
    evidence = load(folder, found)
    for name in ("tables", "figures"):
        (folder / name).mkdir(exist_ok=True)
    written = [tables.claims(evidence), *all_tables(evidence)]
    for table in written:
        for suffix, write in formats.WRITERS.items():
            path = folder / "tables" / f"{table.name}.{suffix}"
            path.write_text(write(table), encoding="utf-8")
    # Markup: the SVG is our own drawing, its label escaped already
    drawn = [
        (grid, Markup(figures.write(grid, folder / "figures")))
        for grid in figures.all_figures(evidence)
    ]
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(report.__file__).parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
    )
    page = templates.get_template("page.html.j2").render(
        title=TITLE,
        evidence=evidence,
        summary=f"{report.summary(evidence)} {finding(evidence)}".strip(),
        figures=drawn,
        tables=written,
        facts=list(report.facts(evidence.environment)),
        number=tables.number,
    )
    (folder / "index.html").write_text(page, encoding="utf-8")
    return evidence
