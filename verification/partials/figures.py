"""The figures of the report on partial derivatives, in the shapes of Singh et al."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes

from lieref.reporting.drawing import COLORS, INK, Plot, log_errors
from verification.evidence import Evidence
from verification.partials import numbers, step_figures
from verification.partials.styles import (
    METRIC_STYLE,
    STYLE,
    Curve,
    by_size,
    draw_curve,
    last_points,
    legend,
    size_axis,
)
from verification.partials.tables import KINDS, METRICS, compared, methods_of
from verification.subjects.partial_methods import ANALYTIC, BICOMPLEX, CHAIN_RULE


def _metrics(evidence: Evidence, dynamics: str) -> Plot:
    """Fig. 11: four metrics of the analytic method."""
    method = ANALYTIC[dynamics, 2]
    return by_size(
        f"metrics_{dynamics}",
        f"Error metrics (40)-(43) of Singh et al. of {method}, medians over the seeds, against "
        "50 digits; the paper's Fig. 11 in shape.",
        {
            (kind, metric): numbers.medians(records, method, metric)
            for kind, records in compared(evidence, dynamics).items()
            for metric in METRICS
        },
        METRIC_STYLE,
        partial(log_errors, what="Error"),
        4,
    )


def _rmsre(axes: Axes) -> None:
    log_errors(axes, "RMSRE")


def _methods(evidence: Evidence, dynamics: str, figure: str) -> Plot:
    """Fig. 12 and Fig. 20: RMSRE of every method."""
    curves = {
        (kind, method): numbers.medians(records, method)
        for kind, records in compared(evidence, dynamics).items()
        for method in methods_of(records)
    }
    return by_size(
        f"methods_{dynamics}",
        f"RMSRE (43) of the second partials of {dynamics} dynamics by every method, medians over "
        f"the seeds, against 50 digits; {figure} of Singh et al. in shape.",
        curves,
        {method: STYLE[method] for _, method in curves},
        _rmsre,
    )


def _first(evidence: Evidence, dynamics: str) -> Plot:
    """First partials, which Singh et al. leave out."""
    curves: dict[tuple[str, str], Curve] = {}
    records = evidence.of(f"first_{dynamics}")
    for kind, some in zip(KINDS, numbers.by_kind(records), strict=True):
        fixed = [r for r in some if r["params"]["robot"]["base"] == "fixed"]
        for method in methods_of(fixed):
            curves[kind, method] = numbers.medians(fixed, method)

    def limit(axes: Axes) -> None:
        axes.axhline(2e-14, color=INK, linewidth=0.8, alpha=0.6, linestyle="--")
        _rmsre(axes)

    return by_size(
        f"first_{dynamics}",
        f"RMSRE of first partials of {dynamics} dynamics on a fixed base, medians over the seeds. "
        "Dashed: 2e-14.",
        curves,
        {method: STYLE[method] for method in methods_of(records)},
        limit,
    )


def _bicomplex_reference(evidence: Evidence, dynamics: str) -> Plot:
    records = [r for r in compared(evidence, dynamics)["serial"] if "apparent" in r["result"]]
    equals = (ANALYTIC[dynamics, 2], CHAIN_RULE)
    real = {name: numbers.medians(records, name) for name in (*equals, BICOMPLEX)}
    seen: dict[str, Curve] = {}
    for name in equals:
        seen[name] = [
            (n, float(np.median([float(r["result"]["apparent"][name])
                                 for r in numbers.at_size(records, n)])))
            for n in numbers.sizes(records)
        ]  # fmt: skip

    def draw(axes: Axes) -> None:
        for name, curve in real.items():
            draw_curve(axes, curve, "serial", STYLE[name])
        for name, curve in seen.items():
            axes.plot([x for x, _ in curve], [y for _, y in curve], linestyle="--",
                      markerfacecolor="none", **STYLE[name])  # fmt: skip
        log_errors(axes, "RMSRE")
        size_axis(axes, (n for curve in real.values() for n, _ in curve))
        legend(axes, {name: STYLE[name] for name in real})

    return Plot(
        f"bicomplex_reference_{dynamics}",
        f"Bicomplex numbers for the reference, {dynamics} dynamics, serial chains: RMSRE against "
        "50 digits (solid) and as it appears against bicomplex numbers (dashed), whose own error "
        "is the third curve.",
        f"Line chart, both axes logarithmic. Against 50 digits: {last_points(real)}; against "
        f"bicomplex numbers: {last_points(seen)}.",
        draw,
    )


def _real(evidence: Evidence) -> Plot:
    records = evidence.of("real_robots")
    paths = list(dict.fromkeys(r["params"]["robot"]["path"] for r in records))
    places = [(path, dynamics) for dynamics in ("inverse", "forward") for path in paths]
    both = f"{ANALYTIC['inverse', 2]}, {ANALYTIC['forward', 2]}"
    styles = {**STYLE, both: STYLE[ANALYTIC["inverse", 2]]}
    found: dict[str, list[tuple[float, float]]] = {}
    for at, (path, dynamics) in enumerate(places):
        some = [
            r for r in records
            if r["params"]["robot"]["path"] == path and r["params"]["dynamics"] == dynamics
        ]  # fmt: skip
        for method in methods_of(some):
            values = [float(r["result"]["methods"][method]["rmsre"]) for r in some]
            name = both if method in both else method
            found.setdefault(name, []).append((at, float(np.median(values))))

    def draw(axes: Axes) -> None:
        for method, points in found.items():
            axes.plot([x for x, _ in points], numbers.shown([y for _, y in points]),
                      linestyle="none", **styles[method])  # fmt: skip
        log_errors(axes, "RMSRE")
        names = [Path(path).stem.split("_")[0] for path, _ in places]
        axes.set_xticks(range(len(places)), names)
        axes.axvline(len(paths) - 0.5, color=INK, linewidth=0.6, alpha=0.6)
        for at, word in ((0.25, "inverse dynamics"), (0.75, "forward dynamics")):
            axes.annotate(word, (at, -0.17), xycoords="axes fraction", ha="center")
        legend(axes, {name: {**styles[name], "linestyle": "none"} for name in found})

    worst = ", ".join(f"{name} {max(y for _, y in points):.1e}" for name, points in found.items())
    return Plot(
        "real_robots",
        "RMSRE of second partials on real robots, medians over the seeds; hyq and talos on a free "
        "base.",
        f"Dot chart, logarithmic errors. Largest: {worst}.",
        draw,
    )


def _pinocchio(evidence: Evidence) -> Plot:
    found = [r["result"] for r in evidence.of("pinocchio_forward") if "scaled" in r["result"]]
    found = [result for result in found if result["nv"]]

    def numbers_of(key: str) -> list[float]:
        return numbers.shown([max(map(float, result[key].values())) for result in found])

    def draw(axes: Axes) -> None:
        at = [float(result["unscaled"]) for result in found]
        axes.plot(at, numbers_of("plain"), "o", color="#0072B2", markerfacecolor="none")
        axes.plot(at, numbers_of("scaled"), "s", color="#D55E00", markersize=3)
        axes.axhline(1e-12, color=INK, linewidth=0.8, linestyle="--")
        axes.set_xscale("log")
        log_errors(axes, "Relative difference (max norm)")
        axes.set_xlabel("Condition number of $H$")
        legend(axes, {
            "plain": {"color": COLORS[0], "marker": "o", "linestyle": "none",
                      "markerfacecolor": "none"},
            "scaled, by the condition number": {"color": COLORS[1], "marker": "s",
                                                "linestyle": "none"},
        })  # fmt: skip

    worst = ", ".join(f"{key} {max(numbers_of(key)):.1e}" for key in ("plain", "scaled"))
    return Plot(
        "pinocchio_forward",
        "First partials of forward dynamics against Pinocchio's computeABADerivatives, every robot "
        "of example-robot-data, fixed and free base: largest difference of an array. Dashed: the "
        "limit.",
        f"Scatter chart, both axes logarithmic. Largest: {worst}.",
        draw,
    )


def all_figures(evidence: Evidence) -> list[Plot]:
    """Return every figure for which there are records."""
    found = []
    for dynamics, figure in (("inverse", "Fig. 12"), ("forward", "Fig. 20")):
        if all(compared(evidence, dynamics).values()):
            found += [_metrics(evidence, dynamics), _methods(evidence, dynamics, figure)]
            found.append(_bicomplex_reference(evidence, dynamics))
    for dynamics in ("inverse", "forward"):
        if all(numbers.by_kind(evidence.of(f"first_{dynamics}"))):
            found.append(_first(evidence, dynamics))
    if all(all(compared(evidence, x).values()) for x in ("inverse", "forward")):
        found += [step_figures.step_curves(evidence, x) for x in ("inverse", "forward")]
        found += [step_figures.best_steps(evidence), step_figures.second_contours(evidence)]
    pairs = sorted(evidence.of("step_contours"), key=lambda r: str(r["params"]["robot"]))
    largest = max((numbers.size(r) for r in pairs), default=0)
    found += [step_figures.pair_contours(r) for r in pairs if numbers.size(r) == largest]
    makers: list[tuple[str, Callable[[Evidence], Plot]]] = [
        ("bicomplex_steps", step_figures.tiny_steps),
        ("real_robots", _real),
        ("pinocchio_forward", _pinocchio),
    ]
    return found + [draw(evidence) for claim, draw in makers if evidence.of(claim)]
