"""Tables of reports as data, and those that every report has: claims and formulas of papers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lieref.reporting.tables import Table, number
from verification.evidence import Evidence
from verification.verdicts import seeds_of


@dataclass(frozen=True)
class Columns:
    """A table as data: what its rows are about, and what each column says of that.

    Attributes
    ----------
    name : str
    caption : str or callable
        Evidence -> the caption, where it has numbers.
    of : str or callable
        The claim, or kind of cases, of which each result has a row; or Evidence -> what have one.
    columns : mapping, sequence or callable
        Heading -> what gives its cell; several headings -> what gives their cells. Headings alone
        where ``of`` gives the rows. Evidence -> them, where they depend on what was measured.
    key : callable, optional
        What the rows are sorted by.
    """

    name: str
    caption: str | Callable[[Evidence], str]
    of: str | Callable[[Evidence], Iterable[Any]]
    columns: Headed | Callable[[Evidence], Headed]
    key: Callable[[Sequence[Any]], Any] | None = None

    def table(self, evidence: Evidence) -> Table:
        """Return the table."""
        found = evidence.of(self.of) if isinstance(self.of, str) else self.of(evidence)
        columns = self.columns(evidence) if callable(self.columns) else self.columns
        caption = self.caption(evidence) if callable(self.caption) else self.caption
        heads: list[str] = []
        for head in columns:
            heads += [head] if isinstance(head, str) else head
        rows = [self._row(columns, x) for x in found]
        if self.key is not None:
            rows.sort(key=self.key)
        return Table(self.name, caption, heads, rows)

    @staticmethod
    def _row(columns: Headed, x: Any) -> list[Any]:
        if not isinstance(columns, Mapping):
            return list(x)
        row: list[Any] = []
        for head, cell in columns.items():
            row += [cell(x)] if isinstance(head, str) else cell(x)
        return row


Headed = Mapping[str | tuple[str, ...], Callable[[Any], Any]] | Sequence[str]


def made(found: Iterable[Columns], evidence: Evidence) -> list[Table]:
    """Return the tables that have rows."""
    return [table for x in found if (table := x.table(evidence)).rows]


def verdict(holds: bool, missing: int) -> str:
    """Return the word for a verdict on what may not be finished."""
    if missing:
        return f"{missing} cases missing"
    return "holds" if holds else "FAILS"


def claims(evidence: Evidence) -> Table:
    """Every claim that is not about a formula of a paper, with every row of its verdict."""
    rows = []
    for judged in evidence.judged:
        for row in judged.rows if not judged.claim.paper else ():
            rows.append(
                [
                    judged.claim.sentence,
                    row.part,
                    row.number,
                    f"{row.bound} {number(row.limit)}",
                    verdict(row.holds, judged.missing),
                    row.cases,
                    row.seeds,
                ]
            )
    return Table(
        "claims",
        "Claims: the worst number found, its limit, and the verdict.",
        ("Claim", "Part", "Number", "Limit", "Verdict", "Cases", "Seeds"),
        rows,
    )


def errata(evidence: Evidence) -> Table:
    """The formulas of papers that were put to the test."""
    rows = []
    for judged in evidence.judged:
        claim, records = judged.claim, evidence.of(judged.claim.name)
        if claim.paper:
            rows.append(
                [
                    claim.name,
                    claim.sentence,
                    min((float(r["result"]["printed"]) for r in records), default=""),
                    max((float(r["result"]["corrected"]) for r in records), default=""),
                    verdict(judged.holds, judged.missing),
                    seeds_of(records),
                ]
            )
    return Table(
        "errata",
        "Formulas of papers against the definitions, at 120 digits or more: least relative "
        "difference of the formula as printed (inf: its sizes do not fit), largest of the formula "
        "that holds. Equal numbers: it holds as printed.",
        ("Claim", "Formula", "As printed", "As it holds", "Verdict", "Seeds"),
        rows,
    )
