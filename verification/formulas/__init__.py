"""Claims on formulas of papers: rows of data, one file a paper.

Each row has

- ``name``, ``check``: of the claim, and of what the measurement ``errata_<paper>`` computes;
- ``sentence``, ``reason``: what holds, and why (the method of the paper's measurement is added);
- ``place``, ``printed``, ``corrected``: if the formula does not hold as it stands in the text that
  was read: where it stands, as it stands and as it holds, in the letters of docs/notation.md;
- ``kind``, ``slip``, ``quote``: what it is then, see `verification.claims.Erratum`; a misprint is
  quoted letter by letter, from the text and not from a reading of it;
- ``parts``: what the verdict calls the two forms, where they are not the printed and the corrected.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from verification.claims import Claim, Erratum
from verification.inverse_dynamics import cases as inverse_dynamics
from verification.loops import cases as loops
from verification.partials import cases as partials
from verification.picks import number
from verification.verdicts import AGREES, REFUTED, Limit, Params, judged


@dataclass(frozen=True)
class Paper:
    """How the formulas of a paper are put to the test.

    Attributes
    ----------
    authors : str
        As cited.
    text : str
        What was read of it.
    cases : callable
        (check, quick) -> the cases of its measurement.
    agrees : float
        What the largest difference of a formula that holds may be.
    method : str
        What it is compared with.
    """

    authors: str
    text: str
    cases: Callable[[str, bool], list[Params]]
    agrees: float
    method: str


def chains(check: str, quick: bool) -> list[Params]:
    """Return cases of `measurements.formulas.errata_004`: moving chains of four bodies."""
    return [{"check": check, "bodies": 4, "seed": seed} for seed in range(1 if quick else 4)]


ORACLE = "the oracle at 120 digits"
PAPERS = {
    "001": Paper(
        "Ali et al.",
        "the manuscript on arXiv, 2605.06498",
        inverse_dynamics.errata,
        AGREES,
        "a central difference of step 1e-30 at 240 digits on random moving trees, right to 1e-59",
    ),
    "002": Paper(
        "Chignoli et al.",
        "the first version on arXiv, 2311.13732; a second has another title",
        loops.errata,
        AGREES,
        ORACLE,
    ),
    "003": Paper(
        "Singh et al.", "the manuscript on arXiv, 2302.06001", partials.errata, AGREES, ORACLE
    ),
    "004": Paper(
        "Müller",
        "the preprint, not the text of the journal (2018)",
        chains,
        1e-50,
        "a central difference of poses and point masses at 160 digits, right to 1e-57",
    ),
}


def claims(paper: str) -> list[Claim]:
    """Return the claims on the formulas of a paper, by name."""
    text = Path(__file__).with_name(f"paper_{paper}.toml").read_text(encoding="utf-8")
    rows = [{key: _one_line(x) for key, x in row.items()} for row in tomllib.loads(text)["formula"]]
    return [_claim(paper, row) for row in sorted(rows, key=lambda row: str(row["name"]))]


def _one_line(x: Any) -> Any:
    """Return text without its line breaks, anything else as it is."""
    return " ".join(x.split()) if isinstance(x, str) else x


def _claim(paper: str, row: dict[str, Any]) -> Claim:
    how = PAPERS[paper]
    erratum = None
    if "printed" in row:
        said = ("place", "printed", "corrected", "kind", "reason", "slip", "quote")
        erratum = Erratum(paper, **{key: row[key] for key in said if key in row})
    parts = row.get("parts", ["corrected form", "printed form"] if erratum else ["as printed"])
    compared = f"Compared with {how.method}: what holds agrees to {how.agrees}"
    rest = "and what is refuted differs by more than 1e-6." if parts[1:] else "as printed."
    return Claim(
        name=row["name"],
        sentence=row["sentence"],
        reason=f"{row.get('reason', '')} {compared} {rest}".strip(),
        measurement=f"verification.measurements.formulas.errata_{paper}",
        params=partial(how.cases, row["check"]),
        verdict=judged(
            [
                Limit(parts[0], number("corrected"), how.agrees),
                *(Limit(part, number("printed"), REFUTED, "at least") for part in parts[1:]),
            ]
        ),
        erratum=erratum,
    )
