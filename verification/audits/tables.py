"""The tables of the audits, as data."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from lieref.reporting.campaigns.store import Record
from verification.audits import numbers
from verification.evidence import Evidence
from verification.picks import result
from verification.subjects import robots
from verification.subjects.peers.findings import FINDINGS
from verification.subjects.peers.pinocchio_joints import TYPES
from verification.tables import Columns, made
from verification.verdicts import seeds_of

ROBOTS = {"Pinocchio": "pinocchio_robots", "MuJoCo": "mujoco_robots", "Drake": "drake_robots"}
TREES = {"Pinocchio": "pinocchio_joints", "MuJoCo": "mujoco_joints", "Drake": "drake_joints"}
GROUPS = ("groups_lieref", "groups_pinocchio", "groups_jaxlie")
PARTIALS = {
    "dtau_dq": "computeRNEADerivatives",
    "dtau_dv": "computeRNEADerivatives",
    "ddq_dq": "computeABADerivatives",
    "ddq_dv": "computeABADerivatives",
}
SHORT = {"compute": "", "Derivatives": " D.", "Variation": "", "Generalized": ""}
#: Statuses in words of a cell.
SHOWN = {"refused": "refused", "not offered": "", "missing": "missing"}


def short(function: str) -> str:
    """Return a function's name as a column has it."""
    for long, word in SHORT.items():
        function = function.replace(long, word)
    return function


def by_joint(evidence: Evidence) -> dict[str, list[Record]]:
    """Return the records of Pinocchio's joints by joint type, in the order of the types."""
    records = evidence.of("pinocchio_motion")
    found = {name: [r for r in records if r["params"]["joint"] == name] for name in TYPES}
    return {name: rows for name, rows in found.items() if rows}


def _joints(name: str, functions: Sequence[str], caption: str) -> Columns:
    """Worst error of each function for each joint type."""

    def rows(evidence: Evidence) -> Iterator[list[Any]]:
        for joint, records in by_joint(evidence).items():
            found = [r["result"]["functions"] for r in records]
            worst = [max(x["error"] for of in found for x in of[f].values()) for f in functions]
            yield [joint, TYPES[joint].subspace, *worst, seeds_of(records)]

    return Columns(name, caption, rows, ("Joint", "Subspace", *map(short, functions), "Seeds"))


def _entries(evidence: Evidence) -> Iterator[list[Any]]:
    """First partial derivatives through joints with a dependent subspace."""
    for joint, records in by_joint(evidence).items():
        for array, function in PARTIALS.items() if TYPES[joint].subspace == "dependent" else ():
            found = [r["result"]["functions"][function][array] for r in records]
            errors = [x["error"] for x in found]
            worst = max(found, key=lambda x: float(x["error"]))["worst"]
            at = ", ".join(map(str, worst["at"]))
            wrong, whole = (sum(x[key] for x in found) for key in ("wrong", "entries"))
            told = [f"{array}[{at}]", worst["found"], float(worst["reference"])]
            yield [joint, *told, min(errors), max(errors), wrong / whole]


def _cell(record: Record | None, quantity: str) -> Any:
    """The worst error over tolerance of a quantity, or why there is none."""
    if record is None:
        return ""
    found = [x for x in record["result"]["results"] if x["quantity"] in (quantity, "start")]
    ratios = [x["ratio"] for x in found if "ratio" in x]
    return max(ratios) if ratios else SHOWN.get(found[0]["status"], found[0]["status"])


def _label(record: Record) -> str:
    robot = record["params"]["robot"]
    if robot["name"] == "urdf":
        return Path(robot["path"]).stem
    return f"{' '.join(dict.fromkeys(robot['kinds']))}, {robot['base']}, seed {robot['seed']}"


def _models(name: str, claims: dict[str, str], caption: str) -> Columns:
    """Error over tolerance of every quantity of every library on each model."""

    def by_library(evidence: Evidence) -> dict[str, dict[str, Record]]:
        found = {
            library: {_label(r): r for r in evidence.of(claim)} for library, claim in claims.items()
        }
        return {library: some for library, some in found.items() if some}

    def asked(evidence: Evidence) -> list[tuple[str, str]]:
        return [
            (library, quantity)
            for library, found in by_library(evidence).items()
            for quantity in numbers.quantities(list(found.values()))
        ]

    def rows(evidence: Evidence) -> Iterator[list[Any]]:
        libraries, columns = by_library(evidence), asked(evidence)
        labels: dict[str, Record] = {}
        for found in libraries.values():
            labels = found | labels
        for label, record in labels.items():
            mine = {library: found.get(label) for library, found in libraries.items()}
            seconds = sum(r["result"]["seconds"] for r in mine.values() if r)
            cells = [_cell(mine[library], quantity) for library, quantity in columns]
            yield [label, record["result"]["nv"], *cells, seconds]

    def heads(evidence: Evidence) -> list[str]:
        found = [f"{library}: {x.replace('_', ' ')}" for library, x in asked(evidence)]
        return ["Model", "nv", *found, "Seconds"]

    return Columns(name, caption, rows, heads)


def _refusals(evidence: Evidence) -> Iterator[list[Any]]:
    """Models that a library does not take, and quantities without a reference value."""
    for library, claim in [*ROBOTS.items(), *TREES.items()]:
        for record in evidence.of(claim):
            found = {
                (x["status"], x["text"])
                for x in record["result"]["results"]
                if x["text"] and "ratio" not in x
            }
            yield from ([library, _label(record), *said] for said in sorted(found))


def _same(evidence: Evidence) -> dict[str, list[str]]:
    """Files that describe the same tree, by the first one; nothing unless all were audited."""
    if not any(len(evidence.of(claim)) > 10 for claim in ROBOTS.values()):
        return {}
    return robots.different_urdf_paths()


def _same_robots(evidence: Evidence) -> Iterator[list[Any]]:
    for a, same in _same(evidence).items():
        yield from ([Path(a).stem, Path(b).stem] for b in same[1:])


def _of_same_robots(evidence: Evidence) -> str:
    found = _same(evidence)
    return (
        f"The {sum(map(len, found.values()))} URDF files of example-robot-data with a moving body "
        f"are {len(found)} trees; files that are the same tree as one audited."
    )


def group_records(evidence: Evidence) -> dict[tuple[str, str], list[Record]]:
    """Return the records of functions on groups by library and function."""
    found: dict[tuple[str, str], list[Record]] = {}
    for claim in GROUPS:
        for record in evidence.of(claim):
            key = record["result"]["library"], record["params"]["function"]
            found.setdefault(key, []).append(record)
    return found


def worst_at(records: Iterable[Record], block: str) -> tuple[float, float]:
    """Return the largest error of a block and the angle that it is at."""
    pairs = (
        (float(x), float(angle))
        for r in records
        for angle, x in zip(r["result"]["angles"], r["result"]["errors"][block], strict=True)
    )
    return max(pairs)


def _groups(evidence: Evidence) -> Iterator[list[Any]]:
    """Worst angle of each function of each library."""
    for (library, function), records in group_records(evidence).items():
        found = records[0]["result"]
        for block in found["errors"]:
            error, angle = worst_at(records, block)
            spacings = error / float(found["unit"])
            lost = "all" if math.isinf(error) else max(0.0, math.log10(max(spacings, 1.0)))
            where = [function, library, found["call"], block]
            yield [*where, error, spacings, lost, f"{angle:.12g}", seeds_of(records)]


def _printed(record: Record) -> float | str:
    """The largest relative error that a script printed."""
    errors = [float(row["error"]) for row in record["result"]["rows"]]
    return max((x for x in errors if not math.isnan(x)), default="NaN")


def _finding(record: Record) -> str:
    return str(record["params"]["finding"])


RATIOS = "largest error over the tolerance that conditioning justifies, by quantity."
all_tables = partial(
    made,
    (
        Columns(
            "findings",
            "Findings: the largest relative error that the script printed, and whether it ran as "
            "stated.",
            "findings",
            {
                "Finding": lambda record: FINDINGS[_finding(record)].title,
                "Document": lambda record: f"findings/{_finding(record)}.md",
                "Largest error": _printed,
                "Script": lambda record: "holds" if record["result"]["confirmed"] else "FAILS",
                "Versions": result("versions"),
            },
        ),
        _joints(
            "joint_derivatives",
            numbers.DERIVATIVES,
            "Pinocchio's joint types and functions that differentiate (D.: derivatives): largest "
            "relative error (max norm) over places, seeds and arrays.",
        ),
        Columns(
            "entries",
            "Pinocchio's first partial derivatives through joints whose subspace depends on q: the "
            "entry that is most wrong, what was returned there and the reference; least and "
            "largest error of the array (max norm) over places and seeds; share of entries off by "
            "over 1e-9.",
            _entries,
            ("Joint", "Entry", "Returned", "Reference", "Least error", "Largest error",
             "Wrong entries"),
        ),
        _joints(
            "joint_motion",
            numbers.MOTION,
            "Pinocchio's joint types and functions of motion: largest relative error (max norm) "
            "over places and seeds.",
        ),
        Columns(
            "groups",
            "Functions on SO(3) and SE(3) over angles from 1e-16 to 12, closely around pi and "
            "2 pi: the largest error of each block over its largest entry, in spacings of the "
            "scalar at 1, in digits lost, and the angle that it is at.",
            _groups,
            ("Function", "Library", "Call", "Block", "Largest error", "Spacings", "Digits lost",
             "Angle [rad]", "Seeds"),
            key=lambda row: row[0],
        ),
        _models("robots", ROBOTS, f"Robots of example-robot-data, free base: {RATIOS}"),
        _models("trees", TREES, f"Random trees of five bodies: {RATIOS}"),
        Columns(
            "refusals",
            "Models or quantities that were not compared, and why; the messages are the libraries' "
            "or the oracle's own.",
            _refusals,
            ("Library", "Model", "Status", "Message"),
        ),
        Columns("same_robots", _of_same_robots, _same_robots, ("Audited", "The same tree")),
    ),
)  # fmt: skip
