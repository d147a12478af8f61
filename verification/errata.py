"""``python -m verification.errata``: write docs/errata.md from the reports on its claims."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from verification import claims, store
from verification.formulas import Erratum
from verification.verdicts import Record, Row

ROOT = Path(__file__).resolve().parents[1]
PATH = ROOT / "docs" / "errata.md"
# Where the claims are measured.
REPORTS = [
    ROOT / "reports" / name
    for name in ("inverse_dynamics", "forward_dynamics", "loops", "partials", "representations")
]
# An agreement below this is no truncation error of a difference but noise of the working precision.
ROUNDING = 1e-100
# Where claims on formulas are.
PACKAGES = (
    "verification.claims",
    "verification.loops.claims",
    "verification.partials.claims",
    "verification.representations.claims",
)
HEAD = """# Errata

Written by `python -m verification.errata` from what `reports/` says of the claims of
`verification/claims`, `verification/loops/claims`, `verification/partials/claims` and
`verification/representations/claims`; do not edit.

Each formula of paper 001 is put to the test on random moving trees: at 240 digits it is compared
with a central difference of quantities computed from their definitions, which is right to some
1e-59 (the claims say more). Those of paper 002 are compared with the oracle at 120 digits, on
mechanisms with loops and couplings; a product whose sizes do not fit counts as infinitely wrong.
Those of paper 003 are compared with the oracle, which differentiates the definition of inverse
dynamics in jets, at 120 digits. Those of paper 004 are compared, at 160 digits, with partial
derivatives and rates of poses and with the motion of point masses, central differences which are
right to some 1e-57, on chains of joints of one degree; its numbered equations that are no
definitions all have a claim, and dots or indices that only the stored text lacks are granted.
"Error" is the largest relative difference, max norm, over the bodies, orders, indices and trees of
the quick selection. Letters as in [notation.md](notation.md).
"""


@dataclass(frozen=True)
class Checked:
    """A claim on a formula, measured."""

    claim: claims.Claim
    erratum: Erratum | None
    printed: float
    corrected: float
    rows: list[Row]


def discover() -> list[tuple[claims.Claim, Erratum | None]]:
    """Return the claims on formulas of papers; those without an erratum hold as printed."""
    found = []
    for package in PACKAGES:
        for claim in claims.discover(package):
            if claim.measurement.rpartition(".")[2].startswith("errata_"):
                module = importlib.import_module(f"{package}.{claim.name}")
                found.append((claim, getattr(module, "ERRATUM", None)))
    return found


def measured() -> dict[str, Record]:
    """Return every record of the reports by its case.

    Raises
    ------
    StoreError
        A report is missing or damaged.
    """
    return {record["id"]: record for folder in REPORTS for record in store.read(folder)}


def check(claim: claims.Claim, erratum: Erratum | None, found: Mapping[str, Record]) -> Checked:
    """Judge the claim by its quick cases.

    Raises
    ------
    ValueError
        One of them is in no report.
    """
    ids = [case.id for case in claim.cases(True)]
    missing = [key for key in ids if key not in found]
    if missing:
        raise ValueError(f"claim {claim.name}: the reports have no case {', '.join(missing)}")
    records = [found[key] for key in ids]

    def largest(part: str) -> float:
        return max(float(record["result"][part]) for record in records)

    return Checked(claim, erratum, largest("printed"), largest("corrected"), claim.verdict(records))


def _order(item: Checked) -> tuple[str, str]:
    """By paper, then by name."""
    return item.erratum.paper if item.erratum else "", item.claim.name


def _number(x: float) -> str:
    """Two digits, and none of what is only rounding at 240 digits: they repeat everywhere."""
    return f"{x:.1e}" if x >= ROUNDING else f"below {ROUNDING:.0e}"


def render(checked: Iterable[Checked]) -> str:
    """Return the page.

    Raises
    ------
    ValueError
        A claim fails: nothing may be published then.
    """
    wrong, right = [], []
    for item in sorted(checked, key=_order):
        failed = [row.part for row in item.rows if not row.holds]
        if failed:
            raise ValueError(f"claim {item.claim.name} fails: {', '.join(failed)}")
        if item.erratum is None:
            right.append(f"- {item.claim.sentence} Error {_number(item.corrected)}.")
            continue
        erratum = item.erratum
        wrong.append(
            f"## Paper {erratum.paper}, {erratum.place}\n\n"
            f"{item.claim.sentence}\n\n"
            "| | Formula | Error |\n| --- | --- | --- |\n"
            f"| printed | `{erratum.printed}` | {_number(item.printed)} |\n"
            f"| right | `{erratum.corrected}` | {_number(item.corrected)} |\n\n"
            f"Claim: `{item.claim.name}`.\n"
        )
    return "\n".join([HEAD, *wrong, "## Formulas that hold\n", *right]) + "\n"


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(prog="python -m verification.errata", description=__doc__)
    parser.add_argument("--out", type=Path, default=PATH, metavar="FILE")
    out: Path = parser.parse_args().out
    found = measured()
    text = render(check(claim, erratum, found) for claim, erratum in discover())
    out.write_text(text, encoding="utf-8")
    print(f"{out.name}: {text.count('## Paper')} errata")


if __name__ == "__main__":
    main()
