"""The figures on the speed of mechanisms with loops, drawn from the records."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import NullFormatter

from lieref.reporting.drawing import COLORS, Plot, legend
from verification.benchmark.loops.plans import METHODS
from verification.benchmark.loops.tables import NUMBERS, TITLES, by_robot
from verification.benchmark.timed import MICRO, best
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


def _style(function: str, method: str) -> dict[str, Any]:
    names = METHODS["forward"]
    order = {"projected": "projection", "projected_sparse": "projection_sparse"}
    if method == METHODS[function][0]:
        return STYLES[0]
    return STYLES[names.index(order.get(method, method))]


def _bars(evidence: Evidence, function: str) -> Plot | None:
    """Times by robot."""
    records, names = by_robot(evidence, function), METHODS[function]
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
