"""The tables of the report on mechanisms with loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verification import tables
from verification.evidence import Evidence
from verification.loops.selections import EXACT
from verification.measurements.loops_andrews import POSITIONS
from verification.subjects import mechanisms
from verification.tables import Table
from verification.verdicts import Record, seeds_of

#: Claims on accuracy near by, and what each algorithm is called.
ALGORITHMS = {"c_rnea": "C-RNEA", "c_aba": "C-ABA", "c_efpa": "C-EFPA"}


def by_mechanism(records: Sequence[Record]) -> dict[str, list[Record]]:
    """Return the records by the label of their mechanism, in the order of their first one."""
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(mechanisms.label(record["params"]["robot"]), []).append(record)
    return found


def worst(records: Sequence[Record], key: str = "error") -> float:
    """Return the largest number of that name."""
    return max(float(record["result"][key]) for record in records)


def accuracy(evidence: Evidence) -> Table:
    """Worst error of each recursion on each mechanism."""
    found = {name: by_mechanism(evidence.of(name)) for name in ALGORITHMS}
    rows = []
    for label, records in found["c_rnea"].items():
        first = records[0]["result"]
        conditions = [worst(records, key) for key in ("loops", "inertia")]
        errors = [worst(x[label]) if label in x else "" for x in found.values()]
        rows.append([label, first["nbodies"], first["nv"], *conditions, *errors, seeds_of(records)])
    return Table(
        "accuracy",
        "Worst relative error (max norm) against the oracle over random states of each mechanism, "
        "and the largest scaled conditions of loops and reduced inertia.",
        ("Mechanism", "Bodies", "nv", "Loops", "Inertia", *ALGORITHMS.values(), "Seeds"),
        rows,
    )


def floors(evidence: Evidence) -> Table:
    """Error beside the conditioning floor, where that was taken."""
    rows = [
        [
            mechanisms.label(record["params"]["robot"]),
            name,
            float(record["result"]["error"]),
            float(record["result"]["floor"]),
            seeds_of([record]),
        ]
        for claim, name in ALGORITHMS.items()
        for record in evidence.of(claim)
        if "floor" in record["result"]
    ]
    return Table(
        "floors",
        "Relative error beside the conditioning floor: the largest effect of half an ulp in every "
        "number of q, v and tau.",
        ("Mechanism", "Algorithm", "Error", "Floor", "Seed"),
        rows,
    )


def compared(evidence: Evidence) -> Table:
    """Worst error of each other method on each mechanism."""
    columns = [(of, method) for of, methods in EXACT.items() for method in methods]
    rows = []
    for label, records in by_mechanism(evidence.of("compared_methods")).items():
        errors = {
            (r["params"]["of"], r["params"]["method"]): float(r["result"]["error"]) for r in records
        }
        rows.append([label, *(errors.get(column, "") for column in columns)])
    short = {"inverse_dynamics": "ID", "forward_dynamics": "FD"}
    return Table(
        "compared_methods",
        "Relative error (max norm) of the methods that paper 002 compares with: inverse dynamics "
        "(ID), forward dynamics (FD), inverse operational-space inertia (inertia).",
        ("Mechanism", *(f"{short.get(of, 'inertia')}: {method}" for of, method in columns)),
        rows,
    )


def toggles(evidence: Evidence) -> Table:
    """Errors on the way into a toggle."""
    rows = []
    for record in evidence.of("toggle"):
        result = record["result"]
        said = result["crank"]["refused"]
        rows.append(
            [
                float(record["params"]["distance"]),
                float(result["measure"]),
                float(result["floor"]),
                float(result["tree"]["error"]),
                said.partition(":")[0] or float(result["crank"]["error"]),
                seeds_of([record]),
            ]
        )
    return Table(
        "toggle",
        "Forward dynamics of a four-bar linkage near a toggle of its crank: bend of coupler and "
        "rocker, toggle measure, conditioning floor, relative error in tree coordinates and with "
        "the crank independent (or the error raised).",
        ("Bend [rad]", "Measure", "Floor", "Tree coordinates", "Crank independent", "Seed"),
        sorted(rows, key=lambda row: (-float(row[0]), str(row[-1]))),
    )


def errata(evidence: Evidence) -> Table:
    """The formulas of paper 002 that were put to the test."""
    rows = []
    for judged in evidence.judged:
        records = evidence.of(judged.claim.name)
        if records and judged.claim.measurement.endswith("errata_002"):
            corrected = max(float(r["result"]["corrected"]) for r in records)
            printed = min(float(r["result"]["printed"]) for r in records)
            rows.append([judged.claim.sentence, printed, corrected, seeds_of(records)])
    return Table(
        "errata_002",
        "Formulas of paper 002 against the oracle at 120 digits: least relative difference of the "
        "form as printed (inf: its sizes do not fit), largest of the form that holds.",
        ("Formula", "As printed", "As it holds", "Seeds"),
        rows,
    )


def andrews(evidence: Evidence) -> Table:
    """The published angles after 0.03 s and ours."""
    records = sorted(evidence.of("andrews"), key=lambda r: float(r["params"]["tolerance"]))
    rows: list[list[Any]] = []
    if records:
        motion = records[0]["result"]["motion"]
        rows = [
            [name, f"{x:.13g}", f"{float(motion[name][-1]):.13g}", float(motion[name][-1]) - x]
            for name, x in POSITIONS.items()
        ]
    return Table(
        "andrews",
        "Andrews' squeezing mechanism after 0.03 s, rad: published in the Test Set for IVP "
        "Solvers, computed at the smallest tolerance, difference.",
        ("Angle", "Published", "Computed", "Difference"),
        rows,
    )


def all_tables(evidence: Evidence) -> list[Table]:
    """Return every table that has rows, the claims first."""
    makers = (tables.claims, accuracy, floors, compared, toggles, andrews, errata)
    found = [make(evidence) for make in makers]
    return [table for table in found if table.rows]
