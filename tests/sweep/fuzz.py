"""Random valid and invalid calls of public functions: nothing but documented errors.

    python tests/sweep/fuzz.py [--calls N] [--seed S] [--only TEXT]

Each call has one to three arguments replaced, by those of the sweep or by random numbers of random
sizes and shapes; the others are right. A finding is a line. Child processes as of the sweep.
"""

from __future__ import annotations

import argparse
import collections
import faulthandler
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.append(str(Path(__file__).resolve().parent))
from sweep import SECONDS, Note, run, trial

# A child takes so many calls; what it leaves behind in memory does not add up.
CALLS = 10000
# Decimal exponents of random numbers.
LEAST, MOST = -320.0, 308.0


def random_numbers(rng: np.random.Generator, value: np.ndarray) -> np.ndarray:
    """Numbers of any size in place of an array, mostly of its shape."""
    shape = list(value.shape)
    if rng.random() < 0.2:
        shape[rng.integers(len(shape))] += int(rng.integers(-2, 3))
    shape = [max(n, 0) for n in shape]
    if rng.random() < 0.1:
        shape = [int(rng.integers(0, 4)), *shape]
    spread = rng.choice([1.0, 20.0, MOST])
    exponents = rng.uniform(max(-spread, LEAST), spread, shape)
    return np.asarray(rng.choice([-1.0, 1.0], shape) * 10.0**exponents)


def trials(rng: np.random.Generator, only: str) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Names, functions and arguments, without end."""
    from public_calls import SLOW, calls
    from replacements import replacements
    from sweep_exceptions import SKIPPED

    chosen = [c for c in calls() if only in c.name and not c.name.startswith(SLOW)]
    while True:
        call = chosen[rng.integers(len(chosen))]
        base = call.name.partition("#")[0]
        arguments, told = dict(call.arguments), []
        names = list(arguments)
        count = min(int(rng.integers(0, 4)), len(names))
        for name in rng.choice(names, count, replace=False) if names else ():
            value = arguments[name]
            if isinstance(value, np.ndarray) and value.dtype.kind == "f" and rng.random() < 0.7:
                arguments[name] = random_numbers(rng, value) if value.ndim else value
                told.append(f"{name} {arguments[name].shape}")
                continue
            offered = list(replacements(name, value, name in call.optional))
            what, other, _ = offered[rng.integers(len(offered))]
            if {(base, name, what), ("*", name, what), (base, name, "*")} & SKIPPED:
                continue
            arguments[name] = other
            told.append(f"{name}: {what}")
        yield f"{call.name}: {', '.join(told)}", call.function, arguments


def fuzz(options: argparse.Namespace, note: Note) -> None:
    """Print the findings, and how the calls ended."""
    rng, ends = np.random.default_rng(options.seed), collections.Counter[str]()
    for what, function, arguments in trials(rng, options.only):
        note.write(f"seed {options.seed}, call {ends.total()}: {what}")
        faulthandler.dump_traceback_later(SECONDS, exit=True)
        wrong = trial(function, arguments, False)
        ends[wrong.partition(":")[0] if wrong else "right"] += 1
        if wrong:
            print(f"{what}: {wrong}", flush=True)
        if ends.total() == options.calls:
            break
    note.write("")
    print(f"{ends.total()} calls: {dict(ends)}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--calls", type=int, default=CALLS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="calls with this text in their name")
    parser.add_argument("--note", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.note:
        faulthandler.enable()
        fuzz(options, Note(options.note))
        return 0
    died = 0
    for k, start in enumerate(range(0, options.calls, CALLS)):
        size, seed = min(CALLS, options.calls - start), options.seed + k
        outcome = run(
            *("--calls", str(size), "--seed", str(seed), "--only", options.only), script="fuzz.py"
        )
        print(outcome, flush=True)
        died += outcome.code != 0 or outcome.last != ""
    return min(died, 1)


if __name__ == "__main__":
    sys.exit(main())
