"""``python -m verification grid``: an audit or a claim over a grid, resumable like a campaign."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from rich.console import Console

from lieref.check.subjects import LIBRARIES
from lieref.reporting.campaigns import campaign, environment
from verification.claims import Claim
from verification.evidence import Evidence
from verification.grid import plans, report
from verification.grid.plans import AuditGrid, GridError


def _words(text: str) -> list[str]:
    return [word for word in text.split(",") if word]


def _numbers(text: str) -> list[int]:
    return [int(word) for word in _words(text)]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a grid; those of campaigns stand beside them."""
    parser.add_argument("--grid", type=Path, metavar="FILE", help="JSON with what is said below")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--subject", help="audit it: as of lieref check")
    what.add_argument("--claim", help="vary it: a claim's name, or campaign/name")
    parser.add_argument("--robots", type=_words, help="talos,serial_chain:10")
    parser.add_argument("--states", type=_words, help="generic:3,zero: kinds and numbers of seeds")
    parser.add_argument("--orders", type=_numbers, help="0,1,2: of time derivatives")
    parser.add_argument("--digits", type=_numbers, help="20,30: of the reference value")
    parser.add_argument("--base", choices=("fixed", "free"))
    parser.add_argument("--quantities", type=_words, help="of an audit, as of lieref check")
    parser.add_argument("--factor", type=float, help="of an audit, as of lieref check")


def said(options: argparse.Namespace) -> dict[str, Any]:
    """Return the grid that file and options say; options go before the file."""
    found = plans.read(options.grid) if options.grid is not None else {}
    given = {key: getattr(options, key, None) for key in plans.KEYS}
    if given["subject"] or given["claim"]:
        found = {key: value for key, value in found.items() if key not in ("subject", "claim")}
    found |= {key: value for key, value in given.items() if value is not None}
    if ("subject" in found) == ("claim" in found):
        raise GridError("a grid is of a subject or of a claim: expected one of the two")
    word = found.get("subject")
    if isinstance(word, str) and word.startswith("program:"):
        found["subject"] = shlex.split(word.removeprefix("program:"))
    return found


def claim_named(word: str, campaigns: Mapping[str, Sequence[Claim]]) -> Claim:
    """Return the claim of a name, or of campaign/name.

    Raises
    ------
    GridError
        If there is none, or there are different ones.
    """
    where, _, name = word.rpartition("/")
    found = {
        campaign: claim
        for campaign, claims in campaigns.items()
        for claim in claims
        if claim.name == name and where in ("", campaign)
    }
    if not found:
        raise GridError(f"no claim {word!r}; the campaigns are {', '.join(campaigns)}")
    if len({claim.sentence for claim in found.values()}) > 1:
        raise GridError(f"claim {word!r} is in {', '.join(found)}: say {min(found)}/{name}")
    return next(iter(found.values()))


def run(
    options: argparse.Namespace,
    campaigns: Mapping[str, Sequence[Claim]],
    console: Console,
) -> Evidence:
    """Compute the grid and write its report.

    Raises
    ------
    GridError, LierefError
        For words that name nothing.
    StoreError, CampaignError
        See `campaign.run`.
    """
    grid = said(options)
    how = (options.out, options.jobs, options.fresh, console, options.cluster)
    if "claim" in grid:
        claim = claim_named(grid["claim"], campaigns)
        cases = plans.claim_grid(claim, grid)
        ids = {claim.name: list(dict.fromkeys(case.id for case in cases))}
        campaign.run({claim.name: cases}, *how, {"plan": ids, "grid": grid})
        return report.claim_report(options.out, claim)
    audit = plans.audit_grid(grid)
    about = {"plan": {}, "grid": audit.said, "libraries": _libraries()}
    campaign.run({"audit": audit}, *how, about)
    return report.audit_report(options.out, audit)


def render(folder: Path, campaigns: Mapping[str, Sequence[Claim]]) -> Evidence | None:
    """Write the report of a grid's folder again; None if the folder is of no grid."""
    grid = (environment.read(folder) or {}).get("grid")
    if grid is None:
        return None
    if "claim" in grid:
        return report.claim_report(folder, claim_named(grid["claim"], campaigns))
    return report.audit_report(folder, AuditGrid(grid, dict.fromkeys(grid["robots"], 0)))


def _libraries() -> dict[str, str]:
    """The versions of the libraries that can be audited."""
    owners = metadata.packages_distributions()
    found = {}
    for library in LIBRARIES.values():
        for name in owners.get(library[1], []):
            found[name] = metadata.version(name)
    return found
