"""The tables of the report on forward and hybrid dynamics."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median
from typing import Any

from lieref.reporting.campaigns.store import Record
from lieref.reporting.tables import Table
from verification.evidence import Evidence
from verification.forward_dynamics import numbers as errors
from verification.forward_dynamics.cases import ORDER, TORQUES
from verification.forward_dynamics.numbers import quantile
from verification.subjects import robots
from verification.subjects.computations import FORMS
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
    return list(filter(errors.measured, evidence.of(f"{dynamics}_{torques}_torques")))


def _spread(values: Iterable[float]) -> list[float]:
    found = list(values)
    return [median(found), quantile(found, SHARE), max(found)]


def errors_by_order(evidence: Evidence) -> Table:
    """Median, 95 % and worst of each order, beside limit and bound."""
    rows: list[list[Any]] = []
    rejected = sum(
        len(evidence.of(f"{dynamics}_{torques}_torques")) - len(draws(evidence, dynamics, torques))
        for dynamics in ("forward", "hybrid")
        for torques in TORQUES
    )
    for dynamics, table, name in RESULTS:
        for torques in TORQUES:
            found = draws(evidence, dynamics, torques)
            for k in range(ORDER + 1) if found else ():
                row = [name, torques, k, errors.limit(k)]
                for form in FORMS:
                    row += _spread(errors.of(record, form, table)[k] for record in found)
                row += _spread(errors.bound(record, table)[k] for record in found)
                rows.append([*row, len(found), seeds_of(found)])
    heads = [f"{x}, {y}" for x in (*FORMS, "bound") for y in ("median", "95 %", "worst")]
    return Table(
        "errors_by_order",
        "Relative max norm of the error of each order, aerial manipulator and random trees of up "
        "to 20 bodies, generic states within 1 m; forces of a motion or sampled at random. Limit: "
        f"{errors.LIMIT:g} at order 0, {errors.GROWTH:g} times that with each order. "
        "Bound: the change that half an ulp in every number of the state makes, at least half an "
        f"ulp. {rejected} samples were rejected for a scaled condition number of the joint-space "
        "inertia beyond 1e4.",
        ("Dynamics", "Forces", "Order", "Limit", *heads, "Draws", "Seeds"),
        rows,
    )


def ratios(evidence: Evidence) -> Table:
    """Error by bound and by limit over all orders."""
    rows = []
    for dynamics, table, name in RESULTS:
        for torques in TORQUES:
            found = draws(evidence, dynamics, torques)
            for form in FORMS if found else ():
                by_bound = [x for record in found for x in errors.ratios(record, form, table)]
                by_limit = [errors.by_limit(form, table)(record) or 0.0 for record in found]
                within = sum(x <= 1 for x in by_limit) / len(by_limit)
                rows.append([name, torques, form, *_spread(by_bound), max(by_limit), 100 * within])
    return Table(
        "error_by_bound",
        "Error by conditioning bound over all orders and samples, and by the limit over "
        "the samples; the last column is the share of the draws within that limit at every order.",
        ("Dynamics", "Forces", "Form", "By bound, median", "95 %", "Worst", "By limit, worst",
         "Within [%]"),
        rows,
    )  # fmt: skip


def distance(evidence: Evidence) -> Table:
    """Worst error at each distance."""
    found = list(filter(errors.measured, evidence.of("forward_distance")))
    distances = sorted({record["params"]["state"]["distance"] for record in found})
    rows = []
    for d in distances:
        here = [record for record in found if record["params"]["state"]["distance"] == d]
        row: list[Any] = [d]
        for form in FORMS:
            for k in (0, ORDER):
                row.append(max(errors.of(record, form)[k] for record in here))
        rows.append([*row, len(here), seeds_of(here)])
    heads = [f"{form}, order {k}" for form in FORMS for k in (0, ORDER)]
    return Table(
        "distance",
        "Worst relative error of forward dynamics against the distance from the origin, base "
        "motion in body, hybrid and mixed form; the same samples at every distance.",
        ("Distance [m]", *heads, "Draws", "Seeds"),
        rows,
    )


def extended(evidence: Evidence) -> Table:
    """The extended path to order 10 beside the forms without it and the bound."""
    found = evidence.of("extended_path")
    rows: list[list[Any]] = []
    for torques in TORQUES:
        some = [record["result"] for record in found if record["params"]["torques"] == torques]
        for k in range(len(some[0]["extended"]) if some else 0):
            row = [max(float(result[path][k]) for result in some) for path in ("extended", "fine")]
            row += [max(float(result["forms"][form][k]) for result in some) for form in FORMS]
            row.append(max(float(result["bound"][k]) for result in some))
            rows.append([torques, k, *row, seeds_of(found)])
    return Table(
        "extended_path",
        "Worst relative error of forward dynamics of the aerial manipulator with 40 and with 31 "
        "digits, the result rounded to doubles, and of the forms by themselves; bound: half an ulp "
        "in every input.",
        ("Forces", "Order", "40 digits", "31 digits", *FORMS, "Bound", "Seeds"),
        rows,
    )


LAWS = {
    "round_trip": "inverse(forward(tau)) = tau",
    "all": "all prescribed = inverse",
    "none": "none prescribed = forward",
    "power": "power balance",
    "energy": "energy without generalized forces",
}


def laws(evidence: Evidence) -> Table:
    """Worst residual of each law, form and order."""
    found = evidence.of("round_trip")
    rows = [
        [name, form]
        + [max(float(r["result"]["forms"][form][law][k]) for r in found) for k in range(ORDER + 1)]
        for law, name in LAWS.items()
        for form in FORMS
        if found
    ]
    return Table(
        "laws",
        "Worst residual of what must hold whatever the reference, by the size of the terms that "
        "cancel in it; both kinds of generalized forces.",
        ("Law", "Form", *(f"Order {k}" for k in range(ORDER + 1))),
        rows,
    )


def near_singular(evidence: Evidence) -> Table:
    """Each robot next to a singular one: error by bound, or the joint that the error names."""
    rows = []
    for record in evidence.of("near_singular"):
        row: list[Any] = [record["params"]["kind"], record["params"]["size"]]
        for form in FORMS:
            found = record["result"]["forms"][form]
            if found["refused"] is not None:
                row += ["SingularError", f"joint {found['refused']}"]
            else:
                row += [float(found["error"]), float(found["ratio"])]
        rows.append(row)
    heads = [f"{form}, {what}" for form in FORMS for what in ("error", "by bound")]
    return Table(
        "near_singular",
        "Robots next to a singular one: largest relative error of orders 0 to 3 and the largest of "
        "error by conditioning bound, or the joint that the error names.",
        ("Kind", "Size", *heads),
        sorted(rows, key=lambda row: (row[0], row[1])),
    )


def robot_table(evidence: Evidence) -> Table:
    """Each URDF robot against Pinocchio."""
    rows = []
    for record in evidence.of("pinocchio_aba"):
        robot, torques = robots.label(record["params"]["robot"]), record["params"]["torques"]
        result = record["result"]
        if "singular" in result:
            rows.append([robot, torques, result["nv"], "singular", "", "", "", ""])
            continue
        numbers = [
            float(result["forms"][form][x]) for form in FORMS for x in ("relative", "scaled")
        ]
        rows.append([robot, torques, result["nv"], float(result["condition"]), *numbers])
    heads = [f"{form}, {x}" for form in FORMS for x in ("plain", "scaled")]
    return Table(
        "robots",
        "Largest difference to Pinocchio's aba over random states, order 0. Plain: relative max "
        "norm of vdot. Scaled: that of D^1/2 vdot, D the diagonal of the joint-space inertia, by "
        "the condition number of D^-1/2 H D^-1/2.",
        ("Robot (base)", "Forces", "Velocities", "Condition", *heads),
        sorted(rows, key=lambda row: (str(row[0]), str(row[1]))),
    )


def symmetric(evidence: Evidence) -> Table:
    """The two updates of the articulated inertia against distance."""
    found = evidence.of("symmetric_inertia")
    rows: list[list[Any]] = []
    for d in sorted({record["params"]["state"]["distance"] for record in found}):
        here = [record for record in found if record["params"]["state"]["distance"] == d]
        worst = [max(float(r["result"][x]) for r in here) for x in ("printed", "symmetric")]
        rows.append([d, *worst, seeds_of(here)])
    return Table(
        "symmetric_inertia",
        "Algorithm 3 in the inertial frame, double precision: worst relative error of the base's "
        "acceleration with M^A (1 - S D^-1 S^T M^A) as printed and with M^A - U U^T / D.",
        ("Distance [m]", "As printed", "Symmetric", "Seeds"),
        rows,
    )


def all_tables(evidence: Evidence) -> list[Table]:
    """Return every table that has rows."""
    found = [
        errors_by_order(evidence), ratios(evidence), distance(evidence),
        extended(evidence), laws(evidence), near_singular(evidence), symmetric(evidence),
        robot_table(evidence),
    ]  # fmt: skip
    return [table for table in found if table.rows]
