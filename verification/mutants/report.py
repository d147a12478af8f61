"""What became of the mutants of a sample, as a page and tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from verification.mutants.sample import KINDS, Site, interval, source

if TYPE_CHECKING:
    from lieref.reporting.tables import Table

VERDICTS = ("killed", "survived", "equivalent", "same code", "refused")


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: its verdict, and the test that saw it.

    verdict : "killed", "survived", "refused" or "same code"
    witness : the test; of a survivor, whether the limit of time was reached
    """

    key: str
    file: str
    line: int
    operator: str
    before: str
    after: str
    verdict: str
    witness: str
    seconds: float

    def counted(self, equivalent: Mapping[tuple[str, str, str], str]) -> str:
        """Return the verdict, "equivalent" for a survivor of the list of these."""
        listed = (self.file, self.before, self.after) in equivalent
        return "equivalent" if self.verdict == "survived" and listed else self.verdict


def finished(path: Path) -> dict[str, Outcome]:
    """Return the outcomes of earlier runs by key; a last line cut short by a kill is dropped."""
    found = {}
    for line in source(path).splitlines() if path.exists() else []:
        try:
            outcome = Outcome(**json.loads(line))
        except (ValueError, TypeError):
            continue
        found[outcome.key] = outcome
    return found


def outcome(site: Site, verdict: str, witness: str, seconds: float) -> Outcome:
    """Return what is kept of a mutant."""
    at = site.mutant
    words = (site.file, at.line, at.operator, site.before, site.after)
    return Outcome(site.key, *words, verdict, witness, round(seconds, 1))


def table(outcomes: Iterable[Outcome], equivalent: Mapping[tuple[str, str, str], str]) -> Table:
    """Return every mutant as a row of a table."""
    # here and below, not above: the report's modules want a lieref that is built
    from lieref.reporting.tables import Table

    rows = [
        [x.file, x.line, x.operator, x.before, x.after, x.counted(equivalent), x.witness, x.seconds]
        for x in sorted(outcomes, key=lambda x: (x.file, x.line))
    ]
    caption = "Mutants, the first test that saw each, and the time to build and to test it."
    columns = ("File", "Line", "Operator", "Before", "After", "Verdict", "Seen by", "Seconds")
    return Table("mutants", caption, columns, rows)


def _row(
    label: str, found: Sequence[Outcome], equivalent: Mapping[tuple[str, str, str], str]
) -> list[str | int]:
    counts = [sum(x.counted(equivalent) == word for x in found) for word in VERDICTS]
    killed, number = counts[0], counts[0] + counts[1]
    low, high = interval(killed, number)
    share = f"{killed / number:.3f} ({low:.3f} to {high:.3f})" if number else "none"
    return [label, *counts, share]


def _kind(x: Outcome) -> str:
    return next(kind for kind, ends in KINDS.items() if Path(x.file).suffix in ends)


def summary(
    outcomes: Sequence[Outcome], equivalent: Mapping[tuple[str, str, str], str], command: str
) -> str:
    """Return the page: counts by kind of file and by subpackage, and what survived."""
    from lieref.reporting.formats import markdown
    from lieref.reporting.tables import Table

    rows = []
    for kind in KINDS:
        found = [x for x in outcomes if _kind(x) == kind]
        if found:
            rows.append(_row(f"all, {kind}", found, equivalent))
        for name in sorted({x.file.split("/")[1] for x in found}):
            some = [x for x in found if x.file.split("/")[1] == name]
            rows.append(_row(f"{name}, {kind}", some, equivalent))
    caption = (
        "Killed: a test turned red. Equivalent: no result changes, for the reason in "
        "verification/mutants/equivalent.toml. Same code: Python or gcc makes the same of it. "
        "Refused: it does not compile. The share is of those killed and survived, with Wilson's "
        "interval of 95 %."
    )
    columns = ("Files", *(word.capitalize() for word in VERDICTS), "Share killed")
    left = sorted(
        f"- `{x.file}:{x.line}` {x.operator}: `{x.before}` became `{x.after}`"
        for x in outcomes
        if x.counted(equivalent) == "survived"
    )
    parts = [
        "# Mutants",
        "Small faults that a program puts into the source at random, one at a time, and the quick "
        "tests that see them. Each is in [mutants.csv](mutants.csv).",
        markdown(Table("kinds", caption, columns, rows)).strip(),
        *(["Survived:", "\n".join(left)] if left else []),
        f"Written by `{command}`.",
    ]
    return "\n\n".join(parts) + "\n"
