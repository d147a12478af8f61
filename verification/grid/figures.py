"""The figure of an audit's grid: how far each result is from its tolerance."""

from __future__ import annotations

from matplotlib.axes import Axes

from lieref.reporting.drawing import COLORS, INK, Plot, legend
from verification.evidence import Evidence

MARKERS = "osD^vP*X"
#: An error of zero, and one beyond all measure, are drawn at these ends.
LOWEST, HIGHEST = 1e-6, 1e18


def points(evidence: Evidence) -> dict[str, list[tuple[int, float]]]:
    """Return for each quantity the velocities of the robot and the worst ratio of each case."""
    found: dict[str, list[tuple[int, float]]] = {}
    for record in evidence.of("audit"):
        worst: dict[str, float] = {}
        for row in record["result"]["rows"]:
            name = row["what"].partition(" ")[0]
            if row["ratio"] == row["ratio"]:
                worst[name] = max(worst.get(name, 0.0), row["ratio"])
        for name, ratio in worst.items():
            place = (record["result"]["nv"], min(max(ratio, LOWEST), HIGHEST))
            found.setdefault(name, []).append(place)
    return found


def all_figures(evidence: Evidence) -> list[Plot]:
    """Return the figure, if a case has numbers."""
    found = points(evidence)
    if not found:
        return []

    def draw(axes: Axes) -> None:
        for n, (name, places) in enumerate(found.items()):
            axes.plot(
                [x for x, _ in places], [y for _, y in places], linestyle="none",
                marker=MARKERS[n % len(MARKERS)], color=COLORS[n % len(COLORS)],
                markerfacecolor="none", label=name.replace("_", " "),
            )  # fmt: skip
        axes.axhline(1.0, color=INK, linewidth=0.8, linestyle=":")
        axes.set_yscale("log")
        axes.set_xlabel("Velocity coordinates of the robot")
        axes.set_ylabel("Error over tolerance")
        legend(axes, 2)

    highest = max(y for places in found.values() for _, y in places)
    return [
        Plot(
            "ratios",
            "Largest error over its tolerance, of every case and quantity; above the line at 1 a "
            "result is wrong.",
            f"Scatter chart, errors logarithmic, {len(found)} quantities. Largest: {highest:.1e}.",
            draw,
        )
    ]
