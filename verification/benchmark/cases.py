"""The benchmark's cases: what is timed against what, each checked before it is timed."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

import lieref
from verification.benchmark import build, peers, symbolic
from verification.benchmark.timing import Run, interleaved
from verification.subjects import robots, states

FloatArray = NDArray[np.float64]
Params = dict[str, Any]
SEED = 1
# Two independent programs in double precision may differ by rounding; more is another function.
AGREEMENT = 1e-10
SMALL = {"name": "aerial_manipulator", "branches": 2, "links": 3}
LARGE = {"name": "aerial_manipulator", "branches": 5, "links": 20}
# The robots of the comparison with Pinocchio: parameters and the limit of the ratio, if any.
ROBOTS: tuple[tuple[str, Params, float | None], ...] = (
    ("aerial manipulator, N = 7", SMALL, 0.5),
    ("tree 5 x 20, N = 101", LARGE, 0.4),
    ("Talos, free", {"name": "urdf", "path": "talos_full_v2.urdf",
                     "base": "free"}, 0.45),
    ("UR5, fixed", {"name": "urdf", "path": "ur_description/urdf/ur5_robot.urdf",
                    "base": "fixed"}, None),
    ("Panda, fixed", {"name": "urdf", "path": "panda_description/urdf/panda.urdf",
                      "base": "fixed"}, None),
    ("HyQ, free", {"name": "urdf", "path": "hyq_no_sensors.urdf",
                   "base": "free"}, None),
)  # fmt: skip
LINKS = [1, 2, 3, 5, 10, 15, 20, 33, 60, 100, 150, 199]


class DisagreementError(RuntimeError):
    """A peer computes something else than lieref: there is nothing to compare."""


@dataclass(frozen=True)
class Bench:
    """What every case needs: compiled timers, the cache, how long to measure."""

    timers: ModuleType
    cache: Path
    repeats: int
    seconds: float  # for the repeats of one case
    compile_seconds: float
    build_seconds: float

    def time(self, runs: Mapping[str, Run], share: float = 1.0) -> dict[str, Any]:
        """Return the timings of the peers, and the ratio of the first one to each other one."""
        timings = interleaved(runs, self.repeats, share * self.seconds)
        first = next(iter(timings))
        return {
            "timings": {name: asdict(timing) for name, timing in timings.items()},
            "ratios": {
                name: timings[first].best / timing.best
                for name, timing in timings.items()
                if name != first
            },
        }


def state(model: lieref.Model, order: int) -> tuple[FloatArray, FloatArray]:
    """Return the state that is timed: q (nq,), v (order + 2, nv)."""
    drawn = states.draw(model, {"seed": SEED}, order)
    return drawn.q, drawn.v


def require_agreement(what: str, found: FloatArray, expected: FloatArray) -> float:
    """Return the relative max norm of a peer's difference to lieref.

    Raises
    ------
    DisagreementError
        If it exceeds AGREEMENT.
    """
    scale = np.abs(expected).max()
    difference = float(np.abs(found - expected).max() / scale)
    if not difference <= AGREEMENT:
        raise DisagreementError(
            f"{what}: differs from lieref by {difference:.1e} of the largest entry"
        )
    return difference


def from_python(bench: Bench, params: Params) -> dict[str, Any]:
    """Called from Python at order 0: lieref against Pinocchio; and lieref's kernel alone."""
    model = robots.build(params["robot"])
    q, v = state(model, 0)
    ours, result = peers.lieref_call(model, q, v)
    theirs, other = peers.pinocchio_call(params["robot"], model, q, v)
    difference = require_agreement("Pinocchio", other(), result()[0])
    kernel, _ = peers.lieref_kernel(bench.timers, model, q, v)
    found = bench.time({"lieref": ours, "Pinocchio": theirs, "lieref kernel": kernel})
    return {**found, "difference": difference, "nbodies": model.nbodies}


def overhead(bench: Bench, params: Params) -> dict[str, Any]:
    """The call from Python against the kernel inside it, at one order."""
    model = robots.build(params["robot"])
    q, v = state(model, params["order"])
    call, _ = peers.lieref_call(model, q, v)
    kernel, _ = peers.lieref_kernel(bench.timers, model, q, v)
    return bench.time({"lieref": call, "lieref kernel": kernel})


def growth_bodies(bench: Bench, params: Params) -> dict[str, Any]:
    """The kernel's time at one order for every size of the tree, all sizes in turn."""
    runs = {}
    for links in params["links"]:
        model = robots.build({**LARGE, "links": links})
        kernel, _ = peers.lieref_kernel(bench.timers, model, *state(model, params["order"]))
        runs[str(model.nbodies)] = kernel
    return {"timings": bench.time(runs, share=4.0)["timings"]}


def growth_orders(bench: Bench, params: Params) -> dict[str, Any]:
    """The kernel's time on one robot for every order, all orders in turn."""
    model = robots.build(params["robot"])
    runs = {}
    for order in params["orders"]:
        runs[str(order)], _ = peers.lieref_kernel(bench.timers, model, *state(model, order))
    return {"timings": bench.time(runs, share=4.0)["timings"]}


def casadi(bench: Bench, params: Params) -> dict[str, Any]:
    """lieref's kernel against one of CasADi's ways to evaluate the r-th derivative.

    ``peer``: "VM" (polynomials in t, nothing eliminated, as 001), "VM, cse", "C, cse".
    """
    model = robots.build(params["robot"])
    order, peer = params["order"], params["peer"]
    q, v = state(model, order)
    plain = peer == "VM"
    function, facts = casadi_function(
        bench, model, order, "polynomial" if plain else "state", eliminate=not plain
    )
    x = np.concatenate([q, v.ravel()])
    if peer == "C, cse":
        library = peers.compiled(function, bench.cache, bench.compile_seconds)
        facts.update(compile_seconds=library.seconds, flags=" ".join(library.flags))
        theirs, other = peers.casadi_generated(bench.timers, library, function, x)
    else:
        theirs, other = peers.casadi_machine(function, [np.zeros(1), x] if plain else [x])
    kernel, _ = peers.lieref_kernel(bench.timers, model, q, v)
    theirs(1)
    expected = lieref.inverse_dynamics(model, q, v)[order]
    difference = require_agreement(f"CasADi, {peer}, order {order}", other(), expected)
    found = bench.time({"lieref kernel": kernel, peer: theirs})
    return {**found, "difference": difference, "nbodies": model.nbodies, "casadi": facts}


def casadi_function(
    bench: Bench, model: lieref.Model, order: int, kind: str, eliminate: bool
) -> tuple[ca.Function, dict[str, Any]]:
    """Return the function of the given order from the cache, or build and keep it.

    Raises
    ------
    TimeoutError
        If building takes longer than `Bench.build_seconds`; says how far it came.
    """
    arrays = (model.placements, model.masses, model.coms, model.inertias, model.parents)
    data = [np.asarray(array).tobytes() for array in arrays]
    key = build.digest(
        Path(symbolic.__file__).read_bytes(), metadata.version("casadi"), repr(model.joints),
        repr((model.gravity.tolist(), order, kind, eliminate)), *data,
    )  # fmt: skip
    path = bench.cache / f"casadi_{key}.casadi"
    start = time.monotonic()
    if path.is_file():
        function = ca.Function.load(str(path))
    else:
        made = symbolic.derivatives(
            model, order, kind, eliminate, deadline(start + bench.build_seconds)
        )
        function = made.functions[-1]
        bench.cache.mkdir(parents=True, exist_ok=True)
        function.save(str(path))
    return function, {
        "instructions": function.n_instructions(),
        "seconds_to_build_or_load": time.monotonic() - start,
        "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def deadline(end: float) -> Callable[[int, ca.SX], None]:
    """Return a progress callback that stops building after a point of the monotonic clock."""

    def watch(order: int, _: ca.SX) -> None:
        if time.monotonic() > end:
            raise TimeoutError(f"building the expression was stopped at order {order}")

    return watch


KINDS = ("from_python", "overhead", "casadi", "growth_bodies", "growth_orders")
Case = tuple[str, Callable[[Bench, Params], dict[str, Any]], Params]


def plan(quick: bool) -> Iterator[Case]:
    """Yield name, function and parameters of every case; quick leaves out CasADi at N = 101."""
    for _, robot, _ in ROBOTS:
        yield "from_python", from_python, {"robot": robot, "seed": SEED}
    for robot in (SMALL, LARGE):
        for order in range(6):
            yield "overhead", overhead, {"robot": robot, "order": order, "seed": SEED}
    for order in range(6):
        for peer in ("C, cse", "VM, cse", "VM"):
            yield "casadi", casadi, {"robot": SMALL, "order": order, "peer": peer, "seed": SEED}
    for order in range(6):
        yield "growth_bodies", growth_bodies, {"order": order, "links": LINKS, "seed": SEED}
    for robot in (SMALL, LARGE):
        orders = list(range(11))
        yield "growth_orders", growth_orders, {"robot": robot, "orders": orders, "seed": SEED}
    if not quick:
        for order in range(6):
            for peer in ("VM", "VM, cse", "C, cse"):
                yield "casadi", casadi, {"robot": LARGE, "order": order, "peer": peer, "seed": SEED}
