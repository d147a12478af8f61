"""``python -m verification.benchmark JOB``: time and judge.

JOB is inverse-dynamics, forward-dynamics, partials, forms, loops or speed. The report is written
from what was measured, and from nothing else. ``gate`` measures some ratios again and compares them
with the stored ones.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from lieref.reporting.campaigns import environment, store
from lieref.reporting.tables import number
from verification.__main__ import show
from verification.benchmark import build, record, timing
from verification.benchmark.bench import Bench, DisagreementError
from verification.benchmark.speed import gate
from verification.benchmark.studies import STUDIES, Study
from verification.verdicts import Params

BUILD_SECONDS = 600.0  # what differentiating one expression may take
# What fails one case, and its limits with it, but not the run.
FAILURES = (build.BuildError, DisagreementError, TimeoutError, MemoryError)
CACHE = Path.home() / ".cache" / "lieref_benchmark"
BUSY = 0.5  # load average from which times are not to be trusted


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m verification.benchmark", description=__doc__)
    jobs = parser.add_subparsers(dest="job", required=True)
    cache = "folder of compiled programs for later runs (in ~/.cache)"
    for job, study in STUDIES.items():
        run = jobs.add_parser(job, help=f"time {study.about}")
        folder = Path("results") / study.folder
        run.add_argument("--quick", action="store_true", help=study.shorter)
        run.add_argument("--out", type=Path, default=folder, metavar="FOLDER", help=f"({folder})")
        run.add_argument("--cache", type=Path, default=None, metavar="FOLDER", help=cache)
        only = f"one kind of cases alone: {', '.join(study.kinds)}"
        kinds = ["", *study.kinds]
        run.add_argument("--only", default="", metavar="KIND", choices=kinds, help=only)
        longest = "what compiling one C file may take (1800)"
        run.add_argument(
            "--compile-limit", type=float, default=1800, metavar="SECONDS", help=longest
        )
    render = jobs.add_parser("render", help="write the report of a folder with results again")
    render.add_argument("out", type=Path, metavar="FOLDER")
    gated = jobs.add_parser("gate", help="compare some ratios with the stored ones, a minute")
    stored = f"ratios that were stored ({gate.BASELINE})"
    gated.add_argument("--baseline", type=Path, default=gate.BASELINE, metavar="FILE", help=stored)
    gated.add_argument("--write-baseline", action="store_true", help="store, and judge nothing")
    gated.add_argument("--cache", type=Path, default=None, metavar="FOLDER", help=cache)
    return parser.parse_args(words)


def describe(timers: Any) -> dict[str, Any]:
    """Return the environment: what `environment.describe` tells, compiler, clock and load."""
    load = os.getloadavg()[0]
    found = environment.describe()
    found["packages"]["casadi"] = metadata.version("casadi")
    return {
        **found,
        "benchmark": {
            "compiler": build.compiler_version(),
            "flags of the generated code": " ".join(build.FLAGS),
            "clock estimate, GHz": round(timing.clock(timers), 2),
            "load average at start": round(load, 2),
        },
    }


def measure(study: Study, options: argparse.Namespace, console: Console) -> None:
    """Run every case and write results.jsonl and environment.json.

    A benchmark is one run: earlier results in the folder are replaced, never added to, unless they
    are of a campaign.
    """
    before = environment.read(options.out)
    if before is not None and "benchmark" not in before:
        raise store.StoreError(f"{options.out} holds results of a campaign: choose another folder")
    cache = options.cache or CACHE
    timers = build.timers(cache)
    seconds = 1.0 if options.quick else 2.5
    bench = Bench(timers, cache, 2000, seconds, options.compile_limit, BUILD_SECONDS)
    found = describe(timers)
    load = found["benchmark"]["load average at start"]
    if load > BUSY:
        console.print(f"warning: load average {load} at start; ratios are noisy, repeat later")
    options.out.mkdir(parents=True, exist_ok=True)
    planned = [case for case in study.plan(options.quick) if options.only in ("", case[0])]
    plan: dict[str, list[str]] = {}
    with store.Store(options.out) as results, Progress(console=console) as progress:
        (options.out / store.RESULTS).unlink()
        results.reopen()
        task = progress.add_task("timing", total=len(planned))
        for name, params in planned:
            progress.update(task, description=f"{name} {_short(params)}")
            key = store.digest({"measurement": name, "params": params})
            plan.setdefault(name, []).append(key)
            start = time.perf_counter()
            try:
                outcome = {"result": getattr(study.cases, name)(bench, params)}
            except FAILURES as error:
                outcome = {"error": f"{type(error).__name__}: {error}"}
            entry = store.record(key, name, params, time.perf_counter() - start, outcome)
            results.append(entry)
            progress.advance(task)
    environment.write(options.out, {**found, "job": study.job, "plan": plan})


def _short(params: Params) -> str:
    return " ".join(
        str(params[key])
        for key in ("dynamics", "degree", "order", "peer", "kind", "family")
        if key in params
    )


def pass_gate(options: argparse.Namespace, console: Console) -> bool:
    """Measure the gate's ratios and show them; return whether none has grown too much."""
    load = os.getloadavg()[0]
    if load > BUSY:
        console.print(f"warning: load average {load:.2f} at start; ratios are noisy")
    cache = options.cache or CACHE
    said, verdicts = gate.run(cache, options.baseline, options.write_baseline)
    found = gate.table(verdicts)
    shown = Table(*found.columns, title=said)
    for row in found.rows:
        shown.add_row(*(number(x) for x in row))
    console.print(shown)
    return all(verdict.holds for verdict in verdicts)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; return 0 if every limit holds, 1 if one fails, 2 if it cannot be told."""
    options = _arguments(words)
    console = Console()
    try:
        if options.job == "gate":
            return 0 if pass_gate(options, console) else 1
        if options.job != "render":
            measure(STUDIES[options.job], options, console)
        evidence = record.render(options.out)
    except (store.StoreError, build.BuildError, gate.BaselineError) as error:
        console.print(f"error: {error}", markup=False)
        return 2
    show(evidence, console)
    console.print(f"Report: {options.out / 'index.html'}", markup=False)
    return 0 if evidence.holds else 1


if __name__ == "__main__":
    sys.exit(main())
