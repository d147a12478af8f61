"""What the claims on loops measure; the quick cases are a part of the full ones."""

from __future__ import annotations

import math

from verification.verdicts import Params

ROBOTS: tuple[Params, ...] = (
    {"name": "mini_cheetah_like"},
    {"name": "mit_humanoid_leg_like"},
    {"name": "mit_humanoid_like"},
    {"name": "tello_like"},
    {"name": "jvrc1_like"},
)
CHAINS: tuple[Params, ...] = (
    {"name": "geared_chain", "n": 6},
    {"name": "belt_chain", "n": 6},
    {"name": "belt_transmission", "links": 4, "base": "free"},
    {"name": "differential"},
    {"name": "differential", "variant": "implicit", "rod_mass": 0.1, "base": "free"},
)
LINKAGES: tuple[Params, ...] = (
    {"name": "four_bar"},
    {"name": "four_bar", "base": "free"},
    {"name": "slider_crank", "base": "free"},
    {"name": "rssr"},
    {"name": "rssr", "rod": "spherical"},
    {"name": "spatial_loop"},
    {"name": "four_bar_chain", "n": 3},
    {"name": "planar_ladder", "n": 3},
    {"name": "andrews"},
)
# Implicit constraints, and driven joints that are independent.
EQUATIONS: tuple[Params, ...] = (
    {"name": "four_bar_by_equations"},
    {"name": "four_bar_by_equations", "redundant": True, "base": "free"},
    {"name": "rod_by_its_length"},
    {"name": "differential_by_outputs"},
    {"name": "differential_by_outputs", "linear": True},
    {"name": "differential_by_outputs", "mixed": True},
)
MECHANISMS = ROBOTS + CHAINS + LINKAGES + EQUATIONS
# Where the conditioning bound is shown beside the error.
BOUNDS = (LINKAGES[0], LINKAGES[2], LINKAGES[3])
# One of each kind.
FEW = (ROBOTS[0], CHAINS[1], CHAINS[4], EQUATIONS[2], EQUATIONS[5], LINKAGES[1], LINKAGES[3])
# Mechanisms on a free base, which can stand anywhere.
FREE: tuple[Params, ...] = (ROBOTS[0], ROBOTS[3], CHAINS[2], CHAINS[4], LINKAGES[1], LINKAGES[2])
DISTANCES = (0.0, 1e3, 1e6)


def accuracy(of: str, quick: bool, method: str = "clusters") -> list[Params]:
    """Return generic states; the bound is taken on the smallest linkages."""
    chosen, seeds = (FEW, 1) if quick else (MECHANISMS, 3)
    return [
        {
            "of": of,
            "method": method,
            "robot": robot,
            "state": {"seed": seed},
            "base": "body",
            "bound": robot in BOUNDS and seed == 0,
        }
        for robot in chosen
        for seed in range(seeds)
    ]


def far(of: str, quick: bool) -> list[Params]:
    """Return the same draws at every distance."""
    chosen = (FREE[3], FREE[4]) if quick else FREE
    distances = (DISTANCES[0], DISTANCES[-1]) if quick else DISTANCES
    return [
        {
            "of": of,
            "method": "clusters",
            "robot": robot,
            "state": {"seed": 1, "distance": distance},
            "base": base,
            "bound": False,
        }
        for robot in chosen
        for base in _bases(of, robot)
        for distance in distances
    ]


def _bases(of: str, robot: Params) -> tuple[str, ...]:
    if of == "inverse_operational_inertia":
        return ("body",)
    return ("body", "hybrid")


# Whose second partials the oracle computes within seconds.
SECOND = (ROBOTS[0], ROBOTS[1], *CHAINS, *LINKAGES, *EQUATIONS)
# One of each kind of loop, where the oracle takes seconds for all of them.
FEW_PARTIALS = (CHAINS[1], LINKAGES[1], LINKAGES[3])


def partials(which: str, quick: bool) -> list[Params]:
    """Return generic states for first or second partials of both dynamics."""
    second = which == "second"
    every, seeds = (SECOND, 2) if second else (MECHANISMS, 3)
    # the floating one is among those of `far_partials`
    few = FEW_PARTIALS[::2] if second else FEW_PARTIALS
    return [
        {
            "of": of,
            "partials": which,
            "robot": robot,
            "states": [{"seed": seed} for seed in range(seeds)],
            "base": "body",
        }
        for robot in (few if quick else every)
        for of in ("inverse_dynamics", "forward_dynamics")
    ]


def far_partials(quick: bool) -> list[Params]:
    """Return the same draws at every distance, base motion in body and hybrid form."""
    distances = (DISTANCES[0], DISTANCES[-1]) if quick else DISTANCES
    kinds = [(which, base) for which in ("first", "second") for base in ("body", "hybrid")]
    return [
        {
            "of": of,
            "partials": which,
            "robot": robot,
            "states": [{"seed": 1, "distance": distance}],
            "base": base,
        }
        for robot in ((FREE[4],) if quick else FREE[3:])
        for of in ("inverse_dynamics", "forward_dynamics")
        for which, base in (kinds[:: len(kinds) - 1] if quick else kinds)
        for distance in distances
    ]


def order_partials(quick: bool) -> list[Params]:
    """Return generic states for partials of any order."""
    chosen = FEW_PARTIALS[1:] if quick else LINKAGES + EQUATIONS
    return [{"robot": robot, "state": {"seed": seed}} for robot in chosen for seed in (1, 2)]


def movable(quick: bool) -> list[Params]:
    """Return states of mechanisms whose constraints are not redundant."""
    every = (CHAINS[2], CHAINS[4], LINKAGES[3], EQUATIONS[0], *EQUATIONS[2:])
    return [
        {"robot": robot, "state": {"seed": 1}} for robot in ((EQUATIONS[2],) if quick else every)
    ]


def twins(quick: bool) -> list[Params]:
    """Return states in which the twins are compared at 50 digits."""
    chosen = (CHAINS[1], EQUATIONS[5]) if quick else (CHAINS + LINKAGES + EQUATIONS)
    return [{"robot": robot, "state": {"seed": 2}} for robot in chosen]


def toggles(quick: bool) -> list[Params]:
    """Return bends of coupler and rocker from 1e-2 to 1e-12 rad."""
    powers = (2, 7, 12) if quick else range(2, 13)
    return [
        {"distance": 10.0**-power, "seed": seed}
        for power in powers
        for seed in range(1 if quick else 2)
    ]


def laws(law: str, quick: bool) -> list[Params]:
    """Return random states of every mechanism."""
    chosen, seeds = (FEW, 1) if quick else (MECHANISMS, 3)
    return [
        {"law": law, "robot": robot, "state": {"seed": seed}}
        for robot in chosen
        for seed in range(seeds)
    ]


def motions(quick: bool) -> list[Params]:
    """Return mechanisms with implicit loops or constraints."""
    every = (CHAINS[4], *LINKAGES, *EQUATIONS[:3])
    chosen = (LINKAGES[0], LINKAGES[6]) if quick else every
    return [{"law": "closed", "robot": robot, "state": {"seed": 0}} for robot in chosen]


def open_trees(_: bool) -> list[Params]:
    """Return fixed and free trees without loops."""
    trees: tuple[Params, ...] = (
        {"name": "serial_chain", "n": 5},
        {"name": "serial_chain", "n": 7, "base": "free"},
        {"name": "binary_tree", "n": 9, "base": "free"},
    )
    return [
        {"law": "open tree", "robot": robot, "state": {"seed": seed}}
        for robot in trees
        for seed in range(3)
    ]


def parallelograms(_: bool) -> list[Params]:
    """Return flattened parallelograms: one, and one of other lengths."""
    return [{"crank": crank, "ground": ground} for crank, ground in ((0.2, 0.5), (0.3, 0.31))]


def orders(quick: bool) -> list[Params]:
    """Return mechanisms with bodies that can be ordered otherwise.

    A single loop has one order, and a rod on a ball joint is independent in part.
    """
    chosen = FEW if quick else MECHANISMS
    kept = [x for x in chosen if x["name"] != "spatial_loop" and x.get("rod") != "spherical"]
    return [{"law": "order", "robot": robot, "state": {"seed": 6}} for robot in kept]


# Where each formula of Chignoli et al. is told from its print.
BOTH: tuple[Params, ...] = (
    {"name": "four_bar_chain", "n": 2},
    {"name": "belt_chain", "n": 4, "base": "free"},
)
ERRATA: dict[str, tuple[Params, ...]] = {
    # an end whose inertia has an inverse
    "named": (BOTH[1], {"name": "geared_chain", "n": 7}),
}


def errata(check: str, quick: bool) -> list[Params]:
    """Return the states for one formula of Chignoli et al."""
    return [
        {"check": check, "robot": robot, "state": {"seed": seed}}
        for robot in ERRATA.get(check, BOTH)
        for seed in range(1 if quick else 3)
    ]


# The methods that compute the same as the recursions over clusters, by function.
EXACT: dict[str, tuple[str, ...]] = {
    "inverse_dynamics": ("projected",),
    "forward_dynamics": ("projection", "projection_sparse", "multipliers"),
    "inverse_operational_inertia": ("projected", "projected_sparse"),
}


def compared(quick: bool) -> list[Params]:
    """Return one generic state of each mechanism for every other method."""
    return [
        {**params, "bound": False}
        for of, methods in EXACT.items()
        for method in methods
        for params in accuracy(of, quick, method)
        if params["state"]["seed"] == 0 and params["robot"] in (FEW[1:] if quick else MECHANISMS)
    ]


def andrews_ways(quick: bool) -> list[Params]:
    """Return the reference value and the ways to integrate Andrews' mechanism."""
    ways = {"extended": 0.0, "re-solved": 1e-13} | ({} if quick else {"tree": 1e-13})
    return [{"way": way, "tolerance": x, "steps": 100} for way, x in ways.items()]


def sinusoids(quick: bool) -> list[Params]:
    """Return the leg's motion with the frequency of Chignoli et al. in 1/s, and read as rad/s."""
    frequencies = (1.5,) if quick else (1.5, 1.5 / (2 * math.pi))
    return [{"amplitude": 0.5, "frequency": x, "samples": 120} for x in frequencies]
