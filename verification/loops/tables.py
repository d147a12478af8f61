"""The tables of the report on mechanisms with loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from lieref.reporting.campaigns.store import Record
from verification.evidence import Evidence
from verification.loops.cases import EXACT
from verification.measurements.loops.andrews_motion import PUBLISHED
from verification.measurements.loops.ankle_torques import JOINTS
from verification.measurements.loops.loops_partials import METHODS
from verification.picks import number, param
from verification.subjects import mechanisms
from verification.subjects.definitions.andrews_equations import NAMES
from verification.tables import Columns, made
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


def _label(record: Record) -> str:
    return mechanisms.label(record["params"]["robot"])


def _seed(record: Record) -> str:
    return seeds_of([record])


def _accuracy(evidence: Evidence) -> Iterator[list[Any]]:
    """Worst error of each recursion on each mechanism."""
    found = {name: by_mechanism(evidence.of(name)) for name in ALGORITHMS}
    for label, records in found["c_rnea"].items():
        first = records[0]["result"]
        conditions = [worst(records, key) for key in ("loops", "inertia")]
        errors = [worst(x[label]) if label in x else "" for x in found.values()]
        yield [label, first["nbodies"], first["nv"], *conditions, *errors, seeds_of(records)]


#: Of partials: which, of what, by which method.
PARTIALS = [
    (which, of, method)
    for which in ("first", "second")
    for of in ("inverse_dynamics", "forward_dynamics")
    for method in METHODS
]
SHORT = {"inverse_dynamics": "ID", "forward_dynamics": "FD"}


def _partials(evidence: Evidence) -> Iterator[list[Any]]:
    """Worst errors of the partials of both dynamics on each mechanism, by either method."""
    records = [*evidence.of("partials"), *evidence.of("second_partials")]
    for label, found in by_mechanism(records).items():
        by_kind = {(r["params"]["partials"], r["params"]["of"]): r["result"] for r in found}
        errors = [
            float(by_kind[which, of][method]["error"]) if (which, of) in by_kind else ""
            for which, of, method in PARTIALS
        ]
        yield [label, found[0]["result"]["nv"], *errors]


def _bounds(evidence: Evidence) -> list[tuple[str, Record]]:
    """The name of an algorithm, and a record with a conditioning bound."""
    return [
        (name, record)
        for claim, name in ALGORITHMS.items()
        for record in evidence.of(claim)
        if "bound" in record["result"]
    ]


def _geometry(evidence: Evidence) -> Iterator[list[Any]]:
    for label, records in by_mechanism(evidence.of("sensitivity_to_geometry")).items():
        found = [worst(records, key) for key in ("placement", "screw", "bound")]
        yield [label, records[0]["result"]["nv"], *found, seeds_of(records)]


COMPARED = [(of, method) for of, methods in EXACT.items() for method in methods]


def _compared(evidence: Evidence) -> Iterator[list[Any]]:
    """Worst error of each other method on each mechanism."""
    for label, records in by_mechanism(evidence.of("compared_methods")).items():
        errors = {
            (r["params"]["of"], r["params"]["method"]): float(r["result"]["error"]) for r in records
        }
        yield [label, *(errors.get(column, "") for column in COMPARED)]


def _crank(record: Record) -> str | float:
    """The error with the crank independent, or the name of what was raised."""
    found = record["result"]["crank"]
    return str(found["refused"]).partition(":")[0] or float(found["error"])


def _ways(evidence: Evidence) -> dict[str, Any]:
    """The angles at the end by each way to integrate Andrews' mechanism."""
    return {r["params"]["way"]: r["result"]["positions"] for r in evidence.of("andrews")}


def _andrews(evidence: Evidence) -> Iterator[list[Any]]:
    """The published angles after 0.03 s, the true ones, and how far we are from these."""
    found = _ways(evidence)
    for k, name in enumerate(NAMES if "extended" in found else ()):
        published, reference = PUBLISHED[name][0], float(found["extended"][k])
        errors = [float(found[way][k]) - reference for way in WAYS if way in found]
        yield [name, f"{published:.15g}", f"{reference:.15g}", published - reference, *errors]


def _andrews_heads(evidence: Evidence) -> list[str]:
    ways = [f"{word} off" for way, word in WAYS.items() if way in _ways(evidence)]
    return ["Angle", "Published", "Reference", "Published off", *ways]


def _ankle(evidence: Evidence) -> Iterator[list[Any]]:
    """Errors of the torques of simplified legs, by joint."""
    for record in evidence.of("ankle"):
        result, frequency = record["result"], float(record["params"]["frequency"])
        yield [frequency, "peak torque", *map(float, result["peak"]), ""]
        for name, text in SIMPLIFIED.items():
            yield [frequency, text, *map(float, result["rms"][name]), float(result["share"][name])]


NAMED = {"usual": "", "chain_rule": ", chain rule"}
all_tables = partial(
    made,
    (
        Columns(
            "accuracy",
            "Worst relative error (max norm) against the oracle over random states of each "
            "mechanism, and the largest scaled conditions of loops and reduced inertia.",
            _accuracy,
            ("Mechanism", "Bodies", "nv", "Loops", "Inertia", *ALGORITHMS.values(), "Seeds"),
        ),
        Columns(
            "partials",
            "Relative error of first and second partials of inverse (ID) and forward dynamics (FD) "
            "against the oracle, worst array, each by its largest number in all states.",
            _partials,
            ("Mechanism", "nv", *(f"{x} {SHORT[of]}{NAMED[y]}" for x, of, y in PARTIALS)),
        ),
        Columns(
            "bounds",
            "Relative error beside the conditioning bound: the largest effect of half an ulp in "
            "every number of q, v and tau.",
            _bounds,
            {
                "Mechanism": lambda x: _label(x[1]),
                "Algorithm": lambda x: x[0],
                "Error": lambda x: number("error")(x[1]),
                "Bound": lambda x: number("bound")(x[1]),
                "Seed": lambda x: _seed(x[1]),
            },
        ),
        Columns(
            "geometry",
            "Relative error (max norm) of derivatives of inverse dynamics by placements and "
            "screws, against the oracle on moved mechanisms, and the factor between the "
            "conditioning bounds in doubles and of the oracle.",
            _geometry,
            ("Mechanism", "nv", "Placements", "Screws", "Bounds", "Seeds"),
        ),
        Columns(
            "compared_methods",
            "Relative error (max norm) of the methods that Chignoli et al. compare with: inverse "
            "dynamics (ID), forward dynamics (FD), inverse operational-space inertia (inertia).",
            _compared,
            ("Mechanism", *(f"{SHORT.get(of, 'inertia')}: {method}" for of, method in COMPARED)),
        ),
        Columns(
            "toggle",
            "Forward dynamics of a four-bar linkage near a toggle of its crank: bend of coupler "
            "and rocker, toggle measure, conditioning bound, relative error in tree coordinates "
            "and with the crank independent (or the error raised).",
            "toggle",
            {
                "Bend [rad]": param("distance"),
                "Measure": number("measure"),
                "Bound": number("bound"),
                "Tree coordinates": number("tree", "error"),
                "Crank independent": _crank,
                "Seed": _seed,
            },
            key=lambda row: (-row[0], row[-1]),
        ),
        Columns(
            "andrews",
            "Andrews' squeezing mechanism after 0.03 s, rad: the state published in the Test Set "
            "for IVP Solvers, the reference (its equations in extended precision), and differences "
            "to the reference value, of the published state and of lieref.",
            _andrews,
            _andrews_heads,
        ),
        Columns(
            "ankle",
            "A leg like the MIT Humanoid's along sinusoids (Chignoli et al., Fig. 14), N m: the "
            "peak of the exact torques, and the root mean square of the errors without rotors and "
            "with a constant armature; at the ankle (foot) also as a part of its peak.",
            _ankle,
            ("w [1/s]", "Torques", *(x.replace("_", " ") for x in JOINTS), "Ankle's share"),
        ),
    ),
)
