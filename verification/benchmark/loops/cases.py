"""The cases: recursions over clusters, what they are compared with, and open trees."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

import lieref
from lieref import loops
from lieref.check.metrics import FloatArray
from lieref.loops.clusters.c_aba.c_aba import c_aba_accelerations
from lieref.loops.clusters.c_efpa.c_efpa import c_efpa_inertia
from lieref.loops.clusters.c_rnea.c_rnea import c_rnea, tree_rates
from lieref.loops.clusters.group_table import group_table
from lieref.loops.constraint_equations import packed_state
from lieref.loops.constraints.couplings.coupling_values import coupling_values
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.constraints.state import PackedState
from lieref.loops.methods import projections
from lieref.loops.methods.projection_methods import APPROXIMATIONS
from lieref.loops.methods.projection_table import projection_table
from verification.benchmark import peers
from verification.benchmark.bench import Bench, require_agreement
from verification.benchmark.dynamics.problems import FORWARD, INVERSE, State
from verification.benchmark.loops import (
    batch_cases,
    contact_cases,
    order_cases,
    partial_cases,
)
from verification.benchmark.loops.plans import METHODS
from verification.benchmark.speed import pinocchio_cpp
from verification.benchmark.timing import Run, python_run, slope
from verification.subjects import mechanisms
from verification.subjects.mechanisms import Point
from verification.verdicts import Params

# Two programs in double precision on generic states; forward dynamics loses what the inertia takes.
AGREEMENT = 1e-9
# A slope compares times, which a shared machine changes from minute to minute: the best of several.
MOMENTS = 3


class Kernels:
    """Compiled timers of one state: the constraint stage, with C-RNEA and with C-ABA."""

    def __init__(self, timers: ModuleType, point: Point) -> None:
        model = point.model
        self.timers, self.point = timers, point
        tables, n = loop_tables(model), model.tree.nv
        self.groups = group_table(model)
        values = coupling_values(model, tables, point.q)
        blocks, measure = np.zeros(tables.n_G), np.zeros(tables.n_clusters)
        self.state = timers.LoopState(
            tables, self.groups, point.q, np.ascontiguousarray(point.motion[0]), values, blocks,
            np.zeros(n), np.zeros(n), measure,
        )  # fmt: skip
        self.tau, self.vdot = np.zeros(model.nv), np.zeros(model.nv)
        self.rates, self.torques = np.zeros((2, n)), np.zeros(n)

    def stage(self, calls: int) -> float:
        """Seconds of constraint stages alone."""
        return float(self.timers.constraint_stage_seconds(self.state, calls))

    def inverse(self, calls: int) -> float:
        """Seconds of constraint stages with C-RNEA."""
        return float(
            self.timers.c_rnea_seconds(
                self.state, self.point.motion[1], self.rates, self.torques, self.tau, calls
            )
        )

    def forward(self, calls: int) -> float:
        """Seconds of constraint stages with C-ABA."""
        weight = np.array(self.point.model.gravity)
        return float(
            self.timers.c_aba_seconds(self.state, self.point.tau[0], weight, self.vdot, calls)
        )

    def checked(self) -> dict[str, float]:
        """How far the timers' answers are from the public functions'."""
        point = self.point
        self.inverse(1)
        self.forward(1)
        tau = loops.inverse_dynamics(point.model, point.q, point.motion)[0]
        vdot = loops.forward_dynamics(point.model, point.q, point.motion[0], point.tau)[0]
        return {
            "C-RNEA": require_agreement("C-RNEA", self.tau, tau),
            "C-ABA": require_agreement("C-ABA", self.vdot, vdot),
        }


def trees(timers: ModuleType, point: Point) -> dict[str, Run]:
    """The open spanning tree's inverse and forward dynamics, kernels without Python."""
    tree = point.model.tree
    v = np.random.default_rng(0).standard_normal((2, tree.nv))
    at = State(point.q, v, lieref.inverse_dynamics(tree, point.q, v))
    return {
        "open tree, inverse": peers.lieref_kernel(timers, INVERSE, tree, at)[0],
        "open tree, forward": peers.lieref_kernel(timers, FORWARD, tree, at)[0],
    }


def kernels(bench: Bench, params: Params) -> dict[str, Any]:
    """C-RNEA and C-ABA with their constraint stage, and the spanning tree's algorithms."""
    point = _point(params["robot"], params["seed"])
    own = Kernels(bench.timers, point)
    differences = own.checked()
    runs: dict[str, Run] = {
        "constraint stage": own.stage,
        "C-RNEA": own.inverse,
        "C-ABA": own.forward,
        **trees(bench.timers, point),
    }
    return {**bench.time(runs), "difference": differences, **_size(point)}


implicit = kernels


def _point(robot: Params, seed: int) -> Point:
    return mechanisms.draw({"robot": robot, "state": {"seed": seed}})


def _size(point: Point) -> dict[str, int]:
    return {"nbodies": point.model.nbodies, "nv": point.model.nv}


def methods(bench: Bench, params: Params) -> dict[str, Any]:
    """All methods of one function on one robot, for G and g at hand, called from Python."""
    point = _point(params["robot"], params["seed"])
    runs, differences = _methods(point, params["function"])
    return {**bench.time(runs), "difference": differences, **_size(point)}


def partials(bench: Bench, params: Params) -> dict[str, Any]:
    """First and second partials by both methods, and first ones by differences, from Python."""
    point = _point(params["robot"], params["seed"])
    runs, apart = partial_cases.runs_of(point)
    return {**bench.time(runs), "difference": apart, **_size(point)}


def orders(bench: Bench, params: Params) -> dict[str, Any]:
    """Inverse and forward dynamics of several orders, and the spanning tree's, from Python."""
    point = _point(params["robot"], params["seed"])
    runs, apart = order_cases.runs_of(point)
    return {**bench.time(runs), "difference": apart, **_size(point)}


def batches(bench: Bench, params: Params) -> dict[str, Any]:
    """Dynamics and reduced inertia of many states at once and one by one, for one state."""
    point = _point(params["robot"], params["seed"])
    runs, apart = batch_cases.runs_of(params["robot"], point)
    return {**bench.time(runs), "difference": apart, **_size(point)}


def contacts(bench: Bench, params: Params) -> dict[str, Any]:
    """C-ABA with its constraint stage, and Pinocchio's constraintDynamics, without Python."""
    point = contact_cases.point(params)
    own = Kernels(bench.timers, point)
    differences = own.checked()
    described, places = contact_cases.described(point)
    compiled = pinocchio_cpp.program(bench.cache, bench.compile_seconds, constrained=True)
    with pinocchio_cpp.asking(compiled, described) as ask:
        name = contact_cases.THEIRS
        found = np.array(ask(name, 0))[places]
        differences[name] = require_agreement(name, found, own.vdot, contact_cases.AGREEMENT)
        runs: dict[str, Run] = {
            contact_cases.OURS: own.forward,
            name: lambda calls: ask(name, calls)[0],
        }
        return {**bench.time(runs), "difference": differences, **_size(point)}


def _methods(point: Point, function: str) -> tuple[dict[str, Run], dict[str, float]]:
    maker = {"inverse": _inverse, "forward": _forward, "inertia": _inertia}[function]
    names = METHODS[function]
    if projection_table(point.model).without_approximation is not None:
        names = tuple(x for x in names if x not in APPROXIMATIONS)
    state = packed_state(point.model, point.q, point.motion[0])
    runs, answers = {}, {}
    for name in names:
        call, arguments = maker(point, state, name)
        runs[name] = python_run(call, *arguments)
        found = call(*arguments)
        answers[name] = np.asarray(found[0] if isinstance(found, tuple) else found)
        if name == "multipliers":
            answers[name] = answers[name][point.model.independent]
    exact = [x for x in names[1:] if x not in APPROXIMATIONS]
    first = answers[names[0]]
    differences = {name: require_agreement(name, answers[name], first, AGREEMENT) for name in exact}
    return runs, differences


Call = tuple[Any, tuple[Any, ...]]


def _inverse(point: Point, state: PackedState, name: str) -> Call:
    model, groups = point.model, group_table(point.model)
    ydot, yddot = point.motion
    if name == "C-RNEA":
        rates = np.stack([state.v, tree_rates(groups, state.G, yddot) + state.g])
        return c_rnea, (groups, 0, state.q, rates, state.G)
    q, v = _part(point, state, name)
    table = projection_table(model)
    return projections.projected_torques, (table, name, 0, q, v, state.G, state.g, yddot)


def _forward(point: Point, state: PackedState, name: str) -> Call:
    model, table = point.model, projection_table(point.model)
    tau = point.tau[0]
    if name == "C-ABA":
        weight = np.array(model.gravity)
        groups = group_table(model)
        return c_aba_accelerations, (
            groups, 0, state.q, state.v, state.G, state.g, tau, weight,
        )  # fmt: skip
    if name == "multipliers":
        K, k = loops.loop_jacobian(model, state.q), loops.loop_bias(model, state.q, state.v)
        spread = np.zeros(model.tree.nv)
        spread[model.independent] = tau
        return projections.tree_accelerations, (table, state.q, state.v, K, k, spread)
    q, v = _part(point, state, name)
    return projections.accelerations, (table, name, q, v, state.G, state.g, tau)


def _inertia(point: Point, state: PackedState, name: str) -> Call:
    model, table = point.model, projection_table(point.model)
    kept = range(model.nbodies) if table.kept_bodies is None else table.kept_bodies.tolist()
    # ends on bodies that the approximations have as well
    bodies = np.array([kept[-1], kept[len(kept) // 2]], np.intc)
    poses = [pose for _, pose in mechanisms.ends(model, 0)]
    frames = np.array([[*pose[:3, :3].ravel(), *pose[:3, 3]] for pose in poses])
    if name == "C-EFPA":
        return c_efpa_inertia, (group_table(model, "group"), state.q, state.G, bodies, frames)
    return projections.ends_inertia, (table, name, state.q, state.G, bodies, frames)


def _part(point: Point, state: PackedState, name: str) -> tuple[FloatArray, FloatArray]:
    """q and v of the tree, or of the independent tree for an approximation."""
    if name not in APPROXIMATIONS:
        return state.q, state.v
    table = projection_table(point.model)
    return state.q[table.kept_q], state.v[point.model.independent]


def growth(bench: Bench, params: Params) -> dict[str, Any]:
    """The kernels and all methods for chains of more and more links, at several moments."""
    found: dict[str, list[float]] = {}
    cases = [_growing(bench, params, links) for links in params["links"]]
    for _ in range(MOMENTS):
        for at, runs in enumerate(cases):
            timings = bench.time(runs, 0.5 / MOMENTS)["timings"]
            for name, timing in timings.items():
                best = found.setdefault(name, [np.inf] * len(cases))
                best[at] = min(best[at], float(timing["best"]))
    slopes = {name: tail_slope(params["links"], times) for name, times in found.items()}
    return {"best": found, "slopes": slopes, "over_all": {
        name: slope(params["links"], times) for name, times in found.items()
    }}  # fmt: skip


def _growing(bench: Bench, params: Params, links: int) -> dict[str, Run]:
    """What is timed of one length."""
    point = _point({"name": params["chain"], "n": links}, params["seed"])
    own = Kernels(bench.timers, point)
    own.checked()
    return {
        "kernel C-RNEA": own.inverse,
        "kernel C-ABA": own.forward,
        **{
            f"{function} {name}": run
            for function in METHODS
            for name, run in _methods(point, function)[0].items()
        },
    }


def tail_slope(links: list[int], times: list[float]) -> float:
    """The slope over the longer half of the chains, where constant parts count for less."""
    half = len(links) // 2
    return slope(links[half:], times[half:])
