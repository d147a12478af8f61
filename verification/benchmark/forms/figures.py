"""The figures on the speed of the forms, drawn from the records."""

from __future__ import annotations

from statistics import median

from matplotlib.axes import Axes

from lieref.reporting.drawing import Plot, legend
from verification.benchmark import timed
from verification.benchmark.forms import limits
from verification.benchmark.forms.plans import ALL, ORDERS, TALOS
from verification.benchmark.forms.tables import OTHERS, name_of, robots, said
from verification.benchmark.timed import MICRO
from verification.evidence import Evidence
from verification.figures import STYLE
from verification.subjects.computations import INVERSE_FORMS


def _against_order(evidence: Evidence, robot: str) -> Plot:
    records = [record for record in evidence.of("forms") if name_of(record) == robot]
    records = sorted(records, key=lambda record: int(record["params"]["order"]))
    orders = [record["params"]["order"] for record in records]
    best = {
        form: [MICRO * timed.best(record, form) for record in records] for form in INVERSE_FORMS
    }

    def draw(axes: Axes) -> None:
        for form in INVERSE_FORMS:
            axes.plot(orders, best[form], label=form, **STYLE[form])
        axes.set(ylim=(0, None), xlabel="Order $r$ of the derivative", ylabel="Kernel time [µs]")
        axes.set_xticks(orders)
        legend(axes)

    last = ", ".join(f"{form} {best[form][-1]:.3g}" for form in INVERSE_FORMS)
    return Plot(
        f"time_order_{list(ALL).index(robot)}",
        f"Kernel time of each form, all orders up to r: {robot}.",
        f"Line chart, rising curves. Microseconds at order {orders[-1]}: {last}.",
        draw,
    )


def _multiples(evidence: Evidence) -> Plot:
    records = evidence.of("forms")

    def draw(axes: Axes) -> None:
        for i, form in enumerate(OTHERS):
            shift = 0.12 * (i - 1)
            middles = []
            for order in ORDERS:
                found = [float(limits.multiple(form)(x) or 0) for x in limits.of(records, order)]
                middles.append(median(found))
                style = {"color": STYLE[form]["color"], "markersize": 2.5, "alpha": 0.5}
                axes.plot([order + shift] * len(found), found, ".", **style)
            axes.plot([k + shift for k in ORDERS], middles, label=form, **STYLE[form])
            for order in limits.JUDGED if form in limits.MOST else ():
                ends = (order + shift - 0.2, order + shift + 0.2)
                axes.hlines(limits.MOST[form], *ends, color=STYLE[form]["color"], linewidth=0.8)
        axes.set(ylim=(0, None), xlabel="Order $r$", ylabel="Time over the default form's")
        axes.set_xticks(list(ORDERS))
        legend(axes)

    return Plot(
        "multiples",
        "Kernel time of each form over the default form's: every robot (dots), the median "
        "(lines), and the limits at orders 0 and 5 (thin lines). The series of the spatial and the "
        "hybrid form have r + 2 coefficients, those of the other two r + 1: at r = 3 they begin a "
        "second register of four.",
        f"Line chart over orders 0 to 5, {len(robots(evidence))} robots. {said(evidence)}",
        draw,
    )


def all_figures(evidence: Evidence) -> list[Plot]:
    """Return the figures for which there are records."""
    shown = [name for name in (next(iter(ALL)), TALOS) if name in robots(evidence)]
    complete = all(limits.of(evidence.of("forms"), order) for order in ORDERS)
    first = [_multiples(evidence)] if complete else []
    return [*first, *(_against_order(evidence, name) for name in shown)]
