"""Call every public function with each argument in turn replaced: nothing but documented errors.

    python tests/sweep/sweep.py [--repeats N] [--slow] [--only TEXT] [--shard I/N] [--share S]

The child processes run with the allocator's checks. A finding is a line: call, argument,
replacement, and what happened.
"""

from __future__ import annotations

import argparse
import ctypes
import faulthandler
import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.append(str(Path(__file__).resolve().parent))

# -P keeps this folder off the path, and with it what stands beside the installed package.
HERE = Path(__file__).resolve().parent
# Of the C library that has its checks in a library of their own.
MALLOC_CHECKS = "libc_malloc_debug.so.0"
# A call that takes longer hangs, also under sanitizers.
SECONDS = 30


def environment() -> dict[str, str]:
    """Of a child: the checks of the C library's allocator and of Python's, or a sanitizer's."""
    # the same lieref as here: a child starts with the folder of its script in front
    path = os.pathsep.join(os.path.abspath(folder) for folder in sys.path)
    checked = dict(os.environ, PYTHONPATH=path, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    if "asan" in checked.get("LD_PRELOAD", ""):
        return checked | {"PYTHONMALLOC": "malloc"}
    checked |= {"PYTHONMALLOC": "debug", "MALLOC_CHECK_": "3", "MALLOC_PERTURB_": "165"}
    return checked | ({"LD_PRELOAD": MALLOC_CHECKS} if _exists(MALLOC_CHECKS) else {})


def _exists(library: str) -> bool:
    """Can the loader find it?"""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


class Outcome(NamedTuple):
    """Of a child process: how it ended, what it found, and what it tried last."""

    code: int
    findings: str
    last: str

    def __str__(self) -> str:
        end = f"ended with {self.code} in {self.last}" if self.last or self.code < 0 else ""
        return f"{self.findings}{end}"


def run(*options: str, script: str = "sweep.py") -> Outcome:
    """A child process that sweeps."""
    with tempfile.NamedTemporaryFile() as note:
        command = [sys.executable, "-P", str(HERE / script), "--note", note.name, *options]
        child = subprocess.run(
            command,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return Outcome(child.returncode, child.stdout, note.read().decode().strip())


def trial(function: Callable[..., Any], arguments: dict[str, Any], refused: bool) -> str | None:
    """What is wrong with a call, or None."""
    from public_calls import numbers_of

    import lieref

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = function(**arguments)
    except lieref.LierefError as error:
        return None if str(error) else "an error without words"
    except MemoryError:
        return None
    except Exception as error:
        return f"undocumented {type(error).__name__}: {str(error)[:150]}"
    if refused:
        return "accepted"
    if not all(np.isfinite(array).all() for array in numbers_of(result)):
        return "returns numbers that are not finite"
    return None


def trials(call: Any) -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Every replacement of every argument of a call: what, arguments, refused."""
    from replacements import replacements
    from sweep_exceptions import PERMITTED, SKIPPED

    base = call.name.partition("#")[0]
    for name, value in call.arguments.items():
        for what, other, refused in replacements(name, value, name in call.optional):
            key = {(base, name, what), (base, name, "*"), (base, "*", what), ("*", name, what)}
            if key & SKIPPED:
                continue
            refused = refused and not key & PERMITTED
            yield f"{name}: {what}", {**call.arguments, name: other}, refused
    yield from overlaps(call)


def overlaps(call: Any) -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Results that share memory with an argument or with one another."""
    out = call.arguments.get("out")
    if out is None:
        return
    outs = list(out) if isinstance(out, tuple) else [out]

    def given(arrays: list[np.ndarray]) -> Any:
        return type(out)(*arrays) if isinstance(out, tuple) else arrays[0]

    for name, value in call.arguments.items():
        if not isinstance(value, np.ndarray) or name == "out":
            continue
        for i, array in enumerate(outs):
            for shift in (0, 1):
                memory = np.zeros(array.size + value.size + shift)
                inside = memory[shift : shift + value.size].reshape(value.shape)
                inside[...] = value
                over = [*outs[:i], memory[: array.size].reshape(array.shape), *outs[i + 1 :]]
                arguments = {**call.arguments, name: inside, "out": given(over)}
                yield f"out overlaps {name}", arguments, True
    for i in range(len(outs)):
        for j in range(i):
            over = list(outs)
            over[i] = over[j]
            yield f"out overlaps itself {i} {j}", {**call.arguments, "out": given(over)}, True
    for i, array in enumerate(outs):
        fixed = array.copy()
        fixed.flags.writeable = False
        over = [*outs[:i], fixed, *outs[i + 1 :]]
        yield f"out {i} read-only", {**call.arguments, "out": given(over)}, True


def sweep(options: argparse.Namespace, note: Note) -> int:
    """Print the findings; return their number."""
    from public_calls import SLOW, calls

    index, count = map(int, options.shard.split("/"))
    chosen = [
        call
        for call in calls()
        if options.only in call.name and (options.slow or not call.name.startswith(SLOW))
    ][index::count]
    found = tried = 0
    rng = np.random.default_rng(options.seed)
    for call in chosen:
        for what, arguments, refused in trials(call):
            if rng.random() >= options.share:
                continue
            note.write(f"{call.name}: {what}")
            if call.name == options.end_in:
                os.abort()
            for _ in range(options.repeats):
                faulthandler.dump_traceback_later(SECONDS, exit=True)
                wrong = trial(call.function, arguments, refused)
                tried += 1
                if wrong:
                    break
            if wrong:
                found += 1
                print(f"{call.name}: {what}: {wrong}", flush=True)
    note.write("")
    print(f"{tried} calls, {found} findings", flush=True)
    return found


class Note:
    """A file that says what is tried: it outlives the process."""

    def __init__(self, path: str) -> None:
        self.file = os.open(path, os.O_WRONLY)

    def write(self, what: str) -> None:
        os.pwrite(self.file, what.ljust(400).encode()[:400], 0)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=1, help="calls with each replacement")
    parser.add_argument("--slow", action="store_true", help="the oracle as well")
    parser.add_argument("--only", default="", help="calls with this text in their name")
    parser.add_argument("--shard", default="0/1", help="part I of N of the calls")
    parser.add_argument("--share", type=float, default=1.0, help="of the replacements, by --seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--end-in", default="", help="end the process in this call, as a test")
    parser.add_argument("--note", default="", help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    options = parsed()
    if options.note:
        faulthandler.enable()
        # replacements overflow on purpose
        np.seterr(over="ignore", invalid="ignore")
        return min(sweep(options, Note(options.note)), 1)
    outcome = run(*sys.argv[1:])
    print(outcome)
    return outcome.code


if __name__ == "__main__":
    sys.exit(main())
