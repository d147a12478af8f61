"""``python -m verification.benchmark JOB``: time and judge.

JOB is inverse-dynamics, forward-dynamics, partials, forms or loops. The report is written from what
was measured, and from nothing else.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from verification import environment, store
from verification.__main__ import show
from verification.benchmark import build, cases, record
from verification.benchmark.studies import STUDIES, Study
from verification.verdicts import Params

BUILD_SECONDS = 600.0  # what differentiating one expression may take
# What fails one case, and its limits with it, but not the run.
FAILURES = (build.BuildError, cases.DisagreementError, TimeoutError, MemoryError)
BUSY = 0.5  # load average from which times are not to be trusted


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m verification.benchmark", description=__doc__)
    jobs = parser.add_subparsers(dest="job", required=True)
    for job, study in STUDIES.items():
        run = jobs.add_parser(job, help=f"time {study.about}")
        folder = Path("reports") / study.folder
        run.add_argument("--quick", action="store_true", help=study.shorter)
        run.add_argument("--out", type=Path, default=folder, metavar="FOLDER", help=f"({folder})")
        cache = "folder of compiled programs for later runs (in ~/.cache)"
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
    return parser.parse_args(words)


def describe(timers: Any) -> dict[str, Any]:
    """Return the environment: what `environment.describe` tells, compiler, clock and load."""
    additions = 4_000_000
    seconds = min(timers.addition_seconds(additions) for _ in range(20))
    load = os.getloadavg()[0]
    found = environment.describe()
    found["packages"]["casadi"] = metadata.version("casadi")
    return {
        **found,
        "benchmark": {
            "compiler": build.compiler_version(),
            "flags of the generated code": " ".join(build.FLAGS),
            "clock estimate, GHz": round(additions / seconds / 1e9, 2),
            "load average at start": round(load, 2),
        },
    }


def measure(study: Study, options: argparse.Namespace, console: Console) -> None:
    """Run every case and write results.jsonl and environment.json.

    A benchmark is one run: earlier results in the folder are replaced, never added to.
    """
    cache = options.cache or Path.home() / ".cache" / "lieref_benchmark"
    timers = build.timers(cache)
    seconds = 1.0 if options.quick else 2.5
    bench = cases.Bench(timers, cache, 2000, seconds, options.compile_limit, BUILD_SECONDS)
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
            key = store.digest({"case": name, **params})
            plan.setdefault(name, []).append(key)
            entry: dict[str, Any] = {"id": key, "case": name, "params": params}
            try:
                entry["result"] = getattr(study.cases, name)(bench, params)
            except FAILURES as error:
                entry["error"] = f"{type(error).__name__}: {error}"
            results.append(entry)
            progress.advance(task)
    environment.write(options.out, {**found, "job": study.job, "plan": plan})


def _short(params: Params) -> str:
    return " ".join(
        str(params[key])
        for key in ("dynamics", "degree", "order", "peer", "kind", "family")
        if key in params
    )


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; return 0 if every limit holds, 1 if one fails, 2 if it cannot be told."""
    options = _arguments(words)
    console = Console()
    try:
        if options.job != "render":
            measure(STUDIES[options.job], options, console)
        evidence = record.render(options.out)
    except (store.StoreError, build.BuildError) as error:
        console.print(f"error: {error}", markup=False)
        return 2
    show(evidence, console)
    console.print(f"Report: {options.out / 'index.html'}", markup=False)
    return 0 if evidence.holds else 1


if __name__ == "__main__":
    sys.exit(main())
