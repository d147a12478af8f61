"""Mechanisms made by hand: a tree, its clusters, and any G and g.

What the recursions promise holds for every G with independent columns and every g, so that G and g
need not come from a loop: qdot = G ydot, qddot = G yddot + g, and forces that do no work on G.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from support.trees.robots import ALL_KINDS

from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Revolute
from lieref.model.loops.clusters import Cluster, cluster_tree
from lieref.model.mechanisms import catalogue
from lieref.model.model import Model

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Mechanism:
    """A tree and its clusters; independent: coordinates of the tree that y is made of."""

    model: Model
    clusters: tuple[Cluster, ...]
    independent: Array

    @property
    def nv(self) -> int:
        """Independent coordinates."""
        return len(self.independent)

    @property
    def columns(self) -> list[list[int]]:
        """For each cluster the places of its independent coordinates in y."""
        return [
            [j for j, k in enumerate(self.independent) if k in cluster.velocities]
            for cluster in self.clusters
        ]

    def blocks(self, G: Array) -> list[Array]:
        """The blocks of a dense G (tree.nv, nv), cluster by cluster."""
        return [
            G[np.ix_(list(cluster.velocities), columns)]
            for cluster, columns in zip(self.clusters, self.columns, strict=True)
        ]

    def constraint(self, rng: np.random.Generator) -> tuple[Array, Array]:
        """Any G, the identity in the rows of y, and any g, zero there."""
        G, g = np.zeros((self.model.nv, self.nv)), np.zeros(self.model.nv)
        for cluster, columns in zip(self.clusters, self.columns, strict=True):
            rows = list(cluster.velocities)
            G[np.ix_(rows, columns)] = rng.standard_normal((len(rows), len(columns)))
            if cluster.loops or cluster.couplings:
                g[rows] = rng.standard_normal(len(rows))
        G[self.independent] = np.eye(self.nv)
        g[self.independent] = 0
        return G, g


def mechanism(
    model: Model,
    loops: list[tuple[int, int]],
    couplings: list[tuple[list[int], list[int]]],
    dependent: list[int],
) -> Mechanism:
    """loops: pairs of bodies; couplings: (driven bodies, source bodies); dependent: coordinates."""
    widths = [range(iv, iv + joint.nv) for iv, joint in zip(model.idx_v, model.joints, strict=True)]
    clusters = cluster_tree(model.parents, widths, loops, couplings)
    independent = np.array([k for k in range(model.nv) if k not in dependent])
    return Mechanism(model, clusters, independent)


def _limb(b: ModelBuilder, name: str, parent: str | None, k: int) -> str:
    """A body with a generic joint and a generic inertia."""
    rng = np.random.default_rng([zlib.crc32(name.encode()), k])
    axis, com = rng.standard_normal(3), 0.1 * rng.standard_normal(3)
    axis /= np.linalg.norm(axis)
    turn = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    place = np.eye(4)
    place[:3, 3] = 0.3 * rng.standard_normal(3)
    mass = float(rng.uniform(0.3, 2.0))
    inertia = 0.02 * mass * (turn @ np.diag([1.0, 1.3, 0.9]) @ turn.T)
    inertia = (inertia + inertia.T) / 2
    return b.add_body(name, parent, Revolute(tuple(axis)), place, mass, com, inertia)


def geared_chain(links: int = 3, base: str = "fixed") -> Mechanism:
    """Each link and its rotor hang from the link before; the gear drives the rotor."""
    b = ModelBuilder(name="geared_chain")
    parent = _trunk(b) if base == "free" else None
    first = 6 if base == "free" else 0
    pairs, dependent = [], []
    bodies = int(base == "free")
    for k in range(links):
        link = _limb(b, f"link{k}", parent, k)
        _limb(b, f"rotor{k}", parent, k)
        pairs.append(([bodies + 1], [bodies]))
        dependent.append(first + 2 * k + 1)
        parent, bodies = link, bodies + 2
    return mechanism(b.build_tree(), [], pairs, dependent)


def belt_chain(pairs: int = 2, base: str = "fixed") -> Mechanism:
    """Two links in a row, both rotors on the body before them, coupled by belts."""
    b = ModelBuilder(name="belt_chain")
    parent = _trunk(b) if base == "free" else None
    bodies, first = int(base == "free"), 6 if base == "free" else 0
    couplings, dependent = [], []
    for k in range(pairs):
        upper = _limb(b, f"upper{k}", parent, k)
        lower = _limb(b, f"lower{k}", upper, k)
        _limb(b, f"rotor{k}a", parent, k)
        _limb(b, f"rotor{k}b", parent, k)
        couplings.append(([bodies + 2, bodies + 3], [bodies, bodies + 1]))
        dependent += [first + 4 * k + 2, first + 4 * k + 3]
        parent, bodies = lower, bodies + 4
    return mechanism(b.build_tree(), [], couplings, dependent)


def _trunk(b: ModelBuilder) -> str:
    inertia = np.array([[0.3, 0.01, 0.0], [0.01, 0.2, 0.02], [0.0, 0.02, 0.25]])
    return b.add_body("trunk", None, Free(), None, 5.0, (0.02, -0.01, 0.1), inertia)


def two_handles() -> Mechanism:
    """A cluster whose bodies hang from different bodies of its parent   [Chignoli, Fig. 5]"""
    b = ModelBuilder(name="two_handles")
    one = _limb(b, "one", None, 0)
    two = _limb(b, "two", one, 0)
    _limb(b, "three", two, 0)
    four = _limb(b, "four", one, 0)
    _limb(b, "five", four, 0)
    _limb(b, "six", one, 0)
    _limb(b, "seven", two, 0)
    _limb(b, "eight", four, 0)
    # 1-2-3 closes on the world, 4-5 on 1, and a gear joins 6 on 1 to 7 on 2
    made = mechanism(b.build_tree(), [(-1, 2), (0, 4)], [([6], [5])], [1, 2, 4, 6])
    assert any(len(set(cluster.outputs)) == 2 for cluster in made.clusters)
    return made


def every_joint(base: str = "fixed") -> Mechanism:
    """A tree of every kind of joint; three clusters, one of them by two loops."""
    model = catalogue.random_tree(9, 0, ALL_KINDS, base)
    tips = [i for i in range(model.nbodies) if i not in model.parents]
    loops = [(tips[0], tips[1])]
    couplings = [([tips[-1]], [int(model.parents[tips[-1]])])]
    made = mechanism(model, loops, couplings, [])
    dependent = []
    for cluster in made.clusters:
        if cluster.loops or cluster.couplings:
            dependent += list(cluster.velocities)[1::2]
    return mechanism(model, loops, couplings, dependent)


MECHANISMS = {
    "geared_chain": geared_chain,
    "geared_chain_free": lambda: geared_chain(3, "free"),
    "belt_chain": belt_chain,
    "belt_chain_free": lambda: belt_chain(2, "free"),
    "two_handles": two_handles,
    "every_joint": every_joint,
    "every_joint_free": lambda: every_joint("free"),
}


@dataclass(frozen=True)
class Draw:
    """A mechanism and a state: q and g of the tree, G dense, yd, ydd and tau of y."""

    mechanism: Mechanism
    q: Array
    yd: Array
    ydd: Array
    tau: Array
    G: Array
    g: Array

    @property
    def blocks(self) -> list[Array]:
        """The blocks of G."""
        return self.mechanism.blocks(self.G)


def with_rotors(made: Mechanism) -> Mechanism:
    """The mechanism with armature in all its joints but free ones, which have none."""
    turned = np.concatenate([np.full(joint.nv, joint.nv < 6) for joint in made.model.joints])
    armature = turned * np.linspace(0.5, 2.0, made.model.nv)
    return replace(made, model=made.model.with_joint_physics(armature=armature))


def draw(name: str, seed: int = 0, rotors: bool = False) -> Draw:
    """A mechanism and a generic state."""
    made = MECHANISMS[name]()
    if rotors:
        made = with_rotors(made)
    rng = np.random.default_rng([zlib.crc32(name.encode()), seed])
    print(f"mechanism {name}, seed {seed}")
    G, g = made.constraint(rng)
    q = made.model.random_configuration(rng)
    yd, ydd, tau = rng.standard_normal((3, made.nv))
    return Draw(made, q, yd, ydd, tau, G, g)
