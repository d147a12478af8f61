"""The tables of the report on inverse dynamics."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from statistics import median
from typing import Any

from lieref.reporting.campaigns.store import Record
from verification.evidence import Evidence
from verification.subjects import robots
from verification.tables import Columns, made
from verification.verdicts import seeds_of

FORMS = ("default", "spatial")
METRICS = ("mae", "rmsae", "mre", "rmsre", "relative", "digits")


def _floats(values: Iterable[Any]) -> list[float]:
    """Return numbers as they were before strict JSON made words of infinities."""
    return [float(x) for x in values]


def _errors_by_order(evidence: Evidence) -> Iterator[list[Any]]:
    """Relative max norm of each order: rounding, algebra, and the conditioning bound."""
    records = [r for r in evidence.of("default_accuracy") if r["params"]["order"] == 10]
    bounds = [_floats(record["result"]["bound"]) for record in evidence.of("conditioning")]
    twins = [r for r in evidence.of("algebra") if r["params"]["order"] == 10]
    for k in range(11) if records and twins else ():
        row: list[Any] = [k]
        for form in FORMS:
            errors = [float(r["result"]["forms"][form]["relative"][k]) for r in records]
            row += [median(errors), max(errors), -math.log10(max(max(errors), 1e-17))]
        for form in FORMS:
            row.append(max(float(r["result"]["forms"][form]["relative"][k]) for r in twins))
        row.append(median(bound[k] for bound in bounds) if bounds else "")
        yield [*row, seeds_of(records)]


def _errors_by_block(evidence: Evidence) -> Iterator[list[Any]]:
    """Every metric of every block over the generic states at order 5."""
    records = [r for r in evidence.of("default_accuracy") if r["params"]["order"] == 5]
    for form in FORMS:
        found: dict[str, list[dict[str, Any]]] = {}
        for record in records:
            for name, block in record["result"]["forms"][form]["blocks"].items():
                if "order" not in name:
                    found.setdefault(name, []).append(block)
        for name, blocks in found.items():
            worst = [max(float(block[metric]) for block in blocks) for metric in METRICS[:-1]]
            fewest = min(float(block["digits"]) for block in blocks)
            yield [form, name, *worst, fewest, len(blocks), seeds_of(records)]


def _robots(evidence: Evidence) -> Iterator[list[Any]]:
    """Each URDF robot against Pinocchio."""
    for record in evidence.by_claim.get("pinocchio_robots", []):
        robot = robots.label(record["params"]["robot"])
        if "error" in record:
            yield [robot, "", record["error"], "", ""]
            continue
        result = record["result"]
        errors = _floats(result["forms"][form] for form in FORMS)
        yield [robot, result["nv"], *errors, record["params"]["seed"]]


def by_value(
    records: Iterable[Record], value: Callable[[Record], float], form: str, last: int = 5
) -> list[tuple[float, float, float]]:
    """Return (value, median, worst) of the errors of orders 0 to ``last``, by increasing value."""
    found: dict[float, list[float]] = {}
    for record in records:
        relative = _floats(record["result"]["forms"][form]["relative"])[: last + 1]
        found.setdefault(value(record), []).append(max(relative))
    return [(x, median(errors), max(errors)) for x, errors in sorted(found.items())]


SWEEPS: dict[str, tuple[str, Callable[[Record], float]]] = {
    "chain_length": ("Bodies in the chain", lambda r: r["params"]["robot"]["bodies"]),
    "distance": ("Distance from the origin [m]", lambda r: r["params"]["state"]["distance"]),
    "joint_speed": ("Joint speed [rad/s, m/s]", lambda r: r["params"]["state"]["speed"]),
    "joint_angle": ("Joint angle [rad]", lambda r: r["params"]["state"]["angle"]),
}


def _sweep(name: str) -> Columns:
    """The errors of both forms along one sweep."""
    label, value = SWEEPS[name]

    def rows(evidence: Evidence) -> Iterator[list[Any]]:
        records = evidence.of(name)
        columns = [by_value(records, value, form) for form in FORMS]
        for pair in zip(*columns, strict=True):
            yield [pair[0][0], *(x for errors in pair for x in errors[1:]), seeds_of(records)]

    return Columns(
        name,
        f"Relative max norm of the error against: {label[0].lower() + label[1:]}; worst of orders "
        "0 to 5.",
        rows,
        (label, *(f"{form}, {x}" for form in FORMS for x in ("median", "worst")), "Seeds"),
    )


all_tables = partial(
    made,
    (
        Columns(
            "errors_by_order",
            "Relative max norm of the error of each derivative order, generic states within 1 m. "
            "Rounding: kernels in double precision; algebra: in plain Python at 50 digits (worst); "
            "the bound is the change that a 1-ulp input perturbation makes (median).",
            _errors_by_order,
            (
                "Order",
                *(f"{form}, {x}" for form in FORMS for x in ("median", "worst", "digits")),
                *(f"{form}, algebra" for form in FORMS),
                "Bound",
                "Seeds",
            ),
        ),
        Columns(
            "errors_by_block",
            "Worst error metrics of each block, orders 0 to 5, generic states within 1 m; MAE to "
            "RMSRE as (40)-(43) of Singh et al. define them, in N, N m and their time derivatives.",
            _errors_by_block,
            ("Form", "Block", "MAE", "RMSAE", "MRE", "RMSRE", "Relative max norm", "Digits",
             "Cases", "Seeds"),
        ),
        *map(_sweep, SWEEPS),
        Columns(
            "robots",
            "Largest difference to Pinocchio's rnea over random states, relative max norm, order "
            "0.",
            _robots,
            ("Robot (base)", "Velocities", *FORMS, "Seed"),
            key=lambda row: row[0],
        ),
    ),
)  # fmt: skip
