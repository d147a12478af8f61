"""The tables on the speed of the forms, made of the records."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from statistics import median
from typing import Any

from lieref.reporting.campaigns.store import Record
from verification.benchmark.forms import limits
from verification.benchmark.forms.plans import ALL, ORDERS, TALOS
from verification.benchmark.timed import micros, namer, ratio
from verification.evidence import Evidence
from verification.picks import param, result
from verification.subjects.computations import INVERSE_FORMS
from verification.tables import Columns, made

OTHERS = INVERSE_FORMS[1:]
name_of = namer(ALL)


def robots(evidence: Evidence) -> list[str]:
    """Return the names of the robots, in the plan's order."""
    found = {name_of(record) for record in evidence.of("forms")}
    return [name for name in ALL if name in found]


def _multiples(evidence: Evidence) -> Iterator[list[Any]]:
    """Each form's multiple of the default form's time over all robots."""
    for order in ORDERS:
        records = limits.of(evidence.of("forms"), order)
        for form in OTHERS if records else ():
            found = [float(limits.multiple(form)(record) or 0) for record in records]
            judged = limits.MOST.get(form, "") if order in limits.JUDGED else ""
            yield [order, form, min(found), median(found), max(found), judged]


def _limit(record: Record) -> float | str:
    return limits.MOST_REGRESSOR if name_of(record) == TALOS else ""


all_tables = partial(
    made,
    (
        Columns(
            "multiples",
            lambda evidence: (
                f"Kernel time over the default form's on {len(robots(evidence))} robots: least, "
                "median and largest, and the limit where there is one."
            ),
            _multiples,
            ("r", "Form", "Least", "Median", "Largest", "Limit"),
        ),
        Columns(
            "forms",
            "Kernels of the forms of inverse dynamics, best times in microseconds, and as "
            "multiples of the default form's; all forms in turn in one run.",
            "forms",
            {
                "Robot": name_of,
                "Bodies": result("nbodies"),
                "r": param("order"),
                **{form: micros(form) for form in INVERSE_FORMS},
                **{f"{form} / default": limits.multiple(form) for form in OTHERS},
            },
        ),
        Columns(
            "regressor",
            "The regressor and inverse dynamics of order 0 called from Python, and the kernel of "
            "inverse dynamics alone: best times in microseconds, and the regressor's as multiples.",
            "regressor",
            {
                "Robot": name_of,
                "Bodies": result("nbodies"),
                "Regressor": micros("regressor"),
                "Inverse dynamics": micros("inverse dynamics"),
                "Kernel alone": micros("inverse dynamics, kernel"),
                "Over the call": ratio("inverse dynamics"),
                "Over the kernel": ratio("inverse dynamics, kernel"),
                "Limit": _limit,
            },
        ),
    ),
)


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
    count = len(robots(evidence))
    return f"Times the default form's kernel time, median of {count} robots: {'; '.join(told)}."
