"""``python -m verification inverse-dynamics``: measure every claim and write the report."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from verification import campaign, claims, report
from verification.evidence import Evidence
from verification.store import StoreError
from verification.tables import number

DEFAULT = Path("reports/inverse_dynamics")


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m verification", description=__doc__)
    jobs = parser.add_subparsers(dest="job", required=True)
    run = jobs.add_parser(
        "inverse-dynamics",
        help="measure every claim on inverse dynamics and write the report; a run that was "
        "interrupted goes on where it stopped",
    )
    run.add_argument("--quick", action="store_true", help="a part of the cases, in about a minute")
    run.add_argument("--jobs", type=int, default=-1, metavar="N", help="processes (all cores)")
    run.add_argument("--out", type=Path, default=DEFAULT, metavar="FOLDER", help=f"({DEFAULT})")
    run.add_argument("--fresh", action="store_true", help="compute every case anew")
    render = jobs.add_parser("render", help="write the report of a folder with results again")
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


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; return 0 if every claim holds, 1 if one fails, 2 if it cannot be told."""
    options = _arguments(words)
    console = Console()
    found = claims.discover()
    try:
        if options.job != "render":
            plan = {claim.name: claim.cases(options.quick) for claim in found}
            campaign.run(plan, options.out, options.jobs, options.fresh, console)
        evidence = report.render(options.out, found)
    except StoreError as error:
        console.print(f"error: {error}", markup=False)
        return 2
    show(evidence, console)
    console.print(f"Report: {options.out / 'index.html'}", markup=False)
    return 0 if evidence.holds else 1


if __name__ == "__main__":
    sys.exit(main())
