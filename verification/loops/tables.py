"""The tables of the report on mechanisms with loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lieref.reporting.campaigns.store import Record
from lieref.reporting.tables import Table
from verification.evidence import Evidence
from verification.loops.cases import EXACT
from verification.measurements.loops.andrews_motion import PUBLISHED
from verification.measurements.loops.ankle_torques import JOINTS
from verification.measurements.loops.loops_partials import METHODS
from verification.subjects import mechanisms
from verification.subjects.definitions.andrews_equations import NAMES
from verification.verdicts import seeds_of

#: Claims on accuracy near by, and what each algorithm is called.
ALGORITHMS = {"c_rnea": "C-RNEA", "c_aba": "C-ABA", "c_efpa": "C-EFPA"}

#: What the tables and figures call the ways to integrate Andrews' mechanism.
WAYS = {"re-solved": "Loops re-solved", "tree": "Tree"}
#: The methods that leave the rotors out, or approximate them.
SIMPLIFIED = {
    "unconstrained": "unconstrained",
    "approximate": "approximate (diagonal)",
    "approximate_full": "approximate (full)",
}


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


def partials(evidence: Evidence) -> Table:
    """Worst errors of the partials of both dynamics on each mechanism, by either method."""
    columns = [
        (which, of, method)
        for which in ("first", "second")
        for of in ("inverse_dynamics", "forward_dynamics")
        for method in METHODS
    ]
    rows = []
    records = [*evidence.of("partials"), *evidence.of("second_partials")]
    for label, found in by_mechanism(records).items():
        by_kind = {(r["params"]["partials"], r["params"]["of"]): r["result"] for r in found}
        errors = [
            float(by_kind[which, of][method]["error"]) if (which, of) in by_kind else ""
            for which, of, method in columns
        ]
        rows.append([label, found[0]["result"]["nv"], *errors])
    short = {"inverse_dynamics": "ID", "forward_dynamics": "FD"}
    named = {"usual": "", "chain_rule": ", chain rule"}
    return Table(
        "partials",
        "Relative error of first and second partials of inverse (ID) and forward dynamics (FD) "
        "against the oracle, worst array, each by its largest number in all states.",
        ("Mechanism", "nv", *(f"{which} {short[of]}{named[x]}" for which, of, x in columns)),
        rows,
    )


def bounds(evidence: Evidence) -> Table:
    """Error beside the conditioning bound, where that was taken."""
    rows = [
        [
            mechanisms.label(record["params"]["robot"]),
            name,
            float(record["result"]["error"]),
            float(record["result"]["bound"]),
            seeds_of([record]),
        ]
        for claim, name in ALGORITHMS.items()
        for record in evidence.of(claim)
        if "bound" in record["result"]
    ]
    return Table(
        "bounds",
        "Relative error beside the conditioning bound: the largest effect of half an ulp in every "
        "number of q, v and tau.",
        ("Mechanism", "Algorithm", "Error", "Bound", "Seed"),
        rows,
    )


def geometry(evidence: Evidence) -> Table:
    """Errors of derivatives by the geometry, and of the conditioning bound in doubles."""
    rows = []
    for label, records in by_mechanism(evidence.of("sensitivity_to_geometry")).items():
        found = [worst(records, key) for key in ("placement", "screw", "bound")]
        rows.append([label, records[0]["result"]["nv"], *found, seeds_of(records)])
    return Table(
        "geometry",
        "Relative error (max norm) of derivatives of inverse dynamics by placements and screws, "
        "against the oracle on moved mechanisms, and the factor between the conditioning bounds "
        "in doubles and of the oracle.",
        ("Mechanism", "nv", "Placements", "Screws", "Bounds", "Seeds"),
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
        "Relative error (max norm) of the methods that Chignoli et al. compare with: inverse "
        "dynamics (ID), forward dynamics (FD), inverse operational-space inertia (inertia).",
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
                float(result["bound"]),
                float(result["tree"]["error"]),
                said.partition(":")[0] or float(result["crank"]["error"]),
                seeds_of([record]),
            ]
        )
    return Table(
        "toggle",
        "Forward dynamics of a four-bar linkage near a toggle of its crank: bend of coupler and "
        "rocker, toggle measure, conditioning bound, relative error in tree coordinates and with "
        "the crank independent (or the error raised).",
        ("Bend [rad]", "Measure", "Bound", "Tree coordinates", "Crank independent", "Seed"),
        sorted(rows, key=lambda row: (-float(row[0]), str(row[-1]))),
    )


def andrews(evidence: Evidence) -> Table:
    """The published angles after 0.03 s, the true ones, and how far we are from these."""
    found = {r["params"]["way"]: r["result"]["positions"] for r in evidence.of("andrews")}
    rows: list[list[Any]] = []
    ways = [way for way in WAYS if way in found]
    if "extended" in found:
        for k, name in enumerate(NAMES):
            published, reference = PUBLISHED[name][0], float(found["extended"][k])
            errors = [float(found[way][k]) - reference for way in ways]
            rows.append(
                [name, f"{published:.15g}", f"{reference:.15g}", published - reference, *errors]
            )
    return Table(
        "andrews",
        "Andrews' squeezing mechanism after 0.03 s, rad: the state published in the Test Set for "
        "IVP Solvers, the reference (its equations in extended precision), and differences to the "
        "reference value, of the published state and of lieref.",
        ("Angle", "Published", "Reference", "Published off", *(f"{WAYS[way]} off" for way in ways)),
        rows,
    )


def ankle(evidence: Evidence) -> Table:
    """Errors of the torques of simplified legs, by joint."""
    rows = []
    for record in evidence.of("ankle"):
        result, frequency = record["result"], float(record["params"]["frequency"])
        rows.append([frequency, "peak torque", *map(float, result["peak"]), ""])
        rows += [
            [frequency, text, *map(float, result["rms"][name]), float(result["share"][name])]
            for name, text in SIMPLIFIED.items()
        ]
    return Table(
        "ankle",
        "A leg like the MIT Humanoid's along sinusoids (Chignoli et al., Fig. 14), N m: the "
        "peak of the exact torques, and the root mean square of the errors without rotors and "
        "with a constant armature; at the ankle (foot) also as a part of its peak.",
        ("w [1/s]", "Torques", *(name.replace("_", " ") for name in JOINTS), "Ankle's share"),
        rows,
    )


def all_tables(evidence: Evidence) -> list[Table]:
    """Return every table that has rows."""
    makers = (accuracy, partials, bounds, geometry, compared, toggles, andrews, ankle)
    found = [make(evidence) for make in makers]
    return [table for table in found if table.rows]
