"""``python -m verification.benchmark.order_partials``: times of partials of any order, in Markdown.

The first table has all partials of orders 0 to r as a multiple of those of order 0, at random
states. The second has partials of inverse dynamics of a chain of seven joints beside C that CasADi
generates after eliminating common subexpressions, and beside lieref's own generated C; results are
compared first. lieref is called from Python, by prepared calls; the C is not.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import casadi as ca
import numpy as np

import lieref
from verification.benchmark import build, peers
from verification.benchmark.bench import require_agreement
from verification.benchmark.generated import Flagged, generated_run
from verification.benchmark.timing import Run, python_run
from verification.subjects.symbolic.newton_euler import inverse_dynamics

ORDERS = range(1, 6)
AGREEMENT = 1e-10
#: By which one order may take more than (r + 1)(r + 2) / 2 times order 0.
ROOM = 1.5


def robots() -> dict[str, lieref.Model]:
    """The robots of the first table."""
    arm = lieref.catalogue.aerial_manipulator
    return {
        "chain, N = 7": lieref.catalogue.serial_chain(7),
        "aerial manipulator, N = 7": arm(),
        "chain, N = 20": lieref.catalogue.serial_chain(20),
        "aerial manipulator, N = 101": arm(branches=5, links=20),
    }


def prepared(model: lieref.Model, dynamics: str, order: int, seed: int) -> Run:
    """A prepared call at a random state."""
    rng = np.random.default_rng(seed)
    q, v = model.random_configuration(rng), rng.standard_normal((order + 2, model.nv))
    if dynamics == "inverse":
        out = lieref.inverse_dynamics_order_partials(model, q, v)
        call = lieref.prepare_inverse_dynamics_order_partials(model, order)
        return python_run(call, q, v, out)
    tau = lieref.inverse_dynamics(model, q, v)
    found = lieref.forward_dynamics_order_partials(model, q, v[0], tau)
    forward = lieref.prepare_forward_dynamics_order_partials(model, order)
    return python_run(forward, q, v[0].copy(), tau, found)


def growth(bench: Flagged, states: int) -> Iterator[list[str]]:
    """Rows of the first table: the ratios' median and largest over the states."""
    for name, model in robots().items():
        for dynamics in ("inverse", "forward"):
            runs = {
                (order, seed): prepared(model, dynamics, order, seed)
                for order in (0, *ORDERS)
                for seed in range(states)
            }
            found: dict[int, list[float]] = {order: [] for order in (0, *ORDERS)}
            for seed in range(states):
                here = {str(order): runs[order, seed] for order in found}
                for order, timing in bench.time(here)["timings"].items():
                    found[int(order)].append(timing["best"])
            cells = [name, dynamics, f"{1e6 * median(found[0]):.3g}"]
            for order in ORDERS:
                ratios = [x / y for x, y in zip(found[order], found[0], strict=True)]
                allowed = ROOM * (order + 1) * (order + 2) / 2
                cells.append(f"{median(ratios):.2f}, {max(ratios):.2f} ({allowed:g})")
            yield cells


def casadi_function(model: lieref.Model, order: int) -> tuple[ca.Function, list[Any]]:
    """x = (q, v, ..., v^(r+1)) -> entries of the partials of tau^(0..r), and their sparsities.

    Of joints of one degree, q' = v: tau^(k+1) is the derivative of tau^(k) along x'.
    """
    n = model.nv
    rows = [ca.SX.sym(f"x{k}", n) for k in range(order + 3)]
    x = ca.vertcat(*rows)
    rate = ca.vertcat(*rows[1:], ca.SX.zeros(n, 1))
    forces = [ca.cse(inverse_dynamics(model, ca.SX(model.gravity.tolist()), *rows[:3]))]
    for _ in range(order):
        forces.append(ca.cse(ca.jtimes(forces[-1], x, rate)))
    blocks = ca.cse([ca.jacobian(y, x) for y in forces])
    entries: list[Any] = [entry for block in blocks for entry in block.nonzeros()]
    function = ca.Function(f"partials_{order}", [x], [ca.cse(ca.vertcat(*entries))])
    return function, [block.sparsity().get_triplet() for block in blocks]


def beside_casadi(bench: Flagged, model: lieref.Model, order: int, seed: int = 1) -> list[str]:
    """A row of the second table.

    Raises
    ------
    DisagreementError
        If CasADi's or the generated partials are others than lieref's.
    """
    rng = np.random.default_rng(seed)
    q, v = model.random_configuration(rng), rng.standard_normal((order + 2, model.nv))
    expected = lieref.inverse_dynamics_order_partials(model, q, v)
    function, places = casadi_function(model, order)
    library = peers.compiled(function, bench.cache, bench.compile_seconds, bench.flags)
    theirs, packed = peers.casadi_generated(
        bench.timers, library, function, np.concatenate([q, v.ravel()])
    )
    theirs(1)
    start = 0
    for k, (i, j) in enumerate(places):
        found = np.zeros((model.nv, (order + 3) * model.nv))
        found[i, j] = packed()[start : start + len(i)]
        start += len(i)
        ours = np.hstack([expected.dtau_dq[k], *expected.dtau_dv[k]])
        require_agreement(f"CasADi, order {k}", found, ours, AGREEMENT)
    code = lieref.generate(model, "inverse_dynamics_order_partials", order, states=0)
    own, result, compiled = generated_run(bench, code, (q, v), [x.size for x in expected])
    own(1)
    ours = np.concatenate([x.ravel() for x in expected])
    require_agreement("generated", result, ours, AGREEMENT)
    call = lieref.prepare_inverse_dynamics_order_partials(model, order)
    runs = {"call": python_run(call, q, v, expected), "CasADi": theirs, "generated": own}
    best = {name: 1e6 * x["best"] for name, x in bench.time(runs)["timings"].items()}
    return [
        str(order), *(f"{best[x]:.3g}" for x in runs), f"{best['call'] / best['CasADi']:.2f}",
        f"{best['generated'] / best['CasADi']:.2f}", str(function.n_instructions()),
        f"{library.seconds:.0f}, {compiled.seconds:.0f}",
    ]  # fmt: skip


def table(headings: Sequence[str], rows: Iterator[list[str]]) -> None:
    """Print row after row."""
    print(f"| {' | '.join(headings)} |\n|{'---|' * len(headings)}", flush=True)
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)
    print()


def main(words: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m verification.benchmark.order_partials")
    parser.add_argument("--only", choices=("growth", "casadi"), help="one of the tables")
    parser.add_argument("--states", type=int, default=5, help="random states of the first (5)")
    parser.add_argument("--orders", type=int, nargs="+", default=(1, 2), help="of the second (1 2)")
    usual = " ".join(build.FLAGS)
    parser.add_argument("--flags", default=usual, help=f"of the compiler, with = ({usual})")
    parser.add_argument("--compile-limit", type=float, default=600.0, help="s, of one file (600)")
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache/lieref-benchmark")
    options = parser.parse_args(words)
    flags = tuple(options.flags.split())
    timers = build.timers(options.cache)
    bench = Flagged(timers, options.cache, 400, 2.0, options.compile_limit, 120.0, flags)
    print(f"{build.compiler_version()}, {options.flags}\n", flush=True)
    if options.only != "casadi":
        orders = (f"r = {order}: median, largest (goal)" for order in ORDERS)
        table(("robot", "dynamics", "r = 0, us", *orders), growth(bench, options.states))
    if options.only != "growth":
        model = lieref.catalogue.serial_chain(7)
        headings: tuple[str, ...] = ("r", "prepared call, us", "CasADi's C, us", "generated C, us")
        headings += ("call / CasADi", "generated / CasADi", "CasADi's operations", "compile, s")
        table(headings, (beside_casadi(bench, model, order) for order in options.orders))


if __name__ == "__main__":
    main()
