"""The benchmark's tables, made of its records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lieref.reporting.campaigns.store import Record
from lieref.reporting.tables import Table
from verification.benchmark.dynamics import limits, operations, problems
from verification.benchmark.dynamics.plans import LARGE, ROBOTS, SHORTER, SMALL
from verification.benchmark.dynamics.problems import Dynamics
from verification.benchmark.timed import (
    MICRO,
    best,
    label,
    micros,
    namer,
    ratio,
    spread,
    spreads,
    times,
)
from verification.evidence import Evidence
from verification.picks import param, result
from verification.subjects import robots
from verification.tables import Columns, made


def _problem(record: Record) -> str:
    return problems.of(record["params"]).label


def _calls(problem: Dynamics) -> Columns:
    """Calls from Python at order 0."""
    name_of = namer(ROBOTS)
    limits_of = limits.FRACTIONS[problem.name]
    return Columns(
        "calls",
        f"{problem.label.capitalize()} dynamics of order 0 called from Python, microseconds a "
        "call: best, median and 90 % of the repeats; lieref's kernel alone; ratio of the best "
        "times.",
        "from_python",
        {
            "Robot": name_of,
            "Bodies": result("nbodies"),
            ("lieref", "median", "90 %"): spreads("lieref"),
            ("Pinocchio", "median", "90 %"): spreads("Pinocchio"),
            "Kernel alone": micros("lieref kernel"),
            "Ratio": ratio("Pinocchio"),
            "Limit": lambda record: limits_of.get(name_of(record), ""),
        },
    )


def _of_peer(record: Record) -> list[Any]:
    """Times of lieref and of CasADi, their ratio, and what CasADi's program took."""
    peer, facts = record["params"]["peer"], record["result"]["casadi"]
    return [
        *spread(record, "lieref kernel"),
        *spread(record, peer),
        ratio(peer)(record),
        facts["instructions"],
        facts["seconds_to_build_or_load"],
        facts.get("compile_seconds", ""),
        facts["peak_memory_mb"],
    ]


CASADI = Columns(
    "casadi",
    "lieref's kernel (all orders up to r) and CasADi (order r alone), microseconds: best, median "
    "and 90 % of the repeats; size of CasADi's program and what making it took.",
    "casadi",
    {
        "Robot": label,
        "Dynamics": _problem,
        "r": param("order"),
        "CasADi as": param("peer"),
        ("lieref", "median", "90 %", "CasADi", "median", "90 %", "Ratio", "Instructions",
         "Build or load [s]", "Compile [s]", "Memory [MB]"): _of_peer,
    },
    key=lambda row: (row[0], row[1], row[3], row[2]),
)  # fmt: skip


def _left_out(evidence: Evidence) -> Iterator[list[Any]]:
    """The cases that gave no number or were not tried, and why."""
    for kind, records in evidence.by_claim.items():
        for record in records:
            reason = record.get("error") or record["result"].get("stopped")
            if reason:
                params = record["params"]
                what = [kind, *(str(params[key]) for key in ("peer", "kind") if key in params)]
                robot = robots.label(params["robot"]) if "robot" in params else ""
                order = params.get("order", "")
                yield [", ".join(what), _problem(record), robot, order, reason]
    timed = [r["params"] for r in evidence.of("casadi") if r["params"]["robot"] == LARGE]
    for (name, peer), (last, reason) in SHORTER.items():
        word = next((problems.of(p).label for p in timed if problems.of(p).name == name), "")
        if word:
            orders = f"from {last + 1} on"
            yield [f"casadi, {peer}", word, robots.label(LARGE), orders, reason]


LEFT_OUT = Columns(
    "left_out",
    "What could not be measured, and why.",
    _left_out,
    ("Case", "Dynamics", "Robot", "r", "Reason"),
)


def _above(record: Record) -> float:
    return MICRO * best(record, "lieref") - MICRO * best(record, "lieref kernel")


def _slopes(evidence: Evidence) -> Iterator[list[Any]]:
    """Fitted slopes, and the time of each size and order they are fitted to."""
    for record in evidence.of("growth_bodies"):
        what = f"N, r = {record['params']['order']}"
        sizes = (limits.BODIES, limits.LARGE_BODIES)
        both = [limits.slope_within(record, *some) for some in sizes]
        yield [_problem(record), what, *both, "", _listed(record)]
    for record in evidence.of("growth_orders"):
        slope, cost = limits.orders_slope(record), limits.orders_cost(record)
        yield [_problem(record), f"r, {label(record)}", slope, "", cost, _listed(record)]


def _listed(record: Record) -> str:
    return "; ".join(f"{x}: {MICRO * seconds:.3g}" for x, seconds in times(record))


def _programs(evidence: Evidence) -> Iterator[list[Any]]:
    """How CasADi's programs grow with the order."""
    for program, sizes in operations.counts(evidence).items():
        if len(sizes) >= operations.SHORTEST:
            yield [
                program.robot,
                program.dynamics,
                "in t" if program.kind == "polynomial" else "in the state",
                "yes" if program.eliminated else "no",
                operations.factor(sizes),
                operations.ratios(sizes)[-1],
                operations.growth(sizes),
                "; ".join(f"{r}: {n}" for r, n in sizes.items()),
            ]


SHARED = (
    CASADI,
    Columns(
        "operations",
        "Instructions of CasADi's program for the r-th derivative, by jtimes with respect to t "
        "(as Ali et al.) or along the state's derivative; common subexpressions eliminated after "
        "each order or not. Factor: growth per order fitted from order 1 on.",
        _programs,
        ("Robot", "Dynamics", "Differentiated", "Eliminated", "Factor", "Last factor", "Growth",
         "Instructions at each order"),
    ),
    Columns(
        "overhead",
        "A call from Python and the kernel inside it, best times in microseconds.",
        "overhead",
        {
            "Robot": label,
            "r": param("order"),
            "Call": micros("lieref"),
            "Kernel": micros("lieref kernel"),
            "Difference": _above,
        },
    ),
    Columns(
        "digits",
        "Forward dynamics called from Python in doubles (digits=16) and in double-doubles "
        "(digits=31), best times in microseconds; the latter over the former and over Pinocchio's "
        "aba.",
        "digits",
        {
            "Robot": label,
            "Bodies": result("nbodies"),
            "r": param("order"),
            "Doubles": micros("doubles"),
            "Double-doubles": micros("double-doubles"),
            "Ratio": ratio("doubles"),
            "Over Pinocchio": lambda record: record["result"]["ratios"].get("Pinocchio", ""),
        },
    ),
    Columns(
        "growth",
        "Slopes of the kernel's time on logarithmic axes, over N from 6 and from 51 to 996 (5 "
        "branches) and over r from 2 to 10; the time at r = 5 over that at r = 0; and the best "
        "times in microseconds.",
        _slopes,
        ("Dynamics", "Over", "Slope", "N from 51", "r = 5 over r = 0", "Time at each"),
    ),
    LEFT_OUT,
)  # fmt: skip


def all_tables(evidence: Evidence, problem: Dynamics) -> list[Table]:
    """Return the tables that have rows."""
    return made((_calls(problem), *SHARED), evidence)


def said(evidence: Evidence) -> str:
    """Say whether automatic differentiation grows exponentially."""
    return operations.conclusion(operations.counts(evidence), robots.label(SMALL))
