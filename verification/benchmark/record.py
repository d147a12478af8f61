"""Renders the benchmark's folder from results.jsonl and environment.json, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

from lieref.reporting.campaigns import environment, store
from lieref.reporting.campaigns.store import Record
from verification.benchmark.dynamics.problems import INVERSE
from verification.benchmark.studies import STUDIES, Study
from verification.evidence import Evidence, Judged


def best_visits(records: Sequence[Record]) -> list[Record]:
    """Return one record for the visits to a case, with the best times; failures as they are.

    Everything else is that of the visit at which the subject of the ratios was fastest, if there
    are ratios.
    """
    kept = [record for record in records if "error" in record or "visit" not in record["params"]]
    visits: dict[str, list[Record]] = {}
    for record in records:
        if "error" not in record and "visit" in record["params"]:
            params = {name: x for name, x in record["params"].items() if name != "visit"}
            visits.setdefault(store.digest(params), []).append({**record, "params": params})
    return [*kept, *map(_merged, visits.values())]


def _merged(visits: Sequence[Record]) -> Record:
    results = [visit["result"] for visit in visits]
    timings: dict[str, Any] = {}
    for name, timing in (item for result in results for item in result["timings"].items()):
        timings[name] = min(timing, timings.get(name, timing), key=itemgetter("best"))
    others = {name for result in results for name in result.get("ratios", ())}
    if not others:
        return {**visits[0], "result": {**results[0], "timings": timings}}
    (own,) = timings.keys() - others
    ratios = {name: timings[own]["best"] / timings[name]["best"] for name in sorted(others)}
    first = min(visits, key=lambda visit: float(visit["result"]["timings"][own]["best"]))
    return {**first, "result": {**first["result"], "timings": timings, "ratios": ratios}}


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
        If one of the two files is missing or damaged, or of something else.
    """
    found = environment.read(folder)
    if found is None:
        raise store.StoreError(f"no {environment.ENVIRONMENT} in {folder.name}")
    study = STUDIES[found.get("job", INVERSE.job)]
    if found["plan"] and not found["plan"].keys() & set(study.kinds):
        raise store.StoreError(
            f"{folder.name}: its plan has no case of a benchmark; reports of a campaign are "
            "written by python -m verification render"
        )
    entries: dict[str, list[Record]] = {}
    for entry in store.read(folder):
        entries.setdefault(entry["measurement"], []).append(entry)
    by_case = {case: best_visits(records) for case, records in entries.items()}
    judged = []
    for claim, case in study.judging:
        rows = [row for row in claim.verdict(by_case.get(case, [])) if row.cases]
        if rows:
            missing = len(found["plan"].get(case, [])) - len(entries[case])
            judged.append(Judged(claim, rows, missing))
    return Evidence(found, by_case, judged, folder), study


def render(folder: Path) -> Evidence:
    """Write the report of the folder, see `Report.write`; return what it is made of."""
    evidence, study = load(folder)
    study.report.write(folder, evidence)
    return evidence
