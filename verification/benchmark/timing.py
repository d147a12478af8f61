"""Minimum of many short repeats, the peers in turn, and slopes on logarithmic axes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

# One repeat: so short that a task switch spoils few of them, so long that the clock resolves it.
SPAN = 2e-4  # s

# Runs the subject `calls` times and returns the seconds they took together.
Run = Callable[[int], float]


@dataclass(frozen=True)
class Timing:
    """Seconds a call: the best repeat, the middle one, the one that 90 % do not exceed."""

    best: float
    median: float
    ninth: float
    repeats: int
    calls: int


def calls_in(run: Run, span: float = SPAN) -> int:
    """Return how many calls take about ``span`` seconds, at least one."""
    calls, seconds = 1, run(1)
    while seconds < span / 8:
        calls *= 2
        seconds = run(calls)
    return max(1, round(calls * span / seconds))


def interleaved(
    peers: Mapping[str, Run], repeats: int, limit: float, span: float = SPAN
) -> dict[str, Timing]:
    """Time the peers in turn, A B A B ..., so that all meet the same disturbances.

    A call that does not count comes before each repeat: the peer before it had the caches.

    Parameters
    ----------
    peers : mapping
        Name to run.
    repeats : int
        Of each peer, at most.
    limit : float
        Seconds for all together; at least five repeats are made, whatever they take.
    span : float
        Seconds of one repeat.
    """
    calls = {name: calls_in(run, span) for name, run in peers.items()}
    found: dict[str, list[float]] = {name: [] for name in peers}
    end = time.monotonic() + limit
    for i in range(repeats):
        if i >= 5 and time.monotonic() > end:
            break
        for name, run in peers.items():
            run(1)
            found[name].append(run(calls[name]) / calls[name])
    return {name: summary(seconds, calls[name]) for name, seconds in found.items()}


def summary(seconds: Sequence[float], calls: int) -> Timing:
    """Return the timing that these repeats (seconds a call) amount to."""
    ordered = sorted(seconds)
    ninth = ordered[min(len(ordered) - 1, (9 * len(ordered)) // 10)]
    return Timing(ordered[0], median(ordered), ninth, len(ordered), calls)


def python_run(function: Callable[..., object], *arguments: object) -> Run:
    """Return a run of a Python callable with these arguments; no other call between."""

    def run(calls: int) -> float:
        start = time.perf_counter()
        for _ in range(calls):
            function(*arguments)
        return time.perf_counter() - start

    return run


def clock(timers: Any) -> float:
    """Return the clock in GHz that a chain of additions tells, where the chip is x86."""
    additions = 4_000_000
    seconds = min(timers.addition_seconds(additions) for _ in range(20))
    return additions / float(seconds) / 1e9


def slope(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Return the least-squares slope of log y over log x.

    Raises
    ------
    ValueError
        Fewer than two points, or a number that is not positive.
    """
    if len(xs) < 2 or len(xs) != len(ys) or min(*xs, *ys) <= 0:
        raise ValueError(f"{len(xs)} and {len(ys)} numbers, expected two or more positive points")
    return float(np.polyfit(np.log(xs), np.log(ys), 1)[0])
