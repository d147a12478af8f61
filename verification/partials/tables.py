"""The tables of the report on partial derivatives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from lieref.reporting.campaigns.store import Record
from lieref.reporting.tables import Table
from verification.evidence import Evidence
from verification.partials import numbers
from verification.subjects import partials, robots
from verification.subjects.partial_methods import ANALYTIC, BICOMPLEX, CHAIN_RULE, ORDER
from verification.verdicts import seeds_of

KINDS = ("serial", "binary")
METRICS = ("mae", "rmsae", "mre", "rmsre")
#: Claims that hold the cases of chains and of trees, by dynamics.
SOURCES = {"inverse": ("second_serial", "second_binary"), "forward": ("forward_second",)}


def compared(evidence: Evidence, dynamics: str) -> dict[str, list[Record]]:
    """Return the records of second partials of one dynamics, by kind of robot."""
    found = [record for name in SOURCES[dynamics] for record in evidence.of(name)]
    return dict(zip(KINDS, numbers.by_kind(found), strict=True))


def methods_of(records: Sequence[Record]) -> list[str]:
    """Return the methods that the records have, in the order in which they are shown."""
    found = {name for r in records for name in r["result"]["methods"]}
    return [name for name in ORDER if name in found]


def _medians(records: Sequence[Record], method: str) -> list[Any] | None:
    """Median of each metric and of the best step, number of cases, seeds; None without any."""
    found = [r["result"]["methods"][method] for r in records if method in r["result"]["methods"]]
    if not found:
        return None
    step = median(x["step"] for x in found) if "step" in found[0] else ""
    values = [median(float(x[metric]) for x in found) for metric in METRICS]
    with_it = [r for r in records if method in r["result"]["methods"]]
    return [*values, step, len(found), seeds_of(with_it)]


def errors_by_size(evidence: Evidence, dynamics: str) -> Table:
    """The four metrics of every method at every size."""
    rows = []
    for kind, records in compared(evidence, dynamics).items():
        for bodies in numbers.sizes(records):
            some = numbers.at_size(records, bodies)
            for method in methods_of(some):
                row = _medians(some, method)
                rows += [[method, kind, bodies, *row]] if row else []
    name = f"{dynamics} dynamics"
    return Table(
        f"errors_{dynamics}",
        f"Second partials of {name}: median over the seeds of the metrics (40)-(43) of Singh "
        "et al., over the tensor n x 3n x 3n, against 50 digits; of finite differences with the "
        "best of the steps that were searched (same for both coordinates).",
        ("Method", "Robots", "N", "MAE", "RMSAE", "MRE", "RMSRE", "Step", "Cases", "Seeds"),
        rows,
    )


def errors_by_array(evidence: Evidence, dynamics: str) -> Table:
    """RMSRE of each array alone."""
    names = partials.NAMES[dynamics, 2]
    rows: list[list[Any]] = []
    for kind, records in compared(evidence, dynamics).items():
        for bodies in numbers.sizes(records):
            some = numbers.at_size(records, bodies)
            for method in (ANALYTIC[dynamics, 2], CHAIN_RULE):
                blocks = [r["result"]["methods"][method]["blocks"] for r in some]
                values = [median(float(block[name]) for block in blocks) for name in names]
                rows.append([method, kind, bodies, *values, seeds_of(some)])
    return Table(
        f"arrays_{dynamics}",
        f"Second partials of {dynamics} dynamics: median RMSRE of each array alone, so that none "
        "hides another.",
        ("Method", "Robots", "N", *names, "Seeds"),
        rows,
    )


def first(evidence: Evidence) -> Table:
    """RMSRE of first partials."""
    rows: list[list[Any]] = []
    for claim in ("first_inverse", "first_forward"):
        for place, records in numbers.by_place(evidence.of(claim)).items():
            for bodies in numbers.sizes(records):
                some = numbers.at_size(records, bodies)
                for method in methods_of(some):
                    values = sorted(float(r["result"]["methods"][method]["rmsre"]) for r in some)
                    row = [method, place, bodies, median(values), values[-1], seeds_of(some)]
                    rows.append(row)
    return Table(
        "first",
        "First partials: RMSRE over the matrix n x 3n, against 50 digits.",
        ("Method", "Robots", "N", "Median", "Worst", "Seeds"),
        rows,
    )


def far(evidence: Evidence) -> Table:
    """RMSRE of second partials 1e6 m away."""
    rows: list[list[Any]] = []
    for claim in ("second_far", "forward_second_far"):
        records = evidence.of(claim)
        for bodies in numbers.sizes(records):
            some = numbers.at_size(records, bodies)
            for method in methods_of(some):
                values = sorted(float(r["result"]["methods"][method]["rmsre"]) for r in some)
                rows.append([method, bodies, median(values), values[-1], seeds_of(some)])
    return Table(
        "far",
        "Second partials of chains on a free base 1e6 m from the inertial origin: RMSRE.",
        ("Method", "N", "Median", "Worst", "Seeds"),
        rows,
    )


def bicomplex(evidence: Evidence) -> Table:
    """What the errors would look like with bicomplex numbers for the reference value."""
    rows: list[list[Any]] = []
    for dynamics in SOURCES:
        records = compared(evidence, dynamics)["serial"]
        for bodies in numbers.sizes(records):
            some = [r for r in numbers.at_size(records, bodies) if "apparent" in r["result"]]
            for method in methods_of(some):
                if method == BICOMPLEX:
                    continue
                found = [r for r in some if method in r["result"]["apparent"]]
                real = median(float(r["result"]["methods"][method]["rmsre"]) for r in found)
                seen = median(float(r["result"]["apparent"][method]) for r in found)
                own = median(float(r["result"]["methods"][BICOMPLEX]["rmsre"]) for r in found)
                row = [method, dynamics, bodies, real, seen, seen / real, own, seeds_of(found)]
                rows.append(row)
    return Table(
        "bicomplex_reference",
        "Serial chains: RMSRE against 50 digits, RMSRE as it appears with bicomplex numbers for "
        "the reference value, as in Singh et al., their ratio, and the RMSRE of the bicomplex "
        "numbers themselves; medians over the seeds.",
        ("Method", "Dynamics", "N", "RMSRE", "Apparent", "Ratio", "Bicomplex", "Seeds"),
        rows,
    )


def references(evidence: Evidence) -> Table:
    """What was the reference value where, and how good it was."""
    rows: list[list[Any]] = []
    kinds = {"inverse": "IDSVA-SO in balls", "forward": "FDSVA-SO in balls"}
    for dynamics, name in kinds.items():
        records = [r for some in compared(evidence, dynamics).values() for r in some]
        if records:
            found = [record["result"]["reference"] for record in records]
            digits = f"{min(x['digits'] for x in found)}-{max(x['digits'] for x in found)}"
            bound = max(float(x["bound"]) for x in found)
            rows.append([f"second partials, {dynamics} dynamics", name, digits, bound])
    rows += [
        ["IDSVA-SO, FDSVA-SO in plain Python, in matrices", "oracle: definition in jets", "50", ""],
        ["wrenches, bases, joint types", "oracle", "50", ""],
        ["dM/dq", "central difference of the oracle's H, step 1e-20", "70", "1e-40"],
        ["formulas of Singh et al.", "oracle", "120", ""],
    ]
    return Table(
        "references",
        "What was the reference of what, its working digits, and the largest proven radius of a "
        "ball, relative to the norm of its array.",
        ("Of", "Reference", "Digits", "Bound"),
        rows,
    )


def real(evidence: Evidence) -> Table:
    """RMSRE of every method on the real robots."""
    rows: list[list[Any]] = []
    records = evidence.of("real_robots")
    for params in {str(r["params"]["robot"]): r["params"]["robot"] for r in records}.values():
        some = [r for r in records if r["params"]["robot"] == params]
        for dynamics in SOURCES:
            found = [r for r in some if r["params"]["dynamics"] == dynamics]
            for method in methods_of(found):
                row = _medians(found, method)
                if row:
                    nv = found[0]["result"]["nv"]
                    rows.append([robots.label(params), nv, dynamics, method, *row])
    return Table(
        "real_robots",
        "Second partials on real robots: medians as of the table of chains and trees.",
        ("Robot (base)", "n", "Dynamics", "Method", "MAE", "RMSAE", "MRE", "RMSRE", "Step",
         "Cases", "Seeds"),
        rows,
    )  # fmt: skip


def contours(evidence: Evidence) -> Table:
    """The best pair of steps."""
    rows = []
    for record in evidence.of("step_contours"):
        robot = record["params"]["robot"]
        rows.append([robots.label(robot), *numbers.best_pair(record), seeds_of([record])])
    return Table(
        "best_pair_of_steps",
        "Finite-Diff-1, inverse dynamics: least RMSRE over all pairs of steps, and where it is.",
        ("Robot", "RMSRE", "h", "k", "Seed"),
        sorted(rows, key=lambda row: str(row[0])),
    )


def pinocchio(evidence: Evidence) -> Table:
    """Robots on which the two libraries differ by more than 1e-12, and which is wrong."""
    rows: list[list[Any]] = []
    for record in evidence.of("pinocchio_forward"):
        result = record["result"]
        if "ours" in result:
            robot = record["params"]["robot"]
            name = f"{Path(robot['path']).stem} ({robot['base']})"
            plain, scaled = (max(map(float, result[key].values())) for key in ("plain", "scaled"))
            errors = [float(result[key]) for key in ("ours", "chain_rule", "theirs")]
            rows.append([name, float(result["unscaled"]), plain, scaled, *errors])
    return Table(
        "pinocchio_apart",
        "Robots on which first partials of forward dynamics differ from Pinocchio's by more than "
        "1e-12: condition number of H, difference of FDSVA plain and scaled, and the errors of "
        "FDSVA, of the chain rule and of Pinocchio against 50 digits; largest relative max norm "
        "of an array over the states.",
        ("Robot (base)", "Condition", "Plain", "Scaled", "FDSVA", "Chain rule", "Pinocchio"),
        sorted(rows, key=lambda row: str(row[0])),
    )


def all_tables(evidence: Evidence) -> list[Table]:
    """Return every table that has rows."""
    found = [references(evidence)]
    for dynamics in SOURCES:
        found += [errors_by_size(evidence, dynamics), errors_by_array(evidence, dynamics)]
    makers = (first, far, bicomplex, contours, real, pinocchio)
    found += [make(evidence) for make in makers]
    return [table for table in found if table.rows]
