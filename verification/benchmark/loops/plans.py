"""What the report on the speed of mechanisms with loops measures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Params = dict[str, Any]
Case = tuple[str, Params]

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
KINDS = ("kernels", "implicit", "methods", "partials", "orders", "batches", "growth")


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
    for chain in CHAINS:
        links = list(LINKS[:5] if quick else LINKS)
        yield "growth", {"chain": chain, "links": links, "seed": SEED}
