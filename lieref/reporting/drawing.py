"""Figures of reports: one style, as PDF, PNG and SVG, the same bytes for the same numbers."""

from __future__ import annotations

import html
import io
from collections.abc import Callable, Mapping
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
from matplotlib.ticker import NullFormatter

from lieref.reporting import svg

# Okabe and Ito's palette: told apart by color-blind readers, and on a dark page too.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
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
    png, pdf = io.BytesIO(), io.BytesIO()
    figure.dpi = dpi
    canvas: Any = FigureCanvasAgg(figure)
    canvas.print_png(png, metadata={"Software": None})
    canvas = FigureCanvasPdf(figure)
    canvas.print_pdf(pdf, metadata={"CreationDate": None})
    figure.dpi = dpi
    for patch in (figure.patch, *(axes.patch for axes in figure.axes)):
        patch.set_visible(False)
    canvas = FigureCanvasSVG(figure)
    canvas.print_svg(text, metadata={"Date": None})
    plt.close(figure)
    # in memory first: on a full disk the canvas of pdf ends with an error about itself
    for suffix, data in (("png", png), ("pdf", pdf)):
        (folder / f"{name}.{suffix}").write_bytes(data.getvalue())
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
