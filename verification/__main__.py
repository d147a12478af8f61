"""``python -m verification CAMPAIGN``: measure every claim of a campaign and write its report."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import joblib
from rich.console import Console
from rich.table import Table

from lieref.errors import LierefError
from lieref.reporting.campaigns import campaign, environment
from lieref.reporting.campaigns.store import RESULTS, StoreError, damaged
from lieref.reporting.campaigns.workers import CampaignError
from lieref.reporting.tables import number
from verification import report
from verification.campaigns import CAMPAIGNS, Campaign, campaign_of
from verification.claims import Claim
from verification.evidence import Evidence, load
from verification.grid import command as grid
from verification.grid.plans import GridError
from verification.grid.report import judging


def _jobs(text: str) -> int:
    """Number of processes, -1 for one a core."""
    jobs = int(text)
    if jobs < 1 and jobs != -1:
        raise argparse.ArgumentTypeError(f"{jobs}: expected at least 1, or -1 for every core")
    return jobs


def _count(text: str) -> int:
    """Number of cases."""
    if (count := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{count}: expected at least 1")
    return count


def _processes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=_jobs, default=-1, metavar="N", help="processes (all cores)")


def _how(parser: argparse.ArgumentParser, folder: Path | None) -> None:
    """Add what every campaign can be told: where to compute, and where to write."""
    _processes(parser)
    where = "compute on this Dask cluster: address or file of its scheduler"
    parser.add_argument("--cluster", metavar="SCHEDULER", help=where)
    parser.add_argument(
        "--out",
        type=Path,
        default=folder,
        required=folder is None,
        metavar="FOLDER",
        help=f"({folder})" if folder else "gets the results and the report",
    )
    parser.add_argument("--fresh", action="store_true", help="compute every case again")


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
        run.add_argument(
            "--only",
            type=lambda text: text.split(","),
            metavar="CLAIM,CLAIM",
            help="these claims alone; needs --out",
        )
        _how(run, found.folder)
    every = jobs.add_parser("quick", help="the quick cases of all campaigns at once, no report")
    each = "leave out cases that take longer, but for the shortest of a claim that has no other"
    every.add_argument("--each", type=float, default=math.inf, metavar="SECONDS", help=each)
    most = "at most so many cases of each claim, spread over all of them"
    every.add_argument("--most", type=_count, default=sys.maxsize, metavar="N", help=most)
    _how(every, None)
    over = jobs.add_parser(
        "grid",
        help="an audit, or a claim, over robots x states x orders x digits",
        description=grid.__doc__,
    )
    grid.add_options(over)
    _how(over, None)
    render = jobs.add_parser("render", help="write the report of a folder with results again")
    _processes(render)
    render.add_argument("out", type=Path, metavar="FOLDER")
    return parser.parse_args(words)


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


def _chosen(options: argparse.Namespace) -> tuple[Campaign, list[Claim]]:
    """Return the campaign and its claims, or those of them that were or are asked for alone."""
    chosen = CAMPAIGNS.get(options.job)
    if chosen is None:
        chosen = campaign_of(options.out)
        only = (environment.read(options.out) or {}).get("only")
    else:
        only = options.only
    claims = chosen.claims()
    if only is None:
        return chosen, claims
    if options.out == chosen.folder:
        raise GridError("--only needs --out: a folder beside that of the whole campaign")
    unknown = set(only) - {claim.name for claim in claims}
    if unknown:
        known = ", ".join(claim.name for claim in claims)
        raise GridError(f"no claims {sorted(unknown)}; {options.job} has {known}")
    return chosen, [claim for claim in claims if claim.name in only]


def _quick(options: argparse.Namespace, console: Console) -> Evidence:
    """Measure and judge the quick cases of every campaign; claims are named <campaign>/<claim>."""
    found = [
        replace(claim, name=f"{name}/{claim.name}")
        for name, of in CAMPAIGNS.items()
        for claim in of.claims()
    ]
    plan = {claim.name: shorter(claim, options.each, options.most) for claim in found}
    plan = {name: cases for name, cases in plan.items() if cases}
    campaign.run(plan, options.out, options.jobs, options.fresh, console, options.cluster)
    # a part of the cases has a part of the rows
    return load(options.out, [judging(claim) for claim in found if claim.name in plan])


def shorter(claim: Claim, limit: float, most: int) -> list[campaign.Case]:
    """Return some of a claim's quick cases.

    Of those that cost at most so many seconds as many as are wanted, spread over all; the shortest
    one where all are longer. Of a claim that needs all of its cases: all or none.
    """
    cases = claim.cases(True)
    short = [case for case in cases if case.cost <= limit]
    if claim.whole:
        return cases if short == cases else []
    if cases and not short:
        return [min(cases, key=lambda case: case.cost)]
    count = min(most, len(short))
    return [short[k * len(short) // count] for k in range(count)]


def _carried_out(options: argparse.Namespace, console: Console) -> Evidence:
    """Measure, unless a report is to be written again, and write the report."""
    everything = {name: found.claims() for name, found in CAMPAIGNS.items()}
    if options.job == "quick":
        return _quick(options, console)
    if options.job == "grid":
        return grid.run(options, everything, console)
    if options.job == "render":
        try:
            lines = damaged(options.out)
        except StoreError:
            lines = []
        for line in lines:
            console.print(f"{RESULTS}, line {line.number}: {line.damage}", highlight=False)
        evidence = grid.render(options.out, everything)
        if evidence is not None:
            return evidence
    chosen, claims = _chosen(options)
    if options.job != "render":
        plan = {claim.name: claim.cases(options.quick) for claim in claims}
        ids = {name: [case.id for case in cases] for name, cases in plan.items()}
        about = {"plan": ids} | ({"only": options.only} if options.only else {})
        campaign.run(
            plan, options.out, options.jobs, options.fresh, console, options.cluster, about
        )
    return chosen.render(options.out, claims)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; return 0 if every claim holds, 1 if one fails, 2 if it cannot be told."""
    options = _arguments(words)
    console = Console()
    try:
        # figures are drawn by as many
        with joblib.parallel_config(n_jobs=options.jobs):
            evidence = _carried_out(options, console)
    except (StoreError, CampaignError, GridError, LierefError, OSError) as error:
        console.print(f"error: {error}", markup=False)
        return 2
    show(evidence, console)
    if options.job != "quick":
        console.print(f"Report: {options.out / 'index.html'}", markup=False)
    return 0 if evidence.holds else 1


if __name__ == "__main__":
    sys.exit(main())
