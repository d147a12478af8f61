"""The figures of the report on Müller: orders of the integrators, and energy over many steps."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes

from lieref.reporting.campaigns.store import Record
from lieref.reporting.drawing import COLORS, INK, Plot, legend, log_errors
from verification.evidence import Evidence
from verification.representations import form_figures

MOTIONS = {"free_body": "free body", "heavy_top": "heavy top"}
#: Colors and markers of the methods; Okabe and Ito's palette.
METHODS: dict[str, dict[str, Any]] = {
    "rkmk1": {"color": COLORS[3], "marker": "v"},
    "rkmk2": {"color": COLORS[4], "marker": "s"},
    "rkmk3": {"color": COLORS[2], "marker": "^"},
    "rkmk4": {"color": COLORS[0], "marker": "o"},
    "variational": {"color": COLORS[1], "marker": "D"},
}


def all_figures(evidence: Evidence) -> list[Plot]:
    """Return the figures that there are results for."""
    orders = [_orders(evidence, *motion) for motion in MOTIONS.items()]
    found = [plot for plot in (*orders, _energy(evidence)) if plot is not None]
    return [*form_figures.all_figures(evidence), *found]


def _results(evidence: Evidence, claim: str) -> list[Record]:
    return [record for record in evidence.of(claim) if "result" in record]


def _orders(evidence: Evidence, motion: str, name: str) -> Plot | None:
    """Error against the step, one curve a method."""
    curves = {
        record["params"]["method"]: (record["params"]["counts"], record["result"]["errors"])
        for record in _results(evidence, "integrator_orders")
        if record["params"]["motion"] == motion and record["params"]["coordinates"] == "exponential"
    }
    if not curves:
        return None

    def draw(axes: Axes) -> None:
        for method, (counts, errors) in curves.items():
            axes.plot([1.0 / n for n in counts], errors, label=method, **METHODS[method])
        axes.set_xscale("log")
        log_errors(axes)
        axes.set_ylabel("Error (rad, m and their rates)")
        axes.set_xlabel("Step [s]")
        legend(axes, 3)

    last = ", ".join(f"{method} {errors[-1]:.1e}" for method, (_, errors) in curves.items())
    return Plot(
        f"orders_{motion}",
        f"Error of each method after one second of the {name} against its closed form, exponential "
        "coordinates, by the length of the step.",
        f"Line chart, both axes logarithmic. At the shortest steps: {last}.",
        draw,
    )


def _energy(evidence: Evidence) -> Plot | None:
    """Energy over the longest motion of the variational method."""
    found = _results(evidence, "variational_momentum")
    if not found:
        return None
    longest = max(found, key=lambda record: record["params"]["steps"])
    t, energies = longest["result"]["t"], longest["result"]["energies"]

    def draw(axes: Axes) -> None:
        axes.plot(t, [x - 1 for x in energies], color=INK, linewidth=0.8)
        axes.set_xlabel("Time [s]")
        axes.set_ylabel("Relative change of the energy")

    return Plot(
        "energy",
        f"Energy of a free tree of four bodies over {longest['params']['steps']} steps of the "
        "variational method: it swings and does not drift.",
        f"Line chart. Largest relative change: {max(abs(x - 1) for x in energies):.1e}.",
        draw,
    )
