"""How time grows with the size of the tree: curves, fits, and where one way overtakes another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, log
from typing import NamedTuple

import numpy as np

from lieref.reporting.campaigns.store import Record
from verification.benchmark.partials import problems
from verification.benchmark.partials.comparison import KERNEL, rank
from verification.benchmark.partials.plans import FAMILIES, tree
from verification.benchmark.partials.problems import PROBLEMS, Problem
from verification.benchmark.timed import times
from verification.evidence import Evidence
from verification.verdicts import Records

# (N, best seconds), by N
Points = list[tuple[float, float]]
Curves = dict[str, Points]
# A slope is fitted to the sizes from here on: over a decade.
SMALLEST = {"inverse": 10, "forward": 5}


class Fit(NamedTuple):
    """log t = A log N + B with t in microseconds, as Table III of Singh et al."""

    A: float
    B: float

    def at(self, bodies: float) -> float:
        """Return the fitted time in microseconds."""
        return float(bodies**self.A * exp(self.B))


def fitted(points: Sequence[tuple[float, float]]) -> Fit:
    """Return the least-squares fit to (N, seconds).

    Raises
    ------
    ValueError
        Fewer than two points.
    """
    if len(points) < 2:
        raise ValueError(f"{len(points)} points, a slope needs two")
    sizes, seconds = zip(*points, strict=True)
    A, B = np.polyfit(np.log(sizes), np.log(1e6 * np.array(seconds)), 1)
    return Fit(float(A), float(B))


def family_of(record: Record) -> str:
    """Return the family that a record's robot belongs to, or nothing."""
    if "family" in record["params"]:
        return str(record["params"]["family"])
    robot = record["params"]["robot"]
    for family in FAMILIES:
        if robot == tree(family, robot.get("bodies", 0)):
            return family
    return ""


def of(records: Records, problem: Problem, robot: object = None) -> list[Record]:
    """Return the records of a problem, of one robot if it is given."""
    return [
        r
        for r in records
        if problems.of(r["params"]) == problem and robot in (None, r["params"].get("robot"))
    ]


def curves(records: Records, problem: Problem, family: str) -> Curves:
    """Return what each timing of a problem is over the trees of a family."""
    found: Curves = {}
    for record in of(records, problem):
        if family_of(record) == family and "error" not in record:
            for name, timing in record["result"]["timings"].items():
                size = record["params"]["robot"]["bodies"]
                found.setdefault(name, []).append((size, float(timing["best"])))
    return {name: sorted(points) for name, points in found.items()}


def methods(evidence: Evidence, problem: Problem, family: str) -> Curves:
    """Return the curves of every method, the kernel among them if it was timed."""
    found: Curves = {}
    for record in of(evidence.of("growth"), problem):
        if family_of(record) == family:
            found[KERNEL] = [(float(size), seconds) for size, seconds in times(record)]
    found |= curves(evidence.of("methods"), problem, family)
    return {name: found[name] for name in sorted(found, key=rank)}


def large(problem: Problem, points: Sequence[tuple[float, float]]) -> Points:
    """Return the points that a slope is fitted to."""
    return [point for point in points if point[0] >= SMALLEST[problem.dynamics]]


def fits(evidence: Evidence) -> Iterator[tuple[Problem, str, str, Fit]]:
    """Yield problem, family, method and fit."""
    for problem in PROBLEMS:
        for family in FAMILIES:
            for name, points in methods(evidence, problem, family).items():
                fitting = large(problem, points)
                if len(fitting) > 1:
                    yield problem, family, name, fitted(fitting)


def crossover(one: Points, other: Points) -> float | None:
    """Return the N from which on the other way is the faster one; None if it never stays so.

    Between two sizes the ratio of the times is taken as a power of N.
    """
    before: tuple[float, float] | None = None
    found: float | None = None
    for (size, mine), (_, theirs) in zip(one, other, strict=True):
        ratio = log(theirs / mine)
        if ratio > 0:
            found = None
        elif found is None:
            found = size
            if before is not None:
                share = before[1] / (before[1] - ratio)
                found = exp(log(before[0]) + share * log(size / before[0]))
        before = size, ratio
    return found
