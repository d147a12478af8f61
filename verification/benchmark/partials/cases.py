"""The cases: partial derivatives by one way against others, each checked before it is timed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from lieref.check.metrics import FloatArray
from lieref.partials.fdsva_so.forward_dynamics_second_partials import choose
from verification.benchmark import peers
from verification.benchmark.bench import Bench, DisagreementError, require_agreement
from verification.benchmark.dynamics.cases import deadline
from verification.benchmark.partials import comparison, problems, stages
from verification.benchmark.partials.plans import CASADI, INVERSE_1, INVERSE_2, tree
from verification.benchmark.partials.problems import Problem, point_of
from verification.benchmark.timing import Run
from verification.subjects import partials, symbolic
from verification.subjects.partials import Point
from verification.verdicts import Params

# Of the largest entry of each array: two programs in double precision, the second divided by an
# inertia whose condition number is some 1e4 for these robots.
AGREEMENT = {"inverse": 1e-10, "forward": 1e-8}


def require_same(
    what: str,
    problem: Problem,
    found: Sequence[FloatArray],
    expected: Sequence[FloatArray],
    limit: float = 0.0,
) -> float:
    """Return the largest difference, relative to the largest entry of each array.

    Raises
    ------
    DisagreementError
        If it exceeds the limit, `AGREEMENT` if none is given; names the array.
    """
    names = partials.NAMES[problem.dynamics, problem.degree]
    limit = limit or AGREEMENT[problem.dynamics]
    return max(
        require_agreement(f"{what}, {name}", np.asarray(x), y, limit)
        for name, x, y in zip(names, found, expected, strict=True)
    )


def from_python(bench: Bench, params: Params) -> dict[str, Any]:
    """First partials called from Python: lieref against Pinocchio."""
    problem, point = problems.of(params), point_of(params)
    ours, result = problems.lieref_call(problem, point)
    theirs, other = problems.pinocchio_call(problem, params["robot"], point)
    difference = require_same("Pinocchio", problem, other(), result())
    runs = {"lieref": ours, "Pinocchio": theirs}
    if problem.dynamics == "inverse":
        runs["lieref kernel"], _ = problems.lieref_kernel(bench.timers, problem, point)
    return {**bench.time(runs), "difference": difference, **_size(point)}


def second_partials(bench: Bench, params: Params) -> dict[str, Any]:
    """Second partials of inverse dynamics against Pinocchio's first, called from Python.

    The kernel writes into memory of a former call; a call from Python also makes its tensors.
    """
    problem, point = problems.of(params), point_of(params)
    kernel, found = problems.lieref_kernel(bench.timers, problem, point)
    ours, result = problems.lieref_call(problem, point)
    kernel(1)
    difference = require_same("kernel", problem, found(), result())
    theirs, _ = problems.pinocchio_call(INVERSE_1, params["robot"], point)
    runs = {"lieref kernel": kernel, "lieref": ours, "Pinocchio, first": theirs}
    return {**bench.time(runs), "difference": difference, **_size(point)}


def methods(bench: Bench, params: Params) -> dict[str, Any]:
    """Every method that Singh et al. compare, over lieref's kernels and called from Python.

    One that differs from the answer too much is not timed: "failed" says by how much.
    """
    problem, point = problems.of(params), point_of(params)
    ours, result = problems.lieref_call(problem, point)
    expected = result()
    runs: dict[str, Run] = {}
    differences: dict[str, float] = {}
    failed: dict[str, str] = {}
    for name, (run, other) in comparison.others(problem, point).items():
        try:
            limit = comparison.ROOM.get(name, 0.0)
            differences[name] = require_same(name, problem, other(), expected, limit)
        except DisagreementError as error:
            failed[name] = str(error)
            continue
        runs[name] = run
    # apart from the slow ones, of which there are few repeats
    own = bench.time({comparison.analytic(problem): ours}, share=0.5)["timings"]
    timings = {**own, **bench.time(runs, share=0.5)["timings"]}
    return {"timings": timings, "differences": differences, "failed": failed, **_size(point)}


def growth(bench: Bench, params: Params) -> dict[str, Any]:
    """The kernel's time for every size of a family, all sizes in turn."""
    problem = problems.of(params)
    runs = {}
    for bodies in params["sizes"]:
        point = point_of({**params, "robot": tree(params["family"], bodies)})
        runs[str(bodies)], _ = problems.lieref_kernel(bench.timers, problem, point)
    return {"timings": bench.time(runs, share=4.0)["timings"]}


def terms(bench: Bench, params: Params) -> dict[str, Any]:
    """The inner and outer terms of FDSVA-SO each way, and what it needs besides."""
    problem, point = problems.of(params), point_of(params)
    ours, result = problems.lieref_call(problem, point)
    runs, results = stages.stages(point)
    expected = result()
    difference = max(require_same("FDSVA-SO", problem, found, expected) for found in results)
    kernel, _ = problems.lieref_kernel(bench.timers, INVERSE_2, point)
    found = bench.time({"whole": ours, "IDSVA-SO": kernel, **runs})
    ways = dict(zip(("inner", "outer"), choose(point.model), strict=True))
    return {**found, "difference": difference, "ways": ways, **_size(point)}


def casadi(bench: Bench, params: Params) -> dict[str, Any]:
    """lieref's kernel, or of forward dynamics its call, against one of CasADi's ways, ``peer``."""
    problem, point, peer = problems.of(params), point_of(params), params["peer"]
    start = time.monotonic()
    made = symbolic.partials(
        problem.expression, point.model, problem.degree, CASADI[peer],
        deadline(start + bench.build_seconds),
    )  # fmt: skip
    function = made.function
    facts: dict[str, Any] = {
        "instructions": function.n_instructions(),
        "entries": function.nnz_out(0),
        "seconds_to_build": time.monotonic() - start,
    }
    _, *rows = point.arguments(problem.dynamics)
    x = np.concatenate(rows)
    if peer.startswith("C"):
        library = peers.compiled(function, bench.cache, bench.compile_seconds)
        facts.update(compile_seconds=library.seconds, flags=" ".join(library.flags))
        theirs, packed = peers.casadi_generated(bench.timers, library, function, x)
    else:
        theirs, packed = peers.casadi_machine(function, [x])
    theirs(1)
    ours, result = problems.lieref_call(problem, point)
    difference = require_same(f"CasADi, {peer}", problem, made.arrays(packed()), result())
    if problem.dynamics == "inverse":
        ours, _ = problems.lieref_kernel(bench.timers, problem, point)
    found = bench.time({"lieref": ours, peer: theirs})
    return {**found, "difference": difference, "casadi": facts, **_size(point)}


def _size(point: Point) -> dict[str, int]:
    return {"nbodies": point.model.nbodies, "nv": point.model.nv}
