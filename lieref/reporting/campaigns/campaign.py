"""A campaign: cases computed in parallel, kept as they finish, never computed twice."""

from __future__ import annotations

import importlib
import math
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from rich.console import Console

from lieref.reporting.campaigns import environment, progress, store
from lieref.reporting.campaigns.identities import Identities
from lieref.reporting.campaigns.store import RESULTS, Record, Store, StoreError, digest
from lieref.reporting.campaigns.workers import CampaignError, workers

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


#: Who wants cases, and the cases: what can be iterated over again and gives the same ones.
Plan = Mapping[str, Iterable[Case]]


#: So many cases are drawn from a plan at a time; within them the longest go first.
WINDOW = 4096


@dataclass(frozen=True)
class Outcome:
    """What a run did: cases of the plan, those found finished, those computed, those in error."""

    cases: int
    found: int
    computed: int
    failed: int


def plain(data: Any) -> Any:
    """Return data as strict JSON has it: tuples as lists, infinities and NaN as strings."""
    if isinstance(data, Mapping):
        return {str(key): plain(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [plain(value) for value in data]
    if isinstance(data, float) and not math.isfinite(data):
        return str(data)
    return data


def compute(
    case: Case,
    expected: Mapping[str, Any] | None = None,
    local: Mapping[str, Any] | None = None,
) -> Record:
    """Evaluate one case; an exception becomes its result, so that one case cannot end the rest.

    expected : what `environment.decisive` must return here; a worker that differs ends the run
    local : parameters beside those of the case, which decide nothing: paths of this machine
    """
    if expected is not None:
        found = environment.decisive()
        if found != expected:
            keys = environment.differences(found, dict(expected))
            raise CampaignError(f"a worker differs from this process in: {', '.join(keys)}")
    start = time.perf_counter()
    try:
        module = importlib.import_module(case.measurement)
        outcome = {"result": plain(module.evaluate({**case.params, **(local or {})}))}
    except Exception as error:  # noqa: BLE001 - the claim that asked for it fails and shows it
        outcome = {"error": f"{type(error).__name__}: {error}"}
    seconds = time.perf_counter() - start
    return store.record(case.id, case.measurement, plain(case.params), seconds, outcome)


def unique(plan: Plan) -> Iterator[Case]:
    """Yield each case of a plan once; of the cases before it their ids alone are kept."""
    seen = Identities()
    for cases in plan.values():
        for case in cases:
            if case.id not in seen:
                seen.add(case.id)
                yield case


def windows(cases: Iterable[Case]) -> Iterator[list[Case]]:
    """Yield the cases in lists of `WINDOW`, in each the longest first."""
    rest = iter(cases)
    while taken := list(islice(rest, WINDOW)):
        yield sorted(taken, key=lambda case: (-case.cost, case.id))


def _prepare(
    store: Store, folder: Path, about: Mapping[str, Any], console: Console, fresh: bool
) -> None:
    """Keep finished cases only if they were made by the code and machine that runs now."""
    now, before = {**environment.describe(), **about}, environment.read(folder)
    if before and "benchmark" in before:
        raise StoreError(f"{folder} holds results of a benchmark: choose another folder")
    changed = environment.differences(before, now) if before else []
    if len(store.finished) and (fresh or before is None or changed):
        os.replace(folder / RESULTS, folder / PREVIOUS)
        store.reopen()
        reason = "asked for" if fresh else f"changed: {', '.join(changed) or 'environment unknown'}"
        console.print(f"Starting afresh ({reason}); earlier results are in {PREVIOUS}.")
    environment.write(folder, now)
    if store.dropped:
        console.print("The last line of an interrupted run was torn; its case is redone.")
    for line in store.damaged:
        console.print(
            f"{RESULTS}, line {line.number}: {line.damage}; its case is redone.", highlight=False
        )


def run(
    plan: Plan,
    folder: Path,
    jobs: int = 1,
    fresh: bool = False,
    console: Console | None = None,
    cluster: str | None = None,
    about: Mapping[str, Any] | None = None,
    local: Mapping[str, Any] | None = None,
) -> Outcome:
    """Compute the cases that the folder does not have yet.

    Memory does not grow with the results, and with the number of cases by 16 bytes for each, where
    `about` says what the plan is.

    Parameters
    ----------
    plan : mapping of name to cases
        The cases that each claim wants; a case wanted twice is computed once. Cases are drawn when
        they are needed, twice.
    folder : Path
        Gets results.jsonl and environment.json; finished cases found there are not redone, unless
        versions, processor, build or source have changed since.
    jobs : int
        Worker processes of joblib; 1 computes in this process, -1 takes every core.
    fresh : bool
        Start again; the earlier results are moved aside.
    console : rich.console.Console, optional
        Where progress is shown.
    cluster : str, optional
        Address or file of a Dask scheduler, whose workers compute in the place of processes here.
    about : mapping, optional
        Entries of environment.json, "plan" among them: what the plan is. Without it the plan is
        written as the ids of the cases of each name.
    local : mapping, optional
        Parameters that every case is evaluated with and that are not recorded, see `compute`.

    Returns
    -------
    Outcome

    Raises
    ------
    StoreError
        If another run has the folder, or it holds results of a benchmark.
    CampaignError
        If no cluster answers, a worker has other source or versions, or one was killed: what is
        finished by then is kept.
    """
    console = console or Console(stderr=True)
    if about is None:
        about = {"plan": {name: [case.id for case in cases] for name, cases in plan.items()}}
    with Store(folder) as store, workers(jobs, cluster) as who:
        _prepare(store, folder, {**about, **who.about}, console, fresh)
        total, left, cost = 0, 0, 0.0
        for case in unique(plan):
            total += 1
            if case.id not in store.finished:
                left, cost = left + 1, cost + case.cost
        if total > left:
            console.print(f"{total - left} finished cases found, {left} left.")
        failed = 0
        todo = (case for case in unique(plan) if case.id not in store.finished)
        with progress.shown(console, cost, left) as advance:
            for cases in windows(todo):
                costs = {case.id: case.cost for case in cases}
                for record in who.work(partial(compute, local=local), cases):
                    store.append(record)
                    failed += "error" in record
                    advance(costs[record["id"]])
    return Outcome(total, total - left, left, failed)
