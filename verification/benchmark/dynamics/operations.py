"""How the size of CasADi's programs grows with the order: exponentially or not."""

from __future__ import annotations

from math import exp, log
from typing import NamedTuple

import numpy as np

from verification.benchmark.dynamics import problems
from verification.benchmark.dynamics.cases import PEERS
from verification.evidence import Evidence
from verification.subjects import robots

Counts = dict[int, int]
# Before order 1 constants are left out of the program that every derivative has.
FIRST = 1
# Fewer orders say nothing on growth.
SHORTEST = 5
# From here on the bend of a curve tells powers of r from exponentials.
TELLING = 6
UNDECIDED = "too few orders to tell"


class Program(NamedTuple):
    """Which program is counted."""

    dynamics: str
    robot: str
    kind: str
    eliminated: bool


def counts(evidence: Evidence) -> dict[Program, Counts]:
    """Return the instructions at each order of every program that was counted or timed."""
    found: dict[Program, Counts] = {}
    for record in evidence.of("operations"):
        params = record["params"]
        program = Program(
            problems.of(params).label,
            robots.label(params["robot"]),
            params["kind"],
            params["eliminate"],
        )
        sizes = record["result"]["instructions"]
        found.setdefault(program, {}).update({int(r): int(n) for r, n in sizes.items()})
    for record in evidence.of("casadi"):
        params = record["params"]
        graph = PEERS[params["peer"]]
        if not graph.leaner:
            label = robots.label(params["robot"])
            program = Program(problems.of(params).label, label, graph.kind, graph.eliminate)
            size = record["result"]["casadi"]["instructions"]
            found.setdefault(program, {})[params["order"]] = size
    return {program: dict(sorted(sizes.items())) for program, sizes in sorted(found.items())}


def ratios(sizes: Counts) -> list[float]:
    """Return the growth from each order to the next, from order 1 on."""
    ordered = [n for r, n in sorted(sizes.items()) if r >= FIRST]
    return [b / a for a, b in zip(ordered, ordered[1:], strict=False)]


def factor(sizes: Counts) -> float:
    """Return the growth per order: exp of the least-squares slope of ln n over r, r >= 1."""
    points = [(r, n) for r, n in sorted(sizes.items()) if r >= FIRST]
    orders, numbers = zip(*points, strict=True)
    return exp(float(np.polyfit(orders, np.log(numbers), 1)[0]))


def degree(sizes: Counts) -> int | None:
    """Return the degree of the polynomial in r that the sizes are, exactly, from order 1 on.

    None if they are none that a size more than it has coefficients confirms.
    """
    differences = [n for r, n in sorted(sizes.items()) if r >= FIRST]
    found = -1
    while differences:
        if not any(differences):
            return found
        differences = [b - a for a, b in zip(differences, differences[1:], strict=False)]
        found += 1
    return None


def bend(sizes: Counts) -> float:
    """Return how the curve bends upwards on logarithmic axes: 1 an exponential, 0 a power.

    The slope there of a^r grows by ln a an order, that of a power of r tends to its exponent.
    """
    last = max(sizes)
    n = [sizes[last - 2], sizes[last - 1], sizes[last]]
    before = log(n[1] / n[0]) / log((last - 1) / (last - 2))
    after = log(n[2] / n[1]) / log(last / (last - 1))
    return (after - before) / log(n[2] / n[1])


def verdict(sizes: Counts) -> str:
    """Say in a word or two whether the sizes grow exponentially."""
    if degree(sizes) is not None:
        return "not exponential"
    if max(sizes) < TELLING:
        return UNDECIDED
    return "exponential" if bend(sizes) >= 0.5 else "not exponential"


def growth(sizes: Counts) -> str:
    """Say in words how the sizes grow, and what that means."""
    known = degree(sizes)
    if known is not None:
        said = f"exactly a polynomial of degree {known} in r"
    else:
        steps, last = ratios(sizes), max(sizes)
        said = (
            f"factor {steps[0]:.2f} from order {FIRST} to {FIRST + 1}, {min(steps):.2f} at the "
            f"least, {steps[-1]:.2f} from order {last - 1} to {last}"
        )
    return f"{said}: {verdict(sizes)}"


def conclusion(found: dict[Program, Counts], robot: str) -> str:
    """Say in one sentence whether elimination ends exponential growth; empty without counts."""
    told = []
    for label in ("inverse", "forward"):
        after = found.get(Program(label, robot, "state", True), {})
        said = verdict(after) if len(after) >= SHORTEST else UNDECIDED
        if said != UNDECIDED:
            told.append(f"{said} for {label} dynamics (orders up to {max(after)})")
    if not told:
        return ""
    return (
        "With common subexpressions eliminated after each order, the operations of automatic "
        f"differentiation on the {robot} are {' and '.join(told)}."
    )


def finding(found: dict[Program, Counts], robot: str) -> str:
    """Answer whether automatic differentiation is exponential, for one robot."""
    said = []
    for label in ("inverse", "forward"):
        before = found.get(Program(label, robot, "polynomial", False))
        after = found.get(Program(label, robot, "state", True))
        if before and after and min(len(before), len(after)) >= SHORTEST:
            said.append(
                f"{label.capitalize()} dynamics: as Ali et al. differentiate, each order "
                f"multiplies the operations by {factor(before):.2f} ({growth(before)}); with "
                f"common subexpressions eliminated after each order by {factor(after):.2f} "
                f"({growth(after)})."
            )
    return " ".join(said)
