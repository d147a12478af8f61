"""What the claims on partial derivatives measure; the quick cases are a part of the full ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from verification.measurements.formulas.tensor_identities import (
    IDENTITIES,
    PROPERTIES,
    SYMMETRIC,
    VARIANTS,
)
from verification.subjects.partial_methods import (
    ANALYTIC,
    BICOMPLEX,
    CASADI,
    CHAIN_RULE,
    COMPLEX_STEP,
    DIFFERENCES_1,
    DIFFERENCES_2,
)
from verification.subjects.robots import urdf_robots
from verification.subjects.selections import REPRESENTATIONS, WRENCH_AXES, random_tree
from verification.verdicts import Params

#: Numbers of joints of chains and trees.
SIZES = {"inverse": (2, 5, 10, 20, 40, 70, 100), "forward": (2, 5, 10, 20, 30, 40, 50)}
#: Those with a limit for the median over the seeds.
JUDGED = {"inverse": (10, 40, 100), "forward": (40,)}
FIRST_SIZES = (2, 5, 10, 20, 35, 50)
SEEDS, FEWER_SEEDS = 10, 3
FAR = 1e6
#: Beyond these sizes a method is left out: its time grows too fast.
LARGEST = {CASADI: 10}
#: Steps that differences are searched over, in rad and in the unit of the velocity.
STEPS_1 = [1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2]
STEPS_2 = [1e-8, 1e-7, 1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 1e-3, 1e-2]
FEWER_STEPS_1 = STEPS_1[3:7]
FEWER_STEPS_2 = STEPS_2[3:6]


def chain(bodies: int, base: str = "fixed") -> Params:
    """Return the parameters of a serial chain."""
    return {"name": "serial_chain", "bodies": bodies, "base": base}


def tree(bodies: int, base: str = "fixed") -> Params:
    """Return the parameters of a binary tree."""
    return {"name": "binary_tree", "bodies": bodies, "base": base}


def _case(
    dynamics: str, degree: int, robot: Params, state: Params, methods: Sequence[str], **more: Any
) -> Params:
    return {
        "dynamics": dynamics,
        "degree": degree,
        "robot": robot,
        "state": state,
        "methods": list(methods),
        **more,
    }


def _compared(dynamics: str, bodies: int, seed: int) -> tuple[list[str], Params]:
    """Return the methods of one case and the steps of those that have any."""
    methods = [ANALYTIC[dynamics, 2], CHAIN_RULE]
    if seed >= FEWER_SEEDS or (seed and bodies > 50):
        return methods, {}
    others = [BICOMPLEX, DIFFERENCES_1, DIFFERENCES_2]
    others += [CASADI] if dynamics == "inverse" else []
    methods += [name for name in others if bodies <= LARGEST.get(name, bodies)]
    few = FEWER_STEPS_1 if bodies > 20 else STEPS_1
    searched = {
        DIFFERENCES_1: few,
        DIFFERENCES_2: STEPS_2,
    }
    return methods, {name: steps for name, steps in searched.items() if name in methods}


def second(dynamics: str, kind: str, quick: bool) -> list[Params]:
    """Return chains ("serial") or trees ("binary") of every size, every method.

    Ten seeds where the median is judged, three elsewhere.
    """
    build = {"serial": chain, "binary": tree}[kind]
    found = []
    for bodies in SIZES[dynamics]:
        judged = bodies in JUDGED[dynamics]
        seeds = range(SEEDS if judged else FEWER_SEEDS)
        if quick:
            seeds = range(FEWER_SEEDS if bodies <= 10 else int(bodies == 40))
        for seed in seeds:
            methods, steps = _compared(dynamics, bodies, seed)
            more = {"steps": steps} if steps else {}
            found.append(_case(dynamics, 2, build(bodies), {"seed": seed}, methods, **more))
    return found


def chains_and_trees(dynamics: str, quick: bool) -> list[Params]:
    """Return chains and binary trees of all sizes, every method."""
    return [params for kind in ("serial", "binary") for params in second(dynamics, kind, quick)]


def chains(quick: bool) -> list[Params]:
    """Return serial chains of all sizes, every method, both dynamics."""
    return second("inverse", "serial", quick) + second("forward", "serial", quick)


def far(dynamics: str, quick: bool) -> list[Params]:
    """Return chains on a free base that stands 1e6 m from the inertial origin."""
    sizes = {10: SEEDS, 40: SEEDS, 100: FEWER_SEEDS} if dynamics == "inverse" else {40: SEEDS}
    if quick:
        sizes = {10: FEWER_SEEDS} if dynamics == "inverse" else {40: 1}
    return [
        _case(dynamics, 2, chain(bodies, "free"), {"seed": seed, "distance": FAR},
              [ANALYTIC[dynamics, 2], CHAIN_RULE])
        for bodies, seeds in sizes.items()
        for seed in range(seeds)
    ]  # fmt: skip


def first(dynamics: str, quick: bool) -> list[Params]:
    """Return chains and trees of up to 50 joints, fixed, free, and free and far away."""
    places: Iterable[tuple[str, Params]] = (("fixed", {}), ("free", {"distance": FAR}))
    methods = [ANALYTIC[dynamics, 1], CHAIN_RULE, COMPLEX_STEP]
    return [
        _case(dynamics, 1, build(bodies, base), {"seed": seed, **place}, methods)
        for build in (chain, tree)
        for base, place in places
        for bodies in FIRST_SIZES
        for seed in range(SEEDS)
        if not quick or seed < (FEWER_SEEDS if bodies < 50 else 1)
    ]


def errata(check: str, quick: bool) -> list[Params]:
    """Return cases of `measurements.formulas.errata_003`."""
    if check == "any_inertia":
        return [{"check": check, "seed": seed} for seed in range(1 if quick else 3)]
    return [
        {"check": check, "robot": random_tree(3, 0), "state": {"seed": seed}}
        for seed in range(1 if quick else 3)
    ]


#: Seeds of the random trees, which have every joint type between them.
TREE_SEEDS = range(9)
QUICK_SEEDS = (0,)


def trees(quick: bool, bodies: int = 4, **state: Any) -> list[Params]:
    """Return random trees of every joint type, each in one state."""
    return [
        {"robot": random_tree(bodies, seed), "state": {"seed": seed, **state}}
        for seed in TREE_SEEDS
        if not quick or seed in QUICK_SEEDS
    ]


def loaded_trees(dynamics: str, quick: bool) -> list[Params]:
    """Return random trees under wrenches; the seed goes through bases and wrench axes."""
    found = []
    for seed in range(16):
        if quick and seed not in (0, 15):
            continue
        state = {"seed": seed, "base": REPRESENTATIONS[seed % 4]}
        state["wrench_axes"] = WRENCH_AXES[seed // 4 % 2]
        found.append({"dynamics": dynamics, "robot": random_tree(4, seed), "state": state})
    return found


def _any_base(quick: bool) -> list[Params]:
    """Random trees in every base, chains and trees."""
    found = [params for base in REPRESENTATIONS for params in trees(quick, 4, base=base)]
    for bodies in (5,) if quick else (5, 10, 20):
        for build in (chain, tree):
            found.append({"robot": build(bodies), "state": {"seed": bodies}})
    return found


def orders(quick: bool) -> list[Params]:
    """Return random trees in every base, chains and trees, and bases far away."""
    # "spatial" there is a small difference of large velocities
    return _any_base(quick) + [
        {"robot": chain(5, "free"), "state": {"seed": 1, "distance": FAR, "base": base}}
        for base in REPRESENTATIONS
        if base != "spatial"
    ]


def forward_orders(quick: bool) -> list[Params]:
    """Return random trees in every base, chains and trees."""
    return _any_base(quick)


def algebra(quick: bool) -> list[Params]:
    """Return random trees, a chain and a binary tree."""
    found = trees(quick)
    found += [{"robot": chain(bodies), "state": {"seed": bodies}} for bodies in (3, 8)]
    found += [{"robot": tree(7), "state": {"seed": 7}}]
    return [{**params, "dynamics": x} for x in ("inverse", "forward") for params in found]


def laws(quick: bool) -> list[Params]:
    """Return random trees of every joint type, and one with a free joint on a free base."""
    # dtau/dq has nothing to say on the linear half of a base: forces do not depend on its place
    return [*trees(quick), {"robot": random_tree(2, 5), "state": {"seed": 5}}]


def sparse(quick: bool) -> list[Params]:
    """Return random trees of every joint type, and binary trees of generic revolute joints."""
    binary = [{"robot": tree(7, base), "state": {"seed": 1}} for base in ("fixed", "free")]
    return trees(quick) + binary


def identities(quick: bool) -> list[Params]:
    """Return each property and identity as printed, negated, and misread where it may be."""
    misread = {*SYMMETRIC, *VARIANTS}
    return [
        {"name": name, "seed": seed, "bodies": 4, "as": reading}
        for name in (*PROPERTIES, *IDENTITIES)
        for reading in ("printed", "negated", "misread")
        if reading != "misread" or name in misread
        for seed in range(1 if quick else 3)
    ]


def urdf(dynamics: str, quick: bool) -> list[Params]:
    """Return each robot of example-robot-data for `pinocchio_partials`; quick: with one base."""
    return [
        {"robot": robot, "seed": 1, "states": 3, "dynamics": dynamics}
        for robot in urdf_robots(quick)
    ]


#: Files of the real robots, and their bases.
REAL = {
    "ur_description/urdf/ur5_robot.urdf": "fixed",
    "panda_description/urdf/panda.urdf": "fixed",
    "hyq_no_sensors.urdf": "free",
    "talos_reduced.urdf": "free",
}


SLOWEST = "talos_reduced.urdf"


def real(quick: bool) -> list[Params]:
    """Return the real robots: all methods, both dynamics."""
    found = []
    for path, base in REAL.items():
        if quick and path == SLOWEST:
            continue
        robot = {"name": "urdf", "path": path, "base": base}
        for dynamics in ("inverse", "forward"):
            methods = [ANALYTIC[dynamics, 2], CHAIN_RULE, BICOMPLEX, DIFFERENCES_1, DIFFERENCES_2]
            if dynamics == "inverse" and base == "fixed":
                methods.append(CASADI)
            steps = {DIFFERENCES_1: FEWER_STEPS_1, DIFFERENCES_2: FEWER_STEPS_2}
            for seed in range(1 if quick else FEWER_SEEDS):
                state = {"seed": seed}
                found.append(_case(dynamics, 2, robot, state, methods, steps=steps))
    return found


#: Steps of the bicomplex unit: from far too long to where its square is lost.
TINY_STEPS = [1e-1, 1e-2, 1e-4, 1e-6, 1e-8, 1e-20, 1e-50, 1e-100, 1e-150, 1e-156, 1e-160, 1e-163]
#: Of Fig. 22 of Singh et al.
CONTOUR_STEPS = [1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2]
CONTOUR_SIZE = 50


def tiny_steps(quick: bool) -> list[Params]:
    """Return chains on which the bicomplex step is tried with every step."""
    return [
        {
            "dynamics": dynamics,
            "robot": chain(10),
            "state": {"seed": seed},
            "method": BICOMPLEX,
            "h": TINY_STEPS,
        }
        for dynamics in ("inverse", "forward")
        for seed in range(1 if quick else FEWER_SEEDS)
    ]


def contours(quick: bool) -> list[Params]:
    """Return the chain and tree on which every pair of steps is tried."""
    return [
        {
            "dynamics": "inverse",
            "robot": build(bodies),
            "state": {"seed": 0},
            "method": DIFFERENCES_1,
            "h": CONTOUR_STEPS,
            "k": CONTOUR_STEPS,
        }
        for bodies in (10, CONTOUR_SIZE)
        for build in (chain, tree)
        if not quick or bodies == 10
    ]
