"""The tables of the benchmark of partial derivatives, made of its records."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from lieref.reporting.campaigns.store import Record
from verification.benchmark.partials import comparison, growth, problems, stages
from verification.benchmark.partials.limits import FRACTION, JUDGED, MULTIPLES
from verification.benchmark.partials.plans import (
    CASADI,
    COMPARED,
    FAMILIES,
    FORWARD_2,
    INVERSE_1,
    INVERSE_2,
)
from verification.benchmark.partials.problems import PROBLEMS, Problem
from verification.benchmark.timed import label, micro, micros, namer, ratio, spreads
from verification.evidence import Evidence
from verification.picks import param, result
from verification.subjects import robots
from verification.subjects.partial_methods import (
    ANALYTIC,
    BICOMPLEX,
    CHAIN_RULE,
    DIFFERENCES_1,
    DIFFERENCES_2,
)
from verification.tables import Columns, made

# A and B of Table III of Singh et al.: serial chains, binary trees.
TABLE_3: dict[Problem, dict[str, tuple[tuple[float, float], tuple[float, float]]]] = {
    problem: {} for problem in PROBLEMS
}
TABLE_3[INVERSE_1] = {ANALYTIC["inverse", 1]: ((1.76, -2.06), (1.03, 0.01))}
TABLE_3[INVERSE_2] = {
    BICOMPLEX: ((2.98, 2.14), (2.98, 2.13)),
    CHAIN_RULE: ((3.05, 0.93), (3.17, 0.47)),
    DIFFERENCES_1: ((3.02, 1.16), (3.03, 1.13)),
    DIFFERENCES_2: ((2.38, 0.66), (2.15, 1.38)),
    ANALYTIC["inverse", 2]: ((3.08, -4.71), (1.45, -0.77)),
}
NOT_TRIED = (
    "not tried: a program of more than some 100,000 instructions takes a compiler many minutes, "
    "one of a million more memory than is spared; or the run was a quick one"
)
# Where Singh et al. find the crossover, their Fig. 14: serial chains, binary trees.
FIG_14 = {"inner": ("45", "25"), "outer": ("beyond 100", "beyond 100")}


robot_name = namer(COMPARED)


def _limit(record: Record) -> float | str:
    return FRACTION if robot_name(record) in JUDGED else ""


MULTIPLE = {robots.label(robot): limit for robot, limit in MULTIPLES.values()}


def _real_robots(evidence: Evidence) -> Iterator[list[Any]]:
    """Every method on every robot."""
    for problem in PROBLEMS:
        found: dict[str, dict[str, float | str]] = {}
        for name, robot in COMPARED.items():
            for method, seconds in _timed(evidence, problem, robot):
                found.setdefault(method, {})[name] = seconds
        for method, times in sorted(found.items(), key=lambda item: comparison.rank(item[0])):
            yield [problem.label, method, *(times.get(name, "") for name in COMPARED)]


def _timed(
    evidence: Evidence, problem: Problem, robot: object
) -> Iterator[tuple[str, float | str]]:
    """Yield the methods of a robot and their best times."""
    timed = [*evidence.of("from_python"), *evidence.of("second_partials")]
    for record in growth.of(timed, problem, robot):
        if "lieref kernel" in record["result"]["timings"]:
            yield comparison.KERNEL, micro(record, "lieref kernel")
    for record in growth.of(evidence.of("methods"), problem, robot):
        yield from ((name, micro(record, name)) for name in record["result"]["timings"])
    for record in growth.of(evidence.of("from_python"), problem, robot):
        yield "Pinocchio", micro(record, "Pinocchio")
    for record in growth.of(evidence.of("casadi"), problem, robot):
        peer = record["params"]["peer"]
        yield f"CasADi {peer}", micro(record, peer)


def _coefficients(evidence: Evidence) -> Iterator[list[Any]]:
    """Table III of Singh et al. on this project's kernels."""
    for problem, family, method, fit in growth.fits(evidence):
        known = TABLE_3[problem].get(method)
        theirs = known[list(FAMILIES).index(family)] if known else ("", "")
        yield [problem.label, family, method, fit.A, fit.B, *theirs]


TERMS = (
    "whole",
    "IDSVA-SO",
    *(stages.name(stage, way) for stage, ways in stages.STAGES.items() for way in ways),
)


def _taken(record: Record) -> str:
    ways = record["result"]["ways"]
    return f"{ways['inner']}, {ways['outer']}"


def crossovers(evidence: Evidence) -> list[tuple[str, str, str, str]]:
    """Return stage, family, the N from which on its second way is faster, and the paper's N."""
    found = []
    for stage in FIG_14:
        one, other = stages.STAGES[stage]
        for family, paper in zip(FAMILIES, FIG_14[stage], strict=True):
            known = growth.curves(evidence.of("terms"), FORWARD_2, family)
            if not known:
                continue
            first, second = (known[stages.name(stage, way)] for way in (one, other))
            at = growth.crossover(first, second)
            said = f"beyond {first[-1][0]:g}" if at is None else f"{at:.0f}"
            found.append((stage, family, said, paper))
    return found


def _crossovers(evidence: Evidence) -> Iterator[list[Any]]:
    """Where the second way of a term overtakes the first."""
    for stage, family, at, paper in crossovers(evidence):
        yield [stage, " to ".join(stages.STAGES[stage]), family, at, paper]


def _problem(record: Record) -> str:
    return problems.of(record["params"]).label


def _of_peer(record: Record) -> list[Any]:
    """CasADi's time, the ratio to it, and what its program took."""
    peer, facts = record["params"]["peer"], record["result"]["casadi"]
    return [
        micro(record, peer),
        ratio(peer)(record),
        facts["instructions"],
        facts["entries"],
        facts["seconds_to_build"],
        facts.get("compile_seconds", ""),
    ]


def _left_out(evidence: Evidence) -> Iterator[list[Any]]:
    """The cases and methods that gave no number or were not tried, and why."""
    yield from _not_tried(evidence)
    for kind, records in evidence.by_claim.items():
        for record in records:
            params = record["params"]
            reasons = {params.get("peer", ""): record["error"]} if "error" in record else {}
            reasons.update(record.get("result", {}).get("failed", {}))
            for method, reason in reasons.items():
                yield [kind, _problem(record), robot_name(record), method, reason]


def _not_tried(evidence: Evidence) -> list[list[str]]:
    """Robots that CasADi is not compared on by one of its ways, though by others."""
    records = evidence.by_claim.get("casadi", [])
    rows = []
    for problem in PROBLEMS if records else ():
        for peer in CASADI:
            tried = [
                robot_name(r) for r in growth.of(records, problem) if r["params"]["peer"] == peer
            ]
            missing = [name for name in COMPARED if name not in tried]
            if missing:
                rows.append(["casadi", problem.label, "; ".join(missing), peer, NOT_TRIED])
    return rows


def said(evidence: Evidence) -> str:
    """Say how the second partials grow and where the terms cross, for the head of the page."""
    fits = {
        family: fit
        for problem, family, method, fit in growth.fits(evidence)
        if problem == INVERSE_2 and method == comparison.KERNEL
    }
    parts = []
    if fits:
        told = " and ".join(f"N^{fit.A:.2f} ({family}s)" for family, fit in fits.items())
        parts.append(f"The kernel of second partials of inverse dynamics takes a time of {told}.")
    found = crossovers(evidence)
    if found:
        told = "; ".join(f"{stage}, {family}s: {at}" for stage, family, at, _ in found)
        parts.append(f"N from which on the second way of a term of FDSVA-SO is faster: {told}.")
    return " ".join(parts)


LEFT_OUT = Columns(
    "left_out",
    "What could not be measured, and why.",
    _left_out,
    ("Case", "Partials", "Robot", "Method", "Reason"),
)
all_tables = partial(
    made,
    (
        Columns(
            "first_partials",
            "First partials called from Python, microseconds a call: best, median and 90 % of the "
            "repeats; lieref's kernel of inverse dynamics alone; ratio of the best times. "
            "Pinocchio: computeRNEADerivatives and computeABADerivatives.",
            "from_python",
            {
                "Robot": robot_name,
                "Velocities": result("nv"),
                "Dynamics": param("dynamics"),
                ("lieref", "median", "90 %"): spreads("lieref"),
                ("Pinocchio", "median", "90 %"): spreads("Pinocchio"),
                "Kernel alone": micros("lieref kernel"),
                "Ratio": ratio("Pinocchio"),
                "Limit": _limit,
            },
        ),
        Columns(
            "second_partials",
            "Second partials of inverse dynamics, best times in microseconds: the kernel, which "
            "writes into memory of a former call; the call from Python, which makes four new "
            "tensors; Pinocchio's computeRNEADerivatives, first order, from Python; ratio of the "
            "kernel to it.",
            "second_partials",
            {
                "Robot": robot_name,
                "Velocities": result("nv"),
                "Kernel": micros("lieref kernel"),
                "Call": micros("lieref"),
                "Pinocchio, first order": micros("Pinocchio, first"),
                "Ratio": ratio("Pinocchio, first"),
                "Limit": lambda record: MULTIPLE.get(label(record), ""),
            },
        ),
        Columns(
            "robots",
            "Every method on the robots, best times in microseconds, called from Python but for "
            "the kernels and CasADi. The methods that step run lieref's kernels from loops in "
            "Python, whose own time shows on small robots. CasADi: compiled C and virtual machine, "
            "common subexpressions eliminated (cse) or not. Empty: not timed, see what was left "
            "out.",
            _real_robots,
            ("Partials", "Method", *COMPARED),
        ),
        Columns(
            "coefficients",
            "log t = A log N + B, natural logarithms, t in microseconds, fitted to N from "
            f"{growth.SMALLEST['inverse']} (inverse dynamics) or {growth.SMALLEST['forward']} "
            "(forward dynamics) on; and as Table III of Singh et al. has them for their machine.",
            _coefficients,
            ("Partials", "Trees", "Method", "A", "B", "A, Table III", "B, Table III"),
        ),
        Columns(
            "crossovers",
            "The number of bodies from which on the second way of a term of FDSVA-SO is the faster "
            "one, and where Singh et al. find it in Fig. 14. Their DTM multiplies by the inverse "
            "of H, lieref's by its factor in the sparsity of the tree.",
            _crossovers,
            ("Term", "From, to", "Trees", "N", "N, Fig. 14"),
        ),
        Columns(
            "terms",
            "Stages of FDSVA-SO, best times in microseconds: the whole call from Python, the "
            "kernel of IDSVA-SO in it, and each stage by each way; the ways that the call takes by "
            "itself.",
            "terms",
            {
                "Trees": growth.family_of,
                "N": param("robot", "bodies"),
                **{name: micros(name) for name in TERMS},
                "Taken (inner, outer)": _taken,
            },
        ),
        Columns(
            "casadi",
            "lieref (kernel of inverse dynamics, call from Python of forward dynamics) and CasADi, "
            "best times in microseconds; size of CasADi's program, entries that it writes, and "
            "what making it took.",
            "casadi",
            {
                "Partials": _problem,
                "Robot": robot_name,
                "CasADi as": param("peer"),
                "lieref": micros("lieref"),
                (
                    "CasADi",
                    "Ratio",
                    "Instructions",
                    "Entries",
                    "Build [s]",
                    "Compile [s]",
                ): _of_peer,
            },
        ),
        LEFT_OUT,
    ),
)
