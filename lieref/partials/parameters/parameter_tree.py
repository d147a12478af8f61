"""The tree in which geometric parameters are coordinates, and how they move it.

In front of each joint whose placement or screw is a parameter stands a massless body on a free
joint at rest, [Müller, Sec. 6.2]. Of a parameter p, at constant q, v, a of the joint itself, its
coordinates move by P p, its velocities by V p and its accelerations by A p:

    placement   P = 1
    screw       P = L,  V = r v,  A = r a + (dr/dq) v^2   of
    `lieref.partials.coordinates.screw_motion`,

and its force F enters that of the joint by (r p) . F. A free joint on the world needs none: its
placement moves it as its own coordinates do, T exp(U) J = T J exp(Ad_J^-1 U), and the components
of its velocity are constant in any representation. Below another root the virtual joint stands on a
slide that rests, so that it is not a root itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lieref.algebra import SE3, SO3
from lieref.model.joints.joints import Free, Joint, Prismatic
from lieref.model.model import Model
from lieref.model.tree.joint_physics import rows_of
from lieref.model.tree.tree_model import JointPhysics
from lieref.model.virtual_joints import Row, coordinates, tree_of
from lieref.partials.coordinates.screw_motion import screw_motion

if TYPE_CHECKING:
    from lieref.partials.parameters.parameters import Parameters

Array = NDArray[np.float64]
Indices = NDArray[np.intp]


class Extended(NamedTuple):
    """The tree with virtual joints; where the model's bodies and coordinates stand in it.

    bodies (nbodies,), places (nq,), real (nv,); virtual: first velocity coordinate by body.
    """

    tree: Model
    bodies: Indices
    places: Indices
    real: Indices
    virtual: dict[int, int]


@dataclass(frozen=True)
class Moves:
    """How m geometric parameters move the n velocity coordinates of the extended tree.

    P, V, A (n, m) as above. Of a screw W = r, B = dr/dq, C = d^2r/dq^2 (n, m) in the rows of its
    virtual joint; owner (m,) is the joint's own coordinate in the model, -1 of a placement; v, a
    (m,) its velocity and acceleration. curved: by columns, the virtual coordinates and K.
    swapped, averaged (m, m): of which pairs the order is to be exchanged, or does not exist.
    rows (g, 6), columns (g, w): of every body that moves, where P, V and A are not zero.
    """

    P: Array
    V: Array
    A: Array
    W: Array
    B: Array
    C: Array
    owner: Indices
    v: Array
    a: Array
    curved: list[tuple[slice, slice, Array]]
    swapped: NDArray[np.bool_]
    averaged: NDArray[np.bool_]
    rows: Indices
    columns: Indices

    @property
    def screws(self) -> Indices:
        """Columns of the screws."""
        return np.flatnonzero(self.owner >= 0)

    def times(self, T: Array, X: Array) -> Array:
        """T (..., n) times X, one of P, V and A, body by body."""
        g, w = self.columns.shape
        blocks = X[self.rows[:, :, None], self.columns[:, None, :]]
        parts = np.moveaxis(T[..., self.rows], -2, 0).reshape(g, T[..., 0].size, 6)
        out = np.zeros((*T.shape[:-1], X.shape[1]))
        out[..., self.columns] = np.moveaxis((parts @ blocks).reshape(g, *T.shape[:-1], w), 0, -2)
        return out


def is_free_root(model: Model, i: int) -> bool:
    """Does a free joint connect body i with the world?"""
    return bool(model.joints[i].kind == "free" and model.parents[i] < 0)


def moved_bodies(model: Model, parameters: Parameters) -> tuple[int, ...]:
    """Bodies that need a virtual joint, in the model's order."""
    placed, screwed = (kind in parameters.kinds for kind in ("placement", "screw"))
    return tuple(
        i
        for i in sorted(parameters.bodies)
        if (placed and not is_free_root(model, i)) or (screwed and model.joints[i].nv == 1)
    )


@lru_cache(maxsize=8)
def extended(model: Model, moved: tuple[int, ...]) -> Extended:
    """The model with a virtual joint in front of each body of `moved`."""
    rows: list[Row] = []
    bodies: list[int] = []
    still = np.eye(4)
    for i, joint in enumerate(model.joints):
        parent = int(model.parents[i])
        above = bodies[parent] if parent >= 0 else -1
        placement = model.placements[i]
        if i in moved:
            if parent < 0:
                rows.append(Row(f"ground of {i}", Prismatic((1, 0, 0)), above, placement))
                above, placement = len(rows) - 1, still
            rows.append(Row(f"placement of {i}", Free(), above, placement))
            above, placement = len(rows) - 1, still
        rows.append(Row(f"body {i}", joint, above, placement, i))
        bodies.append(len(rows) - 1)
    tree = tree_of(model, rows, _physics(model, [row.joint for row in rows], bodies))
    return Extended(
        tree,
        np.array(bodies, int),
        coordinates(tree.idx_q, bodies, [joint.nq for joint in model.joints]),
        coordinates(tree.idx_v, bodies, [joint.nv for joint in model.joints]),
        {i: int(tree.idx_v[bodies[i] - 1]) for i in moved},
    )


def _physics(model: Model, joints: Sequence[Joint], bodies: Sequence[int]) -> JointPhysics | None:
    """The physics of the model's own joints; virtual ones have none."""
    own = dict(zip(bodies, range(model.nbodies), strict=True))
    columns = []
    for k, joint in enumerate(joints):
        start = int(model.idx_v[own[k]]) if k in own else None
        columns += [-1 if start is None else start + c for c in range(joint.nv)]
    return rows_of(model.joint_physics, columns)


def extended_state(
    at: Extended, q: Array, v: Array, a: Array, wrenches: Array | None
) -> tuple[Array, Array, Array, Array | None]:
    """The model's state as one of the extended tree, whose virtual joints rest."""
    configuration, rates = at.tree.neutral(), np.zeros((2, at.tree.nv))
    configuration[at.places] = q
    rates[:, at.real] = v, a
    loads = None
    if wrenches is not None:
        loads = np.zeros((at.tree.nbodies, 6))
        loads[at.bodies] = wrenches
    return configuration, rates[0], rates[1], loads


def moves(
    model: Model, at: Extended, parameters: Parameters, q: Array, v: Array, a: Array
) -> Moves:
    """How the placements and screws move the extended tree, to second order."""
    placed, screwed = parameters.count("placement"), parameters.count("screw")
    m, n = placed + screwed, at.tree.nv
    P, V, A, W, B, C = np.zeros((6, n, m))
    owner, rates = np.full(m, -1), np.zeros((2, m))
    swapped, averaged = np.zeros((2, m, m), bool)
    curved: list[tuple[slice, slice, Array]] = []
    rows: list[Indices] = []
    columns: list[Indices] = []
    first = {"placement": 0, "screw": placed}
    if parameters.columns("screw").start < parameters.columns("placement").start:
        first = {"placement": screwed, "screw": 0}
    for k, i in enumerate(parameters.bodies):
        joint, iv = model.joints[i], int(model.idx_v[i])
        shift, turn = (slice(first[x] + 6 * k, first[x] + 6 * k + 6) for x in first)
        free = placed and is_free_root(model, i)
        if free or i in at.virtual:
            rows.append(at.real[iv : iv + 6] if free else at.virtual[i] + np.arange(6))
            own = [shift] * (placed > 0) + [turn] * (screwed > 0)
            columns.append(np.concatenate([np.arange(m)[c] for c in own]))
        if placed:
            P[rows[-1], shift] = root_move(q[model.idx_q[i] :][:7]) if free else np.eye(6)
        if not screwed or joint.nv != 1:
            continue
        here = slice(at.virtual[i], at.virtual[i] + 6)
        motion = screw_motion(joint, float(q[model.idx_q[i]]))
        P[here, turn], W[here, turn], B[here, turn], C[here, turn] = motion[:4]
        V[here, turn] = motion.rate * v[iv]
        A[here, turn] = motion.rate * a[iv] + motion.bend * v[iv] ** 2
        owner[turn], rates[0, turn], rates[1, turn] = iv, v[iv], a[iv]
        curved.append((turn, here, motion.curvature))
        averaged[turn, turn] = True
        if placed:
            # T exp(U) E: of the virtual joint's own coordinates E comes first, then U
            swapped[shift, turn] = True
    width = 6 * (placed > 0) + 6 * (screwed > 0)
    return Moves(
        P, V, A, W, B, C, owner, rates[0], rates[1], curved, swapped, averaged,
        np.array(rows, int).reshape(-1, 6), np.array(columns, int).reshape(-1, width),
    )  # fmt: skip


def root_move(pose: Array) -> Array:
    """Ad_J^-1 of the motion J = (x, y, z, quaternion) of a free root: T exp(U) J = T J exp(.)."""
    back = np.eye(4)
    back[:3, :3] = SO3.from_quaternion(pose[3:]).T
    back[:3, 3] = -back[:3, :3] @ pose[:3]
    return np.asarray(SE3.Ad(back))
