"""The cases: calls, kernels, batches and threads, each checked before it is timed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Any

import numpy as np

import lieref
from lieref import machine
from lieref.check.exchange.wire import SubjectError
from lieref.check.metrics import FloatArray
from verification.benchmark import build, peers
from verification.benchmark.bench import AGREEMENT, Bench, require_agreement
from verification.benchmark.dynamics import problems
from verification.benchmark.dynamics.cases import LOSS, casadi
from verification.benchmark.dynamics.problems import FORWARD, INVERSE, Dynamics, State, state
from verification.benchmark.speed import every_function, mujoco_c, pinocchio_cpp
from verification.benchmark.speed.peaks import TRIAD, Peaks
from verification.benchmark.timing import Run, clock, python_run
from verification.measurements.representations import form_operations
from verification.subjects import computations, robots, states
from verification.subjects.tracing import Tracing
from verification.verdicts import Params

CPP, PYTHON, MUJOCO = "Pinocchio C++", "Pinocchio from Python", "MuJoCo C"
KERNEL = "lieref kernel"
# What another library's recursion may differ by in double precision.
PEERS_AGREE = 1e-9
# States that differ; a batch repeats them.
DISTINCT = 64
# `casadi` is the case of the other studies.
__all__ = ["casadi"]


def facts(bench: Bench) -> dict[str, Any]:
    """Return what a time of lieref depends on: the build of its kernels, and the clock."""
    return {"build": machine.chosen(), "clock": clock(bench.timers)}


def pinocchio(
    bench: Bench, stack: ExitStack, params: Params, model: lieref.Model, at: State
) -> tuple[str, Run, FloatArray, str]:
    """Return Pinocchio's name, run and result at order 0, and why it is not its C++."""
    problem = problems.of(params)
    try:
        compiled = pinocchio_cpp.program(bench.cache, bench.compile_seconds)
        of = stack.enter_context(pinocchio_cpp.running(compiled, params["robot"], model, at))
        return CPP, *of(problem), ""
    except (build.BuildError, TimeoutError) as error:
        run, result = peers.pinocchio_call(problem, params["robot"], model, at)
        return PYTHON, run, result(), str(error)


def single(bench: Bench, params: Params) -> dict[str, Any]:
    """One state: lieref's kernel at an order against compiled peers at order 0."""
    model, problem = robots.build(params["robot"]), problems.of(params)
    at = state(model, params["order"])
    kernel, result = peers.lieref_kernel(bench.timers, problem, model, at)
    kernel(1)
    expected = problem.answer(at)
    limit = AGREEMENT * LOSS ** params["order"]
    differences = {KERNEL: require_agreement(KERNEL, result(), expected, limit)}
    runs = {KERNEL: kernel}
    left_out: dict[str, str] = {}
    with ExitStack() as stack:
        name, theirs, found, why = pinocchio(bench, stack, params, model, at)
        differences[name] = require_agreement(name, found, expected[0], PEERS_AGREE)
        runs[name] = theirs
        if why:
            left_out[CPP] = why
        try:
            other, computed, answer = mujoco_c.run_of(problem, model, at, bench.cache)
        except SubjectError as error:
            left_out[MUJOCO] = str(error)
        else:
            other(1)
            differences[MUJOCO] = require_agreement(MUJOCO, computed(), answer, PEERS_AGREE)
            runs[MUJOCO] = other
        return {
            **bench.time(runs), **facts(bench), "difference": differences,
            "left_out": left_out, "nbodies": model.nbodies,
        }  # fmt: skip


def many(model: lieref.Model, order: int, count: int) -> State:
    """Return so many states with the forces that lead to them; they repeat after `DISTINCT`."""
    drawn = [states.draw(model, {"seed": seed}, order) for seed in range(min(count, DISTINCT))]
    q, v = (np.array([getattr(one, name) for one in drawn]) for name in ("q", "v"))
    tau = np.array([lieref.inverse_dynamics(model, *one) for one in zip(q, v, strict=True)])
    return State(*(np.resize(x, (count, *x.shape[1:])) for x in (q, v, tau)))


def batched(
    problem: Dynamics, model: lieref.Model, order: int, count: int, digits: int | None = None
) -> Callable[[int], Run]:
    """Return what returns the run of a batch from Python for a number of workers, checked.

    digits: of forward dynamics; doubles without it

    Raises
    ------
    DisagreementError
        If a batch is not what the states make one by one.
    """
    at = many(model, order, count)
    if problem is INVERSE:
        inputs, expected = [at.q, at.v], at.tau
    else:
        inputs, expected = [at.q, np.ascontiguousarray(at.v[:, 0]), at.tau], at.v[:, 1:]

    more = {} if digits is None else {"digits": digits}

    def of(workers: int) -> Run:
        call = partial(problem.function, model, *inputs, workers=workers, **more)
        for k, found in enumerate(np.moveaxis(call(), 1, 0)):
            what = f"a batch with {workers} workers, order {k}"
            require_agreement(what, found, expected[:, k], AGREEMENT * LOSS**order)
        return python_run(call)

    return of


def batch(bench: Bench, params: Params) -> dict[str, Any]:
    """A batch from Python with one worker and two, and one state in Pinocchio's C++ at order 0."""
    model, problem = robots.build(params["robot"]), problems.of(params)
    of = batched(problem, model, params["order"], params["states"])
    runs = {"one worker": of(1)}
    if build.cores() > 1:
        runs["two workers"] = of(2)
    at = state(model, params["order"])
    with ExitStack() as stack:
        name, theirs, computed, _ = pinocchio(bench, stack, params, model, at)
        require_agreement(name, computed, problem.answer(at)[0], PEERS_AGREE)
        found = bench.time({**runs, name: theirs})
    return {**found, **facts(bench), "nbodies": model.nbodies}


def spread(bench: Bench, params: Params) -> dict[str, Any]:
    """The kernel on many random states in turn, each a run of its own."""
    model, problem = robots.build(params["robot"]), problems.of(params)
    runs: dict[str, Run] = {}
    for seed in range(params["states"]):
        at = state(model, params["order"], seed)
        runs[str(seed)], result = peers.lieref_kernel(bench.timers, problem, model, at)
        runs[str(seed)](1)
        expected = problem.function(model, *problem.inputs(at))
        require_agreement(f"{KERNEL}, seed {seed}", result(), expected, 0.0)
    return {
        "timings": bench.time(runs, share=4.0)["timings"],
        **facts(bench),
        "nbodies": model.nbodies,
    }


def extended(bench: Bench, params: Params) -> dict[str, Any]:
    """A batch of forward dynamics in double-doubles and in doubles, one worker."""
    model, order = robots.build(params["robot"]), params["order"]
    runs = {
        name: batched(FORWARD, model, order, params["states"], digits)(1)
        for name, digits in (("double-doubles", 31), ("doubles", 16))
    }
    return {**bench.time(runs, share=2.0), **facts(bench), "nbodies": model.nbodies}


def calls(bench: Bench, params: Params) -> dict[str, Any]:
    """The kernel, the prepared call and the ordinary call from Python."""
    model, problem = robots.build(params["robot"]), problems.of(params)
    at = state(model, params["order"])
    kernel, _ = peers.lieref_kernel(bench.timers, problem, model, at)
    ordinary, result = peers.lieref_call(problem, model, at)
    prepared = getattr(lieref, f"prepare_{problem.name}")(model, params["order"])
    out = np.zeros((params["order"] + 1, model.nv))
    inputs = problem.inputs(at)
    prepared(*inputs, out)
    require_agreement("prepared call", out, result(), 0.0)
    runs = {KERNEL: kernel, "prepared": python_run(prepared, *inputs, out), "ordinary": ordinary}
    return {**bench.time(runs, share=2.0), **facts(bench), "nbodies": model.nbodies}


def functions(bench: Bench, params: Params) -> dict[str, Any]:
    """Every public function and method from Python, beside inverse dynamics in the same run."""
    model = robots.build(params["robot"])
    calls = every_function.functions(model, params["seed"])
    runs = {name: python_run(call) for name, call in calls.items()}
    counts = {name: every_function.numbers(call()) for name, call in calls.items()}
    timed = bench.time(runs, share=8.0)
    return {**timed, **facts(bench), "nbodies": model.nbodies, "numbers": counts}


def sizes(bench: Bench, params: Params) -> dict[str, Any]:
    """Batches of growing size, all sizes in turn."""
    model, problem = robots.build(params["robot"]), problems.of(params)
    runs = {
        str(count): batched(problem, model, params["order"], count)(params["workers"])
        for count in params["sizes"]
    }
    return {"timings": bench.time(runs, share=4.0)["timings"], **facts(bench)}


def roofline(bench: Bench, params: Params) -> dict[str, Any]:
    """A batch of inverse dynamics beside what the processor can do at most, in the same run.

    Operations are those that the plain Python implementation's result needs of a
    counting scalar; bytes are those of the arrays, each moved once.
    """
    model, order, count = robots.build(params["robot"]), params["order"], params["states"]
    drawn = states.draw(model, {"seed": params["seed"]}, order)
    counted = form_operations.counts(computations.traced("default", model, drawn, Tracing()))
    moved = model.nq + (2 * order + 3) * model.nv
    peaks = Peaks(bench.cache)
    runs = {
        "batch": batched(INVERSE, model, order, count)(1),
        "multiply-adds": peaks.multiply_add,
        "triad": peaks.triad,
    }
    found = bench.time(runs, share=1.5)
    best = {name: timing["best"] for name, timing in found["timings"].items()}
    return {
        **found,
        **facts(bench),
        "nbodies": model.nbodies,
        "operations": counted,
        "flops": sum(counted.values()),
        "bytes": 8 * moved,
        "bits": peaks.bits,
        "flops_per_second": sum(counted.values()) * count / best["batch"],
        "peak_flops": peaks.operations / best["multiply-adds"],
        "peak_bytes": TRIAD / best["triad"],
    }


def workspace(bench: Bench, params: Params) -> dict[str, Any]:
    """Doubles of workspace of inverse dynamics at each order, of a lane and of one state alone."""
    model = robots.build(params["robot"])
    # a scalar of this build is a vector of states: as many doubles a lane
    lanes = machine.kernel("_h_grne_states")
    alone, of = bench.timers.inverse_dynamics_reals, bench.timers.form_reals
    return {
        "single": {str(order): int(alone(model, order)) for order in params["orders"]},
        "lanes": {str(order): int(of(lanes, model, order)) for order in params["orders"]},
        "nbodies": model.nbodies,
    }
