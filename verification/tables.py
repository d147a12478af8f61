"""The tables that every report has, of its claims and of formulas of papers."""

from __future__ import annotations

from lieref.reporting.tables import Table, number
from verification.evidence import Evidence
from verification.verdicts import seeds_of


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
