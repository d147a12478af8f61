"""``lieref report``: accuracy and speed of dynamics on a user's robots, as tables and figures.

Exit status: 0 the report is written, 2 it is not, or some subject could not be compared: the lines
say what and where.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from lieref.check.command import names_of
from lieref.check.exchange.session import subject_of
from lieref.check.quantities import GROUPS, QUANTITIES
from lieref.check.subjects import LIBRARIES
from lieref.errors import LierefError
from lieref.reporting.campaigns.store import StoreError
from lieref.reporting.campaigns.workers import CampaignError
from lieref.reporting.drawings import STYLES
from lieref.reporting.making import report
from lieref.version import __version__


def _orders(text: str) -> tuple[int, int]:
    """Lowest and highest order: "0-5", or "3" for 0 to 3."""
    found = re.fullmatch(r"(?:(\d{1,2})-)?(\d{1,2})", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r}: expected two numbers as 0-5, or one")
    return int(found[1] or 0), int(found[2])


def _parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="lieref report",
        usage="lieref report --model MODEL [--model MODEL ...] [options]",
        description=__doc__,
    )
    parser.add_argument("--version", action="version", version=f"lieref {__version__}")
    parser.add_argument(
        "--model",
        action="append",
        required=True,
        help="a .urdf file, an .xml file of MJCF, an expression of the catalogue "
        "(serial_chain:10), or a robot (ur5)",
    )
    parser.add_argument("--base", choices=("fixed", "free"), help="of the models; free for files")
    parser.add_argument(
        "--subject",
        action="append",
        help=f"{', '.join(LIBRARIES)}; module:function; casadi:file.casadi; or, in quotes, "
        "program:command line (lieref)",
    )
    parser.add_argument(
        "--quantities",
        nargs="+",
        metavar="NAME",
        help=f"with spaces or commas between, some of {', '.join((*GROUPS, *QUANTITIES))}",
    )
    parser.add_argument(
        "--frames",
        nargs="+",
        metavar="NAME",
        help="bodies or frames of which kinematics is asked, of each robot those that it has; the "
        "last body unless given",
    )
    parser.add_argument(
        "--orders", type=_orders, default=(0, 5), metavar="A-B", help="of time derivatives (0-5)"
    )
    parser.add_argument("--states", type=int, default=100, metavar="N", help="random states (100)")
    parser.add_argument("--seed", type=int, default=0, help="of the random states (0)")
    parser.add_argument("--jobs", type=int, default=-1, metavar="N", help="processes (all cores)")
    parser.add_argument(
        "--cluster", metavar="SCHEDULER", help="compute on this Dask cluster: address or file"
    )
    parser.add_argument(
        "--style", choices=tuple(STYLES), default="ieee-single", help="width of figures"
    )
    parser.add_argument("--no-times", action="store_true", help="measure no times")
    parser.add_argument("--fresh", action="store_true", help="measure every case again")
    parser.add_argument(
        "--output", type=Path, default=Path("report"), metavar="FOLDER", help="(report)"
    )
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    options = _parser().parse_args(words)
    try:
        if options.jobs < 1 and options.jobs != -1:
            raise StoreError(f"--jobs {options.jobs}: expected at least 1, or -1 for every core")
        found = report(
            options.model,
            [subject_of(word) for word in options.subject or ["lieref"]],
            base=options.base,
            quantities=names_of(options.quantities),
            frames=options.frames,
            orders=options.orders,
            states=options.states,
            seed=options.seed,
            jobs=options.jobs,
            style=options.style,
            output=options.output,
            times=not options.no_times,
            cluster=options.cluster,
            fresh=options.fresh,
            console=Console(stderr=True),
        )
    except (LierefError, StoreError, CampaignError, OSError, UnicodeError) as error:
        print(f"lieref report: {error}", file=sys.stderr)
        return 2
    print(*found.verdicts, f"Report: {options.output / 'index.html'}", sep="\n")
    # a quantity that a subject does not have is no failure
    wrong = [x for x in found.contents.missing if x[3] != "not offered"]
    return 2 if wrong or not found.contents.known else 0
