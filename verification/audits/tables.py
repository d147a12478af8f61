"""The tables of the audits, as data."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from lieref.reporting.campaigns.store import Record
from lieref.reporting.tables import Table
from verification.audits import numbers
from verification.evidence import Evidence
from verification.subjects import robots
from verification.subjects.peers.findings import FINDINGS
from verification.subjects.peers.pinocchio_joints import TYPES
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


def joints(evidence: Evidence, name: str, functions: Sequence[str], caption: str) -> Table:
    """Worst error of each function for each joint type."""
    rows = []
    for joint, records in by_joint(evidence).items():
        worst = [
            max(x["error"] for r in records for x in r["result"]["functions"][f].values())
            for f in functions
        ]
        rows.append([joint, TYPES[joint].subspace, *worst, seeds_of(records)])
    columns = ("Joint", "Subspace", *map(short, functions), "Seeds")
    return Table(name, caption, columns, rows)


def entries(evidence: Evidence) -> Table:
    """First partial derivatives through joints with a dependent subspace."""
    rows: list[list[Any]] = []
    for joint, records in by_joint(evidence).items():
        if TYPES[joint].subspace == "constant":
            continue
        for array, function in PARTIALS.items():
            found = [(r, r["result"]["functions"][function][array]) for r in records]
            errors = [x["error"] for _, x in found]
            _, worst = max(found, key=lambda pair: float(pair[1]["error"]))
            at = ", ".join(map(str, worst["worst"]["at"]))
            wrong, whole = (sum(x[key] for _, x in found) for key in ("wrong", "entries"))
            reference = float(worst["worst"]["reference"])
            rows.append(
                [joint, f"{array}[{at}]", worst["worst"]["found"], reference,
                 min(errors), max(errors), wrong / whole]
            )  # fmt: skip
    return Table(
        "entries",
        "Pinocchio's first partial derivatives through joints whose subspace depends on q: the "
        "entry that is most wrong, what was returned there and the reference; least and largest "
        "error of the array (max norm) over places and seeds; share of entries off by over 1e-9.",
        (
            "Joint",
            "Entry",
            "Returned",
            "Reference",
            "Least error",
            "Largest error",
            "Wrong entries",
        ),
        rows,
    )


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


def models(evidence: Evidence, name: str, claims: dict[str, str], caption: str) -> Table:
    """Error over tolerance of every quantity of every library on each model."""
    by_library = {
        library: {_label(r): r for r in evidence.of(claim)} for library, claim in claims.items()
    }
    by_library = {library: found for library, found in by_library.items() if found}
    columns = [
        (library, quantity)
        for library, found in by_library.items()
        for quantity in numbers.quantities(list(found.values()))
    ]
    labels: dict[str, Record] = {}
    for found in by_library.values():
        labels = found | labels
    rows = []
    for label, record in labels.items():
        mine = {library: found.get(label) for library, found in by_library.items()}
        seconds = sum(r["result"]["seconds"] for r in mine.values() if r)
        cells = [_cell(mine[library], quantity) for library, quantity in columns]
        rows.append([label, record["result"]["nv"], *cells, seconds])
    heads = [f"{library}: {quantity.replace('_', ' ')}" for library, quantity in columns]
    return Table(name, caption, ("Model", "nv", *heads, "Seconds"), rows)


def refusals(evidence: Evidence) -> Table:
    """Models that a library does not take, and quantities without a reference value."""
    rows = []
    for library, claim in [*ROBOTS.items(), *TREES.items()]:
        for record in evidence.of(claim):
            found = {
                (x["status"], x["text"])
                for x in record["result"]["results"]
                if x["text"] and "ratio" not in x
            }
            rows += [[library, _label(record), status, text] for status, text in sorted(found)]
    return Table(
        "refusals",
        "Models or quantities that were not compared, and why; the messages are the libraries' "
        "or the oracle's own.",
        ("Library", "Model", "Status", "Message"),
        rows,
    )


def same_robots(evidence: Evidence) -> Table:
    """Files that describe the same tree as another one."""
    if not any(len(evidence.of(claim)) > 10 for claim in ROBOTS.values()):
        return Table("same_robots", "", (), [])
    found = robots.different_urdf_paths()
    rows = [[Path(a).stem, Path(b).stem] for a, same in found.items() for b in same[1:]]
    return Table(
        "same_robots",
        f"The {sum(map(len, found.values()))} URDF files of example-robot-data with a moving body "
        f"are {len(found)} trees; files that are the same tree as one audited.",
        ("Audited", "The same tree"),
        rows,
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


def groups(evidence: Evidence) -> Table:
    """Worst angle of each function of each library."""
    rows = []
    for (library, function), records in group_records(evidence).items():
        result = records[0]["result"]
        for block in result["errors"]:
            error, angle = worst_at(records, block)
            unit = float(result["unit"])
            lost = "all" if math.isinf(error) else max(0.0, math.log10(max(error / unit, 1.0)))
            rows.append(
                [function, library, result["call"], block, error, error / unit, lost,
                 f"{angle:.12g}", seeds_of(records)]
            )  # fmt: skip
    rows.sort(key=lambda row: str(row[0]))
    return Table(
        "groups",
        "Functions on SO(3) and SE(3) over angles from 1e-16 to 12, closely around pi and 2 pi: "
        "the largest error of each block over its largest entry, in spacings of the scalar at 1, "
        "in digits lost, and the angle that it is at.",
        ("Function", "Library", "Call", "Block", "Largest error", "Spacings", "Digits lost",
         "Angle [rad]", "Seeds"),
        rows,
    )  # fmt: skip


def findings(evidence: Evidence) -> Table:
    """Every finding, and whether its script showed it."""
    rows = []
    for record in evidence.of("findings"):
        result, name = record["result"], record["params"]["finding"]
        errors = [float(row["error"]) for row in result["rows"]]
        worst = max((x for x in errors if not math.isnan(x)), default="NaN")
        shown = "holds" if result["confirmed"] else "FAILS"
        rows.append([FINDINGS[name].title, f"findings/{name}.md", worst, shown,
                     result["versions"]])  # fmt: skip
    return Table(
        "findings",
        "Findings: the largest relative error that the script printed, and whether it ran as "
        "stated.",
        ("Finding", "Document", "Largest error", "Script", "Versions"),
        rows,
    )


def all_tables(evidence: Evidence) -> list[Table]:
    """Return every table that has rows."""
    ratios = "largest error over the tolerance that conditioning justifies, by quantity."
    found = [
        findings(evidence),
        joints(
            evidence,
            "joint_derivatives",
            numbers.DERIVATIVES,
            "Pinocchio's joint types and functions that differentiate (D.: derivatives): largest "
            "relative error (max norm) over places, seeds and arrays.",
        ),
        entries(evidence),
        joints(
            evidence,
            "joint_motion",
            numbers.MOTION,
            "Pinocchio's joint types and functions of motion: largest relative error (max norm) "
            "over places and seeds.",
        ),
        groups(evidence),
        models(evidence, "robots", ROBOTS, f"Robots of example-robot-data, free base: {ratios}"),
        models(evidence, "trees", TREES, f"Random trees of five bodies: {ratios}"),
        refusals(evidence),
        same_robots(evidence),
    ]
    return [table for table in found if table.rows]
