"""``python -m verification CAMPAIGN``: measure every claim of a campaign and write its report."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from verification import campaign, claims, environment, report
from verification.claims import Claim
from verification.evidence import Evidence
from verification.forward_dynamics import report as forward_dynamics
from verification.loops import report as loops
from verification.partials import report as partials
from verification.representations import report as representations
from verification.simulation import report as simulation
from verification.store import StoreError
from verification.tables import number


@dataclass(frozen=True)
class Campaign:
    """What can be run: its claims, who writes its report, and where to."""

    subject: str
    claims: Callable[[], list[Claim]]
    render: Callable[[Path, Sequence[Claim]], Evidence]
    folder: Path


CAMPAIGNS = {
    "inverse-dynamics": Campaign(
        "inverse dynamics", claims.discover, report.render, Path("reports/inverse_dynamics")
    ),
    "forward-dynamics": Campaign(
        "forward and hybrid dynamics",
        forward_dynamics.claims,
        forward_dynamics.render,
        Path("reports/forward_dynamics"),
    ),
    "loops": Campaign("mechanisms with loops", loops.claims, loops.render, Path("reports/loops")),
    "partials": Campaign(
        "partial derivatives", partials.claims, partials.render, Path("reports/partials")
    ),
    "representations": Campaign(
        "paper 004 and the integrators",
        representations.claims,
        representations.render,
        Path("reports/representations"),
    ),
    "simulation": Campaign(
        "the closed loop of paper 001, Fig. 3",
        simulation.claims,
        simulation.render,
        Path("reports/simulation"),
    ),
}


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m verification", description=__doc__)
    jobs = parser.add_subparsers(dest="job", required=True)
    for name, found in CAMPAIGNS.items():
        run = jobs.add_parser(
            name,
            help=f"measure every claim on {found.subject} and write the report; a run that was "
            "interrupted goes on where it stopped",
        )
        part = "a part of the cases, in about a minute"
        run.add_argument("--quick", action="store_true", help=part)
        run.add_argument("--jobs", type=int, default=-1, metavar="N", help="processes (all cores)")
        to = f"({found.folder})"
        run.add_argument("--out", type=Path, default=found.folder, metavar="FOLDER", help=to)
        run.add_argument("--fresh", action="store_true", help="compute every case anew")
    render = jobs.add_parser("render", help="write the report of a folder with results again")
    render.add_argument("out", type=Path, metavar="FOLDER")
    return parser.parse_args(words)


def _campaign_of(folder: Path) -> Campaign:
    """Return the campaign whose claims the folder's plan names; without a plan the first."""
    plan = (environment.read(folder) or {"plan": {}})["plan"]
    found = CAMPAIGNS.values()
    return max(found, key=lambda each: len(plan.keys() & {x.name for x in each.claims()}))


def show(evidence: Evidence, console: Console) -> None:
    """Print one line for each statement, and the reason of each failure."""
    table = Table("verdict", "claim", "part", "number", "limit", title=report.summary(evidence))
    for judged in evidence.judged:
        for row in judged.rows:
            good = row.holds and not judged.missing
            table.add_row(
                "[green]holds[/]" if good else "[bold red]FAILS[/]",
                judged.claim.name,
                row.part,
                number(row.number),
                f"{row.bound} {number(row.limit)}",
            )
    console.print(table)
    for judged in evidence.judged:
        for row in judged.rows:
            if not row.holds:
                console.print(f"{judged.claim.name}, {row.part}: case {row.worst}", markup=False)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; return 0 if every claim holds, 1 if one fails, 2 if it cannot be told."""
    options = _arguments(words)
    console = Console()
    try:
        chosen = CAMPAIGNS.get(options.job) or _campaign_of(options.out)
        found = chosen.claims()
        if options.job != "render":
            plan = {claim.name: claim.cases(options.quick) for claim in found}
            campaign.run(plan, options.out, options.jobs, options.fresh, console)
        evidence = chosen.render(options.out, found)
    except StoreError as error:
        console.print(f"error: {error}", markup=False)
        return 2
    show(evidence, console)
    console.print(f"Report: {options.out / 'index.html'}", markup=False)
    return 0 if evidence.holds else 1


if __name__ == "__main__":
    sys.exit(main())
