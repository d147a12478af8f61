"""The benchmark's tables and figures, drawn from its records."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes

from verification.benchmark import limits
from verification.benchmark.cases import ROBOTS
from verification.evidence import Evidence
from verification.figures import Plot
from verification.subjects import robots
from verification.tables import Table
from verification.verdicts import Record

PEERS = ("VM", "VM, cse", "C, cse")
# Okabe and Ito's palette, one colour and marker an order or a peer.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
MARKERS = "osD^v*"
MICRO = 1e6


def _of(evidence: Evidence, name: str) -> list[Record]:
    return [r for r in evidence.by_claim.get(name, []) if "error" not in r]


def _spread(timing: dict[str, float]) -> list[float]:
    return [MICRO * timing[key] for key in ("best", "median", "ninth")]


def calls(evidence: Evidence) -> Table:
    """Calls from Python at order 0."""
    names = {robots.label(robot): (name, limit) for name, robot, limit in ROBOTS}
    rows = []
    for record in _of(evidence, "from_python"):
        name, limit = names[robots.label(record["params"]["robot"])]
        timings = record["result"]["timings"]
        ours, theirs = timings["lieref"], timings["Pinocchio"]
        rows.append(
            [
                name,
                record["result"]["nbodies"],
                *_spread(ours),
                *_spread(theirs),
                MICRO * timings["lieref kernel"]["best"],
                record["result"]["ratios"]["Pinocchio"],
                "" if limit is None else limit,
            ]
        )
    return Table(
        "calls",
        "Inverse dynamics of order 0 called from Python, microseconds a call: best, median and "
        "90 % of the repeats; lieref's kernel alone; ratio of the best times.",
        ("Robot", "Bodies", "lieref", "median", "90 %", "Pinocchio", "median", "90 %",
         "Kernel alone", "Ratio", "Limit"),
        rows,
    )  # fmt: skip


def casadi(evidence: Evidence) -> Table:
    """Kernel against CasADi at each order."""
    rows = []
    for record in _of(evidence, "casadi"):
        params, result = record["params"], record["result"]
        timings, facts = result["timings"], result["casadi"]
        peer = params["peer"]
        rows.append(
            [
                robots.label(params["robot"]),
                params["order"],
                peer,
                *_spread(timings["lieref kernel"]),
                *_spread(timings[peer]),
                result["ratios"][peer],
                facts["instructions"],
                facts["seconds_to_build_or_load"],
                facts.get("compile_seconds", ""),
                facts["peak_memory_mb"],
            ]
        )
    rows.sort(key=lambda row: (str(row[0]), str(row[2]), row[1]))
    return Table(
        "casadi",
        "lieref's kernel (all orders up to r) and CasADi (order r alone), microseconds: best, "
        "median and 90 % of the repeats; size of CasADi's program and what making it took.",
        ("Robot", "r", "CasADi as", "lieref", "median", "90 %", "CasADi", "median", "90 %",
         "Ratio", "Instructions", "Build or load [s]", "Compile [s]", "Memory [MB]"),
        rows,
    )  # fmt: skip


def overhead(evidence: Evidence) -> Table:
    """What the door from Python costs."""
    rows = []
    for record in _of(evidence, "overhead"):
        timings = record["result"]["timings"]
        call, kernel = (MICRO * timings[name]["best"] for name in ("lieref", "lieref kernel"))
        label = robots.label(record["params"]["robot"])
        rows.append([label, record["params"]["order"], call, kernel, call - kernel])
    return Table(
        "overhead",
        "A call from Python and the kernel inside it, best times in microseconds.",
        ("Robot", "r", "Call", "Kernel", "Difference"),
        rows,
    )


def slopes(evidence: Evidence) -> Table:
    """Fitted slopes, and the time of each size and order they are fitted to."""
    rows = []
    for record in _of(evidence, "growth_bodies"):
        what = f"N, r = {record['params']['order']}"
        rows.append([what, limits.bodies_slope(record), _listed(record)])
    for record in _of(evidence, "growth_orders"):
        what = f"r, {robots.label(record['params']['robot'])}"
        rows.append([what, limits.orders_slope(record), _listed(record)])
    return Table(
        "growth",
        "Slopes of the kernel's time on logarithmic axes, over N from 51 to 996 (5 branches) and "
        "over r from 2 to 10; and the best times in microseconds.",
        ("Over", "Slope", "Time at each"),
        rows,
    )


def _listed(record: Record) -> str:
    return "; ".join(f"{x}: {MICRO * seconds:.3g}" for x, seconds in limits.times(record))


def all_tables(evidence: Evidence) -> list[Table]:
    """Return the tables that have rows."""
    found = [calls(evidence), casadi(evidence), overhead(evidence), slopes(evidence)]
    return [table for table in found if table.rows]


def _line(axes: Axes, i: int, label: str, xs: Sequence[float], ys: Sequence[float]) -> None:
    i %= len(COLORS)
    axes.plot(xs, ys, color=COLORS[i], marker=MARKERS[i], label=label)


def _curve(axes: Axes, i: int, label: str, record: Record) -> None:
    points = limits.times(record)
    _line(axes, i, label, [x for x, _ in points], [MICRO * seconds for _, seconds in points])


def _against_bodies(evidence: Evidence) -> Plot:
    def draw(axes: Axes) -> None:
        for record in _of(evidence, "growth_bodies"):
            order = record["params"]["order"]
            _curve(axes, order, f"$r = {order}$", record)
        axes.set(xscale="log", yscale="log", xlabel="Bodies $N$", ylabel="Time [µs]")
        axes.legend(ncols=2)

    return Plot(
        "time_bodies",
        "Kernel time against the number of bodies, 5 branches, as Fig. 4(a) of Ali et al.",
        "Line chart, both axes logarithmic, one rising straight line for each order 0 to 5.",
        draw,
    )


def _against_order(evidence: Evidence, growth: Record) -> Plot:
    robot = growth["params"]["robot"]

    def draw(axes: Axes) -> None:
        _curve(axes, 0, "lieref, orders 0 to $r$", growth)
        for i, peer in enumerate(PEERS):
            at = sorted(
                (r["params"]["order"], MICRO * r["result"]["timings"][peer]["best"])
                for r in _of(evidence, "casadi")
                if r["params"]["robot"] == robot and r["params"]["peer"] == peer
            )
            if at:
                _line(axes, i + 1, f"CasADi {peer}", *zip(*at, strict=True))
        axes.set(yscale="log", xlabel="Order $r$ of the derivative", ylabel="Time [µs]")
        axes.legend()

    return Plot(
        f"time_order_{1 + robot['branches'] * robot['links']}",
        f"Time against the order of the derivative, {robots.label(robot)}; CasADi as Fig. 4(c) of "
        "Ali et al. (VM), with common subexpressions eliminated, and as compiled C.",
        "Line chart, logarithmic times against orders; CasADi's lines rise faster than lieref's.",
        draw,
    )


def all_figures(evidence: Evidence) -> list[Plot]:
    """Return the figures for which there are records."""
    found = [_against_bodies(evidence)] if _of(evidence, "growth_bodies") else []
    return found + [_against_order(evidence, r) for r in _of(evidence, "growth_orders")]
