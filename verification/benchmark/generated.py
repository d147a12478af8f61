"""Generated C of one robot against CasADi's C and lieref's kernels: ``python -m`` this module.

Every function is compiled with the same flags and timed in turn in one process; what it returns is
compared first. Prints a table in Markdown.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import lieref
from lieref.check.metrics import FloatArray
from verification.benchmark import build, peers
from verification.benchmark.bench import Bench, require_agreement
from verification.benchmark.dynamics import cases
from verification.benchmark.dynamics.plans import ROBOTS
from verification.benchmark.dynamics.problems import FORWARD, INVERSE, Dynamics, state
from verification.benchmark.partials import problems
from verification.benchmark.timing import Run, python_run
from verification.subjects import partials, robots, symbolic

Row = dict[str, Any]
NAMES = ("UR5, fixed", "aerial manipulator, N = 7")
#: Of this robot some functions take gcc many minutes: `--only` chooses.
LARGE = "Talos, free"
#: CasADi's expressions of higher orders are too long to be built and compiled here.
CASADI_ORDERS = {"inverse_dynamics": 5, "forward_dynamics": 2}
ORDERS = (0, 1, 2, 3, 5)
#: Of the largest entry: an order of forward dynamics may lose `cases.LOSS`, partials divide by an
#: inertia whose condition number is some 1e4.
AGREEMENT = 1e-8
HEADINGS = (
    "robot", "function", "operations", "generated, us", "CasADi's C, us", "ratio", "kernel, us",
    "ratio", "compile, s", "CasADi's, s", "ratio",
)  # fmt: skip


@dataclass(frozen=True)
class Flagged(Bench):
    """With the compiler's options for every file, and adjacent orders in a vector.

    order_lanes : of inverse dynamics of higher order than 0
    """

    flags: tuple[str, ...] = build.FLAGS
    order_lanes: int = 1


def wrapped(code: lieref.GeneratedCode, inputs: Sequence[int], outputs: Sequence[int]) -> str:
    """The generated file with a function of CasADi's signature: one argument, one result."""
    name = code.name
    text = code.files[f"{name}.c"].replace(f'#include "{name}.h"', code.files[f"{name}.h"])
    places = [f"arg[0] + {sum(inputs[:i])}" for i in range(len(inputs))]
    places += [f"res[0] + {sum(outputs[:i])}" for i in range(len(outputs))]
    return (
        f"{text}\nint {name}_packed(const double **arg, double **res, long long *iw, double *w, "
        f"int mem)\n{{\n    (void) iw; (void) w; (void) mem;\n"
        f"    return {name}({', '.join(places)});\n}}\n"
    )


def generated_run(
    bench: Flagged, code: lieref.GeneratedCode, inputs: Sequence[FloatArray], sizes: Sequence[int]
) -> tuple[Run, FloatArray, build.Library]:
    """A run of generated code, its results in one array, and the library."""
    text = wrapped(code, [x.size for x in inputs], sizes)
    library = build.c_library(text, bench.cache, bench.compile_seconds, bench.flags)
    address, x = library.address(f"{code.name}_packed"), np.concatenate([x.ravel() for x in inputs])
    y = np.zeros(sum(sizes))
    scratch = np.zeros(1, np.int64), np.zeros(1), np.zeros(4, np.uintp)

    def run(calls: int) -> float:
        return float(bench.timers.generated_seconds(address, x, y, *scratch, calls))

    return run, y, library


def compared(
    bench: Flagged,
    code: lieref.GeneratedCode,
    own: tuple[Run, FloatArray, build.Library],
    other: tuple[Run, build.Library] | None,
    kernel: Run,
) -> Row:
    """The row of a table."""
    runs = {"generated": own[0], "kernel": kernel}
    if other is not None:
        runs["CasADi"] = other[0]
    best = {name: x["best"] for name, x in bench.time(runs)["timings"].items()}
    flops = sum(count for op, count in code.operations.items() if op in ("add", "mul"))
    row = {"operations": flops, "generated, us": best["generated"] * 1e6}
    row |= {"kernel, us": best["kernel"] * 1e6, "kernel ratio": best["generated"] / best["kernel"]}
    row["compile, s"] = own[2].seconds
    if other is not None:
        row |= {
            "CasADi's C, us": best["CasADi"] * 1e6,
            "ratio": best["generated"] / best["CasADi"],
            "CasADi's, s": other[1].seconds,
            "compile ratio": own[2].seconds / other[1].seconds,
        }
    return row


def of_order(bench: Flagged, params: Any, problem: Dynamics, order: int) -> Row:
    """Inverse or forward dynamics of order r; CasADi's code returns the r-th derivative alone."""
    model = robots.build(params)
    at = state(model, order)
    lanes = bench.order_lanes if order and problem.name == "inverse_dynamics" else 1
    code = lieref.generate(model, problem.name, order, order_lanes=lanes, states=0)
    inputs = problem.inputs(at)
    own = generated_run(bench, code, inputs, [(order + 1) * model.nv])
    own[0](1)
    expected = problem.answer(at)
    found = own[1].reshape(order + 1, -1)
    for k in range(order + 1):
        require_agreement(f"{code.name}, order {k}", found[k], expected[k], AGREEMENT)
    kernel, _ = peers.lieref_kernel(bench.timers, problem, model, at)
    other = None
    if order <= CASADI_ORDERS[problem.name]:
        with suppress(TimeoutError):
            graph = cases.PEERS["C, cse, LDL" if problem.leaner else "C, cse"]
            expression, function, _ = cases.casadi_function(bench, problem, model, order, graph)
            library = peers.compiled(function, bench.cache, bench.compile_seconds, bench.flags)
            x = expression.argument(order, at.q, at.v, at.tau)
            theirs, result = peers.casadi_generated(bench.timers, library, function, x)
            theirs(1)
            require_agreement("CasADi", result(), expected[order], AGREEMENT)
            other = theirs, library
    return compared(bench, code, own, other, kernel)


def of_inertia(bench: Flagged, params: Any) -> Row:
    """The joint-space inertia against CasADi's derivative of inverse dynamics by acceleration."""
    point = problems.point_of({"robot": params, "seed": problems.SEED})
    model, *inputs = point.arguments("inverse")
    code = lieref.generate(model, "joint_space_inertia", states=0)
    own = generated_run(bench, code, inputs[:1], [model.nv**2])
    own[0](1)
    exact = lieref.joint_space_inertia(model, inputs[0])
    require_agreement(code.name, own[1].reshape(exact.shape), exact, AGREEMENT)
    call = python_run(lieref.joint_space_inertia, model, inputs[0])
    function = symbolic.inertia(model)
    library = peers.compiled(function, bench.cache, bench.compile_seconds, bench.flags)
    x = np.concatenate(inputs)
    theirs = peers.casadi_generated(bench.timers, library, function, x)[0]
    return compared(bench, code, own, (theirs, library), call)


def of_partials(bench: Flagged, params: Any, problem: problems.Problem) -> Row:
    """Partial derivatives against CasADi's automatic differentiation."""
    point = problems.point_of({"robot": params, "seed": problems.SEED})
    model, *rows = point.arguments(problem.dynamics)
    code = lieref.generate(model, problem.name, states=0)
    names = partials.NAMES[problem.dynamics, problem.degree]
    size = model.nv ** (problem.degree + 1)
    own = generated_run(bench, code, rows, [size] * len(names))
    own[0](1)
    call, result = problems.lieref_call(problem, point)
    for name, found, expected in zip(names, np.split(own[1], len(names)), result(), strict=True):
        exact = np.asarray(expected)
        require_agreement(f"{code.name}, {name}", found.reshape(exact.shape), exact, AGREEMENT)
    if problem.dynamics == "inverse":
        call, _ = problems.lieref_kernel(bench.timers, problem, point)
    made = symbolic.partials(problem.expression, model, problem.degree, True)
    x, other = np.concatenate(rows), None
    with suppress(TimeoutError):
        library = peers.compiled(made.function, bench.cache, bench.compile_seconds, bench.flags)
        other = peers.casadi_generated(bench.timers, library, made.function, x)[0], library
    return compared(bench, code, own, other, call)


def jobs(bench: Flagged, params: Any) -> Iterator[tuple[str, Callable[[], Row]]]:
    """Label and measurement of every function of a robot."""
    for of in (INVERSE, FORWARD):
        for order in ORDERS:
            label = f"{of.label} dynamics, r = {order}"
            yield label, partial(of_order, bench, params, of, order)
    yield "joint-space inertia", partial(of_inertia, bench, params)
    for problem in problems.PROBLEMS:
        yield problem.label, partial(of_partials, bench, params, problem)


def rows(bench: Flagged, names: Sequence[str], only: str) -> Iterator[Row]:
    """Every row, one after the other."""
    for name in names:
        for label, job in jobs(bench, ROBOTS[name]):
            if only in label:
                yield {"robot": name, "function": label} | job()


def line(row: Row) -> str:
    """A row of the table."""
    cells = [row["robot"], row["function"], str(row["operations"])]
    for key in ("generated, us", "CasADi's C, us", "ratio", "kernel, us", "kernel ratio",
                "compile, s", "CasADi's, s", "compile ratio"):  # fmt: skip
        cells.append(f"{row[key]:.3g}" if key in row else "")
    return f"| {' | '.join(cells)} |"


def main(words: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m verification.benchmark.generated")
    parser.add_argument("--robot", action="append", choices=(*NAMES, LARGE), help="the first two")
    parser.add_argument("--only", default="", metavar="TEXT", help="functions with TEXT")
    usual = " ".join(build.FLAGS)
    parser.add_argument("--flags", default=usual, help=f"of the compiler, with = ({usual})")
    parser.add_argument("--order-lanes", type=int, default=1, help="of inverse dynamics (1)")
    parser.add_argument("--compile-limit", type=float, default=600.0, help="s, of one file (600)")
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache/lieref-benchmark")
    options = parser.parse_args(words)
    timers = build.timers(options.cache)
    flags = tuple(options.flags.split())
    bench = Flagged(timers, options.cache, 2000, 2.0, options.compile_limit, 120.0, flags)
    bench = replace(bench, order_lanes=options.order_lanes)
    print(f"{build.compiler_version()}, {options.flags}\n", flush=True)
    print(f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}", flush=True)
    for row in rows(bench, options.robot or NAMES, options.only):
        print(line(row), flush=True)


if __name__ == "__main__":
    main()
