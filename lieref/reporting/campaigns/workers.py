"""Where cases are computed: this process, processes of this machine, or a Dask cluster."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import joblib

from lieref.reporting.campaigns import environment

#: Seconds in which a scheduler must answer, and its first worker be there.
PATIENCE = 30.0
#: Seconds between two looks at whether the cluster still works, and without any work after which a
#: missing result will not come.
LOOK, IDLE = 0.5, 10.0
#: Cases for each worker that joblib gets at a time: as many results may wait to be written, since
#: it goes on computing whether they are taken or not.
SHARE = 64

Work = Callable[[Callable[..., Any], Sequence[Any]], Iterator[Any]]


class CampaignError(RuntimeError):
    """A campaign that cannot go on: a worker that differs or was killed, or no cluster."""


@dataclass(frozen=True)
class Workers:
    """Who computes.

    work(function, items) yields function(item) of each item as it comes, in any order;
    about : entries for environment.json
    """

    work: Work
    about: Mapping[str, Any] = field(default_factory=dict)


@contextmanager
def workers(jobs: int, cluster: str | None) -> Iterator[Workers]:
    """Yield who computes.

    Parameters
    ----------
    jobs : int
        Processes of this machine; 1 for this process, -1 for every core. One whose memory grew by
        300 MB is replaced (by loky, where psutil is installed).
    cluster : str or None
        Address or file of a Dask scheduler, whose workers are taken instead, all of them.

    Raises
    ------
    CampaignError
        See `lieref.reporting.campaigns.campaign.run`.
    """
    if cluster is None:
        yield Workers(partial(_local, jobs))
        return
    with _connected(cluster) as client:
        models = _compared(client)
        about = {"cluster": {"workers": len(models), "processors": sorted(set(models))}}
        yield Workers(partial(_remote, client), about)


def in_order(function: Callable[..., Any], items: Sequence[Any]) -> list[Any]:
    """Return function(item) of each item, computed by the processes of `joblib.parallel_config`.

    Without such a configuration, and for a single item, by this process.

    Raises
    ------
    CampaignError
        If one of the processes is killed.
    """
    with _killed():
        jobs = None if len(items) > 1 else 1
        return list(joblib.Parallel(jobs)(joblib.delayed(function)(item) for item in items))


@contextmanager
def _killed() -> Iterator[None]:
    """Say what it means that a process of this machine is there no more."""
    try:
        yield
    except BrokenProcessPool as error:
        raise CampaignError(
            "a worker process was killed, perhaps for want of memory; finished cases are kept, and "
            "the same command goes on with the others"
        ) from error


def _parallel(jobs: int) -> joblib.Parallel:
    return joblib.Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)


def _shares(items: Sequence[Any], count: int) -> Iterator[Sequence[Any]]:
    """Yield the items in parts for so many workers."""
    size = SHARE * max(count, 1)
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _local(jobs: int, function: Callable[..., Any], items: Sequence[Any]) -> Iterator[Any]:
    """Work on this machine."""
    with _killed():
        for share in _shares(items, joblib.effective_n_jobs(jobs)):
            yield from _parallel(jobs)(joblib.delayed(function)(item) for item in share)


@contextmanager
def _connected(cluster: str) -> Iterator[Any]:
    """A client of the scheduler, with at least one worker."""
    try:
        import distributed
    except ImportError as error:
        raise CampaignError(
            f"a cluster needs dask and distributed ({error}): install lieref[cluster]"
        ) from None
    where = {"scheduler_file": cluster} if Path(cluster).is_file() else {"address": cluster}
    try:
        connect: Any = distributed.Client
        client = connect(**where, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise CampaignError(f"no Dask scheduler at {cluster!r}: {error}") from None
    with closing(client):
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise CampaignError(f"the scheduler at {cluster!r} has no workers") from None
        yield client


def _compared(client: Any) -> list[str]:
    """Return the processor of each worker, after all that are there have been compared with us."""
    expected, models = environment.decisive(), []
    for address, found in client.run(environment.describe, on_error="return").items():
        if isinstance(found, BaseException):
            raise CampaignError(
                f"worker {address} cannot tell its source ({type(found).__name__}: {found}): each "
                "worker needs lieref as it is installed here, and this checkout if there is one"
            )
        if keys := [key for key in expected if found[key] != expected[key]]:
            raise CampaignError(
                f"worker {address} differs from this process in {', '.join(keys)}: each worker "
                "needs lieref and its dependencies as they are installed here, and this checkout "
                "if there is one"
            )
        models.append(str(found["processor"]["model"]))
    return models


def _remote(client: Any, function: Callable[..., Any], items: Sequence[Any]) -> Iterator[Any]:
    """Work on the cluster, in a thread: joblib never ends where the cluster gives a task up."""
    results: queue.Queue[tuple[bool, Any]] = queue.Queue(SHARE)
    thread = threading.Thread(target=_collect, args=(client, function, items, results), daemon=True)
    thread.start()
    for _ in items:
        good, found = _next(client, results)
        if not good:
            raise found
        yield found
    thread.join()


def _next(client: Any, results: queue.Queue[tuple[bool, Any]]) -> tuple[bool, Any]:
    """The next result; CampaignError if the cluster is gone, or has nothing to do for it."""
    idle = time.monotonic()
    while True:
        try:
            return results.get(timeout=LOOK)
        except queue.Empty:
            if client.status != "running":
                raise CampaignError(
                    "the cluster's scheduler is gone; finished cases are kept"
                ) from None
        if any(state.status == "pending" for state in list(client.futures.values())):
            idle = time.monotonic()
        elif time.monotonic() - idle > IDLE:
            raise CampaignError(
                "the cluster gave up a case: the workers that computed it were killed, perhaps for "
                "lack of memory; finished cases are kept"
            )


def _collect(
    client: Any,
    function: Callable[..., Any],
    items: Sequence[Any],
    results: queue.Queue[tuple[bool, Any]],
) -> None:
    """Put each result into the queue, and the exception that ends the work."""
    try:
        with joblib.parallel_config(backend="dask", client=client):
            # a worker that joins later is compared when it gets its first case
            expected = environment.decisive()
            for share in _shares(items, sum(client.ncores().values())):
                work = (joblib.delayed(function)(item, expected) for item in share)
                for result in _parallel(-1)(work):
                    results.put((True, result))
    except BaseException as error:  # noqa: BLE001 - raised again by who reads the queue
        results.put((False, error))
