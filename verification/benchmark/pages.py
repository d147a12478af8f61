"""The benchmark's tables, made of its records."""

from __future__ import annotations

from lieref.reporting.campaigns.store import Record
from lieref.reporting.tables import Table
from verification.benchmark import dynamics, limits, operations
from verification.benchmark.dynamics import Dynamics
from verification.benchmark.plans import LARGE, ROBOTS, SHORTER
from verification.benchmark.timed import MICRO, best, micro, namer, spread, times
from verification.evidence import Evidence
from verification.subjects import robots


def _problem(record: Record) -> str:
    return dynamics.of(record["params"]).label


def calls(evidence: Evidence, problem: Dynamics) -> Table:
    """Calls from Python at order 0."""
    name_of = namer(ROBOTS)
    rows = []
    for record in evidence.of("from_python"):
        name = name_of(record)
        rows.append(
            [
                name,
                record["result"]["nbodies"],
                *spread(record, "lieref"),
                *spread(record, "Pinocchio"),
                micro(record, "lieref kernel"),
                record["result"]["ratios"]["Pinocchio"],
                limits.FRACTIONS[problem.name].get(name, ""),
            ]
        )
    return Table(
        "calls",
        f"{problem.label.capitalize()} dynamics of order 0 called from Python, microseconds a "
        "call: best, median and 90 % of the repeats; lieref's kernel alone; ratio of the best "
        "times.",
        ("Robot", "Bodies", "lieref", "median", "90 %", "Pinocchio", "median", "90 %",
         "Kernel alone", "Ratio", "Limit"),
        rows,
    )  # fmt: skip


def casadi(evidence: Evidence) -> Table:
    """Kernel against CasADi at each order."""
    rows = []
    for record in evidence.of("casadi"):
        params, result = record["params"], record["result"]
        facts = result["casadi"]
        peer = params["peer"]
        rows.append(
            [
                robots.label(params["robot"]),
                _problem(record),
                params["order"],
                peer,
                *spread(record, "lieref kernel"),
                *spread(record, peer),
                result["ratios"][peer],
                facts["instructions"],
                facts["seconds_to_build_or_load"],
                facts.get("compile_seconds", ""),
                facts["peak_memory_mb"],
            ]
        )
    rows.sort(key=lambda row: (str(row[0]), str(row[1]), str(row[3]), row[2]))
    return Table(
        "casadi",
        "lieref's kernel (all orders up to r) and CasADi (order r alone), microseconds: best, "
        "median and 90 % of the repeats; size of CasADi's program and what making it took.",
        ("Robot", "Dynamics", "r", "CasADi as", "lieref", "median", "90 %", "CasADi", "median",
         "90 %", "Ratio", "Instructions", "Build or load [s]", "Compile [s]", "Memory [MB]"),
        rows,
    )  # fmt: skip


def left_out(evidence: Evidence) -> Table:
    """The cases that gave no number or were not tried, and why."""
    rows = []
    for kind, records in evidence.by_claim.items():
        for record in records:
            reason = record.get("error") or record["result"].get("stopped")
            if reason:
                params = record["params"]
                what = [kind, *(str(params[key]) for key in ("peer", "kind") if key in params)]
                label = robots.label(params["robot"]) if "robot" in params else ""
                order = params.get("order", "")
                rows.append([", ".join(what), _problem(record), label, order, reason])
    timed = [r["params"] for r in evidence.of("casadi") if r["params"]["robot"] == LARGE]
    for (name, peer), (last, reason) in SHORTER.items():
        label = next((dynamics.of(p).label for p in timed if dynamics.of(p).name == name), "")
        if label:
            orders = f"from {last + 1} on"
            rows.append([f"casadi, {peer}", label, robots.label(LARGE), orders, reason])
    return Table(
        "left_out",
        "What could not be measured, and why.",
        ("Case", "Dynamics", "Robot", "r", "Reason"),
        rows,
    )


def overhead(evidence: Evidence) -> Table:
    """What the public function from Python costs."""
    rows = []
    for record in evidence.of("overhead"):
        call, kernel = (MICRO * best(record, name) for name in ("lieref", "lieref kernel"))
        label = robots.label(record["params"]["robot"])
        rows.append([label, record["params"]["order"], call, kernel, call - kernel])
    return Table(
        "overhead",
        "A call from Python and the kernel inside it, best times in microseconds.",
        ("Robot", "r", "Call", "Kernel", "Difference"),
        rows,
    )


def digits(evidence: Evidence) -> Table:
    """What double-doubles cost."""
    rows = []
    for record in evidence.of("digits"):
        params, result = record["params"], record["result"]
        ratios = result["ratios"]
        rows.append(
            [
                robots.label(params["robot"]),
                result["nbodies"],
                params["order"],
                micro(record, "doubles"),
                micro(record, "double-doubles"),
                ratios["doubles"],
                ratios.get("Pinocchio", ""),
            ]
        )
    return Table(
        "digits",
        "Forward dynamics called from Python in doubles (digits=16) and in double-doubles "
        "(digits=31), best times in microseconds; the latter over the former and over Pinocchio's "
        "aba.",
        ("Robot", "Bodies", "r", "Doubles", "Double-doubles", "Ratio", "Over Pinocchio"),
        rows,
    )  # fmt: skip


def slopes(evidence: Evidence) -> Table:
    """Fitted slopes, and the time of each size and order they are fitted to."""
    rows = []
    for record in evidence.of("growth_bodies"):
        what = f"N, r = {record['params']['order']}"
        sizes = (limits.BODIES, limits.LARGE_BODIES)
        both = [limits.slope_within(record, *some) for some in sizes]
        rows.append([_problem(record), what, *both, "", _listed(record)])
    for record in evidence.of("growth_orders"):
        what = f"r, {robots.label(record['params']['robot'])}"
        cost = limits.orders_cost(record)
        slope = limits.orders_slope(record)
        rows.append([_problem(record), what, slope, "", cost, _listed(record)])
    return Table(
        "growth",
        "Slopes of the kernel's time on logarithmic axes, over N from 6 and from 51 to 996 (5 "
        "branches) and over r from 2 to 10; the time at r = 5 over that at r = 0; and the best "
        "times in microseconds.",
        ("Dynamics", "Over", "Slope", "N from 51", "r = 5 over r = 0", "Time at each"),
        rows,
    )


def _listed(record: Record) -> str:
    return "; ".join(f"{x}: {MICRO * seconds:.3g}" for x, seconds in times(record))


def programs(evidence: Evidence) -> Table:
    """How CasADi's programs grow with the order."""
    found = operations.counts(evidence)
    rows = []
    for program, sizes in found.items():
        if len(sizes) < operations.SHORTEST:
            continue
        rows.append(
            [
                program.robot,
                program.dynamics,
                "in t" if program.kind == "polynomial" else "in the state",
                "yes" if program.eliminated else "no",
                operations.factor(sizes),
                operations.ratios(sizes)[-1],
                operations.growth(sizes),
                "; ".join(f"{r}: {n}" for r, n in sizes.items()),
            ]
        )
    return Table(
        "operations",
        "Instructions of CasADi's program for the r-th derivative, by jtimes with respect to t "
        "(as Ali et al.) or along the state's derivative; common subexpressions eliminated after "
        "each order or not. Factor: growth per order fitted from order 1 on.",
        ("Robot", "Dynamics", "Differentiated", "Eliminated", "Factor", "Last factor", "Growth",
         "Instructions at each order"),
        rows,
    )  # fmt: skip


def all_tables(evidence: Evidence, problem: Dynamics) -> list[Table]:
    """Return the tables that have rows."""
    found = [
        calls(evidence, problem),
        casadi(evidence),
        programs(evidence),
        overhead(evidence),
        digits(evidence),
        slopes(evidence),
        left_out(evidence),
    ]
    return [table for table in found if table.rows]
