"""The tables and figures on the speed of mechanisms with loops, made of the records."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import NullFormatter

from lieref.reporting.campaigns.store import Record
from lieref.reporting.drawing import COLORS, Plot, legend
from lieref.reporting.tables import Table
from verification.benchmark.loops import batch_cases
from verification.benchmark.loops.contact_cases import OURS, THEIRS
from verification.benchmark.loops.limits import (
    MOST,
    added,
    contact_name,
    multiple,
    name_of,
    of_peer,
    of_single,
    over_tree,
)
from verification.benchmark.loops.order_cases import ORDERS, label
from verification.benchmark.loops.partial_cases import CHAINED, DIFFERENCES, FUNCTIONS
from verification.benchmark.loops.plans import METHODS, ROBOTS
from verification.benchmark.timed import MICRO, best, micro
from verification.evidence import Evidence

TICKS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500)
# The recursion first.
STYLES: tuple[dict[str, Any], ...] = (
    {"color": COLORS[0], "marker": "o"},
    {"color": COLORS[1], "marker": "s"},
    {"color": COLORS[4], "marker": "v"},
    {"color": COLORS[3], "marker": "D"},
    {"color": COLORS[2], "marker": "^", "linestyle": ":"},
    {"color": COLORS[5], "marker": "x", "linestyle": ":"},
)
TITLES = {
    "inverse": "inverse dynamics",
    "forward": "forward dynamics",
    "inertia": "inverse operational-space inertia of two ends",
}
NUMBERS = {"inverse": "II, Fig. 9", "forward": "III, Fig. 10", "inertia": "IV, Fig. 12"}


def _style(function: str, method: str) -> dict[str, Any]:
    names = METHODS["forward"]
    order = {"projected": "projection", "projected_sparse": "projection_sparse"}
    if method == METHODS[function][0]:
        return STYLES[0]
    return STYLES[names.index(order.get(method, method))]


def _by_robot(evidence: Evidence, function: str) -> dict[str, Record]:
    found = {
        name_of(record): record
        for record in evidence.of("methods")
        if record["params"]["function"] == function
    }
    return {name: found[name] for name in ROBOTS if name in found}


def kernels(evidence: Evidence) -> Table:
    """Kernel times beside the open tree's."""
    rows = []
    for record in evidence.of("kernels"):
        result = record["result"]
        times = [
            micro(record, x)
            for x in ("constraint stage", "C-RNEA", "open tree, inverse", "C-ABA",
                      "open tree, forward")
        ]  # fmt: skip
        ratios = [float(multiple(x)(record) or 0) for x in MOST]
        rows.append([name_of(record), result["nbodies"], result["nv"], *times, *ratios])
    return Table(
        "kernels",
        "Kernels without Python, microseconds, best times: constraint stage alone, C-RNEA and "
        "C-ABA with it, and the spanning tree's algorithms without loops.",
        ("Robot", "Bodies", "nv", "Constraints", "C-RNEA", "Open inverse", "C-ABA",
         "Open forward", "C-RNEA / open", "C-ABA / open"),
        rows,
    )  # fmt: skip


def implicit(evidence: Evidence) -> Table:
    """What an implicit four-bar adds."""
    rows = [
        [algorithm, micro(record, algorithm), micro(record, MOST[algorithm][0]),
         added(algorithm)(record)]
        for record in evidence.of("implicit")
        for algorithm in MOST
    ]  # fmt: skip
    return Table(
        "four_bar",
        "A four-bar linkage with an implicit loop and its open tree, kernels, microseconds.",
        ("Algorithm", "With the loop", "Open tree", "Added"),
        rows,
    )


def methods(evidence: Evidence, function: str) -> Table:
    """Times of all methods of one function, and as multiples of the recursion's."""
    names, rows = METHODS[function], []
    for robot, record in _by_robot(evidence, function).items():
        timings = record["result"]["timings"]
        first = best(record, names[0])
        times = [micro(record, x) for x in names]
        ratios = [best(record, x) / first if x in timings else "" for x in names[1:]]
        rows.append([robot, record["result"]["nbodies"], record["result"]["nv"], *times, *ratios])
    return Table(
        f"methods_{function}",
        f"Methods of {TITLES[function]} (Chignoli et al., Table {NUMBERS[function]}): best times "
        "in microseconds, called from Python with G, g, K and k at hand, and multiples of "
        f"{names[0]}. Approximations are other functions than the rest.",
        ("Robot", "Bodies", "nv", *names, *(f"{x} / {names[0]}" for x in names[1:])),
        rows,
    )


def partials(evidence: Evidence) -> Table:
    """Times of first and second partials."""
    names = [name + method for name in FUNCTIONS.values() for method in ("", CHAINED)]
    rows = []
    for record in evidence.of("partials"):
        times = [micro(record, name) for name in (*names, DIFFERENCES)]
        result = record["result"]
        rows.append([name_of(record), result["nbodies"], result["nv"], *times])
    return Table(
        "partials",
        "First and second partials of inverse and forward dynamics through loops, called from "
        "Python, best times in microseconds: by the closed forms of the open tree, by the chain "
        "rule, and dtau/dq and dtau/dv of inverse dynamics by central differences.",
        ("Robot", "Bodies", "nv", *names, "central differences"),
        rows,
    )


def orders(evidence: Evidence) -> Table:
    """Times of inverse and forward dynamics of several orders, and as multiples of the tree's."""
    rows: list[list[Any]] = []
    for record in evidence.of("orders"):
        for r in ORDERS:
            cells: list[Any] = [name_of(record), r]
            for function in ("inverse", "forward"):
                cells += [
                    micro(record, label(function, r)),
                    micro(record, label(function, r, True)),
                    float(over_tree(function, r)(record) or 0),
                ]
            rows.append(cells)
    return Table(
        "orders",
        "Dynamics of order r through loops and of the open tree, called from Python, microseconds.",
        ("Robot", "r", "Inverse", "Open inverse", "Ratio", "Forward", "Open forward", "Ratio"),
        rows,
    )


def batches(evidence: Evidence) -> Table:
    """Times of single calls and of a state in a batch."""
    rows: list[list[Any]] = []
    for record in evidence.of("batches"):
        for function, r in batch_cases.names():
            times = [micro(record, batch_cases.label(function, r, many)) for many in (False, True)]
            ratio = 1 / float(of_single(function, r)(record) or np.inf)
            rows.append([name_of(record), function, r, *times, ratio])
    return Table(
        "batches",
        f"A call for one state and, in a call for {batch_cases.STATES} with one worker, the time "
        "of each, from Python, microseconds.",
        ("Robot", "Function", "r", "Single", "In a batch", "Ratio"),
        rows,
    )


def contacts(evidence: Evidence) -> Table:
    """Times beside Pinocchio's constraintDynamics."""
    rows: list[list[Any]] = []
    for record in evidence.of("contacts"):
        result = record["result"]
        times = [micro(record, name) for name in (OURS, THEIRS)]
        name = contact_name(record)
        rows.append([name, result["nbodies"], result["nv"], *times, of_peer(record)])
    return Table(
        "contacts",
        "Forward dynamics of linkages and of robots on their feet, kernels, microseconds: C-ABA "
        "with its constraint stage, and constraintDynamics of Pinocchio's C++.",
        ("Mechanism", "Bodies", "nv", OURS, THEIRS, "Ratio"),
        rows,
    )


def growth(evidence: Evidence) -> Table:
    """Slopes of all methods."""
    rows = []
    for record in evidence.of("growth"):
        result = record["result"]
        links = record["params"]["links"]
        for name, times in result["best"].items():
            ends = [MICRO * float(times[0]), MICRO * float(times[-1])]
            slopes = [float(result[key][name]) for key in ("over_all", "slopes")]
            chain = str(record["params"]["chain"]).replace("_", " ")
            rows.append([chain, f"{links[0]}-{links[-1]}", name, *ends, *slopes])
    return Table(
        "growth",
        "Growth with the links of a chain: times in microseconds at both ends, slope on "
        "logarithmic axes over all lengths and over the longer half of them.",
        ("Chain", "Links", "Method", "Shortest", "Longest", "Slope", "Longer half"),
        rows,
    )


def all_tables(evidence: Evidence) -> list[Table]:
    """Return the tables that have rows."""
    found = [kernels(evidence), implicit(evidence)]
    found += [methods(evidence, function) for function in METHODS]
    found += [partials(evidence), orders(evidence), batches(evidence), contacts(evidence)]
    found.append(growth(evidence))
    return [table for table in found if table.rows]


def _bars(evidence: Evidence, function: str) -> Plot | None:
    """Times by robot."""
    records, names = _by_robot(evidence, function), METHODS[function]
    if not records:
        return None
    times = [MICRO * best(x, name) for x in records.values() for name in x["result"]["timings"]]
    low_end, high_end = min(times), max(times)

    def draw(axes: Axes) -> None:
        axes.figure.set_size_inches(5.2, 1.5 + 0.34 * len(records))  # type: ignore[union-attr]
        for method in names:
            points = [
                (MICRO * best(record, method), row)
                for row, record in enumerate(records.values())
                if method in record["result"]["timings"]
            ]
            style = {**_style(function, method), "linestyle": "none"}
            axes.plot(*zip(*points, strict=True), label=method, **style)
        axes.set_xscale("log")
        ticks = [x for x in TICKS if low_end <= x <= high_end]
        axes.set_xticks(ticks, [f"{x:g}" for x in ticks])
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_yticks(range(len(records)), list(records))
        axes.invert_yaxis()
        axes.grid(axis="y", linewidth=0.3)
        axes.set_xlabel("Best time [µs]")
        legend(axes, 3)

    said = "; ".join(f"{robot} {MICRO * best(x, names[0]):.3g}" for robot, x in records.items())
    return Plot(
        f"methods_{function}",
        f"Methods of {TITLES[function]} on each robot, G, g, K and k at hand (Chignoli et al., "
        f"Table {NUMBERS[function]}).",
        f"Dots by robot, logarithmic. Microseconds of {names[0]}: {said}.",
        draw,
    )


def _growth(evidence: Evidence, chain: str, function: str) -> Plot | None:
    """Times of all methods of a function against the links."""
    records = [x for x in evidence.of("growth") if x["params"]["chain"] == chain]
    if not records:
        return None
    links, result = records[0]["params"]["links"], records[0]["result"]
    shown = {x: f"{function} {x}" for x in METHODS[function] if f"{function} {x}" in result["best"]}

    def draw(axes: Axes) -> None:
        for method, key in shown.items():
            label = f"{method} ({float(result['slopes'][key]):.2f})"
            times = [MICRO * float(x) for x in result["best"][key]]
            axes.plot(links, times, label=label, **_style(function, method))
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xticks(links, [str(n) for n in links])
        axes.minorticks_off()
        axes.set_xlabel("Links")
        axes.set_ylabel("Best time [µs]")
        legend(axes, 2)

    slopes = ", ".join(f"{x} {float(result['slopes'][key]):.2f}" for x, key in shown.items())
    label = chain.replace("_", " ")
    return Plot(
        f"growth_{chain}_{function}",
        f"Time of {TITLES[function]} of a {label} against its links; in brackets the slope over "
        "the longer half of the lengths (Chignoli et al., Figs. 11 and 13).",
        f"Line chart, both axes logarithmic. Slopes: {slopes}.",
        draw,
    )


def all_figures(evidence: Evidence) -> list[Plot]:
    """Return the figures for which there are records."""
    plots = [_bars(evidence, function) for function in METHODS]
    chains = [record["params"]["chain"] for record in evidence.of("growth")]
    plots += [
        _growth(evidence, chain, function)
        for chain in chains
        for function in ("forward", "inertia")
    ]
    return [plot for plot in plots if plot is not None]


def said(evidence: Evidence) -> str:
    """Say in a sentence how the recursions compare with projection."""
    found = [
        best(record, "projection") / best(record, "C-ABA")
        for record in _by_robot(evidence, "forward").values()
    ]
    load = evidence.environment["benchmark"]["load average at start"]
    shared = f" The machine was shared with other work (load average {load})." if load > 0.5 else ""
    if not found:
        return shared.strip()
    return (
        f"Projection takes {min(found):.2g} to {max(found):.2g} times the time of C-ABA on "
        f"{len(found)} mechanisms.{shared}"
    )
