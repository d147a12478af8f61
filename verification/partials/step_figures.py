"""Figures of steps: Figs. 21, 22 and 23 of Singh et al. in shape, and the bicomplex step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from lieref.reporting.campaigns.store import Record
from lieref.reporting.drawing import COLORS, INK, Plot, log_errors
from verification.evidence import Evidence
from verification.partials import numbers
from verification.partials.styles import (
    KIND_NOTE,
    LINES,
    STYLE,
    WORDS,
    by_size,
    legend,
)
from verification.partials.tables import compared
from verification.subjects.partial_methods import DIFFERENCES_1, DIFFERENCES_2

#: Number of joints of the curves over steps; of that size every selection has cases.
CURVE_SIZE = 10


def best_steps(evidence: Evidence) -> Plot:
    """Fig. 21: the best step of each method by differences."""

    def steps(axes: Axes) -> None:
        axes.set_yscale("log")
        axes.set_ylim(1e-6, 1e-2)
        axes.set_ylabel("Best step [rad, rad/s]")

    methods = (DIFFERENCES_1, DIFFERENCES_2)
    return by_size(
        "best_steps",
        "Step of least RMSRE, inverse dynamics (Finite-Diff-1: the same for both coordinates); "
        "Fig. 21 of Singh et al. in shape.",
        {
            (kind, method): numbers.medians(records, method, "step")
            for kind, records in compared(evidence, "inverse").items()
            for method in methods
        },
        {method: STYLE[method] for method in methods},
        steps,
    )


def step_curves(evidence: Evidence, dynamics: str) -> Plot:
    """RMSRE against the step, chains and trees of `CURVE_SIZE` joints."""
    curves: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for kind, records in compared(evidence, dynamics).items():
        for method in (DIFFERENCES_1, DIFFERENCES_2):
            found = [
                r["result"]["methods"][method]["curve"]
                for r in numbers.at_size(records, CURVE_SIZE)
                if method in r["result"]["methods"]
            ]
            steps = [float(h) for h, _ in found[0]]
            rows = zip(*([float(x) for _, x in curve] for curve in found), strict=True)
            medians = [float(np.median(row)) for row in rows]
            curves[kind, method] = list(zip(steps, medians, strict=True))

    def draw(axes: Axes) -> None:
        for (kind, method), curve in curves.items():
            hollow: dict[str, Any] = {} if kind == "serial" else {"markerfacecolor": "none"}
            axes.plot([h for h, _ in curve], [x for _, x in curve], linestyle=LINES[kind],
                      **STYLE[method], **hollow)  # fmt: skip
        axes.set_xscale("log")
        log_errors(axes, "RMSRE")
        axes.set_ylim(min(x for curve in curves.values() for _, x in curve) / 3, None)
        axes.set_xlabel("Step [rad, rad/s]")
        legend(axes, {name: STYLE[name] for name in (DIFFERENCES_1, DIFFERENCES_2)})

    least = ", ".join(
        f"{method} {min(x for _, x in curves['serial', method]):.1e}"
        for method in (DIFFERENCES_1, DIFFERENCES_2)
    )
    return Plot(
        f"step_curves_{dynamics}",
        f"Finite differences, {dynamics} dynamics, {CURVE_SIZE} joints: RMSRE against the step, "
        f"medians over the seeds (Finite-Diff-1: the same step for both). {KIND_NOTE}",
        f"Line chart, both axes logarithmic, v-shaped curves. Least on serial chains: {least}.",
        draw,
    )


def _surface(records: Sequence[Record]) -> tuple[list[float], list[int], Any]:
    """Steps, sizes and log10 of the median RMSRE of Finite-Diff-2 over both."""
    curves: dict[int, dict[float, list[float]]] = {}
    for record in records:
        found = record["result"]["methods"].get(DIFFERENCES_2)
        if found:
            by_step = curves.setdefault(numbers.size(record), {})
            for step, error in found["curve"]:
                by_step.setdefault(float(step), []).append(float(error))
    sizes = sorted(curves)
    steps = sorted(set.intersection(*(set(curves[n]) for n in sizes)))
    return steps, sizes, np.log10([[np.median(curves[n][h]) for h in steps] for n in sizes])


def second_contours(evidence: Evidence) -> Plot:
    """Fig. 23: contours of Finite-Diff-2 over step and size."""
    surfaces = {kind: _surface(records) for kind, records in compared(evidence, "inverse").items()}
    levels = np.arange(-12.0, -4.9, 1.0)

    def draw(axes: Axes) -> None:
        for kind, color in (("serial", "#0072B2"), ("binary", "#D55E00")):
            steps, sizes, heights = surfaces[kind]
            drawn = axes.contour(
                steps, sizes, heights, levels=levels, colors=color, linewidths=1.0,
                linestyles="solid" if kind == "serial" else "dotted",
            )  # fmt: skip
            axes.clabel(drawn, fontsize=7, fmt="%.0f")
            at = [steps[int(np.argmin(row))] for row in heights]
            axes.plot(at, sizes, "o" if kind == "serial" else "s", color=color, markersize=4,
                      markerfacecolor=color if kind == "serial" else "none")  # fmt: skip
        axes.set_xscale("log")
        axes.set_yscale("log")
        ticks = surfaces["serial"][1]
        axes.set_yticks(ticks, [str(n) for n in ticks])
        axes.yaxis.set_minor_locator(NullLocator())
        axes.set_xlabel("Step $h$ [rad, rad/s]")
        axes.set_ylabel("Number of joints $N$")
        legend(axes, {
            "serial chains": {"color": COLORS[0], "marker": "o"},
            "binary trees": {"color": COLORS[1], "marker": "s", "linestyle": ":"},
        })  # fmt: skip

    least = {kind: float(surface[2].min()) for kind, surface in surfaces.items()}
    return Plot(
        "finite_diff_2",
        "Finite-Diff-2, inverse dynamics: contours of log10 of the RMSRE over the step and the "
        "number of joints, and the best step of each size (points); "
        "Fig. 23 of Singh et al. in shape.",
        "Contour chart. Least log10 RMSRE: "
        + ", ".join(f"{WORDS[kind]} {x:.1f}" for kind, x in least.items()) + ".",
        draw,
    )  # fmt: skip


def pair_contours(record: Record) -> Plot:
    """Fig. 22: contours of Finite-Diff-1 over both steps."""
    params = record["params"]
    kind = "serial" if params["robot"]["name"] == "serial_chain" else "binary"
    bodies = params["robot"]["bodies"]
    heights = np.log10(np.array(record["result"]["rmsre"], dtype=float))
    least, h, k = numbers.best_pair(record)

    def draw(axes: Axes) -> None:
        levels = np.arange(np.floor(heights.min()), np.ceil(heights.max()) + 0.1, 0.5)
        # columns of the heights belong to k, which goes up
        steps = params["h"], params["k"]
        drawn = axes.contourf(*steps, heights.T, levels=levels, cmap="viridis")
        axes.contour(*steps, heights.T, levels=levels, colors="white", linewidths=0.4,
                     linestyles="solid")  # fmt: skip
        axes.plot([h], [k], "o", color="#D55E00", markersize=6)
        bar = plt.colorbar(drawn, ax=axes, ticks=levels[::2])
        bar.set_label(r"$\log_{10}$ RMSRE")
        bar.outline.set_edgecolor(INK)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("Step $h$ of the first coordinate")
        axes.set_ylabel("Step $k$ of the second")

    return Plot(
        f"pair_of_steps_{kind}_{bodies}",
        f"Finite-Diff-1, inverse dynamics, {WORDS[kind]} of {bodies} joints: contours of log10 of "
        f"the RMSRE over both steps; the point is the best pair. Fig. 22 of Singh et al. in shape.",
        f"Contour chart, both axes logarithmic. Least RMSRE {least:.1e} at h = {h:g}, k = {k:g}.",
        draw,
    )


def tiny_steps(evidence: Evidence) -> Plot:
    records = evidence.of("bicomplex_steps")
    curves = {}
    for dynamics in ("inverse", "forward"):
        some = [r for r in records if r["params"]["dynamics"] == dynamics]
        rows = zip(*(r["result"]["rmsre"] for r in some), strict=True)
        curves[dynamics] = [float(np.median([float(x) for x in row])) for row in rows]
    steps = records[0]["params"]["h"]
    styles: dict[str, dict[str, Any]] = {
        "inverse": {"color": COLORS[0], "marker": "o"},
        "forward": {"color": COLORS[1], "marker": "s"},
    }

    def draw(axes: Axes) -> None:
        exponents = [float(np.log10(h)) for h in steps]
        for name, values in curves.items():
            axes.plot(exponents, numbers.shown(values), **styles[name])
        log_errors(axes, "RMSRE")
        axes.set_xlabel(r"$\log_{10}$ of the step")
        axes.invert_xaxis()
        legend(axes, {f"{name} dynamics": style for name, style in styles.items()})

    flat = ", ".join(f"{name} {values[steps.index(1e-20)]:.1e}" for name, values in curves.items())
    return Plot(
        "bicomplex_steps",
        "Bicomplex step, chains of ten joints: RMSRE against the step. Truncation of its square "
        "on the left, flat, then the square of the step leaves the range of double.",
        f"Line chart, logarithmic errors. At the step 1e-20: {flat}.",
        draw,
    )
