"""The tables of the report on forward and hybrid dynamics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from statistics import median
from typing import Any

from lieref.reporting.campaigns.store import Record
from verification.evidence import Evidence
from verification.forward_dynamics import numbers
from verification.forward_dynamics.cases import ORDER, TORQUES
from verification.forward_dynamics.numbers import quantile
from verification.picks import param
from verification.subjects import robots
from verification.subjects.computations import FORMS
from verification.tables import Columns, made
from verification.verdicts import seeds_of

#: What is measured: dynamics, table of its records, what it is called.
RESULTS = (
    ("forward", "motion", "forward"),
    ("hybrid", "motion", "hybrid, motion"),
    ("hybrid", "torque", "hybrid, generalized forces"),
)
SHARE = 0.95


def draws(evidence: Evidence, dynamics: str, torques: str) -> list[Record]:
    """Return the measured draws of one dynamics and one kind of generalized forces."""
    return list(filter(numbers.measured, evidence.of(f"{dynamics}_{torques}_torques")))


def _spread(values: Iterable[float]) -> list[float]:
    found = list(values)
    return [median(found), quantile(found, SHARE), max(found)]


def rejected(evidence: Evidence) -> int:
    """Return how many draws were rejected."""
    return sum(
        len(evidence.of(f"{dynamics}_{torques}_torques")) - len(draws(evidence, dynamics, torques))
        for dynamics in ("forward", "hybrid")
        for torques in TORQUES
    )


def _errors_by_order(evidence: Evidence) -> Iterator[list[Any]]:
    """Median, 95 % and worst of each order, beside limit and bound."""
    for dynamics, table, name in RESULTS:
        for torques in TORQUES:
            found = draws(evidence, dynamics, torques)
            for k in range(ORDER + 1) if found else ():
                row = [name, torques, k, numbers.limit(k)]
                for form in FORMS:
                    row += _spread(numbers.of(record, form, table)[k] for record in found)
                row += _spread(numbers.bound(record, table)[k] for record in found)
                yield [*row, len(found), seeds_of(found)]


def _ratios(evidence: Evidence) -> Iterator[list[Any]]:
    """Error by bound and by limit over all orders."""
    for dynamics, table, name in RESULTS:
        for torques in TORQUES:
            found = draws(evidence, dynamics, torques)
            for form in FORMS if found else ():
                by_bound = [x for record in found for x in numbers.ratios(record, form, table)]
                by_limit = [numbers.by_limit(form, table)(record) or 0.0 for record in found]
                within = sum(x <= 1 for x in by_limit) / len(by_limit)
                yield [name, torques, form, *_spread(by_bound), max(by_limit), 100 * within]


def by_distance(records: Iterable[Record]) -> dict[float, list[Record]]:
    """Return the records at each distance, by increasing distance."""
    found: dict[float, list[Record]] = {}
    for record in records:
        found.setdefault(record["params"]["state"]["distance"], []).append(record)
    return dict(sorted(found.items()))


def _distance(evidence: Evidence) -> Iterator[list[Any]]:
    """Worst error at each distance."""
    found = filter(numbers.measured, evidence.of("forward_distance"))
    for d, here in by_distance(found).items():
        worst = (
            max(numbers.of(record, form)[k] for record in here)
            for form in FORMS
            for k in (0, ORDER)
        )
        yield [d, *worst, len(here), seeds_of(here)]


def _extended(evidence: Evidence) -> Iterator[list[Any]]:
    """The extended path to order 10 beside the forms without it and the bound."""
    found = evidence.of("extended_path")
    for torques in TORQUES:
        some = [record["result"] for record in found if record["params"]["torques"] == torques]
        for k in range(len(some[0]["extended"]) if some else 0):
            row = [max(float(result[path][k]) for result in some) for path in ("extended", "fine")]
            row += [max(float(result["forms"][form][k]) for result in some) for form in FORMS]
            row.append(max(float(result["bound"][k]) for result in some))
            yield [torques, k, *row, seeds_of(found)]


LAWS = {
    "round_trip": "inverse(forward(tau)) = tau",
    "all": "all prescribed = inverse",
    "none": "none prescribed = forward",
    "power": "power balance",
    "energy": "energy without generalized forces",
}


def _laws(evidence: Evidence) -> Iterator[list[Any]]:
    """Worst residual of each law, form and order."""
    found = evidence.of("round_trip")
    for law, name in LAWS.items() if found else ():
        for form in FORMS:
            rows = [r["result"]["forms"][form][law] for r in found]
            yield [name, form, *(max(float(row[k]) for row in rows) for k in range(ORDER + 1))]


def _refusal(form: str) -> Callable[[Record], list[Any]]:
    """Error and error by bound, or the joint that the error names."""

    def cells(record: Record) -> list[Any]:
        found = record["result"]["forms"][form]
        if found["refused"] is not None:
            return ["SingularError", f"joint {found['refused']}"]
        return [float(found["error"]), float(found["ratio"])]

    return cells


def _robots(evidence: Evidence) -> Iterator[list[Any]]:
    """Each URDF robot against Pinocchio."""
    for record in evidence.of("pinocchio_aba"):
        robot, torques = robots.label(record["params"]["robot"]), record["params"]["torques"]
        result = record["result"]
        if "singular" in result:
            yield [robot, torques, result["nv"], "singular", "", "", "", ""]
            continue
        found = [float(result["forms"][form][x]) for form in FORMS for x in ("relative", "scaled")]
        yield [robot, torques, result["nv"], float(result["condition"]), *found]


def _symmetric(evidence: Evidence) -> Iterator[list[Any]]:
    """The two updates of the articulated inertia against distance."""
    for d, here in by_distance(evidence.of("symmetric_inertia")).items():
        worst = [max(float(r["result"][x]) for r in here) for x in ("printed", "symmetric")]
        yield [d, *worst, seeds_of(here)]


SPREAD = [f"{x}, {y}" for x in (*FORMS, "bound") for y in ("median", "95 %", "worst")]
all_tables = partial(
    made,
    (
        Columns(
            "errors_by_order",
            lambda evidence: (
                "Relative max norm of the error of each order, aerial manipulator and random trees "
                "of up to 20 bodies, generic states within 1 m; forces of a motion or sampled at "
                f"random. Limit: {numbers.LIMIT:g} at order 0, {numbers.GROWTH:g} times that with "
                "each order. Bound: the change that half an ulp in every number of the state "
                f"makes, at least half an ulp. {rejected(evidence)} samples were rejected for a "
                "scaled condition number of the joint-space inertia beyond 1e4."
            ),
            _errors_by_order,
            ("Dynamics", "Forces", "Order", "Limit", *SPREAD, "Draws", "Seeds"),
        ),
        Columns(
            "error_by_bound",
            "Error by conditioning bound over all orders and samples, and by the limit over "
            "the samples; the last column is the share of the draws within that limit at every "
            "order.",
            _ratios,
            ("Dynamics", "Forces", "Form", "By bound, median", "95 %", "Worst", "By limit, worst",
             "Within [%]"),
        ),
        Columns(
            "distance",
            "Worst relative error of forward dynamics against the distance from the origin, base "
            "motion in body, hybrid and mixed form; the same samples at every distance.",
            _distance,
            (
                "Distance [m]",
                *(f"{form}, order {k}" for form in FORMS for k in (0, ORDER)),
                "Draws",
                "Seeds",
            ),
        ),
        Columns(
            "extended_path",
            "Worst relative error of forward dynamics of the aerial manipulator with 40 and with "
            "31 digits, the result rounded to doubles, and of the forms by themselves; bound: half "
            "an ulp in every input.",
            _extended,
            ("Forces", "Order", "40 digits", "31 digits", *FORMS, "Bound", "Seeds"),
        ),
        Columns(
            "laws",
            "Worst residual of what must hold whatever the reference, by the size of the terms "
            "that cancel in it; both kinds of generalized forces.",
            _laws,
            ("Law", "Form", *(f"Order {k}" for k in range(ORDER + 1))),
        ),
        Columns(
            "near_singular",
            "Robots next to a singular one: largest relative error of orders 0 to 3 and the "
            "largest of error by conditioning bound, or the joint that the error names.",
            "near_singular",
            {
                "Kind": param("kind"),
                "Size": param("size"),
                **{(f"{x}, error", f"{x}, by bound"): _refusal(x) for x in FORMS},
            },
            key=lambda row: (row[0], row[1]),
        ),
        Columns(
            "symmetric_inertia",
            "Algorithm 3 in the inertial frame, double precision: worst relative error of the "
            "base's acceleration with M^A (1 - S D^-1 S^T M^A) as printed and with "
            "M^A - U U^T / D.",
            _symmetric,
            ("Distance [m]", "As printed", "Symmetric", "Seeds"),
        ),
        Columns(
            "robots",
            "Largest difference to Pinocchio's aba over random states, order 0. Plain: relative "
            "max norm of vdot. Scaled: that of D^1/2 vdot, D the diagonal of the joint-space "
            "inertia, by the condition number of D^-1/2 H D^-1/2.",
            _robots,
            (
                "Robot (base)",
                "Forces",
                "Velocities",
                "Condition",
                *(f"{form}, {x}" for form in FORMS for x in ("plain", "scaled")),
            ),
            key=lambda row: (row[0], row[1]),
        ),
    ),
)  # fmt: skip
