"""Times, memory and errors of robots of many bodies: ``python -m verification.benchmark.growth``.

Prints tables in Markdown: time per body of chains and binary trees of 100 and of 10,000 bodies, and
errors of inverse dynamics of order 30 against the oracle at a size that the oracle can do.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

import lieref
from lieref import oracle
from lieref.check.metrics import FloatArray

KINDS: dict[str, Callable[[int], lieref.Model]] = {
    "chain": lieref.catalogue.serial_chain,
    "binary tree": lieref.catalogue.binary_tree,
}
ORDERS = (0, 5, 30)
#: Bodies beyond which three dense matrices of nv^2 are not measured unless they are asked for.
DENSE = 1000
#: Seconds of repeats for one time.
SECONDS = 1.0
#: Numbers of two arrays that no cache holds, 128 MB each.
STREAM = 2**24
#: A chain of 1000 bodies at order 30 loses some 350 digits of a ball's radius.
DIGITS = 400
RADIUS = 1e-17


def state(model: lieref.Model, order: int) -> tuple[FloatArray, FloatArray]:
    """Configuration, and velocity with its derivatives, of a seed."""
    rng = np.random.default_rng(0)
    return model.random_configuration(rng), 0.3 * rng.standard_normal((order + 2, model.nv))


def calls(model: lieref.Model, dense: bool) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Names and calls; prepared ones have their memory from before."""
    for order in ORDERS:
        q, v = state(model, order)
        out = np.empty((order + 1, model.nv))
        inverse = lieref.prepare_inverse_dynamics(model, order)
        yield f"inverse dynamics, r = {order}, prepared", partial(inverse, q, v, out)
        yield f"the same, plain call, r = {order}", partial(lieref.inverse_dynamics, model, q, v)
        forward = lieref.prepare_forward_dynamics(model, order)
        yield f"forward dynamics, r = {order}, prepared", partial(forward, q, v[0], v[1:], out)
    q, v = state(model, 0)
    yield "sparse inertia", partial(lieref.sparse_joint_space_inertia, model, q)
    if dense:
        yield "first partials", partial(lieref.inverse_dynamics_partials, model, q, v[0], v[1])


def best(call: Callable[[], Any], seconds: float) -> float:
    """The shortest time of repeats, s."""
    call()
    end, found = time.perf_counter() + seconds, np.inf
    while True:
        start = time.perf_counter()
        call()
        now = time.perf_counter()
        found = min(found, now - start)
        if now > end:
            return found


def times(sizes: Sequence[int], dense: int, seconds: float) -> Iterator[str]:
    """Rows of the table of times."""
    for kind, build in KINDS.items():
        first: dict[str, float] = {}
        for bodies in sizes:
            for name, call in calls(build(bodies), bodies <= dense):
                each = best(call, seconds) / bodies
                ratio = each / first.setdefault(name, each)
                memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
                yield f"| {kind} | {name} | {bodies} | {each * 1e6:.3g} | {ratio:.2f} | {memory} |"


def stream() -> float:
    """Bytes that memory takes and gives in a second to one core which copies."""
    there, here = np.zeros((2, STREAM))
    return (there.nbytes + here.nbytes) / best(partial(np.copyto, here, there), SECONDS)


def errors(bodies: int, order: int) -> Iterator[str]:
    """Rows of the table of errors; AssertionError where the oracle's balls are too large."""
    for kind, build in KINDS.items():
        model = build(bodies)
        q, v = state(model, order)
        K = oracle.Arb(DIGITS)
        found, worst = lieref.inverse_dynamics(model, q, v), 0.0
        for row, exact in zip(found, oracle.inverse_dynamics(model, q, v, field=K), strict=True):
            right = np.array([K.to_float(x) for x in exact])
            size = np.abs(right).max()
            assert max(K.radius(x) for x in exact) <= RADIUS * size
            worst = max(worst, float(np.abs(row - right).max() / size))
        yield f"| {kind} | {bodies} | {order} | {worst:.1e} |"


def main(words: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m verification.benchmark.growth")
    parser.add_argument("--bodies", type=int, nargs="+", default=[100, 10000])
    parser.add_argument(
        "--dense", type=int, default=DENSE, help=f"most bodies with partials ({DENSE})"
    )
    parser.add_argument("--oracle", type=int, default=1000, help="bodies of the errors (1000)")
    parser.add_argument("--order", type=int, default=30, help="of the errors (30)")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"of one time ({SECONDS})")
    options = parser.parse_args(words)
    print(f"copies from memory to memory: {stream() * 1e-9:.3g} GB/s\n")
    print("| robot | function | bodies | us a body | ratio | memory so far, MB |")
    print("|---|---|---|---|---|---|")
    for row in times(options.bodies, options.dense, options.seconds):
        print(row, flush=True)
    print("\n| robot | bodies | order | largest error of a row |\n|---|---|---|---|")
    for row in errors(options.oracle, options.order):
        print(row, flush=True)


if __name__ == "__main__":
    main()
