"""Results folders of campaigns and benchmarks: of a few cases, or of made-up numbers."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from lieref.reporting.campaigns import campaign, environment, store

Params = Mapping[str, Any]


def computed(claims: Mapping[str, Any], wanted: Mapping[str, Iterable[Params]]) -> dict[str, list]:
    """The records of cases of claims, as a campaign keeps them; each case is computed once."""
    done: dict[str, Any] = {}
    found = {}
    for name, params in wanted.items():
        cases = [campaign.Case(claims[name].measurement, each) for each in params]
        for case in cases:
            if case.id not in done:
                done[case.id] = campaign.compute(case)
        found[name] = [done[case.id] for case in cases]
        assert found[name] and not [record for record in found[name] if "error" in record]
    return found


def rendered(of: Any, records: Mapping[str, list], folder: Path, figures: Callable) -> Path:
    """A report of a campaign on these records, with these figures: drawing takes long."""
    with store.Store(folder) as opened:
        for record in {each["id"]: each for some in records.values() for each in some}.values():
            opened.append(record)
    plan = {name: [record["id"] for record in some] for name, some in records.items()}
    environment.write(folder, {**environment.describe(), "plan": plan})
    replace(of, report=replace(of.report, figures=figures)).render(folder, of.claims())
    return folder


def written(of: Any, folder: Path, evidence: Any) -> str:
    """The page of a rendered report: of every table and claim that it must show, each in a file."""
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert of.report.title in page and "not finished" not in page
    names = {table.name for table in of.report.tables(evidence)} | {"claims"}
    if any(claim.paper for claim in of.claims()):
        names.add("errata")
    for name in names:
        assert (folder / "tables" / f"{name}.csv").is_file(), name
        assert (folder / "latex" / f"{name}.tex").is_file(), name
    assert len(list((folder / "figures").glob("*.png"))) == page.count("<svg")
    return page


def timing(best: float) -> dict[str, Any]:
    """What a benchmark keeps of the times of one program."""
    return {"best": best, "median": best, "ninth": best, "repeats": 5, "calls": 1}


def timings(seconds: Mapping[str, float]) -> dict[str, Any]:
    return {name: timing(best) for name, best in seconds.items()}


def benchmark_folder(
    folder: Path,
    job: str,
    plan: Iterable[tuple[str, Params]],
    result: Callable[[str, Params], Any],
    failing: str = "",
) -> Path:
    """A folder of made-up results of a plan; the cases of a peer fail if it is named."""
    wanted: dict[str, list[str]] = {}
    with store.Store(folder) as results:
        for kind, params in plan:
            params = json.loads(json.dumps(params))
            key = store.digest({"measurement": kind, "params": params})
            wanted.setdefault(kind, []).append(key)
            found = {"id": key, "measurement": kind, "params": params}
            if failing and params.get("peer") == failing:
                results.append({**found, "error": "TimeoutError: stopped after 9 s"})
            else:
                results.append({**found, "result": result(kind, params)})
    environment.write(folder, {"commit": "x", "job": job, "plan": wanted})
    return folder


def quietly(plan: Mapping[str, Any], folder: Path, **options: Any) -> tuple[Any, str]:
    """Run a campaign; its outcome, and what it said."""
    console = Console(file=io.StringIO(), width=200)
    outcome = campaign.run(plan, folder, console=console, **options)
    return outcome, console.file.getvalue()


def times_run(marks: Path) -> dict[int, int]:
    """How often each made-up measurement was started, by the marks that it left."""
    return {int(file.name): len(file.read_text()) for file in marks.iterdir()}
