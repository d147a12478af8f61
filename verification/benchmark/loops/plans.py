"""What the report on the speed of mechanisms with loops measures."""

from __future__ import annotations

from collections.abc import Iterator

from verification.benchmark.dynamics.plans import Case
from verification.verdicts import Params

# The robots of Tables II to IV of Chignoli et al., and one of each kind of sub-mechanism.
ROBOTS: dict[str, Params] = {
    "Mini Cheetah, like": {"name": "mini_cheetah_like"},
    "MIT Humanoid, like": {"name": "mit_humanoid_like"},
    "Tello, like": {"name": "tello_like"},
    "JVRC-1, like": {"name": "jvrc1_like"},
    "geared chain, 12": {"name": "geared_chain", "n": 12},
    "belt chain, 12": {"name": "belt_chain", "n": 12},
    "differential": {"name": "differential"},
    "four-bar": {"name": "four_bar"},
    "four-bar chain, 4": {"name": "four_bar_chain", "n": 4},
}
# Robots of explicit couplings, whose recursions are judged by the open tree's.
COUPLED = tuple(name for name in ROBOTS if not name.startswith("four-bar"))
# What Pinocchio's constraintDynamics computes, too: linkages, two feet, a trot and a stand.
HYQ: Params = {
    "robot": {"name": "urdf", "path": "hyq_no_sensors.urdf", "base": "free"},
    "rows": 3,
    "posture": {
        f"{leg}_{joint}_joint": angle * (1 if leg[1] == "f" else -1)
        for leg in ("lf", "lh", "rf", "rh")
        for joint, angle in (("hfe", 0.7), ("kfe", -1.4))
    },
}
CONTACTS: dict[str, Params] = {
    "four-bar": {"robot": ROBOTS["four-bar"]},
    "four-bar chain, 6": {"robot": {"name": "four_bar_chain", "n": 6}},
    "Talos, two feet": {
        "robot": {"name": "urdf", "path": "talos_reduced.urdf", "base": "free"},
        "feet": ["left_sole_link", "right_sole_link"],
        "rows": 6,
        "posture": {
            f"leg_{side}_{k}_joint": angle
            for side in ("left", "right")
            for k, angle in ((3, -0.4), (4, 0.8), (5, -0.4))
        },
    },
    "HyQ, trot": HYQ | {"feet": ["lf_foot", "rh_foot"]},
    "HyQ, other trot": HYQ | {"feet": ["rf_foot", "lh_foot"]},
    "HyQ, stand": HYQ | {"feet": ["lf_foot", "rf_foot", "lh_foot", "rh_foot"]},
}
LINKS = (2, 4, 8, 12, 16, 24, 32, 48)
CHAINS = ("geared_chain", "belt_chain")
SEED = 3
# By function: methods of the compiled passes, that of the recursions first.
METHODS: dict[str, tuple[str, ...]] = {
    "inverse": ("C-RNEA", "projected", "approximate", "unconstrained"),
    "forward": (
        "C-ABA", "projection", "projection_sparse", "multipliers", "approximate", "unconstrained",
    ),
    "inertia": ("C-EFPA", "projected", "projected_sparse", "approximate", "unconstrained"),
}  # fmt: skip
KINDS = (
    "kernels", "implicit", "methods", "partials", "orders", "batches", "contacts", "growth",
)  # fmt: skip


def plan(quick: bool) -> Iterator[Case]:
    """Yield the kind and parameters of every case; quick leaves out the larger robots."""
    for name, robot in ROBOTS.items():
        if quick and "like" in name and name != "Mini Cheetah, like":
            continue
        yield "kernels", {"robot": robot, "seed": SEED}
        for function in METHODS:
            yield "methods", {"robot": robot, "function": function, "seed": SEED}
        yield "partials", {"robot": robot, "seed": SEED}
        yield "orders", {"robot": robot, "seed": SEED}
        yield "batches", {"robot": robot, "seed": SEED}
    yield "implicit", {"robot": ROBOTS["four-bar"], "seed": SEED}
    for params in CONTACTS.values():
        yield "contacts", params | {"seed": SEED}
    for chain in CHAINS:
        links = list(LINKS[:5] if quick else LINKS)
        yield "growth", {"chain": chain, "links": links, "seed": SEED}
