"""Which tasks are measured; the quick selections are parts of the full ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from verification.subjects.selections import (
    AERIAL_MANIPULATOR,
    REPRESENTATIONS,
    WRENCH_AXES,
    random_tree,
)
from verification.subjects.tasks import TWIST_FORMS

ORDER = 5
TORQUES = ("motion", "random")
#: Moves of the inputs that a conditioning bound is the largest effect of.
SAMPLES = 3
#: Seeds of trees of 2 to 12 bodies with mass: 2 to 20 bodies in all.
QUICK_TREES = (0, 4, 8)
TREE_SIZES = range(2, 13)


def tree(seed: int) -> dict[str, Any]:
    """Return the parameters of the random tree that belongs to a seed."""
    bodies = TREE_SIZES[seed % len(TREE_SIZES)]
    return random_tree(bodies, seed, "fixed" if seed % 8 == 3 else "free")


def state(seed: int) -> dict[str, Any]:
    """Return a generic state; the seed goes through representations and wrench axes."""
    return {
        "seed": seed,
        "base": REPRESENTATIONS[seed % 4],
        "wrench_axes": WRENCH_AXES[seed // 4 % 2],
        "tau_ext": True,
    }


def generic(
    quick: bool,
    torques: str,
    prescribed: Sequence[str] = ("none",),
    trees: Iterable[int] = range(24),
    flying: Iterable[int] = range(4),
) -> list[dict[str, Any]]:
    """Return the aerial manipulator and random trees in generic states within 1 m."""
    seeds = [(AERIAL_MANIPULATOR, seed) for seed in flying if not quick or seed < 2]
    seeds += [(tree(seed), seed) for seed in trees if not quick or seed in QUICK_TREES]
    return [
        _task(robot, state(seed), torques, which) for robot, seed in seeds for which in prescribed
    ]


def _task(
    robot: dict[str, Any], at: dict[str, Any], torques: str, prescribed: str
) -> dict[str, Any]:
    return {
        "robot": robot,
        "state": at,
        "order": ORDER,
        "torques": torques,
        "prescribed": prescribed,
        "bound": SAMPLES,
    }


def hybrid(quick: bool, torques: str) -> list[dict[str, Any]]:
    """Return tasks of hybrid dynamics: half of the coordinates, or all of the base, prescribed."""
    return generic(quick, torques, ("some",), range(16)) + generic(quick, torques, ("first",), ())


def bare(
    robots: Iterable[dict[str, Any]], torques: str, prescribed: str = "none"
) -> list[dict[str, Any]]:
    """Return a state of each robot on which nothing acts but the joints and gravity."""
    return [_task(robot, {"seed": seed}, torques, prescribed) for seed, robot in enumerate(robots)]


def flying(quick: bool) -> list[dict[str, Any]]:
    """Return the aerial manipulator, whose light arms fast turns tear at, many times."""
    return [AERIAL_MANIPULATOR] * (2 if quick else 80)


def balls(quick: bool) -> list[dict[str, Any]]:
    """Return bodies on a ball joint: what they turn about is no axis of theirs."""
    return [
        {**random_tree(1, seed, "fixed"), "kinds": ["spherical"]}
        for seed in range(2 if quick else 80)
    ]


def by_twists(cases: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return cases with the recursions by body and hybrid twists in place of the other two."""
    return [{**params, "forms": list(TWIST_FORMS)} for params in cases]


def at_distances(distances: Sequence[float], quick: bool) -> list[dict[str, Any]]:
    """Return the same draws at several distances, in the representations that do not see them."""
    return [
        {
            "robot": robot,
            "state": {**state(seed), "base": base, "distance": distance},
            "order": ORDER,
            "torques": "motion",
            "bound": 0,
        }
        for distance in distances
        for robot in (AERIAL_MANIPULATOR, random_tree(6, 5))
        for base in ("body", "hybrid", "mixed")
        for seed in range(1 if quick else 2)
    ]
