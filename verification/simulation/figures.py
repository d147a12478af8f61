"""The figures of the simulation, after Fig. 3 of Ali et al.: curves, and the error below each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from lieref.reporting.drawing import COLORS, INK
from verification.evidence import Evidence
from verification.figures import STYLE
from verification.simulation.numbers import (
    BLOCKS,
    FORMS,
    ORDERS,
    Array,
    bounds,
    finding,
    joined,
    scales,
    times_of_bounds,
    windows,
)

# Okabe and Ito's palette: one color to each component.
COMPONENTS = {
    "twist": [rf"${x}$" for x in (r"\omega_x", r"\omega_y", r"\omega_z", "v_x", "v_y", "v_z")],
    "wrench": [f"${x}$" for x in ("n_x", "n_y", "n_z", "f_x", "f_y", "f_z")],
    "joints": [rf"$q_{j}$" for j in range(2, 8)],
    "torques": [rf"$\tau_{j}$" for j in range(2, 8)],
}
# The least that a logarithmic axis shows: an exact retrieval is drawn at its foot.
FOOT = 1e-18


@dataclass(frozen=True)
class Panel:
    """One panel of curves over the panel of their errors.

    Attributes
    ----------
    title : str
    curves, dashed : (n, 6) arrays
        The six components over the times, and the same as retrieved where there are two.
    errors : sequence of (n,) arrays
        One to each of FORMS.
    dots : sequence of (style, label, (m,) times, (m,) values)
        What is known at some times only.
    """

    title: str
    curves: Array
    dashed: Array | None
    errors: Sequence[Array]
    dots: Sequence[tuple[str, str, Array, Array]] = ()


@dataclass(frozen=True)
class Grid:
    """A figure of six panels: its name, its caption, what it shows in words, and its contents."""

    name: str
    caption: str
    alt: str
    components: Sequence[str]
    times: Array
    panels: Sequence[Panel]
    settings: ClassVar[Mapping[str, Any]] = {"font.size": 9, "lines.linewidth": 1.0}

    def figure(self) -> Figure:
        """Return the figure, drawn."""
        figure, axes = plt.subplots(
            6, 2, figsize=(7.2, 9.2), sharex=True, height_ratios=[1.6, 1.0] * 3
        )
        for i, panel in enumerate(self.panels):
            row, column = divmod(i, 2)
            _curves(axes[2 * row, column], self, panel)
            _errors(axes[2 * row + 1, column], self, panel)
        for below in axes[-1]:
            below.set_xlabel("Time [s]")
        _legends(figure, axes)
        return figure


DOTS = {"bound": ("^", "#009E73"), "extended": ("v", "#CC79A7")}


def _curves(axes: Axes, grid: Grid, panel: Panel) -> None:
    for i, (label, color) in enumerate(zip(grid.components, COLORS, strict=True)):
        axes.plot(grid.times, panel.curves[:, i], color=color, label=label)
        if panel.dashed is not None:
            retrieved = "retrieved" if not i else None
            axes.plot(grid.times, panel.dashed[:, i], color=INK, ls=(0, (3, 5)), label=retrieved)
    axes.set_title(panel.title, fontsize=9)
    # bounds of the true curves: a retrieved one that is far off must not flatten them
    low, high = float(panel.curves.min()), float(panel.curves.max())
    margin = 0.08 * (high - low) or 1.0
    axes.set_ylim(low - margin, high + margin)


def _errors(axes: Axes, grid: Grid, panel: Panel) -> None:
    for form, values in zip(FORMS, panel.errors, strict=True):
        style = STYLE[form]
        axes.plot(
            grid.times, np.maximum(values, FOOT), color=style["color"], ls=style["linestyle"],
            label=f"error, {form} form",
        )  # fmt: skip
    for name, label, times, values in panel.dots:
        marker, color = DOTS[name]
        axes.plot(
            times, np.maximum(values, FOOT), ls="none", marker=marker, color=color, markersize=3.5,
            label=label,
        )  # fmt: skip
    axes.set_yscale("log")
    if panel.dots:
        axes.set_ylim(bottom=FOOT / 10)
    else:
        # roundings alone: an axis of some decades, so that their steps do not look large
        axes.set_ylim(1e-17, max(1e-13, 5 * max(float(x.max()) for x in panel.errors)))
    axes.set_ylabel("rel. error")


def _legends(figure: Figure, axes: Array) -> None:
    """One legend for all panels, above them."""
    found: dict[str, Any] = {}
    for panel in (axes[0, 0], axes[1, 0]):
        handles, labels = panel.get_legend_handles_labels()
        found.update(zip(labels, handles, strict=True))
    # the components first
    found = dict(sorted(found.items(), key=lambda item: not item[0].startswith("$")))
    figure.legend(
        list(found.values()), list(found), loc="outside upper center", ncols=4, fontsize=8,
        handlelength=1.6,
    )  # fmt: skip


def _primed(symbol: str, k: int) -> str:
    return rf"${symbol}^{{({k})}}$"


def _motion(evidence: Evidence, block: str) -> Grid:
    v = joined(evidence, "v")[:, :, BLOCKS[block]]
    retrieved = joined(evidence, "retrieved")[:, :, BLOCKS[block]]
    errors = [joined(evidence, "motion", form, block) for form in FORMS]
    at = np.array([record["params"]["time"] for record in times_of_bounds(evidence)])
    # the coordinate's symbol, its order in v, and the unit to the power of time
    symbol, first, unit = ("V", 0, "rad, m per s") if block == "base" else ("q", 1, "rad per s")
    panels = []
    for k in ORDERS:
        dots = []
        if len(at):
            for name, key, label in (
                ("bound", "blocks", "conditioning bound"),
                ("extended", "extended", "error in 40 digits"),
            ):
                dots.append((name, label, at, bounds(evidence, key, block)[:, k]))
        order = k + 1 + first
        panels.append(
            Panel(
                f"{_primed(symbol, order)} [{unit}$^{{{order + (block == 'base')}}}$]",
                v[:, k + 1],
                retrieved[:, k],
                [error[:, k] for error in errors],
                dots,
            )
        )
    worst = ", ".join(f"{form} form {float(error.max()):.1e}" for form, error in
                      zip(FORMS, errors, strict=True))  # fmt: skip
    what = "Spatial base twist" if block == "base" else "Joint angles"
    return Grid(
        f"{block}_motion",
        f"{what}: derivatives of the reference (lines) and as forward dynamics of orders 0 to 5 "
        "returns them (dashed). Below each: the largest component of the error by the peak of its "
        "order, the worst of 20 samples; the conditioning bound of these components, and the loop "
        f"in 40 digits with generalized forces of two doubles, at some times. {finding(evidence)}",
        f"Twelve line charts over 30 s, six of curves, six of errors on logarithmic axes. Largest "
        f"errors: {worst}.",
        COMPONENTS["twist" if block == "base" else "joints"],
        joined(evidence, "t"),
        panels,
    )


def _torques(evidence: Evidence, block: str) -> Grid:
    tau = joined(evidence, "tau")[:, :, BLOCKS[block]]
    scale = scales(evidence, block)
    errors = [joined(evidence, "torques", form, block) / scale for form in FORMS]
    symbol, unit = ("W", "N m, N") if block == "base" else (r"\tau", "N m")
    panels = [
        Panel(
            f"{_primed(symbol, k)} [{unit}"
            + (f" per s$^{{{k}}}$]" if k > 1 else " per s]" if k else "]"),
            tau[:, k],
            None,
            [error[:, k] for error in errors],
        )
        for k in ORDERS
    ]
    worst = ", ".join(f"{form} form {float(error.max()):.1e}" for form, error in
                      zip(FORMS, errors, strict=True))  # fmt: skip
    what = "Spatial base wrench" if block == "base" else "Joint torques"
    return Grid(
        f"{block}_torques",
        f"{what} of inverse dynamics, orders 0 to 5. Below each: the largest component of the "
        "difference to the forces of the retrieved motion by the peak of its order, the worst of "
        "20 samples.",
        f"Twelve line charts over 30 s, six of curves, six of errors on logarithmic axes. Largest "
        f"errors: {worst}.",
        COMPONENTS["wrench" if block == "base" else "torques"],
        joined(evidence, "t"),
        panels,
    )


def all_figures(evidence: Evidence) -> list[Grid]:
    """Return every figure for which there are records."""
    if not windows(evidence):
        return []
    return [
        grid for block in BLOCKS for grid in (_motion(evidence, block), _torques(evidence, block))
    ]
