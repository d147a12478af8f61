"""``lieref generate``: C code of one function for one robot, with a program that tests it.

Where there is a C compiler, the code is compiled and audited as by ``lieref check``, or by its test
program where ``lieref check`` does not ask for the function. Exit status: 0 the files are written
and the audit passed, 1 it failed, 2 nothing was written: the line says why.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from lieref.check.models import named_robot
from lieref.check.writers import FORMATS
from lieref.codegen import auditing
from lieref.codegen.generated_functions import FUNCTIONS
from lieref.codegen.generating import LANES, SCALARS, generate
from lieref.errors import LierefError
from lieref.loops.arguments import AXES, BASES
from lieref.version import __version__


def _parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="lieref generate",
        usage="lieref generate --model MODEL --function FUNCTION [options]",
        description=__doc__,
    )
    parser.add_argument("--version", action="version", version=f"lieref {__version__}")
    parser.add_argument(
        "--model",
        required=True,
        help="a .urdf file, an .xml file of MJCF, an expression of the catalogue "
        "(serial_chain:10, four_bar), or a robot (ur5)",
    )
    parser.add_argument("--base", choices=("fixed", "free"), help="of the model; free for files")
    parser.add_argument("--function", choices=tuple(FUNCTIONS), default="inverse_dynamics")
    parser.add_argument("--order", type=int, default=0, help="of time derivatives (0)")
    parser.add_argument("--language", choices=("c",), default="c")
    parser.add_argument("--scalar", choices=SCALARS, default="double")
    parser.add_argument(
        "--lanes", type=int, choices=LANES, default=1, help="states in one call (1)"
    )
    parser.add_argument(
        "--order-lanes", type=int, choices=LANES, default=1, help="orders in one vector (1)"
    )
    parser.add_argument("--body", help="of the jacobian: name of a body or frame (the last body)")
    parser.add_argument(
        "--representation",
        choices=BASES,
        default="body",
        help="of the twist of free joints on the world (body)",
    )
    parser.add_argument(
        "--wrenches", default="", metavar="BODIES", help="bodies with wrenches, by commas"
    )
    parser.add_argument("--wrench-axes", choices=AXES, default="body", help="of these (body)")
    parser.add_argument("--name", help="of the C function and the files")
    parser.add_argument(
        "--states", type=int, default=3, metavar="N", help="states of the test program (3)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the states (0)")
    parser.add_argument("--no-check", action="store_true", help="no audit, no compiler")
    parser.add_argument(
        "--output", type=Path, default=Path("generated"), metavar="FOLDER", help="(generated)"
    )
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    options = _parser().parse_args(words)
    try:
        code = generate(
            named_robot(options.model, options.base),
            options.function,
            options.order,
            language=options.language,
            scalar=options.scalar,
            lanes=options.lanes,
            order_lanes=options.order_lanes,
            body=options.body,
            base=options.representation,
            wrenches=[word for word in options.wrenches.split(",") if word],
            wrench_axes=options.wrench_axes,
            name=options.name,
            output=options.output,
            states=options.states,
            seed=options.seed,
        )
    except (LierefError, OSError, ImportError, UnicodeError) as error:
        print(f"lieref generate: {error}", file=sys.stderr)
        return 2
    counts = ", ".join(f"{count} {op}" for op, count in code.operations.items())
    for name, text in code.files.items():
        print(f"{options.output / name}: {len(text.encode())} bytes")
    print(f"operations of a call: {counts}")
    return 0 if options.no_check else _checked(code.name, options)


def _checked(name: str, options: argparse.Namespace) -> int:
    """Compile and audit the code, say what comes of it, and return the exit status."""
    if not auditing.compiler():
        print("not audited: no C compiler (CC)")
        return 0
    function = FUNCTIONS[options.function]
    try:
        seconds, size = auditing.compiled(options.output / f"{name}.c")
        words = " ".join(auditing.compiler())
        print(f"compiled in {seconds:.2f} s to {size} bytes by {words}")
        if not (options.output / f"{name}_subject.py").exists():
            return _tested(options.output, name, options.states)
        place = (options.output, name, function, options.order)
        report = auditing.audited(*place, options.model, options.base)
    except (LierefError, OSError, UnicodeError, subprocess.CalledProcessError) as error:
        print(f"lieref generate: {error}", file=sys.stderr)
        return 2
    print(FORMATS["text"](report).rstrip())
    if report.exit_status == 0:
        print(f"{options.output / name}_claims.toml: for lieref check --claims")
    return int(report.exit_status)


def _tested(folder: Path, name: str, states: int) -> int:
    """Run the test program of what ``lieref check`` does not ask for."""
    if not states:
        return 0
    status, output = auditing.tested(folder, name)
    print(output.rstrip())
    return status
