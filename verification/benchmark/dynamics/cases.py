"""The benchmark's cases: what is timed against what, each checked before it is timed."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np

import lieref
from verification.benchmark import build, peers
from verification.benchmark.bench import AGREEMENT, Bench, require_agreement
from verification.benchmark.dynamics import problems
from verification.benchmark.dynamics.plans import LARGE
from verification.benchmark.dynamics.problems import state
from verification.benchmark.timing import python_run
from verification.subjects import robots, symbolic
from verification.verdicts import Params

# lieref's forward dynamics feeds each order with what it found for the ones before; CasADi is given
# those. So its room grows with the order, as in the limits of the accuracy report.
LOSS = 15.0


def from_python(bench: Bench, params: Params) -> dict[str, Any]:
    """Called from Python at order 0: lieref against Pinocchio; and lieref's kernel alone."""
    model, problem = robots.build(params["robot"]), problems.of(params)
    at = state(model, 0)
    ours, result = peers.lieref_call(problem, model, at)
    theirs, other = peers.pinocchio_call(problem, params["robot"], model, at)
    expected = problem.answer(at)[0]
    require_agreement("lieref", result()[0], expected)
    difference = require_agreement("Pinocchio", other(), expected)
    kernel, _ = peers.lieref_kernel(bench.timers, problem, model, at)
    found = bench.time({"lieref": ours, "Pinocchio": theirs, "lieref kernel": kernel})
    return {**found, "difference": difference, "nbodies": model.nbodies}


def overhead(bench: Bench, params: Params) -> dict[str, Any]:
    """The call from Python against the kernel inside it, at one order."""
    model, problem = robots.build(params["robot"]), problems.of(params)
    at = state(model, params["order"])
    call, _ = peers.lieref_call(problem, model, at)
    kernel, _ = peers.lieref_kernel(bench.timers, problem, model, at)
    return bench.time({"lieref": call, "lieref kernel": kernel})


def digits(bench: Bench, params: Params) -> dict[str, Any]:
    """Forward dynamics from Python in double-doubles, in doubles, and, at order 0, by Pinocchio."""
    model, problem = robots.build(params["robot"]), problems.of(params)
    order = params["order"]
    at = state(model, order)
    expected = problem.answer(at)
    fine, in_doubles = (partial(problem.function, model, digits=n) for n in (31, 16))
    runs = {}
    for name, function in (("double-doubles", fine), ("doubles", in_doubles)):
        inputs = problem.inputs(at)
        require_agreement(name, function(*inputs)[order], expected[order], AGREEMENT * LOSS**order)
        runs[name] = python_run(function, *inputs)
    if order == 0:
        runs["Pinocchio"], _ = peers.pinocchio_call(problem, params["robot"], model, at)
    return {**bench.time(runs), "nbodies": model.nbodies}


def growth_bodies(bench: Bench, params: Params) -> dict[str, Any]:
    """The kernel's time at one order for every size of the tree, all sizes in turn."""
    runs = {}
    for links in params["links"]:
        model = robots.build({**LARGE, "links": links})
        runs[str(model.nbodies)], _ = peers.lieref_kernel(
            bench.timers, problems.of(params), model, state(model, params["order"])
        )
    return {"timings": bench.time(runs, share=4.0)["timings"]}


def growth_orders(bench: Bench, params: Params) -> dict[str, Any]:
    """The kernel's time on one robot for every order, all orders in turn."""
    model = robots.build(params["robot"])
    runs = {}
    for order in params["orders"]:
        runs[str(order)], _ = peers.lieref_kernel(
            bench.timers, problems.of(params), model, state(model, order)
        )
    return {"timings": bench.time(runs, share=4.0)["timings"]}


@dataclass(frozen=True)
class Graph:
    """How CasADi differentiates, see `symbolic.derivatives`, and whether as the leaner map."""

    kind: str
    eliminate: bool
    leaner: bool = False


# CasADi's ways to evaluate the r-th derivative: the virtual machine as 001 uses it, the virtual
# machine and compiled C with common subexpressions eliminated, C with a leaner solver.
PEERS = {
    "VM": Graph("polynomial", False),
    "VM, cse": Graph("state", True),
    "C, cse": Graph("state", True),
    "C, cse, LDL": Graph("state", True, leaner=True),
}


def casadi(bench: Bench, params: Params) -> dict[str, Any]:
    """lieref's kernel against one of CasADi's ways, ``peer``, to evaluate the r-th derivative."""
    model, problem = robots.build(params["robot"]), problems.of(params)
    order, peer = params["order"], params["peer"]
    at = state(model, order)
    expression, function, facts = casadi_function(bench, problem, model, order, PEERS[peer])
    x = expression.argument(order, at.q, at.v, at.tau)
    if peer.startswith("C"):
        library = peers.compiled(function, bench.cache, bench.compile_seconds)
        facts.update(compile_seconds=library.seconds, flags=" ".join(library.flags))
        theirs, other = peers.casadi_generated(bench.timers, library, function, x)
    else:
        timed = PEERS[peer].kind == "polynomial"
        theirs, other = peers.casadi_machine(function, [np.zeros(1), x] if timed else [x])
    kernel, ours = peers.lieref_kernel(bench.timers, problem, model, at)
    kernel(1)
    theirs(1)
    expected = problem.answer(at)[order]
    require_agreement("lieref's kernel", ours()[order], expected, AGREEMENT * LOSS**order)
    difference = require_agreement(f"CasADi, {peer}, order {order}", other(), expected)
    found = bench.time({"lieref kernel": kernel, peer: theirs})
    return {**found, "difference": difference, "nbodies": model.nbodies, "casadi": facts}


def casadi_function(
    bench: Bench, problem: problems.Dynamics, model: lieref.Model, order: int, graph: Graph
) -> tuple[symbolic.Map, ca.Function, dict[str, Any]]:
    """Return what is differentiated, and the function of the given order and its facts.

    The function comes from the cache, or is built and kept.

    Raises
    ------
    TimeoutError
        If building takes longer than `Bench.build_seconds`; says how far it came.
    """
    expression = problem.leaner if graph.leaner else problem.expression
    assert expression is not None, problem.name
    arrays = (model.placements, model.masses, model.coms, model.inertias, model.parents)
    data = [np.asarray(array).tobytes() for array in arrays]
    texts = sorted(Path(symbolic.__file__).parent.glob("*.py"))
    key = build.digest(
        *(text.read_bytes() for text in texts), metadata.version("casadi"), repr(model.joints),
        repr((expression.name, model.gravity.tolist(), order, graph.kind, graph.eliminate)), *data,
    )  # fmt: skip
    path = bench.cache / f"casadi_{key}.casadi"
    start = time.monotonic()
    if path.is_file():
        function = ca.Function.load(str(path))
    else:
        with build.remembered(path.with_suffix(".stopped"), bench.build_seconds):
            made = symbolic.derivatives(
                expression, model, order, graph.kind, graph.eliminate,
                deadline(start + bench.build_seconds),
            )  # fmt: skip
        function = made.functions[-1]
        function.save(str(path))
    return (
        expression,
        function,
        {
            "instructions": function.n_instructions(),
            "seconds_to_build_or_load": time.monotonic() - start,
            "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        },
    )


def deadline(end: float) -> Callable[[int, ca.SX], None]:
    """Return a progress callback that stops building after a point of the monotonic clock."""

    def watch(order: int, _: ca.SX) -> None:
        if time.monotonic() > end:
            raise TimeoutError(f"building the expression was stopped at order {order}")

    return watch


def operations(bench: Bench, params: Params) -> dict[str, Any]:
    """How many instructions CasADi's program has at each order; nothing is timed.

    Where building one order takes too long, "stopped" says so and the orders before it count.
    """
    model, problem = robots.build(params["robot"]), problems.of(params)
    graph = Graph(params["kind"], params["eliminate"])
    counts: dict[str, int] = {}
    for order in params["orders"]:
        try:
            _, _, facts = casadi_function(bench, problem, model, order, graph)
        except TimeoutError as error:
            return {"instructions": counts, "stopped": f"order {order}: {error}"}
        counts[str(order)] = facts["instructions"]
    return {"instructions": counts}
