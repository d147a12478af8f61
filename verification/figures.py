"""The figures of the report: drawn from the records, the same bytes for the same records."""

from __future__ import annotations

import html
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_pdf import FigureCanvasPdf
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter, NullLocator

from verification import svg
from verification.evidence import Evidence
from verification.tables import FORMS, SWEEPS, by_value

# Okabe and Ito's palette: told apart by color-blind readers, and on a dark page too.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
STYLE: dict[str, dict[str, Any]] = {
    "default": {"color": COLORS[0], "marker": "o", "linestyle": "-"},
    "spatial": {"color": COLORS[1], "marker": "s", "linestyle": "--"},
    "body": {"color": COLORS[3], "marker": "D", "linestyle": "-."},
    "hybrid": {"color": COLORS[4], "marker": "v", "linestyle": (0, (6, 1))},
    "bound": {"color": COLORS[2], "marker": "^", "linestyle": ":"},
}
LIMITS = {"default": 3e-15, "spatial": 1e-13}
# Ink is drawn in a color that nothing else has, so that the page can put its own in its place.
INK = "#010203"
# What the page puts in the place of a color: two are too faint for a light page.
ON_PAGE = {
    INK: "currentColor",
    "#000000": "currentColor",
    "#e69f00": "var(--amber)",
    "#56b4e9": "var(--sky)",
}
EPS = 2.0**-52
RC: dict[Any, Any] = {
    "font.family": "STIXGeneral",
    "mathtext.fontset": "stix",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 1.2,
    "lines.markersize": 4.5,
    "legend.frameon": False,
    "figure.figsize": (5.2, 3.4),
    "figure.constrained_layout.use": True,
    "savefig.dpi": 200,
    "pdf.fonttype": 42,
    "svg.fonttype": "path",
    # a point, in the units of an SVG file
    "path.simplify_threshold": 1.0,
    **{
        key: INK
        for key in ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")
    },
}


@dataclass(frozen=True)
class Plot:
    """One figure: its name, its caption, what it shows in words, and who draws it."""

    name: str
    caption: str
    alt: str
    draw: Callable[[Axes], None]
    #: Settings of matplotlib beside `RC`.
    settings: ClassVar[Mapping[str, Any]] = {}

    def figure(self) -> Figure:
        """Return the figure, drawn."""
        figure, axes = plt.subplots()
        self.draw(axes)
        return figure


def write(plot: Any, folder: Path) -> str:
    """Write <name>.pdf, .png and .svg, without dates, and return the figure as an SVG element.

    The element is drawn in the ink of the page around it and says in words what it shows; the file
    stands for itself, black on white.

    plot : `Plot`, or what has its name, alt, settings and figure()
    """
    with matplotlib.rc_context({**RC, **plot.settings, "svg.hashsalt": plot.name}):
        return _save(plot.figure(), plot.name, plot.alt, folder)


def _save(figure: Figure, name: str, alt: str, folder: Path) -> str:
    """Write a figure drawn under `RC` and close it; return its SVG element with the label `alt`."""
    # the layout is found once, for all formats
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    # `savefig` would draw each twice; the canvases of pdf and svg change the resolution
    text, dpi = io.StringIO(), plt.rcParams["savefig.dpi"]
    figure.dpi = dpi
    canvas: Any = FigureCanvasAgg(figure)
    canvas.print_png(folder / f"{name}.png", metadata={"Software": None})
    canvas = FigureCanvasPdf(figure)
    canvas.print_pdf(folder / f"{name}.pdf", metadata={"CreationDate": None})
    figure.dpi = dpi
    for patch in (figure.patch, *(axes.patch for axes in figure.axes)):
        patch.set_visible(False)
    canvas = FigureCanvasSVG(figure)
    canvas.print_svg(text, metadata={"Date": None})
    plt.close(figure)
    drawn = svg.shrunk(text.getvalue(), name)
    (folder / f"{name}.svg").write_text(svg.alone(drawn).replace(INK, "#000000"), encoding="utf-8")
    element = svg.text(drawn)
    for ink, shown in ON_PAGE.items():
        element = element.replace(ink, shown)
    label, width = html.escape(alt), figure.get_size_inches()[0]
    head = f'<svg role="img" aria-label="{label}" style="--natural: {width:g}in"'
    return element.replace("<svg", head, 1)


def log_errors(axes: Axes, what: str = "Relative error (max norm)") -> None:
    """Make the vertical axis one of relative errors, logarithmic, with the spacing of doubles."""
    axes.set_yscale("log")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_minor_formatter(NullFormatter())
    axes.set_ylabel(what)
    axes.axhline(EPS, color=INK, linewidth=0.6, alpha=0.6)
    # beside the axes, where no point can be behind it
    axes.annotate(
        r"$2^{-52}$", (1, EPS), xycoords=("axes fraction", "data"), xytext=(3, 0),
        textcoords="offset points", ha="left", va="center", fontsize=8,
    )  # fmt: skip


def legend(axes: Axes, columns: int | None = None, **style: Any) -> None:
    """Put the legend above the axes, where no curve can be behind it."""
    if columns is None:
        columns = 4 if len(axes.get_legend_handles_labels()[1]) == 4 else 3
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=columns, **style)


def _line(axes: Axes, form: str, xs: Sequence[float], worst: Sequence[float]) -> None:
    # an error of exactly zero has no place on a logarithmic axis; it is shown at its foot
    shown = [max(x, 1e-17) for x in worst]
    axes.plot(xs, shown, label=f"{form} form" if form in FORMS else form, **STYLE[form])


def _sweep(evidence: Evidence, name: str) -> Plot:
    label, value = SWEEPS[name]
    records = evidence.of(name)
    points = {form: by_value(records, value, form) for form in FORMS}
    worst = {form: max(row[2] for row in points[form]) for form in FORMS}

    def draw(axes: Axes) -> None:
        smallest = [x for x, _, _ in points[FORMS[0]] if x > 0]
        if any(x == 0 for x, _, _ in points[FORMS[0]]):
            axes.set_xscale("symlog", linthresh=min(smallest))
        else:
            axes.set_xscale("log")
        for form in FORMS:
            _line(axes, form, [x for x, _, _ in points[form]], [y for _, _, y in points[form]])
        if name != "chain_length":
            for form in FORMS:
                axes.axhline(LIMITS[form], color=STYLE[form]["color"], linewidth=0.8, alpha=0.5)
        log_errors(axes)
        axes.set_xlabel(label)
        if name == "chain_length":
            lengths = [x for x, _, _ in points[FORMS[0]]]
            axes.set_xticks(lengths, [f"{x:g}" for x in lengths])
            axes.xaxis.set_minor_locator(NullLocator())
        legend(axes)

    numbers = ", ".join(f"{form} form {worst[form]:.1e}" for form in FORMS)
    limits = "" if name == "chain_length" else " Thin lines: the limits of the claim."
    return Plot(
        name,
        f"Worst relative error of orders 0 to 5 against {label[0].lower() + label[1:]}.{limits}",
        f"Line chart, both axes logarithmic. Largest error over the sweep: {numbers}.",
        draw,
    )


def _orders(evidence: Evidence) -> Plot:
    records = [r for r in evidence.of("production_accuracy") if r["params"]["order"] == 10]
    bounds = [record["result"]["bound"] for record in evidence.of("conditioning")]
    orders = list(range(11))

    def errors(form: str, k: int) -> list[float]:
        return [float(record["result"]["forms"][form]["relative"][k]) for record in records]

    def draw(axes: Axes) -> None:
        for shift, form in ((-0.08, "default"), (0.08, "spatial")):
            for k in orders:
                found = [max(x, 1e-17) for x in errors(form, k)]
                axes.plot(
                    [k + shift] * len(found), found, ".", color=STYLE[form]["color"],
                    markersize=2.5, alpha=0.35,
                )  # fmt: skip
            _line(axes, form, orders, [max(errors(form, k)) for k in orders])
        if bounds:
            highest = [max(float(bound[k]) for bound in bounds) for k in orders]
            _line(axes, "bound", orders, highest)
        log_errors(axes)
        axes.set_xlabel("Derivative order $k$ of the generalized force")
        axes.set_xticks(orders)
        legend(axes)

    last = ", ".join(f"{form} form {max(errors(form, 10)):.1e}" for form in FORMS)
    return Plot(
        "errors_by_order",
        "Relative error of each derivative order, generic states within 1 m: every case (dots) and "
        "the worst (lines). Bound: the largest change that a 1-ulp input perturbation makes.",
        f"Line chart, logarithmic errors against orders 0 to 10. Worst at order 10: {last}.",
        draw,
    )


def _robots(evidence: Evidence) -> Plot:
    records = evidence.of("pinocchio_robots")
    worst = max(float(r["result"]["forms"][form]) for r in records for form in FORMS)

    def draw(axes: Axes) -> None:
        for form in FORMS:
            xs = [record["result"]["nv"] for record in records]
            ys = [max(float(record["result"]["forms"][form]), 1e-17) for record in records]
            style = {**STYLE[form], "linestyle": "none"}
            axes.plot(xs, ys, label=f"{form} form", markerfacecolor="none", **style)
        axes.axhline(1e-13, color=INK, linewidth=0.8, linestyle=":", label="limit")
        axes.set_xscale("log")
        log_errors(axes)
        axes.set_ylabel("Relative difference (max norm)")
        axes.set_xlabel("Velocity coordinates of the robot")
        legend(axes)

    return Plot(
        "robots",
        "Difference to Pinocchio's rnea at order 0 of every robot of example-robot-data, with "
        "fixed and with free base.",
        f"Scatter chart, both axes logarithmic, {len(records)} robots. Largest: {worst:.1e}.",
        draw,
    )


def all_figures(evidence: Evidence) -> list[Plot]:
    """Return every figure for which there are records."""
    found = []
    if any(r["params"]["order"] == 10 for r in evidence.of("production_accuracy")):
        found.append(_orders(evidence))
    found += [_sweep(evidence, name) for name in SWEEPS if evidence.of(name)]
    if evidence.of("pinocchio_robots"):
        found.append(_robots(evidence))
    return found
