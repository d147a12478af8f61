"""What the report on speed measures: robots, orders, sizes of batches."""

from __future__ import annotations

import os
from collections.abc import Iterator

from verification.benchmark.dynamics.plans import LARGE, ROBOTS, SMALL, VISITS, Case
from verification.benchmark.dynamics.problems import FORWARD, INVERSE, SEED
from verification.verdicts import Params

SMALL_NAME, LARGE_NAME = "aerial manipulator, N = 7", "tree 5 x 20, N = 101"
SINGLE: dict[str, Params] = {name: ROBOTS[name] for name in (SMALL_NAME, "Talos, free", LARGE_NAME)}
# Robots of which every public function is timed.
TIMED: dict[str, Params] = {name: SINGLE[name] for name in (SMALL_NAME, "Talos, free")}
BATCHED: dict[str, Params] = {SMALL_NAME: SMALL, LARGE_NAME: LARGE}
HIGH = 5
ORDERS = (0, HIGH)
STATES = 4096
SIZES = [2**k for k in range(15)]
# Robots of which many random states are timed: their conditions differ by orders of magnitude.
SPREAD: dict[str, Params] = {
    SMALL_NAME: SMALL,
    "Panda, fixed": ROBOTS["Panda, fixed"],
    "Talos, free": ROBOTS["Talos, free"],
    "iCub, free": {"name": "urdf", "path": "icub.urdf", "base": "free"},
}
DRAWN = 64
KINDS = (
    "single", "batch", "spread", "extended", "calls", "functions", "casadi", "sizes", "roofline",
    "workspace",
)  # fmt: skip


def _timed(quick: bool, visit: int) -> Iterator[Case]:
    """Yield what is timed against peers."""
    robots = list(BATCHED.values())[: 1 if quick else None]
    for problem in (INVERSE, FORWARD):
        for robot in list(SINGLE.values())[: 2 if quick else None]:
            for order in ORDERS:
                yield "single", problem.params(robot=robot, order=order, seed=SEED, visit=visit)
        for robot in robots:
            for order in ORDERS:
                given = {"robot": robot, "order": order, "states": STATES, "seed": SEED}
                yield "batch", problem.params(**given, visit=visit)
        for robot in list(SPREAD.values())[: 1 if quick else None]:
            given = {"robot": robot, "order": HIGH, "states": DRAWN}
            yield "spread", problem.params(**given, visit=visit)
        for order in ORDERS:
            yield "calls", problem.params(robot=SMALL, order=order, seed=SEED, visit=visit)


def _extended(quick: bool, visit: int) -> Iterator[Case]:
    """Yield the batches of forward dynamics in double-doubles."""
    for robot in list(BATCHED.values())[: 1 if quick else None]:
        given = {"robot": robot, "order": HIGH, "states": STATES, "seed": SEED}
        yield "extended", FORWARD.params(**given, visit=visit)


def _functions(quick: bool, visit: int) -> Iterator[Case]:
    """Yield what times every public function."""
    for robot in list(TIMED.values())[: 1 if quick else None]:
        yield "functions", {"robot": robot, "seed": SEED, "visit": visit}


def plan(quick: bool) -> Iterator[Case]:
    """Yield the kind and parameters of every case; quick leaves out N = 101 and CasADi."""
    robots = list(BATCHED.values())[: 1 if quick else None]
    for visit in range(1 if quick else VISITS):
        yield from _timed(quick, visit)
        yield from _extended(quick, visit)
        yield from _functions(quick, visit)
    if not quick:
        for order in ORDERS:
            yield "casadi", INVERSE.params(robot=SMALL, order=order, peer="C, cse", seed=SEED)
    for order in ORDERS:
        for workers in range(1, min(2, os.cpu_count() or 1) + 1):
            given = {"order": order, "workers": workers, "sizes": SIZES}
            yield "sizes", INVERSE.params(robot=SMALL, **given, seed=SEED)
    for robot in robots:
        for order in ORDERS:
            yield "roofline", {"robot": robot, "order": order, "states": STATES, "seed": SEED}
        yield "workspace", {"robot": robot, "orders": list(range(10))}
