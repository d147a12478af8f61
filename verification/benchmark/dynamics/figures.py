"""The benchmark's figures, drawn from its records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes

from lieref.reporting.campaigns.store import Record
from lieref.reporting.drawing import COLORS, Plot, legend
from verification.benchmark.dynamics import operations, problems
from verification.benchmark.dynamics.cases import PEERS
from verification.benchmark.dynamics.plans import LARGE, SMALL
from verification.benchmark.dynamics.problems import FORWARD, INVERSE, Dynamics
from verification.benchmark.timed import MICRO, best, times
from verification.evidence import Evidence
from verification.subjects import robots

# One marker an order or a peer.
MARKERS = "osD^v*"
# Which of the two problems a line is of, where both are drawn.
STROKES = {INVERSE.label: "--", FORWARD.label: "-"}


def stacked(axes: Axes, count: int, height: float = 3.6) -> list[Axes]:
    """Return panels one above the other in the place of the axes."""
    figure: Any = axes.figure
    figure.set_size_inches(5.2, height * count)
    axes.remove()
    return list(figure.subplots(count, 1, squeeze=False)[:, 0])


def letter(panel: Axes, name: str) -> None:
    """Write the letter of a panel above its corner."""
    panel.text(-0.14, 1.02, f"({name})", transform=panel.transAxes)


def _of(evidence: Evidence, kind: str, problem: Dynamics) -> list[Record]:
    return [r for r in evidence.of(kind) if problems.of(r["params"]) is problem]


def _line(
    axes: Axes, i: int, label: str, points: Sequence[tuple[float, float]], **style: Any
) -> None:
    i %= len(COLORS)
    xs, ys = zip(*points, strict=True)
    axes.plot(xs, ys, color=COLORS[i], marker=MARKERS[i], label=label, **style)


def _growth(record: Record) -> list[tuple[float, float]]:
    return [(x, MICRO * seconds) for x, seconds in times(record)]


def _peer(evidence: Evidence, problem: Dynamics, robot: Any, peer: str) -> list[Any]:
    return sorted(
        (r["params"]["order"], MICRO * best(r, peer))
        for r in _of(evidence, "casadi", problem)
        if r["params"]["robot"] == robot and r["params"]["peer"] == peer
    )


def _draw_bodies(axes: Axes, evidence: Evidence, problem: Dynamics, **style: Any) -> None:
    for record in _of(evidence, "growth_bodies", problem):
        order = record["params"]["order"]
        _line(axes, order, f"$r = {order}$", _growth(record), **style)
    axes.set(xscale="log", yscale="log", xlabel="Bodies $N$", ylabel="Time [µs]")


def _draw_casadi(
    axes: Axes, evidence: Evidence, problem: Dynamics, robot: Any, **style: Any
) -> None:
    for i, peer in enumerate(PEERS):
        at = _peer(evidence, problem, robot, peer)
        if at:
            _line(axes, i + 1, f"CasADi {peer}", at, **style)
    axes.set(yscale="log", xlabel="Order $r$ of the derivative", ylabel="Time [µs]")


def _against_bodies(evidence: Evidence, problem: Dynamics) -> Plot:
    def draw(axes: Axes) -> None:
        _draw_bodies(axes, evidence, problem)
        axes.legend(ncols=2)

    return Plot(
        "time_bodies",
        f"Kernel time of {problem.label} dynamics against the number of bodies, 5 branches, as "
        "Fig. 4 of Ali et al.",
        "Line chart, both axes logarithmic, one rising straight line for each order 0 to 5.",
        draw,
    )


def _against_order(evidence: Evidence, problem: Dynamics, growth: Record) -> Plot:
    robot = growth["params"]["robot"]

    def draw(axes: Axes) -> None:
        _line(axes, 0, "lieref, orders 0 to $r$", _growth(growth))
        _draw_casadi(axes, evidence, problem, robot)
        axes.legend()

    return Plot(
        f"time_order_{1 + robot['branches'] * robot['links']}",
        f"Time of {problem.label} dynamics against the order of the derivative, "
        f"{robots.label(robot)}; CasADi as Fig. 4(c) of Ali et al. (VM), with common "
        "subexpressions eliminated, and as compiled C.",
        "Line chart, logarithmic times against orders; CasADi's lines rise faster than lieref's.",
        draw,
    )


def _panels(evidence: Evidence) -> Plot:
    """Fig. 4 of Ali et al.: both problems against N, against r, and CasADi."""

    def draw(axes: Axes) -> None:
        bodies, orders, peers = stacked(axes, 3, 3.2)
        for problem in (INVERSE, FORWARD):
            stroke = STROKES[problem.label]
            _draw_bodies(bodies, evidence, problem, linestyle=stroke)
            for record in _of(evidence, "growth_orders", problem):
                if record["params"]["robot"] == LARGE:
                    label = f"{problem.label} dynamics"
                    for panel, i in ((orders, 0), (peers, 0)):
                        _line(panel, i, f"lieref, {label}", _growth(record), linestyle=stroke)
            _draw_casadi(peers, evidence, problem, LARGE, linestyle=stroke)
        orders.set(xlabel="Order $r$ of the derivative", ylabel="Time [µs]", ylim=(0, None))
        for panel, name in zip((bodies, orders, peers), "abc", strict=True):
            letter(panel, name)
            # each color once: dashed and solid lines have the same
            shown: dict[str, Any] = {}
            for line, label in zip(*panel.get_legend_handles_labels(), strict=True):
                shown[label] = line
            legend(panel, 3, handles=list(shown.values()), labels=list(shown), fontsize=8)

    return Plot(
        "fig_4",
        "As Fig. 4 of Ali et al.: kernel time (a) against the number of bodies, 5 branches, "
        "orders 0 to 5; (b) against the order at N = 101; (c) CasADi at N = 101 as in Table 4 "
        "(VM), with common subexpressions eliminated, and as compiled C. Solid: forward dynamics; "
        "dashed: inverse dynamics.",
        "Three line charts. (a) Both axes logarithmic: straight lines of slope one. (b) Gently "
        "rising curves. (c) Logarithmic times: CasADi's lines rise faster than lieref's.",
        draw,
    )


def _programs(evidence: Evidence) -> Plot:
    found = operations.counts(evidence)
    labels = (robots.label(SMALL), robots.label(LARGE))

    def draw(axes: Axes) -> None:
        kinds = (("polynomial", False), ("state", False), ("polynomial", True), ("state", True))
        names = ("in $t$", "in the state", "in $t$, eliminated", "in the state, eliminated")
        for stroke_of, stroke in STROKES.items():
            for i, (kind, eliminated) in enumerate(kinds):
                sizes = found.get(operations.Program(stroke_of, labels[0], kind, eliminated))
                if sizes:
                    text = names[i] if stroke_of == FORWARD.label else "_"
                    _line(axes, i, text, list(sizes.items()), linestyle=stroke)
        axes.set(yscale="log", xlabel="Order $r$ of the derivative", ylabel="Instructions")
        axes.legend()

    said = [f"{label}: {text}" for label in labels if (text := operations.finding(found, label))]
    return Plot(
        "operations",
        f"Is automatic differentiation exponential? Instructions of CasADi's programs, "
        f"{labels[0]}; solid: forward dynamics, dashed: inverse dynamics. {' '.join(said)}",
        "Line chart, logarithmic numbers against orders: straight lines without elimination, "
        "lines that bend down with it.",
        draw,
    )


def all_figures(evidence: Evidence, problem: Dynamics) -> list[Plot]:
    """Return the figures for which there are records."""
    found = []
    if problem is FORWARD and _of(evidence, "growth_bodies", problem):
        found.append(_panels(evidence))
    if evidence.of("operations"):
        found.append(_programs(evidence))
    if _of(evidence, "growth_bodies", problem):
        found.append(_against_bodies(evidence, problem))
    growths = _of(evidence, "growth_orders", problem)
    return found + [_against_order(evidence, problem, record) for record in growths]
