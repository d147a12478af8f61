"""``python -m verification.errata``: write docs/errata.md from the published reports."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from verification import formulas
from verification.claims import Claim, Erratum

ROOT = Path(__file__).resolve().parents[1]
PATH = ROOT / "docs" / "errata.md"
REPORTS = ROOT / "reports"
# An agreement below this is no truncation error of a difference but noise of the working precision.
ROUNDING = 1e-100
HEAD = """# Errata

What of the four papers does not hold as it stands in the texts that we read: {misprints} misprints
by {slips} slips. Beside them stand formulas that the texts may have lost a letter of (machines
extracted them from PDF files: bars, tildes, primes, transposes and subscripts go astray), and
conventions that a reader may take otherwise; neither are counted, and an author's file may be
right.

{texts}

Each formula of Ali et al. is put to the test on random moving trees: at 240 digits it is compared
with a central difference of quantities computed from their definitions, which is accurate to some
1e-59 (the claims say more). Those of Chignoli et al. are compared with the oracle at 120 digits, on
mechanisms with loops and couplings; a product whose sizes do not fit counts as infinitely wrong.
Those of Singh et al. are compared with the oracle, which differentiates the definition of inverse
dynamics in jets, at 120 digits. Those of Müller are compared, at 160 digits, with partial
derivatives and rates of poses and with the motion of point masses, central differences accurate to
some 1e-57, on chains of joints of one degree; its numbered equations that are no definitions all
have a claim. "Error" is a relative difference, max norm, over bodies, orders and indices: the least
of all trees for what is refuted, the largest for what holds. Letters as in
[notation.md](notation.md).
"""
FOOT = (
    "Written by `python -m verification.errata` from the tables `errata.csv` of `reports/`; do not "
    "edit."
)
# Headings by kind, and what the rows of refuted formulas are called.
KINDS = {
    "misprint": ("Misprints", "printed, in our letters"),
    "damage": ("Possibly damage of the texts that we read", "as we read it"),
    "convention": ("Conventions, and aids to reading", "taken otherwise"),
    "doubtful": ("Doubtful", "as we read it"),
}


@dataclass(frozen=True)
class Measured:
    """What a report says of a claim on a formula."""

    printed: float
    corrected: float
    holds: bool


def discover() -> list[Claim]:
    """Return the claims on formulas of papers; those without an erratum hold as printed."""
    return [claim for paper in formulas.PAPERS for claim in formulas.claims(paper)]


def measured(reports: Path = REPORTS) -> dict[str, Measured]:
    """Return what the published reports say, by the name of the claim."""
    found = {}
    for table in sorted(reports.glob("*/tables/errata.csv")):
        with table.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                numbers = float(row["As printed"]), float(row["As it holds"])
                found[row["Claim"]] = Measured(*numbers, row["Verdict"] == "holds")
    return found


def _order(claim: Claim) -> tuple[str, str]:
    """By paper, then by name."""
    return claim.paper, claim.name


def _number(x: float) -> str:
    """Two digits, and none of what is only rounding at 240 digits: they repeat everywhere."""
    return f"{x:.1e}" if x >= ROUNDING else f"below {ROUNDING:.0e}"


def render(found: Iterable[Claim], numbers: Mapping[str, Measured]) -> str:
    """Return the page.

    Raises
    ------
    ValueError
        A claim fails, or no report has it: nothing may be published then.
    """
    entries: dict[str, list[str]] = {kind: [] for kind in KINDS}
    right, slips = [], set()
    for claim in sorted(found, key=_order):
        if claim.name not in numbers:
            raise ValueError(f"claim {claim.name}: the reports do not have it")
        said = numbers[claim.name]
        if not said.holds:
            raise ValueError(f"claim {claim.name} fails")
        erratum = claim.erratum
        if erratum is None:
            right.append(f"- {claim.sentence} Error {_number(said.corrected)}.")
            continue
        entries[erratum.kind].append(_entry(claim, erratum, said))
        if erratum.kind == "misprint":
            slips.add(erratum.slip or claim.name)
    head = HEAD.format(
        misprints=len(entries["misprint"]),
        slips=len(slips),
        texts="\n".join(f"- {paper.authors}: {paper.text}." for paper in formulas.PAPERS.values()),
    )
    sections = [
        "\n".join([f"## {KINDS[kind][0]}\n", *texts]) for kind, texts in entries.items() if texts
    ]
    return "\n".join([head, *sections, "## Formulas that hold\n", *right, "", FOOT]) + "\n"


def _entry(claim: Claim, erratum: Erratum, said: Measured) -> str:
    """What is printed, what holds, and why."""
    quote = ""
    if erratum.quote:
        place, _, formula = erratum.quote.partition(": ")
        quote = f"Printed, {place}:\n\n$$\n{formula}\n$$\n\n"
    return (
        f"### {formulas.PAPERS[erratum.paper].authors}, {erratum.place}\n\n"
        f"{claim.sentence} {erratum.reason}\n\n{quote}"
        "| | Formula | Error |\n| --- | --- | --- |\n"
        f"| {KINDS[erratum.kind][1]} | `{erratum.printed}` | {_number(said.printed)} |\n"
        f"| holds | `{erratum.corrected}` | {_number(said.corrected)} |\n\n"
        f"Claim: `{claim.name}`.\n"
    )


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(prog="python -m verification.errata", description=__doc__)
    parser.add_argument("--out", type=Path, default=PATH, metavar="FILE")
    out: Path = parser.parse_args().out
    text = render(discover(), measured())
    out.write_text(text, encoding="utf-8")
    print(f"{out.name}: {text.count('Claim: ')} errata")


if __name__ == "__main__":
    main()
