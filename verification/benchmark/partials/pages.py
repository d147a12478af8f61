"""The tables of the benchmark of partial derivatives, made of its records."""

from __future__ import annotations

from collections.abc import Iterator

from lieref.reporting.tables import Table
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
from verification.benchmark.timed import micro, namer, spread
from verification.evidence import Evidence
from verification.subjects import robots
from verification.subjects.partial_methods import (
    ANALYTIC,
    BICOMPLEX,
    CHAIN_RULE,
    DIFFERENCES_1,
    DIFFERENCES_2,
)

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


def first_partials(evidence: Evidence) -> Table:
    """First partials called from Python."""
    rows = []
    for record in evidence.of("from_python"):
        name, kernel = robot_name(record), micro(record, "lieref kernel")
        both = [*spread(record, "lieref"), *spread(record, "Pinocchio")]
        ratio = record["result"]["ratios"]["Pinocchio"]
        limit = FRACTION if name in JUDGED else ""
        dynamics = record["params"]["dynamics"]
        rows.append([name, record["result"]["nv"], dynamics, *both, kernel, ratio, limit])
    return Table(
        "first_partials",
        "First partials called from Python, microseconds a call: best, median and 90 % of the "
        "repeats; lieref's kernel of inverse dynamics alone; ratio of the best times. Pinocchio: "
        "computeRNEADerivatives and computeABADerivatives.",
        ("Robot", "Velocities", "Dynamics", "lieref", "median", "90 %", "Pinocchio", "median",
         "90 %", "Kernel alone", "Ratio", "Limit"),
        rows,
    )  # fmt: skip


def second_partials(evidence: Evidence) -> Table:
    """Second partials of inverse dynamics against Pinocchio's first."""
    limits = {robots.label(robot): limit for robot, limit in MULTIPLES.values()}
    rows = [
        [
            robot_name(record),
            record["result"]["nv"],
            *(micro(record, name) for name in ("lieref kernel", "lieref", "Pinocchio, first")),
            record["result"]["ratios"]["Pinocchio, first"],
            limits.get(robots.label(record["params"]["robot"]), ""),
        ]
        for record in evidence.of("second_partials")
    ]
    return Table(
        "second_partials",
        "Second partials of inverse dynamics, best times in microseconds: the kernel, which writes "
        "into memory of a former call; the call from Python, which makes four new tensors; "
        "Pinocchio's computeRNEADerivatives, first order, from Python; ratio of the kernel to it.",
        ("Robot", "Velocities", "Kernel", "Call", "Pinocchio, first order", "Ratio", "Limit"),
        rows,
    )


def real_robots(evidence: Evidence) -> Table:
    """Every method on every robot."""
    rows = []
    for problem in PROBLEMS:
        found: dict[str, dict[str, float | str]] = {}
        for name, robot in COMPARED.items():
            for method, seconds in _timed(evidence, problem, robot):
                found.setdefault(method, {})[name] = seconds
        for method, times in sorted(found.items(), key=lambda item: comparison.rank(item[0])):
            rows.append([problem.label, method, *(times.get(name, "") for name in COMPARED)])
    return Table(
        "robots",
        "Every method on the robots, best times in microseconds, called from Python but for the "
        "kernels and CasADi. The methods that step run lieref's kernels from loops in Python, "
        "whose own time shows on small robots. CasADi: compiled C and virtual machine, common "
        "subexpressions eliminated (cse) or not. Empty: not timed, see what was left out.",
        ("Partials", "Method", *COMPARED),
        rows,
    )


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


def coefficients(evidence: Evidence) -> Table:
    """Table III of Singh et al. on this project's kernels."""
    rows = []
    for problem, family, method, fit in growth.fits(evidence):
        known = TABLE_3[problem].get(method)
        theirs = known[list(FAMILIES).index(family)] if known else ("", "")
        rows.append([problem.label, family, method, fit.A, fit.B, *theirs])
    return Table(
        "coefficients",
        "log t = A log N + B, natural logarithms, t in microseconds, fitted to N from "
        f"{growth.SMALLEST['inverse']} (inverse dynamics) or {growth.SMALLEST['forward']} (forward "
        "dynamics) on; and as Table III of Singh et al. has them for their machine.",
        ("Partials", "Trees", "Method", "A", "B", "A, Table III", "B, Table III"),
        rows,
    )


def terms(evidence: Evidence) -> Table:
    """The terms of FDSVA-SO at each size."""
    names = ["whole", "IDSVA-SO"]
    names += [stages.name(stage, way) for stage, ways in stages.STAGES.items() for way in ways]
    rows = []
    for record in evidence.of("terms"):
        family, size = growth.family_of(record), record["params"]["robot"]["bodies"]
        ways = record["result"]["ways"]
        taken = f"{ways['inner']}, {ways['outer']}"
        rows.append([family, size, *(micro(record, name) for name in names), taken])
    return Table(
        "terms",
        "Stages of FDSVA-SO, best times in microseconds: the whole call from Python, the kernel of "
        "IDSVA-SO in it, and each stage by each way; the ways that the call takes by itself.",
        ("Trees", "N", *names, "Taken (inner, outer)"),
        rows,
    )


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


def crossover_table(evidence: Evidence) -> Table:
    """Where the second way of a term overtakes the first."""
    rows = [
        [stage, " to ".join(stages.STAGES[stage]), family, said, paper]
        for stage, family, said, paper in crossovers(evidence)
    ]
    return Table(
        "crossovers",
        "The number of bodies from which on the second way of a term of FDSVA-SO is the faster "
        "one, and where Singh et al. find it in Fig. 14. Their DTM multiplies by the inverse of H, "
        "lieref's by its factor in the sparsity of the tree.",
        ("Term", "From, to", "Trees", "N", "N, Fig. 14"),
        rows,
    )


def casadi(evidence: Evidence) -> Table:
    """lieref against CasADi's ways."""
    rows = []
    for record in evidence.of("casadi"):
        result, peer = record["result"], record["params"]["peer"]
        facts = result["casadi"]
        rows.append(
            [
                problems.of(record["params"]).label,
                robot_name(record),
                peer,
                micro(record, "lieref"),
                micro(record, peer),
                result["ratios"][peer],
                facts["instructions"],
                facts["entries"],
                facts["seconds_to_build"],
                facts.get("compile_seconds", ""),
            ]
        )
    return Table(
        "casadi",
        "lieref (kernel of inverse dynamics, call from Python of forward dynamics) and CasADi, "
        "best times in microseconds; size of CasADi's program, entries that it writes, and what "
        "making it took.",
        ("Partials", "Robot", "CasADi as", "lieref", "CasADi", "Ratio", "Instructions", "Entries",
         "Build [s]", "Compile [s]"),
        rows,
    )  # fmt: skip


def left_out(evidence: Evidence) -> Table:
    """The cases and methods that gave no number or were not tried, and why."""
    rows = _not_tried(evidence)
    for kind, records in evidence.by_claim.items():
        for record in records:
            params = record["params"]
            label = problems.of(params).label
            reasons = {params.get("peer", ""): record["error"]} if "error" in record else {}
            reasons.update(record.get("result", {}).get("failed", {}))
            for method, reason in reasons.items():
                rows.append([kind, label, robot_name(record), method, reason])
    return Table(
        "left_out",
        "What could not be measured, and why.",
        ("Case", "Partials", "Robot", "Method", "Reason"),
        rows,
    )


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


def all_tables(evidence: Evidence) -> list[Table]:
    """Return the tables that have rows."""
    found = [
        first_partials(evidence),
        second_partials(evidence),
        real_robots(evidence),
        coefficients(evidence),
        crossover_table(evidence),
        terms(evidence),
        casadi(evidence),
        left_out(evidence),
    ]
    return [table for table in found if table.rows]
