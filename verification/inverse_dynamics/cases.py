"""What the claims on inverse dynamics measure; the quick cases are a part of the full ones."""

from __future__ import annotations

from typing import Any

from verification.subjects.robots import urdf_robots
from verification.subjects.selections import (
    AERIAL_MANIPULATOR,
    ORDERS,
    generic,
    random_tree,
    sweep,
)
from verification.verdicts import Params

ANGLES = [10.0**k for k in range(-12, 9)]
SPEEDS = [10.0**k for k in range(-6, 5)]
DISTANCES = [0.0, 1.0, 10.0, 1e2, 1e3, 1e4, 1e5, 1e6]
LENGTHS = [5, 10, 20, 50, 100, 200, 500, 1001]
#: Chains with a limit of their own; the quick run has the shorter one.
LONG = [200, 1001]


def angles(quick: bool) -> list[Params]:
    """Every decade of angle."""
    return sweep(AERIAL_MANIPULATOR, "angle", ANGLES[::10] if quick else ANGLES, 1 if quick else 3)


def speeds(quick: bool) -> list[Params]:
    """Every decade of speed, on the aerial manipulator and on a random tree."""
    return [
        params
        for robot in (AERIAL_MANIPULATOR, random_tree(6, 102))
        for params in sweep(robot, "speed", SPEEDS[::5] if quick else SPEEDS, 1 if quick else 3)
    ]


def smooth(quick: bool) -> list[Params]:
    """The generic cases with the other distribution of derivatives, without wrenches."""
    return [
        {**params, "state": {"seed": state["seed"], "base": state["base"], "motion": "plain"}}
        for params in generic(quick)
        for state in [params["state"]]
    ]


def order_5(quick: bool) -> list[Params]:
    """The generic cases of order 5."""
    return [params for params in generic(quick) if params["order"] == ORDERS[0]]


def every_second(quick: bool) -> list[Params]:
    """Each representation, both wrench axes, orders 5 and 10."""
    return [params for params in generic(quick) if quick or params["state"]["seed"] < 16]


def moved(quick: bool) -> list[Params]:
    """The aerial manipulator, a random tree and single bodies at order 10, with a bound."""
    named = [
        (robot, seed)
        for robot in (AERIAL_MANIPULATOR, random_tree(6, 103))
        for seed in range(1 if quick else 5)
    ]
    single = [
        (random_tree(1, seed, "free" if seed % 2 else "fixed"), seed)
        for seed in range(4 if quick else 40)
    ]
    return [
        {"robot": robot, "state": {"seed": seed}, "order": 10, "bound": True}
        for robot, seed in (*named, *single)
    ]


def distances(quick: bool) -> list[Params]:
    """Both representations at each distance, on the aerial manipulator and on a random tree."""
    far = [DISTANCES[0], DISTANCES[-1]] if quick else DISTANCES
    return [
        params
        for robot in (AERIAL_MANIPULATOR, random_tree(6, 101))
        for base in ("body", "hybrid")
        for order in ORDERS
        for params in sweep(robot, "distance", far, 1 if quick else 3, order, base=base)
    ]


def _chains(lengths: list[int]) -> list[Params]:
    return [
        {"robot": {"name": "serial_chain", "bodies": n}, "state": {"seed": seed}, "order": 5}
        for n in lengths
        for seed in range(3)
    ]


def chains(quick: bool) -> list[Params]:
    """Each length; the longest also serve the claim on the long chain."""
    return _chains(LENGTHS[:4] if quick else LENGTHS)


def long_chains(quick: bool) -> list[Params]:
    """Three states of each length; these cases belong to the sweep over lengths too."""
    return _chains(LONG[:1] if quick else LONG)


def poses(quick: bool) -> list[Params]:
    """A part of the generic states of order 5, without their loads; then far away."""
    near = [
        {
            "robot": params["robot"],
            "state": {"seed": params["state"]["seed"], "base": params["state"]["base"]},
            "order": 5,
        }
        for params in order_5(quick)
        if params["state"]["seed"] < 16
    ]
    far = [
        params
        for base in (("body",) if quick else ("body", "hybrid", "mixed"))
        for robot in (AERIAL_MANIPULATOR, random_tree(6, 101))
        for params in sweep(robot, "distance", [1e6], 1, base=base)
    ]
    return near + far


def pose_stacks(quick: bool) -> list[Params]:
    """Random poses and twists."""
    return [{"orders": 10, "seed": seed} for seed in range(5 if quick else 50)]


def closed_forms(quick: bool) -> list[Params]:
    """Generic states with wrenches."""
    return [
        {
            "robot": params["robot"],
            "state": {key: x for key, x in params["state"].items() if key != "tau_ext"},
            "order": 3,
        }
        for params in order_5(quick)
        if params["state"]["seed"] < 16
    ]


def urdf(quick: bool) -> list[Params]:
    """Each robot of example-robot-data with each base; the quick run: each robot once."""
    return [{"robot": robot, "seed": 1, "states": 20} for robot in urdf_robots(quick)]


def errata(check: str, quick: bool) -> list[dict[str, Any]]:
    """Return cases of `measurements.formulas.errata_001`: random moving trees of four bodies."""
    return [{"check": check, "bodies": 4, "seed": seed} for seed in range(1 if quick else 4)]
