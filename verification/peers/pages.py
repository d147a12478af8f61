"""The matrix: library by quantity by joint types, functions of groups, and the findings."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from verification.peers import dynamics, lie_functions
from verification.peers.reproducers import REPRODUCERS
from verification.peers.table import BY_NAME

Records = dict[str, Any]
TITLE = "Other libraries, each in an environment of its own"
WORDS = {
    "inverse_dynamics": "inverse dynamics",
    "forward_dynamics": "forward dynamics",
    "joint_space_inertia": "joint-space inertia",
    "inverse_dynamics_partials": "partials of inverse dynamics",
    "forward_kinematics": "pose of the last body",
    "jacobian": "Jacobian of the last body",
}
MODELS = {
    "positive axes": "three revolute and a prismatic joint along x, y, z of their frames",
    "negative axes": "the same along -x, -y, -z",
    "revolute": "a chain of four revolute joints on skew axes that do not pass the origin",
    "prismatic": "a chain of four prismatic joints on skew axes",
    "branched": "revolute and prismatic joints on skew axes, two branches",
    "helical": "a chain of four helical joints",
    "free base": "a free base and three revolute joints",
    "ur5": "the robot of example-robot-data, without its frames",
}
#: Errors of groups that are rounding.
ROUNDING = 1e-13


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines) + "\n"


def cell(row: dict[str, Any] | None) -> str:
    """Return a result as the matrix shows it."""
    if row is None:
        return ""
    if row["status"] == "refused":
        return "-"
    if row["digits"] is None:
        return "raises" if row["status"] == "error" else row["status"]
    shown = f"{max(row['digits'], 0.0):.1f}"
    return shown if row["status"] == "pass" else f"**{shown}**"


def dynamics_rows(records: Records) -> list[list[str]]:
    """Return a row for each library and quantity that it offers."""
    found = []
    for name, record in records.items():
        at = {(x["quantity"], x["model"]): x for x in record["dynamics"]}
        judged = {key[0] for key, row in at.items() if row["status"] in ("pass", "fail")}
        offered = [quantity for quantity in dynamics.QUANTITIES if quantity in judged]
        for quantity in offered:
            cells = [
                cell(at.get((quantity, model)) or at.get(("start", model)))
                for model in dynamics.MODELS
            ]
            found.append([name, WORDS[quantity], *cells])
    return found


def function_rows(records: Records) -> list[list[str]]:
    """Return a row for each library with functions of groups."""
    found = []
    for name, record in records.items():
        at = {(x["function"], x["band"]): x for x in record["functions"]}
        if at:
            cells = [function_cell(at.get(key)) for key in lie_functions.TWISTS.values()]
            found.append([name, *cells])
    return found


def function_cell(row: dict[str, Any] | None) -> str:
    """Return the worst of a band as the matrix shows it."""
    if row is None:
        return ""
    told = f"{row['error']:.0e}" if row["error"] is not None else "inf"
    told = told if row["error"] is not None and row["error"] <= ROUNDING else f"**{told}**"
    return told + (f", {row['failed']} of {row['asked']} raise" if row["failed"] else "")


def explanations(records: Records) -> list[list[str]]:
    """Return what `lieref check` says of failures: library, model, quantity, words."""
    rows = (row for record in records.values() for row in record["dynamics"])
    return [
        [row["peer"], row["model"], WORDS.get(row["quantity"], "start"), told]
        for row in rows
        if (told := row["explained"] or (row["text"] if row["status"] != "refused" else ""))
    ]


def page(records: Records) -> str:
    """Return the page."""
    dates = sorted({record["date"] for record in records.values()})
    bands = [f"{name}, {band}" for name, band in lie_functions.TWISTS.values()]
    confirmed = _confirmed(records)
    parts = [
        f"# {TITLE}",
        "How accurate libraries of dynamics and of rotations are: each is installed from the "
        "package index into an environment of its own and asked by a program in "
        "`verification/peers/adapters` through the protocol of `lieref check`; the reference is "
        f"certified. Measured {' to '.join(dict.fromkeys((dates[0], dates[-1])))}.",
        "## Dynamics and kinematics: digits, by quantity and joint types",
        "Digits are those of the worst state of four (generic ones, and ones with joints at zero "
        "and at 1e-12 to 1e-4), by the largest entry of the result. **Bold**: not within the "
        "tolerance that conditioning justifies, 200 nv conditioning bounds; in float32 in units of "
        "its roundoff. -: not asked, the "
        "adapter or the library does not take such a model; raises: the library raises an "
        "exception.",
        table(["library", "quantity", *dynamics.MODELS], dynamics_rows(records)),
        table(["model", "joints"], [[name, MODELS[name]] for name in dynamics.MODELS]),
        "### What `lieref check` says of what differs",
        table(["library", "model", "quantity", "explanation or error"], explanations(records)),
        "## Functions of SO(3) and SE(3): the worst relative error",
        "By the largest entry of a block (rotation and translation apart), over angles in a band "
        "and random axes; logs are of the doubles nearest to a pose, against the log of that pose. "
        f"**Bold**: above {ROUNDING:.0e}. Small angles are 1e-12 to 1e-3, those near pi 1e-9 to "
        "1e-2 below it; an error of 2 there is a log of the opposite direction.",
        table(["library", *bands], function_rows(records)),
        "## Findings",
        "Each with a script of a few lines that needs the library and numpy alone.",
        "\n".join(
            f"- [{REPRODUCERS[x].title}](findings/{REPRODUCERS[x].peer}.md) ({REPRODUCERS[x].peer})"
            for x in confirmed
        )
        + "\n",
        "## Versions",
        table(
            ["library", "versions", "measured", "how it is asked"],
            [
                [name, record["versions"], record["date"], BY_NAME[name].note]
                for name, record in records.items()
            ],
        ),
        "Written by `python -m verification.peers --environments FOLDER --install`.",
    ]
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


def _confirmed(records: Records) -> list[str]:
    """The findings whose script ran as stated, by name."""
    return [
        name
        for record in records.values()
        for name, found in record["findings"].items()
        if found["confirmed"] and name in REPRODUCERS
    ]


def finding_page(name: str, record: dict[str, Any]) -> str:
    """Return a finding as Markdown, worded as facts."""
    finding, found = REPRODUCERS[name], record["findings"][name]
    return "\n".join(
        [
            f"## {finding.title}",
            "",
            f"{record['versions']}; {record['date']}.",
            "",
            finding.facts,
            "",
            "The digits of the reference are certified by interval arithmetic.",
            "",
            "```python",
            found["script"].rstrip(),
            "```",
            "",
            "It prints",
            "",
            "```",
            found["printed"].rstrip(),
            "```",
            "",
        ]
    )


def csv_text(rows: Sequence[dict[str, Any]]) -> str:
    """Return rows as CSV."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def write(folder: Path, records: Records) -> None:
    """Write README.md, the tables as CSV, and a page of findings for each library."""
    if not records:
        return
    records = dict(sorted(records.items()))
    (folder / "README.md").write_text(page(records), encoding="utf-8")
    for kind in ("dynamics", "functions"):
        rows = [row for record in records.values() for row in record[kind]]
        if rows:
            (folder / f"{kind}.csv").write_text(csv_text(rows), encoding="utf-8")
    findings = folder / "findings"
    findings.mkdir(exist_ok=True)
    for old in findings.glob("*.md"):
        old.unlink()
    pages: dict[str, list[str]] = {}
    for name in _confirmed(records):
        peer = REPRODUCERS[name].peer
        pages.setdefault(peer, [f"# {peer}\n"]).append(finding_page(name, records[peer]))
    for peer, texts in pages.items():
        (findings / f"{peer}.md").write_text("\n".join(texts), encoding="utf-8")
