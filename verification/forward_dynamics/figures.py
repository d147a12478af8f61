"""The figures of the report on forward and hybrid dynamics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lieref.reporting.drawing import COLORS, INK, Plot, legend, log_errors
from verification.evidence import Evidence
from verification.figures import STYLE
from verification.forward_dynamics import numbers
from verification.forward_dynamics.cases import ORDER, TORQUES
from verification.forward_dynamics.numbers import quantile
from verification.forward_dynamics.tables import RESULTS, SHARE, by_distance, draws
from verification.subjects.computations import FORMS

SMALLEST = 1e-17
EXTENDED: dict[str, Any] = {"color": COLORS[3], "marker": "D", "linestyle": "-."}
MOTIONS = {"motion": "generalized forces of a motion", "random": "forces sampled at random"}


def _shown(values: Sequence[float]) -> list[float]:
    """Values that have a place on a logarithmic axis."""
    return [max(x, SMALLEST) for x in values]


def _bands(axes: Axes, rows: dict[str, list[list[float]]]) -> None:
    """Of each name and order: from the median (line) to the worst, with a tick at 95 %."""
    for shift, (name, by_order) in zip((-0.16, 0.0, 0.16), rows.items(), strict=False):
        at = np.arange(len(by_order)) + shift
        style = {"color": STYLE[name]["color"]}
        middle, high, worst = (
            _shown([quantile(values, share) for values in by_order]) for share in (0.5, SHARE, 1.0)
        )
        label = f"{name} form" if name in FORMS else name
        axes.plot(at, middle, label=label, **STYLE[name])
        axes.vlines(at, middle, worst, linewidth=0.9, **style)
        axes.plot(at, high, "_", markersize=7, **style)
        axes.plot(at, worst, ".", markersize=4, **style)


def _by_order(evidence: Evidence, dynamics: str, table: str, torques: str, name: str) -> Plot:
    found = draws(evidence, dynamics, torques)
    orders = range(ORDER + 1)
    rows: dict[str, list[list[float]]] = {
        form: [[numbers.of(record, form, table)[k] for record in found] for k in orders]
        for form in FORMS
    }
    rows["bound"] = [[numbers.bound(record, table)[k] for record in found] for k in orders]

    def draw(axes: Axes) -> None:
        _bands(axes, rows)
        axes.plot(orders, [numbers.limit(k) for k in orders], color=INK, linewidth=0.8,
                  label="limit", alpha=0.7)  # fmt: skip
        log_errors(axes)
        what = "generalized force" if table == "torque" else "acceleration"
        axes.set_xlabel(f"Derivative order $k$ of the {what}")
        axes.set_xticks(list(orders))
        legend(axes, 4)

    worst = ", ".join(f"{key} {max(rows[key][ORDER]):.1e}" for key in rows)
    return Plot(
        f"{dynamics}_{table}_{torques}",
        f"Relative error of {name} dynamics by order, {MOTIONS[torques]}, {len(found)} samples: "
        "median (line), 95 % (tick) and worst (dot), beside the conditioning bound. Limit: "
        "1e-12 times 15 to the power of the order.",
        f"Chart of errors on a logarithmic axis against orders 0 to 5. Worst at order 5: {worst}.",
        draw,
    )


def _cumulative(evidence: Evidence, table: str, name: str, dynamics: str) -> Plot | None:
    curves = {}
    for torques in TORQUES:
        found = draws(evidence, dynamics, torques)
        for form in FORMS if found else ():
            ratios = [x for record in found for x in numbers.ratios(record, form, table)]
            curves[form, torques] = sorted(ratios)
    if not curves:
        return None

    def draw(axes: Axes) -> None:
        for (form, torques), ratios in curves.items():
            share = [(i + 1) / len(ratios) for i in range(len(ratios))]
            dash = "-" if torques == "motion" else ":"
            axes.step(ratios, share, where="post", color=STYLE[form]["color"], linestyle=dash,
                      label=f"{form}, {torques}")  # fmt: skip
        axes.axvline(numbers.BOUNDS, color=INK, linewidth=0.8, alpha=0.7)
        axes.set_xscale("log")
        axes.set_xlim(1e-2, None)
        axes.set_ylim(0, 1.02)
        axes.set_xlabel("Error by conditioning bound")
        axes.set_ylabel("Share of orders and samples")
        legend(axes, 2)

    worst = ", ".join(f"{a}, {b}: {x[-1]:.1e}" for (a, b), x in curves.items())
    return Plot(
        f"error_by_bound_{dynamics}_{table}",
        f"Error of {name} dynamics by its conditioning bound: share of orders and samples up to a "
        "ratio; forces of a motion (solid) and sampled at random (dotted). Thin line: 30.",
        f"Cumulative distributions on a logarithmic axis. Largest ratios: {worst}.",
        draw,
    )


def _against_distance(
    name: str,
    caption: str,
    distances: Sequence[float],
    curves: dict[str, list[float]],
    styles: dict[str, dict[str, Any]],
) -> Plot:
    def draw(axes: Axes) -> None:
        if distances[0] == 0:
            axes.set_xscale("symlog", linthresh=1.0)
        else:
            axes.set_xscale("log")
        for label, values in curves.items():
            axes.plot(distances, _shown(values), label=label, **styles[label])
        log_errors(axes)
        axes.set_xlabel("Distance from the origin [m]")
        legend(axes, 2)

    last = ", ".join(f"{label} {values[-1]:.1e}" for label, values in curves.items())
    alt = f"Line chart, both axes logarithmic. At {distances[-1]:g} m: {last}."
    return Plot(name, caption, alt, draw)


def _distance(evidence: Evidence) -> Plot:
    found = by_distance(filter(numbers.measured, evidence.of("forward_distance")))
    curves, styles = {}, {}
    for form in FORMS:
        for k, line in ((0, ":"), (ORDER, "-")):
            label = f"{form}, order {k}"
            curves[label] = [max(numbers.of(r, form)[k] for r in group) for group in found.values()]
            styles[label] = {**STYLE[form], "linestyle": line}
    return _against_distance(
        "distance",
        "Worst relative error of forward dynamics against the distance of the robot from the "
        "origin, base motion in body, hybrid and mixed form; the same samples at every distance.",
        list(found),
        curves,
        styles,
    )


def _symmetric(evidence: Evidence) -> Plot:
    found = by_distance(evidence.of("symmetric_inertia"))
    curves = {
        label: [max(float(r["result"][key]) for r in group) for group in found.values()]
        for label, key in (("as printed", "printed"), ("symmetric", "symmetric"))
    }
    return _against_distance(
        "symmetric_inertia",
        "Algorithm 3 of Ali et al. in the inertial frame: worst relative error of the base's "
        "acceleration with the articulated inertia as printed and in symmetric form.",
        list(found),
        curves,
        {"as printed": STYLE["spatial"], "symmetric": STYLE["default"]},
    )


def _extended(evidence: Evidence) -> Plot:
    found = [r for r in evidence.of("extended_path") if r["params"]["torques"] == "motion"]
    results = [record["result"] for record in found]
    orders = list(range(len(results[0]["extended"])))
    curves: dict[str, list[float]] = {
        form: [max(float(r["forms"][form][k]) for r in results) for k in orders] for form in FORMS
    }
    curves["bound"] = [max(float(r["bound"][k]) for r in results) for k in orders]
    path = [max(float(r["extended"][k]) for r in results) for k in orders]

    def draw(axes: Axes) -> None:
        for name, values in curves.items():
            label = f"{name} form" if name in FORMS else name
            axes.plot(orders, _shown(values), label=label, **STYLE[name])
        axes.plot(orders, _shown(path), label="40 digits", **EXTENDED)
        axes.axhline(1e-14, color=INK, linewidth=0.8, alpha=0.5)
        log_errors(axes)
        axes.set_xlabel("Derivative order $k$ of the acceleration")
        axes.set_xticks(orders)
        legend(axes, 4, columnspacing=1.0)

    return Plot(
        "extended_path",
        "Forward dynamics of the aerial manipulator to order 10, forces of a motion: worst "
        "relative error of both forms, the conditioning bound, and with 40 digits. Thin "
        "line: limit of the latter. On slower motions the bound is higher by orders of magnitude: "
        "see the report of the simulation for Table 3's.",
        f"Line chart, logarithmic errors against orders 0 to 10. Worst at order 10: default "
        f"form {curves['default'][-1]:.1e}, 40 digits {path[-1]:.1e}.",
        draw,
    )


def _robots(evidence: Evidence) -> Plot:
    found = [r for r in evidence.of("pinocchio_aba") if "forms" in r["result"]]
    found = [r for r in found if r["params"]["torques"] == "motion"]

    def differences(form: str, key: str) -> list[float]:
        return [float(record["result"]["forms"][form][key]) for record in found]

    def draw(axes: Axes) -> None:
        conditions = [float(record["result"]["condition"]) for record in found]
        for form in FORMS:
            color = STYLE[form]["color"]
            axes.plot(conditions, _shown(differences(form, "relative")), STYLE[form]["marker"],
                      color=color, markerfacecolor="none", label=f"{form}, plain")  # fmt: skip
            axes.plot(conditions, _shown(differences(form, "scaled")), STYLE[form]["marker"],
                      color=color, markersize=3, label=f"{form}, scaled")  # fmt: skip
        axes.set_xscale("log")
        log_errors(axes)
        axes.set_ylabel("Relative difference (max norm)")
        axes.set_xlabel("Condition number of the scaled joint-space inertia")
        legend(axes, 2)

    worst = max(max(differences(form, "scaled")) for form in FORMS)
    return Plot(
        "robots",
        "Difference to Pinocchio's aba at order 0 of every robot of example-robot-data, fixed and "
        "free base, forces of a motion: plain, and in scaled coordinates by the condition number.",
        f"Scatter chart, both axes logarithmic. Largest scaled difference: {worst:.1e}.",
        draw,
    )


def all_figures(evidence: Evidence) -> list[Plot]:
    """Return every figure for which there are records."""
    found = [
        _by_order(evidence, dynamics, table, torques, name)
        for dynamics, table, name in RESULTS
        for torques in TORQUES
        if draws(evidence, dynamics, torques)
    ]
    for dynamics, table, name in RESULTS:
        plot = _cumulative(evidence, table, name, dynamics)
        if plot:
            found.append(plot)
    more: list[tuple[str, Callable[[Evidence], Plot]]] = [
        ("forward_distance", _distance),
        ("extended_path", _extended),
        ("symmetric_inertia", _symmetric),
        ("pinocchio_aba", _robots),
    ]
    return found + [draw(evidence) for claim, draw in more if evidence.of(claim)]
