"""``python -m verification.publish``: bring reports/ up to date with what was measured in results/.

What a code host shows and a paper includes is copied: README.md, tables, SVG figures, documents,
environment and seeds. Raw results, pages and other formats stay in results/, which git ignores.
"""

from __future__ import annotations

import argparse
import html
import json
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lieref.check.pages import page
from lieref.reporting.campaigns import environment
from verification import report
from verification.benchmark import record
from verification.campaigns import campaign_of
from verification.evidence import Evidence, load
from verification.readme import seeds

MEASURED = Path("results")
REPORTS = Path("reports")
#: What a published report consists of beside environment.json.
PARTS = (report.README, "tables/*.csv", "latex/*.tex", "figures/*.svg", "findings/*.md")
LARGEST = 100_000
TITLE = "Reports of lieref"
COLUMNS = ("Report", "Claims that hold", "Formulas of papers that hold", "Numbers", "Measured")


class TooLargeError(RuntimeError):
    """A figure that is too large to be kept in the history for good."""


@dataclass(frozen=True)
class Entry:
    """A published report as the list of all shows it."""

    folder: str
    title: str
    claims: str
    formulas: str
    numbers: int
    date: str


def evidence_of(folder: Path) -> Evidence:
    """Return what a folder of results holds, of a campaign or of a benchmark.

    Raises
    ------
    StoreError
        If its files are missing or damaged.
    """
    found = environment.read(folder)
    if found and "benchmark" in found:
        return record.load(folder)[0]
    plan = (found or {"plan": {}})["plan"]
    return load(folder, [claim for claim in campaign_of(folder).claims() if plan.get(claim.name)])


def described(evidence: Evidence) -> dict[str, Any]:
    """Return the environment to publish: counts and seeds of the cases instead of their ids."""
    found = {key: value for key, value in evidence.environment.items() if key != "plan"}
    found["claims"] = {
        judged.claim.name: {
            "holds": judged.holds,
            "paper": judged.claim.paper,
            "numbers": len(judged.rows),
            "cases": len(evidence.by_claim.get(judged.claim.name, ())),
            "seeds": seeds(judged),
        }
        for judged in evidence.judged
    }
    return found


def publish(source: Path, target: Path) -> None:
    """Replace a published report by what was measured.

    Raises
    ------
    StoreError
        If the results are missing or damaged.
    TooLargeError
        If a figure has more than 100 kB.
    """
    evidence = evidence_of(source)
    for figure in sorted((source / "figures").glob("*.svg")):
        if figure.stat().st_size > LARGEST:
            raise TooLargeError(f"{figure}: {figure.stat().st_size} bytes, at most {LARGEST}")
    for part in PARTS:
        for old in target.glob(part):
            old.unlink()
        for new in sorted(source.glob(part)):
            place = target / new.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(new, place)
    environment.write(target, described(evidence))


def entries(reports: Path) -> list[Entry]:
    """Return the published reports by name."""
    return [_entry(path.parent) for path in sorted(reports.glob(f"*/{environment.ENVIRONMENT}"))]


def _entry(folder: Path) -> Entry:
    found = json.loads((folder / environment.ENVIRONMENT).read_text(encoding="utf-8"))
    counts = {False: [0, 0], True: [0, 0]}
    for claim in found["claims"].values():
        counted = counts[bool(claim["paper"])]
        counted[0] += claim["holds"]
        counted[1] += 1
    claims, formulas = (f"{held} of {n}" if n else "" for held, n in counts.values())
    title = (folder / report.README).read_text(encoding="utf-8").partition("\n")[0]
    numbers = sum(claim["numbers"] for claim in found["claims"].values())
    return Entry(folder.name, title.removeprefix("# "), claims, formulas, numbers, found["date"])


def write_lists(reports: Path) -> None:
    """Write README.md and index.html, which lead to all published reports."""
    found = entries(reports)
    lines = [
        f"# {TITLE}",
        "",
        "What was measured of lieref and of other libraries: how accurate, how fast, and which "
        "claims hold. [docs/campaigns.md](../docs/campaigns.md) says how to measure again; pages, "
        "PDF and PNG figures and raw results are in `results/` then.",
        "",
        f"| {' | '.join(COLUMNS)} |",
        f"|{' --- |' * len(COLUMNS)}",
    ]
    rows = []
    for entry in found:
        rest = (entry.claims, entry.formulas, str(entry.numbers), entry.date)
        link = f"{entry.folder}/{report.README}"
        lines.append(f"| [{entry.title}]({link}) | {' | '.join(rest)} |")
        head = f'<th scope="row"><a href="{link}">{html.escape(entry.title)}</a></th>'
        rows.append(f"<tr>{head}{''.join(f'<td>{html.escape(x)}</td>' for x in rest)}</tr>")
    lines += ["", "Written by `python -m verification.publish`."]
    (reports / report.README).write_text("\n".join(lines) + "\n", encoding="utf-8")
    heads = "".join(f'<th scope="col">{column}</th>' for column in COLUMNS)
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    text = page.document(TITLE, f"<h1>{TITLE}</h1>\n{table}")
    (reports / "index.html").write_text(text, encoding="utf-8")


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; return 0, or 2 if a report cannot be published."""
    parser = argparse.ArgumentParser(prog="python -m verification.publish", description=__doc__)
    every = f"folders of results (all that {MEASURED}/ has and {REPORTS}/ has, too)"
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help=every)
    parser.add_argument("--reports", type=Path, default=REPORTS, metavar="FOLDER")
    options = parser.parse_args(words)
    folders = options.folders or [
        found.parent
        for found in sorted(MEASURED.glob(f"*/{environment.ENVIRONMENT}"))
        if (options.reports / found.parent.name).is_dir()
    ]
    try:
        for folder in folders:
            publish(folder, options.reports / folder.name)
            print(f"{folder} -> {options.reports / folder.name}")
        write_lists(options.reports)
    except (RuntimeError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
