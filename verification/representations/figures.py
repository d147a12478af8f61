"""The figures on the forms of inverse dynamics, and on integration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matplotlib.axes import Axes

from lieref.reporting.campaigns.store import Record
from lieref.reporting.drawing import COLORS, INK, Plot, legend, log_errors
from verification.evidence import Evidence
from verification.figures import STYLE
from verification.representations import numbers
from verification.representations.claims.forms import LIMITS, families
from verification.subjects.computations import INVERSE_FORMS

MOTIONS = {"free_body": "free body", "heavy_top": "heavy top"}
#: Colors and markers of the methods; Okabe and Ito's palette.
METHODS: dict[str, dict[str, Any]] = {
    "rkmk1": {"color": COLORS[3], "marker": "v"},
    "rkmk2": {"color": COLORS[4], "marker": "s"},
    "rkmk3": {"color": COLORS[2], "marker": "^"},
    "rkmk4": {"color": COLORS[0], "marker": "o"},
    "variational": {"color": COLORS[1], "marker": "D"},
}
ORDERS = list(range(numbers.LAST + 1))
FOOT = 1e-17  # an error of zero has no place on a logarithmic axis
FAMILY = "serial chain, fixed"


def all_figures(evidence: Evidence) -> list[Plot]:
    """Return the figures that there are results for."""
    found = []
    if all(len(families(evidence.of("forms_operations"), f).get(FAMILY, [])) > 1
           for f in INVERSE_FORMS):  # fmt: skip
        found.append(_operations(evidence))
    if evidence.of("forms_accuracy"):
        found.append(_errors(evidence))
    if evidence.of("forms_distance"):
        found.append(_distance(evidence))
    plots = [*(_orders(evidence, *motion) for motion in MOTIONS.items()), _energy(evidence)]
    return [*found, *(plot for plot in plots if plot is not None)]


def _results(evidence: Evidence, claim: str) -> list[Record]:
    return [record for record in evidence.of(claim) if "result" in record]


def _orders(evidence: Evidence, motion: str, name: str) -> Plot | None:
    """Error against the step, one curve a method."""
    curves = {
        record["params"]["method"]: (record["params"]["counts"], record["result"]["errors"])
        for record in _results(evidence, "integrator_orders")
        if record["params"]["motion"] == motion and record["params"]["coordinates"] == "exponential"
    }
    if not curves:
        return None

    def draw(axes: Axes) -> None:
        for method, (counts, errors) in curves.items():
            axes.plot([1.0 / n for n in counts], errors, label=method, **METHODS[method])
        axes.set_xscale("log")
        log_errors(axes)
        axes.set_ylabel("Error (rad, m and their rates)")
        axes.set_xlabel("Step [s]")
        legend(axes, 3)

    last = ", ".join(f"{method} {errors[-1]:.1e}" for method, (_, errors) in curves.items())
    return Plot(
        f"orders_{motion}",
        f"Error of each method after one second of the {name} against its closed form, exponential "
        "coordinates, by the length of the step.",
        f"Line chart, both axes logarithmic. At the shortest steps: {last}.",
        draw,
    )


def _energy(evidence: Evidence) -> Plot | None:
    """Energy over the longest motion of the variational method."""
    found = _results(evidence, "variational_momentum")
    if not found:
        return None
    longest = max(found, key=lambda record: record["params"]["steps"])
    t, energies = longest["result"]["t"], longest["result"]["energies"]

    def draw(axes: Axes) -> None:
        axes.plot(t, [x - 1 for x in energies], color=INK, linewidth=0.8)
        axes.set_xlabel("Time [s]")
        axes.set_ylabel("Relative change of the energy")

    return Plot(
        "energy",
        f"Energy of a free tree of four bodies over {longest['params']['steps']} steps of the "
        "variational method: it swings and does not drift.",
        f"Line chart. Largest relative change: {max(abs(x - 1) for x in energies):.1e}.",
        draw,
    )


def _operations(evidence: Evidence) -> Plot:
    records = evidence.of("forms_operations")
    found = {
        form: numbers.per_body(families(records, form)[FAMILY], "multiplications") or []
        for form in INVERSE_FORMS
    }

    def draw(axes: Axes) -> None:
        for form in INVERSE_FORMS:
            axes.plot(ORDERS[: len(found[form])], found[form], label=form, **STYLE[form])
        axes.set(ylim=(0, None), xlabel="Order $r$", ylabel="Multiplications a body")
        axes.set_xticks(ORDERS)
        legend(axes)

    last = ", ".join(f"{form} {found[form][-1]}" for form in INVERSE_FORMS if found[form])
    return Plot(
        "forms_operations",
        "Multiplications that one more body of a serial chain costs each form, all orders up to r, "
        "counted in the plain Python implementations.",
        f"Line chart, rising curves. At order {ORDERS[-1]}: {last}.",
        draw,
    )


def _dots(axes: Axes, form: str, at: float, errors: list[float]) -> None:
    style: dict[str, Any] = {"color": STYLE[form]["color"], "markersize": 2.5, "alpha": 0.35}
    axes.plot([at] * len(errors), [max(x, FOOT) for x in errors], ".", **style)


def _errors(evidence: Evidence) -> Plot:
    records = evidence.of("forms_accuracy")

    def errors(form: str, k: int) -> list[float]:
        return [float(record["result"]["forms"][form]["relative"][k]) for record in records]

    def draw(axes: Axes) -> None:
        for i, form in enumerate(INVERSE_FORMS):
            shift = 0.14 * (i - 1.5)
            for k in ORDERS:
                _dots(axes, form, k + shift, errors(form, k))
            highest = [max(*errors(form, k), FOOT) for k in ORDERS]
            axes.plot([k + shift for k in ORDERS], highest, label=form, **STYLE[form])
        log_errors(axes)
        axes.set_xlabel("Derivative order $k$ of the generalized force")
        axes.set_xticks(ORDERS)
        legend(axes)

    last = ", ".join(f"{form} {numbers.worst(records, form):.1e}" for form in INVERSE_FORMS)
    return Plot(
        "forms_errors",
        "Relative error of each form at each derivative order, named robots and random trees "
        "within 1 m of the origin: every case (dots) and the worst (lines).",
        f"Line chart, logarithmic errors against orders 0 to 5. Worst of all orders: {last}.",
        draw,
    )


def _at(distance: float) -> Callable[[Record], bool]:
    return lambda record: record["params"]["state"]["distance"] == distance


def _distance(evidence: Evidence) -> Plot:
    records = evidence.of("forms_distance")
    values = sorted({float(record["params"]["state"]["distance"]) for record in records})
    highest = {
        form: [numbers.worst(filter(_at(x), records), form) for x in values]
        for form in INVERSE_FORMS
    }

    def draw(axes: Axes) -> None:
        axes.set_xscale("symlog", linthresh=min(x for x in values if x > 0))
        for form in INVERSE_FORMS:
            axes.plot(values, [max(x, FOOT) for x in highest[form]], label=form, **STYLE[form])
        for limit in sorted(set(LIMITS.values())):
            axes.axhline(limit, color=STYLE["bound"]["color"], linewidth=0.8, alpha=0.7)
        log_errors(axes)
        axes.set_xlabel("Distance from the origin [m]")
        legend(axes)

    last = ", ".join(f"{form} {highest[form][-1]:.1e}" for form in INVERSE_FORMS)
    return Plot(
        "forms_distance",
        "Worst relative error of orders 0 to 5 of each form against the distance of the base from "
        "the inertial origin. Thin lines: the limits, the default form's below, the others above.",
        f"Line chart, both axes logarithmic, level lines. At {values[-1]:g} m: {last}.",
        draw,
    )
