"""What the command does with generated code: compiles it, audits it, and writes its claim."""

from __future__ import annotations

import json
import math
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Literal

from lieref.check.audit import audit
from lieref.check.results import Report
from lieref.codegen.generated_functions import Function

FLAGS = "-std=c99 -O2 -ffp-contract=fast"
#: A claim's limit over the largest error of the audit: other states have other errors.
ROOM = 4.0
CLAIM = """\
# lieref check --claims {name}_claims.toml, in this folder
[[claim]]
sentence = "The largest error of {name} is at most {limit:.1e} of its largest entry."
subject = "program:python {name}_subject.py"
model = {model}
{base}quantity = "{quantity}"
{order}limit = {limit!r}
states = ["generic", "fast"]
"""


def compiler() -> list[str]:
    """The words of the C compiler and its options; empty if there is none."""
    words = shlex.split(os.environ.get("CC", "cc"))
    found = bool(words) and shutil.which(words[0])
    return [*words, *shlex.split(os.environ.get("CFLAGS", FLAGS))] if found else []


def compiled(source: Path) -> tuple[float, int]:
    """Seconds that compiling takes, and the bytes of the object file.

    Raises CalledProcessError where the compiler fails.
    """
    with tempfile.TemporaryDirectory() as scratch:
        target = Path(scratch) / "code.o"
        start = time.perf_counter()
        subprocess.run([*compiler(), "-c", str(source), "-o", str(target)], check=True)
        return time.perf_counter() - start, target.stat().st_size


def tested(folder: Path, name: str) -> tuple[int, str]:
    """Exit status and output of the test program, which is compiled first."""
    with tempfile.TemporaryDirectory() as scratch:
        program = str(Path(scratch) / name)
        sources = [str(folder / f"{name}{end}") for end in (".c", "_test.c")]
        subprocess.run([*compiler(), *sources, "-o", program, "-lm"], check=True)
        done = subprocess.run([program], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def audited(
    folder: Path,
    name: str,
    function: Function,
    order: int,
    model: str,
    base: Literal["fixed", "free"] | None,
) -> Report:
    """The report of ``lieref check`` on generated code, and its claim beside the code."""
    words = [sys.executable, str(folder / f"{name}_subject.py")]
    states = ("generic", "zero", "fast", "near_zero")
    report = audit(words, model, [function.quantity], states, order=order, base=base)
    errors = [
        result.judgement.errors.relative
        for result in report.results
        if result.judgement is not None and not result.state.startswith(("zero", "near_zero"))
    ]
    if report.exit_status == 0 and errors:
        text = CLAIM.format(
            name=name,
            # TOML has the escapes of JSON, but no halves of characters, and none for delete
            model=json.dumps(model, ensure_ascii=False).replace("\x7f", "\\u007f"),
            base="" if base is None else f'base = "{base}"\n',
            quantity=function.quantity,
            order=f"order = {order}\n" if function.orders else "",
            limit=rounded_up(ROOM * max(errors)),
        )
        (folder / f"{name}_claims.toml").write_text(text, encoding="utf-8")
    return report


def rounded_up(x: float) -> float:
    """A positive number to two digits, upwards; 1e-15 at least."""
    unit = 10.0 ** (math.floor(math.log10(max(x, 1e-15))) - 1)
    return float(f"{math.ceil(max(x, 1e-15) / unit) * unit:.1e}")
