"""A campaign: cases computed in parallel, kept as they finish, never computed twice."""

from __future__ import annotations

import importlib
import math
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import joblib
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from verification import environment
from verification.store import RESULTS, Record, Store, digest

PREVIOUS = "previous-results.jsonl"


@dataclass(frozen=True)
class Case:
    """One thing to compute.

    Attributes
    ----------
    measurement : str
        Name of the module that has ``evaluate(params) -> dict``.
    params : mapping
        Plain JSON data, the seed included: they decide the result.
    cost : float
        Rough seconds; orders the work and paces the progress bar, is no part of the identity.
    """

    measurement: str
    params: Mapping[str, Any]
    cost: float = field(default=1.0, compare=False)

    @property
    def id(self) -> str:
        """Return the identity: measurement and parameters."""
        return digest({"measurement": self.measurement, "params": dict(self.params)})


Plan = Mapping[str, Sequence[Case]]


def plain(data: Any) -> Any:
    """Return data as strict JSON has it: tuples as lists, infinities and NaN as strings."""
    if isinstance(data, Mapping):
        return {str(key): plain(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [plain(value) for value in data]
    if isinstance(data, float) and not math.isfinite(data):
        return str(data)
    return data


def compute(case: Case) -> Record:
    """Evaluate one case; an exception becomes its result, so that one case cannot end the rest."""
    start = time.perf_counter()
    try:
        module = importlib.import_module(case.measurement)
        outcome = {"result": plain(module.evaluate(dict(case.params)))}
    except Exception as error:  # noqa: BLE001 - the claim that asked for it fails and shows it
        outcome = {"error": f"{type(error).__name__}: {error}"}
    return {
        "id": case.id,
        "measurement": case.measurement,
        "params": plain(case.params),
        "seconds": round(time.perf_counter() - start, 3),
        **outcome,
    }


def unique(cases: Iterable[Case]) -> list[Case]:
    """Return the cases without repetitions, the longest first."""
    found = {case.id: case for case in cases}
    return sorted(found.values(), key=lambda case: (-case.cost, case.id))


@contextmanager
def _bar(console: Console, total: float, cases: int) -> Iterator[Callable[[Case], None]]:
    """Show a progress bar with the time left; yield what to call for a finished case."""
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[done]}/{task.fields[cases]} cases, left"),
        TimeRemainingColumn(),
        console=console,
    )
    with progress:
        task = progress.add_task("measuring", total=total, done=0, cases=cases)
        done = 0

        def advance(case: Case) -> None:
            nonlocal done
            done += 1
            progress.update(task, advance=case.cost, done=done)

        yield advance


def _prepare(store: Store, folder: Path, plan: Plan, console: Console, fresh: bool) -> None:
    """Keep finished cases only if they were made by the code and machine that runs now."""
    now, before = environment.describe(), environment.read(folder)
    changed = environment.differences(before, now) if before else []
    if store.records and (fresh or before is None or changed):
        os.replace(folder / RESULTS, folder / PREVIOUS)
        store.reopen()
        reason = "asked for" if fresh else f"changed: {', '.join(changed) or 'environment unknown'}"
        console.print(f"Starting afresh ({reason}); earlier results are in {PREVIOUS}.")
    ids = {name: [case.id for case in cases] for name, cases in plan.items()}
    environment.write(folder, {**now, "plan": ids})


def run(
    plan: Plan,
    folder: Path,
    jobs: int = 1,
    fresh: bool = False,
    console: Console | None = None,
) -> dict[str, Record]:
    """Compute the cases that the folder does not have yet and return the records of all.

    Parameters
    ----------
    plan : mapping of name to sequence of Case
        The cases that each claim wants; a case wanted twice is computed once.
    folder : Path
        Gets results.jsonl and environment.json; finished cases found there are not redone, unless
        versions, processor, build or source have changed since.
    jobs : int
        Worker processes of joblib; 1 computes in this process, -1 takes every core.
    fresh : bool
        Start anew; the earlier results are moved aside.
    console : rich.console.Console, optional
        Where progress is shown.

    Returns
    -------
    dict of id to record
        One record for each case of the plan.

    Raises
    ------
    StoreError
        If another run has the folder, or its results were damaged.
    """
    console = console or Console(stderr=True)
    with Store(folder) as store:
        _prepare(store, folder, plan, console, fresh)
        if store.dropped:
            console.print("The last line of an interrupted run was torn; its case is redone.")
        done = {record["id"] for record in store.records}
        cases = unique(case for wanted in plan.values() for case in wanted)
        todo = [case for case in cases if case.id not in done]
        if done:
            console.print(f"{len(cases) - len(todo)} finished cases found, {len(todo)} left.")
        by_id = {case.id: case for case in todo}
        with _bar(console, sum(case.cost for case in todo), len(todo)) as advance:
            workers = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
            for record in workers(joblib.delayed(compute)(case) for case in todo):
                store.append(record)
                advance(by_id[record["id"]])
        found = {record["id"]: record for record in store.records}
    return {case.id: found[case.id] for case in cases}
