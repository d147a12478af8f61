"""``lieref check``: an implementation of dynamics against the reference value; for use in CI.

Exit status: 0 all that was offered passed, 1 something failed, 2 nothing or not everything could
be compared (a missing library, a model that is refused, wrong arguments, a fault of lieref itself),
3 the report could not be written.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lieref.check.audit import audit
from lieref.check.claims.claim_file import read
from lieref.check.claims.holding import hold
from lieref.check.claims.writing import FORMATS as CLAIM_FORMATS
from lieref.check.claims.writing import badge
from lieref.check.exchange.process import Limits
from lieref.check.exchange.session import subject_of
from lieref.check.judging import FACTOR
from lieref.check.pages.words import printable
from lieref.check.quantities import GROUPS, QUANTITIES
from lieref.check.states import STATES
from lieref.check.subjects import LIBRARIES
from lieref.check.writers import FORMATS
from lieref.errors import LierefError
from lieref.files import not_written
from lieref.version import __version__

#: The exit status of a report that is not where it should be.
NOT_WRITTEN = 3


def _parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="lieref check",
        usage="lieref check SUBJECT --model MODEL [options]\n"
        "       lieref check --claims FILE [options]; lieref check --help lists them",
        description=__doc__,
    )
    parser.add_argument("--version", action="version", version=f"lieref {__version__}")
    parser.add_argument(
        "subject",
        nargs="?",
        help=f"{', '.join(LIBRARIES)}; module:function; casadi:file.casadi or "
        "casadi:module:function; or, in quotes, program:command line",
    )
    parser.add_argument(
        "--model",
        help="a .urdf file, an .xml file of MJCF, an expression of the catalogue "
        "(serial_chain:10), or a robot (talos)",
    )
    parser.add_argument(
        "--claims", type=Path, metavar="FILE", help="hold the claims of a TOML file, docs/check.md"
    )
    parser.add_argument(
        "--badge",
        type=Path,
        metavar="FILE",
        help="how many claims hold, for shields.io",
    )
    parser.add_argument(
        "--own-model",
        action="store_true",
        help="let the subject read the model's file itself, and compare both; without --model it "
        "has a model of its own",
    )
    parser.add_argument("--base", choices=("fixed", "free"), help="of the model; free for files")
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
        help="bodies or frames of which kinematics is asked; the last body unless given",
    )
    parser.add_argument("--states", nargs="+", choices=tuple(STATES), default=tuple(STATES))
    parser.add_argument("--seeds", nargs="+", type=int, default=[0])
    parser.add_argument("--order", type=int, default=0, help="of time derivatives")
    parser.add_argument("--digits", type=int, default=30, help="of the reference value, 16 to 30")
    parser.add_argument(
        "--factor", type=float, default=FACTOR, help="tolerance over nv times conditioning bound"
    )
    parser.add_argument(
        "--jobs", type=int, default=_cores(), help="processes for references; all cores by default"
    )
    limits = Limits()
    parser.add_argument("--start-limit", type=float, default=limits.start, help="seconds")
    parser.add_argument("--time-limit", type=float, default=limits.answer, help="s an answer")
    parser.add_argument("--memory-limit", type=int, default=limits.memory >> 20, help="MiB")
    parser.add_argument("--format", choices=tuple(FORMATS), default="text")
    parser.add_argument(
        "--output", type=Path, help="file for the report; the summary is then printed as text"
    )
    return parser


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0))


def main(words: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = _parser()
    options = parser.parse_args(words)
    _complete(parser, options)
    for output in (options.output, options.badge):
        if told := _unwritable(output):
            not_written("lieref check", told)
            return NOT_WRITTEN
    try:
        limits = Limits(options.start_limit, options.time_limit, options.memory_limit << 20)
        if options.claims is not None:
            return _written(
                hold(read(options.claims), options.digits, limits), CLAIM_FORMATS, options
            )
        report = audit(
            subject_of(options.subject),
            options.model,
            names_of(options.quantities),
            options.states,
            options.seeds,
            options.order,
            options.digits,
            options.factor,
            limits,
            options.base,
            options.jobs,
            options.own_model,
            options.frames,
        )
    except (LierefError, OSError, ValueError, ImportError) as error:
        print(f"lieref check: {printable(str(error))}", file=sys.stderr)
        return 2
    except Exception:
        # a fault of lieref: the status that Python ends with would say that the subject failed
        traceback.print_exc()
        return 2
    return _written(report, FORMATS, options)


def _complete(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """End with what is missing, or does not go together."""
    if options.claims is not None:
        if options.subject is not None or options.model is not None or options.own_model:
            parser.error("--claims: the file names subject and model")
        return
    if options.badge is not None:
        parser.error("--badge: expected --claims FILE")
    needed = [] if options.subject is not None else ["subject"]
    if options.model is None and not options.own_model:
        needed.append("--model")
    if needed:
        parser.error(f"the following arguments are required: {', '.join(needed)}")


def _written(report: Any, formats: Mapping[str, Any], options: argparse.Namespace) -> int:
    """Write a report, and the badge; return the exit status."""
    try:
        written = formats[options.format](report)
        if options.badge is not None:
            options.badge.write_text(badge(report), encoding="utf-8")
        if options.output is not None:
            options.output.write_text(written, encoding="utf-8")
            written = formats["text"](report)
        sys.stdout.write(written)
        sys.stdout.flush()
    except (OSError, UnicodeError) as error:
        not_written("lieref check", str(error))
        return NOT_WRITTEN
    return int(report.exit_status)


def _unwritable(output: Path | None) -> str:
    """Why the report will not be written to a file, as far as can be told before the audit."""
    if output is None:
        return ""
    if output.is_dir():
        return f"{str(output)!r} is a folder, expected a file"
    if not output.parent.is_dir():
        return f"{str(output.parent)!r} is no folder"
    if not os.access(output if output.exists() else output.parent, os.W_OK):
        return f"no permission to write {str(output)!r}"
    return ""


def names_of(words: Sequence[str] | None) -> list[str] | None:
    """Words with commas taken apart."""
    return None if words is None else [x for word in words for x in word.split(",") if x]
