"""The tables of the report on partial derivatives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from lieref.reporting.campaigns.store import Record
from verification.evidence import Evidence
from verification.partials import numbers
from verification.picks import number, worst
from verification.subjects import partials, robots
from verification.subjects.partial_methods import ANALYTIC, BICOMPLEX, CHAIN_RULE, ORDER
from verification.tables import Columns, made
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


def _errors_by_size(dynamics: str) -> Columns:
    """The four metrics of every method at every size."""

    def rows(evidence: Evidence) -> Iterator[list[Any]]:
        for kind, bodies, some in by_size(evidence, dynamics):
            for method in methods_of(some):
                if row := _medians(some, method):
                    yield [method, kind, bodies, *row]

    return Columns(
        f"errors_{dynamics}",
        f"Second partials of {dynamics} dynamics: median over the seeds of the metrics (40)-(43) "
        "of Singh et al., over the tensor n x 3n x 3n, against 50 digits; of finite differences "
        "with the best of the steps that were searched (same for both coordinates).",
        rows,
        ("Method", "Robots", "N", "MAE", "RMSAE", "MRE", "RMSRE", "Step", "Cases", "Seeds"),
    )


def _errors_by_array(dynamics: str) -> Columns:
    """RMSRE of each array alone."""
    names = partials.NAMES[dynamics, 2]

    def rows(evidence: Evidence) -> Iterator[list[Any]]:
        for kind, bodies, some in by_size(evidence, dynamics):
            for method in (ANALYTIC[dynamics, 2], CHAIN_RULE):
                blocks = [r["result"]["methods"][method]["blocks"] for r in some]
                values = [median(float(block[name]) for block in blocks) for name in names]
                yield [method, kind, bodies, *values, seeds_of(some)]

    return Columns(
        f"arrays_{dynamics}",
        f"Second partials of {dynamics} dynamics: median RMSRE of each array alone, so that none "
        "hides another.",
        rows,
        ("Method", "Robots", "N", *names, "Seeds"),
    )


def by_size(evidence: Evidence, dynamics: str) -> Iterator[tuple[str, int, list[Record]]]:
    """Yield kind of robot, number of joints and records of second partials."""
    for kind, records in compared(evidence, dynamics).items():
        for bodies in numbers.sizes(records):
            yield kind, bodies, numbers.at_size(records, bodies)


def _rmsre(records: Sequence[Record]) -> Iterator[list[Any]]:
    """Method, size, median and worst RMSRE, seeds."""
    for bodies in numbers.sizes(records):
        some = numbers.at_size(records, bodies)
        for method in methods_of(some):
            values = sorted(float(r["result"]["methods"][method]["rmsre"]) for r in some)
            yield [method, bodies, median(values), values[-1], seeds_of(some)]


def _first(evidence: Evidence) -> Iterator[list[Any]]:
    for claim in ("first_inverse", "first_forward"):
        for place, records in numbers.by_place(evidence.of(claim)).items():
            yield from ([method, place, *row] for method, *row in _rmsre(records))


def _far(evidence: Evidence) -> Iterator[list[Any]]:
    for claim in ("second_far", "forward_second_far"):
        yield from _rmsre(evidence.of(claim))


def _bicomplex(evidence: Evidence) -> Iterator[list[Any]]:
    """What the errors would look like with bicomplex numbers for the reference value."""
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
                yield [method, dynamics, bodies, real, seen, seen / real, own, seeds_of(found)]


def _references(evidence: Evidence) -> Iterator[list[Any]]:
    """What was the reference value where, and how good it was."""
    kinds = {"inverse": "IDSVA-SO in balls", "forward": "FDSVA-SO in balls"}
    for dynamics, name in kinds.items():
        records = [r for some in compared(evidence, dynamics).values() for r in some]
        if records:
            found = [record["result"]["reference"] for record in records]
            digits = f"{min(x['digits'] for x in found)}-{max(x['digits'] for x in found)}"
            bound = max(float(x["bound"]) for x in found)
            yield [f"second partials, {dynamics} dynamics", name, digits, bound]
    yield from (
        ["IDSVA-SO, FDSVA-SO in plain Python, in matrices", "oracle: definition in jets", "50", ""],
        ["wrenches, bases, joint types", "oracle", "50", ""],
        ["dM/dq", "central difference of the oracle's H, step 1e-20", "70", "1e-40"],
        ["formulas of Singh et al.", "oracle", "120", ""],
    )


def _real(evidence: Evidence) -> Iterator[list[Any]]:
    """RMSRE of every method on the real robots."""
    records = evidence.of("real_robots")
    for params in {str(r["params"]["robot"]): r["params"]["robot"] for r in records}.values():
        some = [r for r in records if r["params"]["robot"] == params]
        for dynamics in SOURCES:
            found = [r for r in some if r["params"]["dynamics"] == dynamics]
            for method in methods_of(found):
                if row := _medians(found, method):
                    nv = found[0]["result"]["nv"]
                    yield [robots.label(params), nv, dynamics, method, *row]


def _apart(evidence: Evidence) -> list[Record]:
    """Robots on which the two libraries differ by more than 1e-12."""
    return [r for r in evidence.of("pinocchio_forward") if "ours" in r["result"]]


def _file(record: Record) -> str:
    robot = record["params"]["robot"]
    return f"{Path(robot['path']).stem} ({robot['base']})"


all_tables = partial(
    made,
    (
        Columns(
            "references",
            "What was the reference of what, its working digits, and the largest proven radius of "
            "a ball, relative to the norm of its array.",
            _references,
            ("Of", "Reference", "Digits", "Bound"),
        ),
        *(make(x) for x in SOURCES for make in (_errors_by_size, _errors_by_array)),
        Columns(
            "first",
            "First partials: RMSRE over the matrix n x 3n, against 50 digits.",
            _first,
            ("Method", "Robots", "N", "Median", "Worst", "Seeds"),
        ),
        Columns(
            "far",
            "Second partials of chains on a free base 1e6 m from the inertial origin: RMSRE.",
            _far,
            ("Method", "N", "Median", "Worst", "Seeds"),
        ),
        Columns(
            "bicomplex_reference",
            "Serial chains: RMSRE against 50 digits, RMSRE as it appears with bicomplex numbers "
            "for the reference value, as in Singh et al., their ratio, and the RMSRE of the "
            "bicomplex numbers themselves; medians over the seeds.",
            _bicomplex,
            ("Method", "Dynamics", "N", "RMSRE", "Apparent", "Ratio", "Bicomplex", "Seeds"),
        ),
        Columns(
            "best_pair_of_steps",
            "Finite-Diff-1, inverse dynamics: least RMSRE over all pairs of steps, and where it "
            "is.",
            "step_contours",
            {
                "Robot": lambda record: robots.label(record["params"]["robot"]),
                ("RMSRE", "h", "k"): numbers.best_pair,
                "Seed": lambda record: seeds_of([record]),
            },
            key=lambda row: row[0],
        ),
        Columns(
            "real_robots",
            "Second partials on real robots: medians as of the table of chains and trees.",
            _real,
            ("Robot (base)", "n", "Dynamics", "Method", "MAE", "RMSAE", "MRE", "RMSRE", "Step",
             "Cases", "Seeds"),
        ),
        Columns(
            "pinocchio_apart",
            "Robots on which first partials of forward dynamics differ from Pinocchio's by more "
            "than 1e-12: condition number of H, difference of FDSVA plain and scaled, and the "
            "errors of FDSVA, of the chain rule and of Pinocchio against 50 digits; largest "
            "relative max norm of an array over the states.",
            _apart,
            {
                "Robot (base)": _file,
                "Condition": number("unscaled"),
                "Plain": worst("plain"),
                "Scaled": worst("scaled"),
                "FDSVA": number("ours"),
                "Chain rule": number("chain_rule"),
                "Pinocchio": number("theirs"),
            },
            key=lambda row: row[0],
        ),
    ),
)  # fmt: skip
