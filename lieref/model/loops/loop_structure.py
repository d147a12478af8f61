"""The constraints on a tree and its clusters, before it is chosen which coordinates are free."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lieref.model.loops.clusters import Cluster
from lieref.model.loops.implicit import ImplicitConstraint
from lieref.model.loops.loops import Coupling, Loop, ReadOnlyArrays
from lieref.model.model import Model
from lieref.model.tree.tree_model import Frame

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LoopStructure(ReadOnlyArrays):
    """The constraints on a tree and its clusters: what the closure of the loops is computed from.

    Attributes
    ----------
    tree : Model
        The spanning tree with all bodies and tree joints.
    loops : tuple of Loop
    constraints : tuple of ImplicitConstraint
    couplings : tuple of Coupling
        In an order in which they can be evaluated: what drives a source comes first.
    loop_ends : tuple of (predecessor, successor)
        Bodies that each loop joins, -1 for the world.
    constraint_ends : tuple of tuples of int
        Bodies moved by the joints of each implicit constraint.
    coupling_ends : tuple of (driven, sources)
        Bodies moved by the driven and by the source joints of each coupling, tuples of int.
    clusters : tuple of Cluster
        Parents first; every body is in one of them, most of them alone.
    """

    tree: Model
    loops: tuple[Loop, ...]
    constraints: tuple[ImplicitConstraint, ...]
    couplings: tuple[Coupling, ...]
    loop_ends: tuple[tuple[int, int], ...]
    constraint_ends: tuple[tuple[int, ...], ...]
    coupling_ends: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    clusters: tuple[Cluster, ...]

    @property
    def name(self) -> str:
        """Name of the model."""
        return self.tree.name

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the bodies."""
        return self.tree.names

    @property
    def frames(self) -> Mapping[str, Frame]:
        """Every frame on the bodies of the tree by its name."""
        return self.tree.frames

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of the tree joints, one to each body."""
        return self.tree.joint_names

    @property
    def nbodies(self) -> int:
        """Number of bodies."""
        return self.tree.nbodies

    @property
    def gravity(self) -> Array:
        """Acceleration of gravity, inertial frame, m/s^2."""
        return self.tree.gravity


def implicit_names(structure: LoopStructure, k: int) -> str:
    """How an error calls the loops and constraints of cluster k."""
    cluster = structure.clusters[k]
    loops = ", ".join(repr(structure.loops[at].name) for at in cluster.loops)
    others = ", ".join(repr(structure.constraints[at].name) for at in cluster.constraints)
    told = [f"loop {loops}"] * bool(loops) + [f"constraint {others}"] * bool(others)
    return ", ".join(told)
