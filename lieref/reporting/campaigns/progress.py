"""How far a campaign is and how long it still takes: a bar, or plain lines in a file."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

#: Seconds between two lines where the output is no terminal.
INTERVAL = 10.0
#: Over so many seconds the bar takes the speed from which it tells the time left.
MEMORY = 600.0

Advance = Callable[[float], None]


def duration(seconds: float) -> str:
    """Return a duration as 0:00:07."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"


@contextmanager
def shown(console: Console, total: float, cases: int) -> Iterator[Advance]:
    """Show progress; yield what to call with the cost of each finished case.

    Parameters
    ----------
    console : rich.console.Console
        A bar on a terminal; elsewhere a line each `INTERVAL` seconds and one at the end.
    total : float
        The cost of all cases.
    cases : int
        Their number.
    """
    with (
        _bar(console, total, cases)
        if console.is_terminal
        else _plain(console, total, cases) as advance
    ):
        yield advance


@contextmanager
def _bar(console: Console, total: float, cases: int) -> Iterator[Advance]:
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[done]}/{task.fields[cases]} cases,"),
        TimeElapsedColumn(),
        TextColumn("gone,"),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=console,
        speed_estimate_period=MEMORY,
    )
    with progress:
        task = progress.add_task("measuring", total=total, done=0, cases=cases)
        done = 0

        def advance(cost: float) -> None:
            nonlocal done
            done += 1
            progress.update(task, advance=cost, done=done)

        yield advance


@contextmanager
def _plain(console: Console, total: float, cases: int) -> Iterator[Advance]:
    begin = said = time.monotonic()
    done, spent = 0, 0.0

    def advance(cost: float) -> None:
        nonlocal done, spent, said
        done, spent = done + 1, spent + cost
        now = time.monotonic()
        if done == cases or now - said >= INTERVAL:
            said = now
            left = (now - begin) * max(total - spent, 0.0) / spent if spent else 0.0
            console.print(
                f"{done}/{cases} cases, {duration(now - begin)} gone, {duration(left)} left",
                highlight=False,
            )

    yield advance
