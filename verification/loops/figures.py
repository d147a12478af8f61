"""The figures of the report on mechanisms with loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lieref.reporting.drawing import COLORS, Plot, legend, log_errors
from verification.evidence import Evidence
from verification.loops.claims.accuracy import ACCURATE
from verification.loops.tables import ALGORITHMS, SIMPLIFIED, by_mechanism, worst

STYLES: dict[str, dict[str, Any]] = {
    "c_rnea": {"color": COLORS[0], "marker": "o"},
    "c_aba": {"color": COLORS[1], "marker": "s"},
    "c_efpa": {"color": COLORS[2], "marker": "^"},
}
STROKES: dict[str, dict[str, Any]] = {
    "unconstrained": {"color": COLORS[1], "linestyle": "--"},
    "approximate": {"color": COLORS[0], "linestyle": "-."},
    "approximate_full": {"color": COLORS[2], "linestyle": ":", "linewidth": 1.6},
}
ANGLES = (*COLORS, "#000000")


def accuracy(evidence: Evidence) -> Plot | None:
    """Worst error of each recursion by mechanism."""
    found = {claim: by_mechanism(evidence.of(claim)) for claim in ALGORITHMS}
    labels = list(found["c_rnea"])
    if not labels or any(set(x) != set(labels) for x in found.values()):
        return None

    def draw(axes: Axes) -> None:
        axes.figure.set_size_inches(5.2, 1.6 + 0.24 * len(labels))  # type: ignore[union-attr]
        # below one unit nothing is to be told apart
        for claim, name in ALGORITHMS.items():
            errors = [max(worst(found[claim][label]), 1e-17) for label in labels]
            axes.plot(errors, range(len(labels)), linestyle="none", label=name, **STYLES[claim])
        axes.axvline(ACCURATE, color="#010203", linewidth=0.8, linestyle="--")
        axes.set_xscale("log")
        axes.set_yticks(range(len(labels)), [x.replace(" (", "\n(") for x in labels], fontsize=6)
        axes.invert_yaxis()
        axes.set_xlabel("Relative error (max norm), worst state")
        axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=3)

    largest = {
        name: max(worst(x) for x in found[claim].values()) for claim, name in ALGORITHMS.items()
    }
    return Plot(
        "accuracy",
        "Worst error of the recursions over random states of each mechanism, against the oracle; "
        "the dashed line is the limit.",
        "Dots by mechanism. Largest: "
        + ", ".join(f"{name} {x:.1e}" for name, x in largest.items())
        + ".",
        draw,
    )


def toggle(evidence: Evidence) -> Plot | None:
    """Errors against the distance from the toggle."""
    records = evidence.of("toggle")
    if not records:
        return None

    def curve(pick: Callable[[dict[str, Any]], float]) -> tuple[list[float], list[float]]:
        found: dict[float, float] = {}
        for record in records:
            at = float(record["params"]["distance"])
            found[at] = max(found.get(at, 0.0), pick(record["result"]))
        return list(found), [max(x, 1e-17) for x in found.values()]

    curves: dict[str, tuple[Callable[[dict[str, Any]], float], dict[str, Any]]] = {
        "crank independent": (
            lambda x: float(x["crank"]["error"]),
            {"color": COLORS[1], "marker": "s"},
        ),
        "tree coordinates": (
            lambda x: float(x["tree"]["error"]),
            {"color": COLORS[0], "marker": "o"},
        ),
        "conditioning bound": (
            lambda x: float(x["bound"]),
            {"color": COLORS[2], "marker": "^", "linestyle": ":"},
        ),
    }
    refused = sum(bool(record["result"]["crank"]["refused"]) for record in records)

    def draw(axes: Axes) -> None:
        for name, (pick, style) in curves.items():
            axes.plot(*curve(pick), label=name, **style)
        axes.set_xscale("log")
        log_errors(axes)
        axes.set_xlabel("Bend of coupler and rocker [rad]; the toggle is at zero")
        legend(axes)

    last = ", ".join(f"{name} {max(curve(pick)[1]):.1e}" for name, (pick, _) in curves.items())
    return Plot(
        "toggle",
        "Forward dynamics of a four-bar linkage on the way to where its crank turns back: with the "
        f"crank independent ({refused} answers refused), and in tree coordinates, whose free "
        "motions are chosen at the configuration.",
        f"Line chart, both axes logarithmic. Largest errors: {last}.",
        draw,
    )


def andrews(evidence: Evidence) -> Plot | None:
    """The seven angles of Andrews' mechanism."""
    records = [r for r in evidence.of("andrews") if r["params"]["way"] == "re-solved"]
    if not records:
        return None
    result = records[0]["result"]

    def draw(axes: Axes) -> None:
        for color, (name, values) in zip(ANGLES, result["motion"].items(), strict=True):
            axes.plot([1e3 * t for t in result["t"]], values, color=color, label=name)
        # beta and theta turn round many times
        axes.set_ylim(-1.2, 1.6)
        axes.set_xlabel("Time [ms]")
        axes.set_ylabel("Angle [rad]")
        legend(axes, 4)

    return Plot(
        "andrews",
        "Motion of Andrews' squeezing mechanism in the range of the five angles that do not turn "
        "round, beta and theta leave it (Hairer and Wanner, Fig. VII.7.2).",
        "Line chart of seven angles over 30 ms. Largest difference at the end: to the true angles "
        f"{float(result['reference']):.1e} rad, to the published "
        f"{float(result['published']):.1e} rad.",
        draw,
    )


def fig_14(evidence: Evidence) -> Plot | None:
    """Fig. 14 of Chignoli et al.: torques of the ankle, and the errors of simplified ones."""
    records = sorted(evidence.of("ankle"), key=lambda r: -float(r["params"]["frequency"]))
    if not records:
        return None
    result = records[0]["result"]
    torques = {name: np.array(values, dtype=float) for name, values in result["ankle"].items()}

    def draw(axes: Axes) -> None:
        figure: Any = axes.figure
        figure.set_size_inches(5.2, 5.0)
        axes.remove()
        above, below = figure.subplots(2, 1, sharex=True)
        above.plot(result["t"], torques["exact"], label="exact", color="#010203", linewidth=1.8)
        for name, label in SIMPLIFIED.items():
            above.plot(result["t"], torques[name], label=label, **STROKES[name])
            below.plot(result["t"], torques[name] - torques["exact"], **STROKES[name])
        below.axhline(0.0, color="#010203", linewidth=0.6)
        above.set_ylabel("Torque [N m]")
        below.set(xlabel="Time [s]", ylabel="Difference to exact [N m]")
        legend(above, 2)

    shares = ", ".join(f"{label} {result['share'][x]:.1%}" for x, label in SIMPLIFIED.items())
    return Plot(
        "fig_14",
        "As Fig. 14 of Chignoli et al.: torques of the ankle of a leg like the MIT Humanoid's, all "
        f"joints along {records[0]['params']['amplitude']} rad sin(2 pi w t), w = "
        f"{records[0]['params']['frequency']:.3g} / s, and their differences to the exact ones.",
        "Two line charts over one period, torques above and differences below. Root mean squares "
        f"of the differences, of the exact peak: {shares}.",
        draw,
    )


MAKERS = (accuracy, toggle, andrews, fig_14)


def all_figures(evidence: Evidence) -> list[Plot]:
    """Return the figures that there are results for."""
    return [plot for make in MAKERS if (plot := make(evidence)) is not None]
