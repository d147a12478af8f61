"""The tables and figures on the speed of the forms, made of the records."""

from __future__ import annotations

from statistics import median

from matplotlib.axes import Axes

from lieref.reporting.drawing import Plot, legend
from lieref.reporting.tables import Table
from verification.benchmark import timed
from verification.benchmark.forms import limits
from verification.benchmark.forms.plans import ALL, ORDERS, TALOS
from verification.benchmark.timed import MICRO, micro, namer
from verification.evidence import Evidence
from verification.figures import STYLE
from verification.subjects.computations import INVERSE_FORMS

OTHERS = INVERSE_FORMS[1:]
# What the regressor is timed against.
SINGLE = ("inverse dynamics", "inverse dynamics, kernel")
_name = namer(ALL)


def _robots(evidence: Evidence) -> list[str]:
    found = {_name(record) for record in evidence.of("forms")}
    return [name for name in ALL if name in found]


def times(evidence: Evidence) -> Table:
    """Kernel time of each form on each robot at each order."""
    rows = []
    for record in evidence.of("forms"):
        best = [micro(record, form) for form in INVERSE_FORMS]
        multiples = [limits.multiple(form)(record) for form in OTHERS]
        where = [_name(record), record["result"]["nbodies"], record["params"]["order"]]
        rows.append([*where, *best, *multiples])
    return Table(
        "forms",
        "Kernels of the forms of inverse dynamics, best times in microseconds, and as multiples of "
        "the default form's; all forms in turn in one run.",
        (
            "Robot", "Bodies", "r", *INVERSE_FORMS,
            *(f"{form} / default" for form in OTHERS),
        ),
        rows,
    )  # fmt: skip


def multiples(evidence: Evidence) -> Table:
    """Each form's multiple of the default form's time over all robots."""
    rows = []
    for order in ORDERS:
        records = limits.of(evidence.of("forms"), order)
        for form in OTHERS if records else ():
            found = [float(limits.multiple(form)(record) or 0) for record in records]
            judged = limits.MOST.get(form, "") if order in limits.JUDGED else ""
            rows.append([order, form, min(found), median(found), max(found), judged])
    return Table(
        "multiples",
        f"Kernel time over the default form's on {len(_robots(evidence))} robots: least, median "
        "and largest, and the limit where there is one.",
        ("r", "Form", "Least", "Median", "Largest", "Limit"),
        rows,
    )


def regressor(evidence: Evidence) -> Table:
    """The regressor beside one inverse dynamics."""
    rows = []
    for record in evidence.of("regressor"):
        ratios = record["result"]["ratios"]
        best = [micro(record, name) for name in ("regressor", *SINGLE)]
        most = limits.MOST_REGRESSOR if _name(record) == TALOS else ""
        rows.append(
            [
                _name(record),
                record["result"]["nbodies"],
                *best,
                *(ratios[name] for name in SINGLE),
                most,
            ]
        )
    return Table(
        "regressor",
        "The regressor and inverse dynamics of order 0 called from Python, and the kernel of "
        "inverse dynamics alone: best times in microseconds, and the regressor's as multiples.",
        ("Robot", "Bodies", "Regressor", "Inverse dynamics", "Kernel alone", "Over the call",
         "Over the kernel", "Limit"),
        rows,
    )  # fmt: skip


def all_tables(evidence: Evidence) -> list[Table]:
    """Return the tables that have rows."""
    found = [multiples(evidence), times(evidence), regressor(evidence)]
    return [table for table in found if table.rows]


def _against_order(evidence: Evidence, robot: str) -> Plot:
    records = [record for record in evidence.of("forms") if _name(record) == robot]
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
        f"Line chart over orders 0 to 5, {len(_robots(evidence))} robots. {said(evidence)}",
        draw,
    )


def all_figures(evidence: Evidence) -> list[Plot]:
    """Return the figures for which there are records."""
    shown = [name for name in (next(iter(ALL)), TALOS) if name in _robots(evidence)]
    complete = all(limits.of(evidence.of("forms"), order) for order in ORDERS)
    first = [_multiples(evidence)] if complete else []
    return [*first, *(_against_order(evidence, name) for name in shown)]


def said(evidence: Evidence) -> str:
    """Say in one sentence what the forms cost beside the default form."""
    told = []
    for order in limits.JUDGED:
        records = limits.of(evidence.of("forms"), order)
        if not records:
            return ""
        found = (
            f"{form} {median(float(limits.multiple(form)(x) or 0) for x in records):.2g}"
            for form in OTHERS
        )
        told.append(f"at order {order} {', '.join(found)}")
    count = len(_robots(evidence))
    return f"Times the default form's kernel time, median of {count} robots: {'; '.join(told)}."
