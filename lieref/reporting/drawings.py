"""The figures of a report, as wide as the column of a journal."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter, NullLocator

from lieref.check.quantities import named
from lieref.reporting.answers import OWN
from lieref.reporting.contents import Contents, order_series, summary, title
from lieref.reporting.drawing import COLORS, EPS, INK
from lieref.reporting.robots import Robot
from lieref.reporting.tables import SMALLEST, number

#: Width of a column of a journal [in].
STYLES = {
    "ieee-single": 3.5,
    "ieee-double": 7.16,
    "springer-single": 3.31,
    "springer-double": 6.85,
    "elsevier-single": 3.54,
    "elsevier-double": 7.48,
}
#: Width of a column beside which another has room.
DOUBLE = 5.0
MARKERS = ("o", "s", "D", "v", "P", "X")
#: Ticks that have room on an axis.
MOST_TICKS = 7


@dataclass(frozen=True)
class Drawing:
    """One figure, for `drawing.write`; panels are drawn beside or above each other."""

    name: str
    caption: str
    alt: str
    panels: Sequence[Callable[[Axes], None]]
    width: float
    height: float

    @property
    def settings(self) -> Mapping[str, Any]:
        """Settings of matplotlib: letters as large as in the text of a journal."""
        return {"font.size": 8, "lines.markersize": 3.5, "lines.linewidth": 1.0}

    def figure(self) -> Figure:
        """Return the figure, drawn."""
        beside = self.width >= DOUBLE
        shape = (1, len(self.panels)) if beside else (len(self.panels), 1)
        height = self.height if beside else self.height * len(self.panels)
        figure, found = plt.subplots(*shape, figsize=(self.width, height), squeeze=False)
        for draw, axes in zip(self.panels, found.flat, strict=True):
            draw(axes)
        handles, names = found.flat[0].get_legend_handles_labels()
        columns = 5 if beside else 3
        figure.legend(handles, names, loc="outside upper center", ncols=min(len(names), columns))
        return figure


def _slug(name: str) -> str:
    return re.sub(r"\W+", "_", name).strip("_")


def _drawn(name: str) -> str:
    """A name as matplotlib draws it as it stands: dollars begin no formula."""
    return name.replace("$", r"\$")


def _look(n: int) -> dict[str, Any]:
    # the color at 2 is that of bounds
    color = [COLORS[0], COLORS[1], COLORS[3], COLORS[4], COLORS[5]][n % 5]
    return {"color": color, "marker": MARKERS[n % len(MARKERS)]}


BOUND: dict[str, Any] = {"color": COLORS[2], "marker": "^", "markerfacecolor": "none"}


def decades(axis: Axis, values: Sequence[float], bottom: float = 0.0) -> None:
    """Give a logarithmic axis whole decades, at least two, and ticks at powers of ten.

    What is below `bottom` is drawn there, and the tick says so.
    """
    shown = [max(x, bottom) for x in values if math.isfinite(x) and max(x, bottom) > 0.0]
    if not shown:
        shown = [EPS]
    low, high = math.floor(math.log10(min(shown))), math.ceil(math.log10(max(shown)))
    high = max(high, low + 2)
    step = -(-(high - low) // (MOST_TICKS - 1))
    axis.axes.set(**{f"{axis.axis_name}lim": (10.0**low / 1.5, 10.0**high * 1.5)})  # type: ignore[attr-defined]
    axis.set_major_locator(FixedLocator(list(10.0 ** np.arange(low, high + 1, step))))
    axis.set_minor_locator(FixedLocator(list(10.0 ** np.arange(low, high + 1))))
    axis.set_minor_formatter(NullFormatter())
    foot = round(math.log10(bottom)) if bottom and min(values, default=1.0) < bottom else None

    def text(x: float, place: int | None = None) -> str:
        power = round(math.log10(x))
        return rf"$\leq 10^{{{power}}}$" if power == foot else rf"$10^{{{power}}}$"

    axis.set_major_formatter(FuncFormatter(text))


def _rows(axes: Axes, names: Sequence[str]) -> None:
    """Put names at the left, the first one above."""
    axes.set_yticks(range(len(names)), names)
    axes.yaxis.set_minor_locator(NullLocator())
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(axis="x", linewidth=0.3, color=INK, alpha=0.3)


def accuracy(contents: Contents, robot: Robot, width: float) -> Drawing | None:
    """Median and largest error of each quantity, and its conditioning bound."""
    names = contents.names()
    found = {
        (quantity, label): summary(series)
        for quantity in contents.request.quantities
        for label in names
        for series in [contents.whole(robot.name, label, quantity)]
        if series and not named(quantity).orders
    }
    shown = [q for q in contents.request.quantities if any(key[0] == q for key in found)]
    if not shown:
        return None

    def draw(axes: Axes) -> None:
        axes.set_xscale("log")
        for n, (label, name) in enumerate(names.items()):
            mine = [(shown.index(q), x) for (q, s), x in found.items() if s == label]
            shift = 0.5 * ((n + 0.5) / len(names) - 0.5)
            for k, (y, x) in enumerate(mine):
                ends = [max(value, SMALLEST) for value in x[:2]]
                word: dict[str, Any] = {"label": _drawn(name)} if k == 0 else {}
                axes.plot(ends, [y + shift] * 2, "-", color=_look(n)["color"], linewidth=1.0)
                axes.plot(ends[1:], [y + shift], linestyle="none", **_look(n), **word)
        bounds = [
            (max(x[2] for (q, _), x in found.items() if q == quantity and x[2] != ""), y)
            for y, quantity in enumerate(shown)
            if any(q == quantity and x[2] != "" for (q, _), x in found.items())
        ]
        if bounds:
            xs, ys = zip(*bounds, strict=True)
            axes.plot(xs, ys, linestyle="none", label="conditioning bound", **BOUND)
        axes.axvline(EPS, color=INK, linewidth=0.6, linestyle=":")
        every = [v for x in found.values() for v in x[:3] if v != ""]
        decades(axes.xaxis, [*every, EPS], SMALLEST)
        _rows(axes, [_drawn(title(q)).replace(" of ", " of\n") for q in shown])
        axes.set_xlabel("Relative error")

    worst = max(found.items(), key=lambda item: float(item[1][1]))
    return Drawing(
        f"accuracy_{_slug(robot.name)}",
        f"{robot.name}: relative error of each quantity, median (end of line) and maximum (marker) "
        f"over {contents.request.states} states; dotted: the spacing of doubles, 2^-52.",
        f"Chart, logarithmic: relative errors of {len(shown)} quantities on {robot.name}. Largest: "
        f"{number(worst[1][1])}, {title(worst[0][0])} of {names[worst[0][1]]}.",
        [draw],
        width,
        0.8 + 0.34 * len(shown) + 0.08 * len(shown) * (len(names) - 1),
    )


def _by_order(
    robot: Robot,
    lines: Mapping[str, Sequence[tuple[str, dict[str, Any], Sequence[tuple[int, float]]]]],
    bottom: float,
    what: str,
) -> list[Callable[[Axes], None]]:
    """Panels with a line for each subject against the order; lines: by title of the panel."""

    def panel(title: str) -> Callable[[Axes], None]:
        def draw(axes: Axes) -> None:
            axes.set_yscale("log")
            for name, look, points in lines[title]:
                xs, ys = zip(*points, strict=True)
                axes.plot(xs, [max(y, bottom) for y in ys], label=_drawn(name), **look)
            values = [y for _, _, points in lines[title] for _, y in points]
            decades(axes.yaxis, values, bottom)
            orders = sorted({x for _, _, points in lines[title] for x, _ in points})
            axes.set_xticks(orders, [str(x) for x in orders])
            axes.set_xlabel(f"Order of the time derivative, {_drawn(title)}")
            axes.set_ylabel(what)
            axes.grid(axis="y", linewidth=0.3, color=INK, alpha=0.3)

        return draw

    return [panel(title) for title in lines]


def orders(contents: Contents, robot: Robot, width: float) -> Drawing | None:
    """Largest error against the order."""
    low, high = contents.request.orders
    lines: dict[str, list[tuple[str, dict[str, Any], list[tuple[int, float]]]]] = {}
    for quantity in contents.request.quantities:
        bounds: dict[int, float] = {}
        for n, (label, name) in enumerate(contents.names().items()):
            points = []
            for k in range(low, high + 1) if named(quantity).orders else ():
                found = order_series(contents, robot.name, label, quantity, k)
                if found:
                    numbers = summary(found)
                    points.append((k, float(numbers[1])))
                    if numbers[2] != "":
                        bounds[k] = max(float(numbers[2]), bounds.get(k, 0.0))
            if points:
                lines.setdefault(title(quantity), []).append((name, _look(n), points))
        if bounds:
            look = {**BOUND, "linestyle": ":"}
            lines[title(quantity)].append(("conditioning bound", look, sorted(bounds.items())))
    if not lines:
        return None
    worst = max(y for found in lines.values() for _, _, points in found for _, y in points)
    return Drawing(
        f"orders_{_slug(robot.name)}",
        f"{robot.name}: largest relative error of each order of the time derivatives over "
        f"{contents.request.states} states, and the largest conditioning bound.",
        f"Line chart, logarithmic, of errors on {robot.name} against orders {low} to {high}; "
        f"largest number: {number(worst)}.",
        _by_order(robot, lines, SMALLEST, "Relative error"),
        width,
        2.1,
    )


def times(contents: Contents, robot: Robot, width: float) -> Drawing | None:
    """Time of a call against the order, and of each quantity without orders."""
    names = {OWN: "lieref", **contents.names()}
    shown = [
        q
        for q in contents.request.quantities
        if any((robot.name, label, q, None) in contents.times for label in names)
    ]
    every = [t for (r, _, q, _), t in contents.times.items() if r == robot.name and q in shown]
    if not shown:
        return None

    def draw(axes: Axes) -> None:
        axes.set_xscale("log")
        for n, (label, name) in enumerate(names.items()):
            taken = [contents.times.get((robot.name, label, q, None)) for q in shown]
            points = [(1e6 * t, y) for y, t in enumerate(taken) if t is not None]
            if points:
                xs, ys = zip(*points, strict=True)
                axes.plot(xs, ys, linestyle="none", label=_drawn(name), **_look(n))
        decades(axes.xaxis, [1e6 * t for t in every])
        _rows(axes, [_drawn(title(q)).replace(" of ", " of\n") for q in shown])
        axes.set_xlabel("Time of a call [µs]")

    return Drawing(
        f"times_{_slug(robot.name)}",
        f"{robot.name}: time of one call on one core, the shortest of 15 means.",
        f"Chart, logarithmic: times of {len(shown)} quantities on {robot.name}, "
        f"{number(1e6 * min(every))} to {number(1e6 * max(every))} microseconds.",
        [draw],
        width,
        0.8 + 0.34 * len(shown),
    )


def growth(contents: Contents, robot: Robot, width: float) -> Drawing | None:
    """Time of a call against the highest order."""
    lines: dict[str, list[tuple[str, dict[str, Any], list[tuple[int, float]]]]] = {}
    for quantity in contents.request.quantities:
        for n, (label, name) in enumerate({OWN: "lieref", **contents.names()}.items()):
            points = [
                (k, 1e6 * t)
                for (r, s, q, k), t in contents.times.items()
                if (r, s, q) == (robot.name, label, quantity) and k is not None
            ]
            if points:
                lines.setdefault(title(quantity), []).append((name, _look(n), sorted(points)))
    if not lines:
        return None
    longest = max(y for found in lines.values() for _, _, points in found for _, y in points)
    return Drawing(
        f"times_by_order_{_slug(robot.name)}",
        f"{robot.name}: time of one call for all orders up to the one given.",
        f"Line chart, logarithmic, of times on {robot.name} against the order; longest: "
        f"{number(longest)} microseconds.",
        _by_order(robot, lines, 0.0, "Time of a call [µs]"),
        width,
        2.1,
    )


def all_drawings(contents: Contents, style: str) -> list[Drawing]:
    """Return every figure for which there are numbers."""
    return [
        drawn
        for robot in contents.request.robots
        for make in (accuracy, orders, times, growth)
        for drawn in [make(contents, robot, STYLES[style])]
        if drawn is not None
    ]
