"""The figures of the report on inverse dynamics."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from lieref.reporting.drawing import INK, Plot, legend, log_errors
from verification.evidence import Evidence
from verification.figures import STYLE
from verification.inverse_dynamics.tables import FORMS, SWEEPS, by_value

LIMITS = {"default": 3e-15, "spatial": 1e-13}


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
    records = [r for r in evidence.of("default_accuracy") if r["params"]["order"] == 10]
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
    if any(r["params"]["order"] == 10 for r in evidence.of("default_accuracy")):
        found.append(_orders(evidence))
    found += [_sweep(evidence, name) for name in SWEEPS if evidence.of(name)]
    if evidence.of("pinocchio_robots"):
        found.append(_robots(evidence))
    return found
