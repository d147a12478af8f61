"""Renders the benchmark's folder from results.jsonl and environment.json, and nothing else."""

from __future__ import annotations

from pathlib import Path

from verification import environment, report, store, tables
from verification.benchmark.dynamics import INVERSE
from verification.benchmark.studies import STUDIES, Study
from verification.evidence import Evidence, Judged
from verification.verdicts import Record


def load(folder: Path) -> tuple[Evidence, Study]:
    """Read a folder of results and judge every limit that it has cases for.

    Returns
    -------
    Evidence
    Study
        What the folder is about.

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
    study = STUDIES[found.get("job", INVERSE.job)]
    judged = []
    for claim, case in study.judging:
        rows = [row for row in claim.verdict(by_case.get(case, [])) if row.cases]
        if rows:
            missing = len(found["plan"].get(case, [])) - len(by_case[case])
            judged.append(Judged(claim, rows, missing))
    return Evidence(found, by_case, judged), study


def render(folder: Path) -> Evidence:
    """Write tables/, figures/ and index.html into the folder; return what they are made of."""
    evidence, study = load(folder)
    shown = [tables.claims(evidence), *study.tables(evidence)]
    plots = study.figures(evidence)
    report.write_folder(
        folder, evidence, study.title, shown, plots, said=study.said(evidence), links=study.links
    )
    return evidence
