"""``lieref check``: an implementation of dynamics against the reference value; for use in CI.

Exit status: 0 all that was offered passed, 1 something failed, 2 nothing or not everything could
be compared (a missing library, a model that is refused, wrong arguments), 3 the report could not be
written.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from lieref.check.audit import audit
from lieref.check.judging import FACTOR
from lieref.check.process import Limits
from lieref.check.quantities import QUANTITIES
from lieref.check.states import STATES
from lieref.check.subjects import LIBRARIES
from lieref.check.writers import FORMATS
from lieref.errors import LierefError, ShapeError
from lieref.version import __version__


def _parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="lieref check",
        usage="lieref check SUBJECT --model MODEL [options]; lieref check --help lists them",
        description=__doc__,
    )
    parser.add_argument("--version", action="version", version=f"lieref {__version__}")
    parser.add_argument(
        "subject",
        help=f"{', '.join(LIBRARIES)}; module:function; casadi:file.casadi or "
        "casadi:module:function; or, in quotes, program:command line",
    )
    parser.add_argument(
        "--model",
        help="a .urdf file, an expression of the catalogue (serial_chain:10), or a robot (talos)",
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
        help=f"all, or, with spaces or commas between, some of {', '.join(QUANTITIES)}",
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
    if options.model is None and not options.own_model:
        parser.error("the following arguments are required: --model")
    if told := _unwritable(options.output):
        return _not_written(told)
    try:
        report = audit(
            _subject(options.subject),
            options.model,
            _names(options.quantities),
            options.states,
            options.seeds,
            options.order,
            options.digits,
            options.factor,
            Limits(options.start_limit, options.time_limit, options.memory_limit << 20),
            options.base,
            options.jobs,
            options.own_model,
        )
    except (LierefError, OSError, ValueError) as error:
        print(f"lieref check: {error}", file=sys.stderr)
        return 2
    try:
        written = FORMATS[options.format](report)
        if options.output is not None:
            options.output.write_text(written, encoding="utf-8")
            written = FORMATS["text"](report)
        sys.stdout.write(written)
        sys.stdout.flush()
    except OSError as error:
        return _not_written(str(error))
    return report.exit_status


def _subject(word: str) -> str | list[str]:
    """The subject that a word names, or the words of its command line."""
    program = word.removeprefix("program:")
    if program == word:
        return word
    try:
        words = shlex.split(program)
    except ValueError as error:
        raise ShapeError(f"subject {word!r}: {error}") from None
    if not words:
        raise ShapeError(f"subject {word!r}: expected a command line after the colon")
    return words


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


def _names(words: Sequence[str] | None) -> list[str] | None:
    """Words with commas taken apart."""
    return None if words is None else [x for word in words for x in word.split(",") if x]


def _not_written(why: str) -> int:
    """Say why the report is not where it should be; return the exit status."""
    with contextlib.suppress(OSError):
        print(f"lieref check: the report cannot be written: {why}", file=sys.stderr)
    # what is left in the buffer would fail again when the interpreter ends
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    return 3
