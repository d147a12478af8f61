"""Renders the report of the audits from results.jsonl and environment.json."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from verification import environment, report
from verification.audits import figures, tables
from verification.claims import Claim, discover
from verification.evidence import Evidence, load
from verification.subjects.peers.findings import FINDINGS, document

TITLE = "Audits of other libraries"
LINKS = (("findings/README.md", "Findings, each with a script that shows it"),)


def claims() -> list[Claim]:
    """Return the claims on what was found in other libraries."""
    return discover("verification.audits.claims")


def render(folder: Path, found: Sequence[Claim]) -> Evidence:
    """Write tables/, figures/, findings/ and index.html into the folder.

    Raises
    ------
    StoreError
        If results.jsonl or environment.json is missing or damaged.
    """
    plan = (environment.read(folder) or {"plan": {}})["plan"]
    # the quick run has no cases of what needs jax or Drake; claims without a plan are not judged
    evidence = load(folder, [claim for claim in found if plan.get(claim.name)])
    shown, plots = tables.all_tables(evidence), figures.all_figures(evidence)
    write_findings(folder / "findings", evidence)
    report.write_folder(folder, evidence, TITLE, shown, plots, links=LINKS)
    return evidence


def write_findings(folder: Path, evidence: Evidence) -> None:
    """Write one document for each finding whose script ran as stated, and a list of them.

    What did not run as stated is no finding: the claim fails and shows it.
    """
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.md"):
        old.unlink()
    lines = [
        "# Findings",
        "",
        "Facts on released versions of other libraries, written by `python -m verification audits`."
        " Each document has a script that needs the library and numpy alone, and what it prints.",
        "",
    ]
    for record in evidence.of("findings"):
        name = record["params"]["finding"]
        if record["result"]["confirmed"]:
            text = document(FINDINGS[name], record["result"])
            (folder / f"{name}.md").write_text(text, encoding="utf-8")
            lines.append(f"- [{FINDINGS[name].title}]({name}.md) ({record['result']['versions']})")
    (folder / "README.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
