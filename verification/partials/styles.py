"""Colors, axes and legends of the figures on partial derivatives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import NullLocator

from lieref.reporting import drawing
from lieref.reporting.drawing import COLORS, Plot
from verification.partials import numbers
from verification.subjects.partial_methods import (
    ANALYTIC,
    BICOMPLEX,
    CASADI,
    CHAIN_RULE,
    COMPLEX_STEP,
    DIFFERENCES_1,
    DIFFERENCES_2,
)

Curve = list[tuple[int, float]]

# Okabe and Ito's palette; a method has its color and marker in every figure
_ANALYTIC: dict[str, Any] = {"color": COLORS[0], "marker": "o"}
STYLE: dict[str, dict[str, Any]] = {
    **dict.fromkeys(ANALYTIC.values(), _ANALYTIC),
    CHAIN_RULE: {"color": COLORS[2], "marker": "^"},
    BICOMPLEX: {"color": COLORS[3], "marker": "D"},
    COMPLEX_STEP: {"color": COLORS[3], "marker": "D"},
    CASADI: {"color": COLORS[5], "marker": "v"},
    DIFFERENCES_2: {"color": COLORS[4], "marker": "s"},
    DIFFERENCES_1: {"color": COLORS[1], "marker": "P"},
}
METRIC_STYLE: dict[str, dict[str, Any]] = {
    "mae": {"color": COLORS[1], "marker": "s"},
    "rmsae": {"color": COLORS[4], "marker": "D"},
    "mre": {"color": COLORS[2], "marker": "^"},
    "rmsre": {"color": COLORS[0], "marker": "o"},
}
LINES = {"serial": "-", "binary": ":"}
WORDS = {"serial": "serial chains", "binary": "binary trees"}
KIND_NOTE = "Serial chains solid, binary trees dotted."


def size_axis(axes: Axes, sizes: Iterable[int]) -> None:
    """The numbers of joints, logarithmic."""
    ticks = sorted(set(sizes))
    axes.set_xscale("log")
    axes.set_xticks(ticks, [str(n) for n in ticks])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlabel("Number of joints $N$")


def legend(axes: Axes, styles: dict[str, dict[str, Any]], columns: int = 3) -> None:
    """The legend of colors, above the axes."""
    handles = [Line2D([], [], label=name, **style) for name, style in styles.items()]
    drawing.legend(axes, columns, handles=handles)


def draw_curve(axes: Axes, curve: Curve, kind: str, style: dict[str, Any]) -> None:
    values = numbers.shown([y for _, y in curve])
    hollow: dict[str, Any] = {} if kind == "serial" else {"markerfacecolor": "none"}
    axes.plot([x for x, _ in curve], values, linestyle=LINES[kind], **style, **hollow)


def by_size(
    name: str,
    caption: str,
    curves: Mapping[tuple[str, str], Curve],
    styles: Mapping[str, dict[str, Any]],
    also: Callable[[Axes], None],
    columns: int = 3,
) -> Plot:
    """Return the figure of curves over the number of joints, by kind of robots and name.

    also : draws more, and sets the other axis
    """

    def draw(axes: Axes) -> None:
        for (kind, key), curve in curves.items():
            draw_curve(axes, curve, kind, styles[key])
        also(axes)
        size_axis(axes, (n for curve in curves.values() for n, _ in curve))
        shown = {x.upper() if x in METRIC_STYLE else x: style for x, style in styles.items()}
        legend(axes, shown, columns)

    serial = {key: curves["serial", key] for key in styles}
    alt = f"Line chart, both axes logarithmic. Serial chains: {last_points(serial)}."
    return Plot(name, f"{caption} {KIND_NOTE}", alt, draw)


def last_points(curves: dict[str, Curve]) -> str:
    return ", ".join(f"{name} {curve[-1][1]:.1e} at N = {curve[-1][0]}"
                     for name, curve in curves.items() if curve)  # fmt: skip
