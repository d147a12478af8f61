"""Documents of findings: those whose script ran as stated."""

from __future__ import annotations

from pathlib import Path

from verification.evidence import Evidence
from verification.subjects.peers.findings import FINDINGS, document


def write_findings(folder: Path, evidence: Evidence) -> None:
    """Write findings/: a document for each finding whose script ran as stated, and their list.

    What did not run as stated is no finding: the claim fails and shows it.
    """
    folder = folder / "findings"
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
