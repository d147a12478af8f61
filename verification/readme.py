"""README.md of a report: what a code host shows of it, from the same evidence as its page."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from lieref.reporting import formats
from lieref.reporting.tables import Table, number
from verification.evidence import Evidence, Judged
from verification.verdicts import Row

# A longer table is linked, not shown.
LONGEST = 40
# What of the environment stands here; all of it is in environment.json.
FACTS = ("python", "system", "commit", "date")
PACKAGES = ("lieref", "numpy", "mpmath", "python-flint", "pin", "mujoco", "casadi")


def overview(evidence: Evidence) -> Table:
    """Return each claim that is not about a formula in one row: what is nearest to its limit."""
    rows = []
    for judged in evidence.judged:
        if judged.claim.paper:
            continue
        row = max(judged.rows, key=_nearness, default=None)
        part = row.part if row else ""
        found = f"{number(row.number)} ({row.bound} {number(row.limit)})" if row else ""
        verdict = "holds" if judged.holds else "FAILS"
        rows.append([judged.claim.sentence, verdict, found, part, len(judged.rows)])
    return Table(
        "overview",
        "Claims: the number that is nearest to its limit, and of how many.",
        ("Claim", "Verdict", "Nearest to its limit", "Of", "Numbers"),
        rows,
    )


def _nearness(row: Row) -> float:
    """Share of the limit that a row uses; more than 1 where it fails."""
    if math.isnan(row.number):
        return math.inf
    if row.bound == "at least":
        return row.limit / row.number if row.number > 0 else math.inf
    return row.number / row.limit if row.limit > 0 else float(row.number > row.limit)


def text(
    evidence: Evidence,
    title: str,
    summary: str,
    shown: Sequence[Table],
    plots: Sequence[Any],
    links: Sequence[tuple[str, str]],
) -> str:
    """Return the text.

    Parameters
    ----------
    evidence : Evidence
    title, summary : str
    shown : sequence of Table
        Those of claims and formulas among them; the long ones are linked.
    plots : sequence of Plot
        Their files are in figures/.
    links : sequence of (address, what is there)
        As for `report.page`.
    """
    parts = [f"# {title}", summary, *_links(links), formats.markdown(overview(evidence))]
    for n, plot in enumerate(plots, 1):
        parts.append(f"![{plot.alt}](figures/{plot.name}.svg)\n\n*Figure {n}. {plot.caption}*")
    for table in shown:
        files = " and ".join(
            f"[{suffix.upper()}]({folder}/{table.name}.{suffix})"
            for suffix, folder in formats.FOLDERS.items()
        )
        if table.name == "claims" or len(table.rows) > LONGEST:
            parts.append(f"**{table.caption}** {len(table.rows)} rows: {files}.")
        else:
            parts.append(f"{formats.markdown(table)}\n{files}")
    parts.append("## Measured with\n\n" + "\n".join(_facts(evidence)))
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _links(links: Sequence[tuple[str, str]]) -> Iterator[str]:
    for address, words in links:
        # a code host shows the text, not the page, and numbers no tables
        target = address.replace("index.html", "README.md").partition("#")[0]
        yield f"[{words}]({target})"


def _facts(evidence: Evidence) -> Iterator[str]:
    found = evidence.environment
    for name in FACTS:
        if name in found:
            yield f"- {name}: {found[name]}"
    if "processor" in found:
        build = found.get("build", {}).get("kernels", "")
        yield f"- processor: {found['processor']['model']}; kernels: {build}"
    packages = found.get("packages", {})
    yield "- " + ", ".join(f"{name} {packages[name]}" for name in PACKAGES if name in packages)
    yield "- all versions, and the seeds of every claim: [environment.json](environment.json)"


def seeds(judged: Judged) -> str:
    """Return the seeds of the cases of a claim, as ranges."""
    return "; ".join(dict.fromkeys(row.seeds for row in judged.rows if row.seeds))
