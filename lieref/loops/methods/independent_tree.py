"""The independent tree: a mechanism without the rotors that couplings drive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.series.taylor_scalar import Functions
from lieref.errors import ModelError
from lieref.model.model import Model
from lieref.model.tree.drive_limits import limits_of_columns
from lieref.model.tree.exact import joint_geometry
from lieref.model.tree.joint_physics import rows_of

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel


@dataclass(frozen=True)
class IndependentTree:
    """What approximations keep of a mechanism, and what they replace by an armature.

    Attributes
    ----------
    tree : Model
        The bodies kept; its velocity coordinates are the independent ones.
    bodies : tuple of int
        Their numbers in the spanning tree, increasing.
    q : (tree.nq,) int array
        Configuration coordinates of the spanning tree that are those of `tree`.
    rotors : tuple of (body, inertia)
        Bodies left out, and the inertia about or along their joints, kg m^2 or kg.
    """

    tree: Model
    bodies: tuple[int, ...]
    q: NDArray[np.intp]
    rotors: tuple[tuple[int, float], ...]


def independent_tree(model: LoopModel) -> IndependentTree:
    """Return the independent tree [Chignoli et al., Sec. II-C, Fig. 3 (a)].

    Rotors are the bodies whose joint is driven by a coupling and from which no body hangs. They
    are left out, mass and all; what remains must move with the independent coordinates.

    Raises
    ------
    ModelError
        A dependent joint is no rotor's, as in a four-bar: there is no such approximation; names
        the joints.
    """
    tree = model.tree
    parents = set(tree.parents.tolist())
    driven = {i for ends, _ in model.coupling_ends for i in ends}
    rotors = sorted(i for i in driven if i not in parents)
    bodies = [i for i in range(tree.nbodies) if i not in rotors]
    independent = set(model.independent.tolist())
    others = [
        tree.joint_names[i]
        for i in bodies
        if not independent.issuperset(range(tree.idx_v[i], tree.idx_v[i] + tree.joints[i].nv))
    ]
    if others:
        raise ModelError(
            f"{model.name}: no approximation by an independent tree: joints "
            f"{', '.join(map(repr, others))} depend on others and are not those of rotors, which "
            "are driven by a coupling and carry nothing"
        )
    return IndependentTree(
        _part(tree, bodies),
        tuple(bodies),
        np.concatenate(
            [np.arange(tree.idx_q[i], tree.idx_q[i] + tree.joints[i].nq) for i in bodies]
        ),
        tuple((i, _inertia(tree, i)) for i in rotors),
    )


def _part(tree: Model, bodies: list[int]) -> Model:
    """The tree of some of the bodies, which hang from each other."""
    place = {-1: -1, **{i: k for k, i in enumerate(bodies)}}
    joints = [tree.joints[i] for i in bodies]
    columns = [
        tree.idx_v[i] + c for i, joint in zip(bodies, joints, strict=True) for c in range(joint.nv)
    ]
    return Model(
        tree.name,
        [tree.names[i] for i in bodies],
        [tree.joint_names[i] for i in bodies],
        joints,
        [place[int(tree.parents[i])] for i in bodies],
        tree.placements[bodies],
        tree.masses[bodies],
        tree.coms[bodies],
        tree.inertias[bodies],
        tree.gravity,
        tree.lower[columns],
        tree.upper[columns],
        physics=rows_of(tree.joint_physics, columns),
        drive_limits=limits_of_columns(tree.drive_limits, columns),
    )


def _inertia(tree: Model, i: int) -> float:
    """s^T M s of one joint: that about its axis, and along it."""
    axis, point, pitch = joint_geometry(Functions(float), tree.joints[i])
    a, arm = np.array(axis), tree.coms[i] - np.array(point or (0.0, 0.0, 0.0))
    if tree.joints[i].kind == "prismatic":
        return float(tree.masses[i])
    swept = np.cross(a, arm)
    advance = pitch or 0.0
    return float(a @ tree.inertias[i] @ a + tree.masses[i] * (swept @ swept + advance**2))
