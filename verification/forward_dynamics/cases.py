"""What the claims on forward dynamics measure; the quick cases are a part of the full ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verification.subjects import robots
from verification.subjects.computations import FORMS
from verification.subjects.selections import (
    AERIAL_MANIPULATOR,
    REPRESENTATIONS,
    WRENCH_AXES,
    random_tree,
)
from verification.subjects.tasks import FINE, TWIST_FORMS
from verification.verdicts import Params

ORDER = 5
TORQUES = ("motion", "random")
#: Moves of the inputs that a conditioning bound is the largest effect of.
SAMPLES = 3
#: Seeds of trees of 2 to 12 bodies with mass: 2 to 20 bodies in all.
QUICK_TREES = (0, 4, 8)
TREE_SIZES = range(2, 13)
DISTANCES = (0.0, 1.0, 1e2, 1e4, 1e6)
#: Of robots next to a singular one.
SIZES = {
    "massless": (1e-3, 1e-9, 1e-15, 1e-18, 0.0),
    "thin": (1e-6, 1e-9, 1e-12, 1e-15, 0.0),
    "heavy": (1e3, 1e6, 1e12),
    "light": (1e3, 1e6, 1e12),
}


def tree(seed: int) -> Params:
    """Return the parameters of the random tree that belongs to a seed."""
    bodies = TREE_SIZES[seed % len(TREE_SIZES)]
    return random_tree(bodies, seed, "fixed" if seed % 8 == 3 else "free")


def state(seed: int) -> Params:
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
) -> list[Params]:
    """Return the aerial manipulator and random trees in generic states within 1 m."""
    seeds = [(AERIAL_MANIPULATOR, seed) for seed in flying if not quick or seed < 2]
    seeds += [(tree(seed), seed) for seed in trees if not quick or seed in QUICK_TREES]
    return [
        _task(robot, state(seed), torques, which) for robot, seed in seeds for which in prescribed
    ]


def _task(robot: Params, at: Params, torques: str, prescribed: str) -> Params:
    return {
        "robot": robot,
        "state": at,
        "order": ORDER,
        "torques": torques,
        "prescribed": prescribed,
        "bound": SAMPLES,
    }


def hybrid(quick: bool, torques: str) -> list[Params]:
    """Return tasks of hybrid dynamics: half of the coordinates, or all of the base, prescribed."""
    return generic(quick, torques, ("some",), range(16)) + generic(quick, torques, ("first",), ())


def bare(found: Iterable[Params], torques: str, prescribed: str = "none") -> list[Params]:
    """Return a state of each robot on which nothing acts but the joints and gravity."""
    return [_task(robot, {"seed": seed}, torques, prescribed) for seed, robot in enumerate(found)]


def flying(quick: bool) -> list[Params]:
    """Return the aerial manipulator, whose light arms fast turns tear at, many times."""
    return [AERIAL_MANIPULATOR] * (2 if quick else 80)


def balls(quick: bool) -> list[Params]:
    """Return bodies on a ball joint: what they turn about is no axis of theirs."""
    return [
        {**random_tree(1, seed, "fixed"), "kinds": ["spherical"]}
        for seed in range(2 if quick else 80)
    ]


def by_twists(cases: Iterable[Params]) -> list[Params]:
    """Return cases with the recursions by body and hybrid twists in place of the other two."""
    return [{**params, "forms": list(TWIST_FORMS)} for params in cases]


def at_distances(distances: Sequence[float], quick: bool) -> list[Params]:
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


def random_forward(quick: bool) -> list[Params]:
    """Generic tasks of forward dynamics, and those in which much cancels."""
    few = bare(flying(quick), "random") + bare(balls(quick), "large")
    return generic(quick, "random") + few


def random_hybrid(quick: bool) -> list[Params]:
    """Tasks of hybrid dynamics, and those of the flying base in which much cancels."""
    return hybrid(quick, "random") + bare(flying(quick), "random", "some")


def _without_bound(cases: list[Params]) -> list[Params]:
    return [{key: x for key, x in params.items() if key != "bound"} for params in cases]


def algebra(quick: bool) -> list[Params]:
    """Aerial manipulator and trees, nothing and half of the coordinates prescribed."""
    seeds = (4, 8, 5, 12, 14), (0, 1, 2, 3)
    return _without_bound(generic(quick, "motion", ("none", "some"), *seeds))


def algebra_by_twists(quick: bool) -> list[Params]:
    """A part of these."""
    seeds = ((4,), (0,)) if quick else ((4, 8, 5), (0, 1, 3))
    return by_twists(_without_bound(generic(quick, "motion", ("none", "some"), *seeds)))


def order_30(quick: bool) -> list[Params]:
    """Forces of a motion of the aerial manipulator, in each representation."""
    some = generic(quick, "motion", trees=(), flying=range(1 if quick else 4))
    return [{**params, "order": 30} for params in some]


def order_10(quick: bool) -> list[Params]:
    """The aerial manipulator at order 10."""
    return [
        {**params, "order": 10}
        for torques in TORQUES
        for params in generic(quick, torques, trees=(), flying=range(1 if quick else 4))
    ]


def generic_by_twists(quick: bool) -> list[Params]:
    """Both kinds of generalized forces; the quick cases are fewer than those of the other forms."""
    few = range(1 if quick else 4)
    found = [p for x in ("random", "motion") for p in generic(quick, x, flying=few)]
    of_hybrid = hybrid(quick, "motion")
    return by_twists(found + (of_hybrid[::3] if quick else of_hybrid))


def distances(quick: bool) -> list[Params]:
    """The same draws at each distance."""
    return at_distances((DISTANCES[0], DISTANCES[-1]) if quick else DISTANCES, quick)


def distances_by_twists(quick: bool) -> list[Params]:
    """The same draws at some distances."""
    return by_twists(at_distances((1e6,) if quick else (0.0, 1e2, 1e6), quick))


def inertial_frame(quick: bool) -> list[Params]:
    """The aerial manipulator at each distance; the quick run is the full one."""
    return [
        {"robot": AERIAL_MANIPULATOR, "state": {"seed": seed, "distance": distance}}
        for distance in (1.0, 10.0, 1e2, 1e3, 1e4, 1e5)
        for seed in range(5)
    ]


def unloaded(quick: bool) -> list[Params]:
    """Generic states without wrenches, whose power the energy's derivatives do not know."""
    found = []
    for torques in TORQUES:
        for params in generic(quick, torques, trees=range(12)):
            at = {key: x for key, x in params["state"].items() if key != "wrench_axes"}
            rest = {key: params[key] for key in ("robot", "order", "torques")}
            found.append({**rest, "state": at})
    return found


def spatial_base(quick: bool) -> list[Params]:
    """The base's velocity in spatial form, in which its wrench is W itself."""
    found = [AERIAL_MANIPULATOR] if quick else [AERIAL_MANIPULATOR, random_tree(4, 5)]
    return [
        {
            "robot": robot,
            "state": {"seed": seed, "base": "spatial", "wrench_axes": "body", "tau_ext": True},
            "order": 3,
            "torques": "motion",
        }
        for robot in found
        for seed in range(1 if quick else 2)
    ]


def near_singular(quick: bool) -> list[Params]:
    """Each robot; the quick run is the full one."""
    return [
        {"kind": kind, "size": size, "state": {"seed": 1}, "order": 3}
        for kind, sizes in SIZES.items()
        for size in sizes
    ]


def near_singular_by_twists(quick: bool) -> list[Params]:
    """Each robot, or every third one."""
    return by_twists(near_singular(quick)[:: 3 if quick else 1])


def near_singular_draws(quick: bool) -> list[Params]:
    """One tree to each seed."""
    return [
        {
            "seed": seed,
            "state": {"seed": seed},
            "order": 3,
            "torques": "random",
            "forms": [*FORMS, FINE],
        }
        for seed in range(60 if quick else 400)
    ]


def urdf(quick: bool) -> list[Params]:
    """Each robot with each base and kind of forces; the quick run: each once, all four in turn."""
    return [
        {"robot": robot, "seed": 1, "states": 5, "torques": torques}
        for number, robot in enumerate(robots.urdf_robots(quick))
        for torques in ((TORQUES[number // 2 % 2],) if quick else TORQUES)
    ]


def real_robots(quick: bool) -> list[Params]:
    """Each robot with both kinds of forces; the quick run: every twelfth."""
    found = [robot for robot in robots.urdf_robots(False) if robots.build(robot).nv > 0]
    return [
        {"robot": robot, "states": 20, "seed": seed, "order": ORDER, "torques": torques}
        for seed, robot in enumerate(found)
        for torques in TORQUES
        if not quick or seed % 12 == 0
    ]
