"""Renders the benchmark's folder from results.jsonl and environment.json, and nothing else."""

from __future__ import annotations

from pathlib import Path

from verification import environment, report, store, tables
from verification.benchmark import drawings, operations, pages
from verification.benchmark.dynamics import FORWARD, INVERSE, Dynamics
from verification.benchmark.limits import CLAIMS
from verification.benchmark.plans import SMALL
from verification.evidence import Evidence, Judged
from verification.subjects import robots
from verification.tables import Table
from verification.verdicts import Record

TITLE = "{} dynamics of any order: speed"


def load(folder: Path) -> tuple[Evidence, Dynamics]:
    """Read a folder of results and judge every limit that it has cases for.

    Returns
    -------
    Evidence
    Dynamics
        The problem that the folder is about.

    Raises
    ------
    StoreError
        If one of the two files is missing or damaged.
    """
    found = environment.read(folder)
    if found is None:
        raise store.StoreError(f"no {environment.ENVIRONMENT} in {folder.name}")
    by_case: dict[str, list[Record]] = {}
    for entry in store.read(folder):
        by_case.setdefault(entry["case"], []).append(entry)
    problem = FORWARD if found.get("job") == FORWARD.job else INVERSE
    judged = []
    for claim, case in CLAIMS[problem.name]:
        rows = [row for row in claim.verdict(by_case.get(case, [])) if row.cases]
        if rows:
            missing = len(found["plan"].get(case, [])) - len(by_case[case])
            judged.append(Judged(claim, rows, missing))
    return Evidence(found, by_case, judged), problem


def render(folder: Path) -> Evidence:
    """Write tables/, figures/ and index.html into the folder; return what they are made of."""
    evidence, problem = load(folder)
    shown: list[Table] = [tables.claims(evidence), *pages.all_tables(evidence, problem)]
    said = operations.conclusion(operations.counts(evidence), robots.label(SMALL))
    title = TITLE.format(problem.label.capitalize())
    plots = drawings.all_figures(evidence, problem)
    report.write_folder(folder, evidence, title, shown, plots, said=said)
    return evidence
