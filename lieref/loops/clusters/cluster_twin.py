"""Plain twin of spatial vectors of clusters: block rows, one to each body   [Chignoli, Sec. V].

Everything is resolved in body frames, angular part first, over any scalar field K; matrices are
arrays of scalars of K. A cluster of n_b bodies with n tree velocity coordinates, m of which are
independent, has the motion subspace S_k (6 n_b x m) relative to its output bodies, the transform
^kX_p (6 n_b x 6 n_p) from its parent cluster, and the inertia I_k (6 n_b x 6 n_b).

Names in `printed` ask for two lines of Algorithm 1 otherwise than they hold: "line 9" takes the
transforms of the parents where a body that hangs from another one of its cluster needs the product
along the path to its output body, "line 18" lacks v_k x S_k ydot_k, as the text that we read does.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups.screw_arrays import Ad, ad, cross, skew
from lieref.model.tree.exact import ExactBody, exact_model, rotation_from_quaternion

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[Any]


class ClusterTopology(Protocol):
    """What a twin asks of `lieref.model.loops.clusters.Cluster`; bodies may come in any order."""

    @property
    def bodies(self) -> Sequence[int]:
        """Bodies of the tree."""

    @property
    def parent(self) -> int:
        """The parent cluster, -1 for the world."""

    @property
    def outputs(self) -> Sequence[int]:
        """Output body of each body, -1 for the world."""

    @property
    def velocities(self) -> Sequence[int]:
        """Velocity coordinates of the tree, in the order of the rows of G_k."""


@dataclass
class BodyFrame:
    """A body of the spanning tree: X = ^iX_lambda(i), S_i and I_i in the body's frame.

    armature: of the coordinates of its joint.
    """

    parent: int
    iv: int
    X: Array
    S: Array
    inertia: Array
    armature: Array


@dataclass
class ClusterBlocks:
    """Cluster k: its columns of y, ^kX_p, ^Lambda(k)X_lambda(k), block S, G_k, S_k, I_k.

    armature: of the cluster's velocities, in the order of the rows of G_k.
    """

    topology: ClusterTopology
    columns: list[int]
    between: Array
    inside: Array
    joints: Array
    G: Array
    S: Array
    inertia: Array
    armature: Array

    def split(self, x: Array) -> dict[int, Array]:
        """The stack of six rows each, by body."""
        return {i: x[6 * a : 6 * a + 6] for a, i in enumerate(self.topology.bodies)}


def zeros(K: Any, *shape: int) -> Array:
    """An array of zeros of K."""
    return np.full(shape, K(0), dtype=object)


def identity(K: Any, n: int) -> Array:
    """The unit matrix of n rows."""
    out = zeros(K, n, n)
    for i in range(n):
        out[i, i] = K(1)
    return out


def _objects(rows: Any) -> Array:
    return np.array([list(row) for row in rows], dtype=object)


def _joint(K: Any, body: ExactBody, q: list[Any]) -> tuple[Array, Array, Array]:
    """Rotation and shift of the body frame by its joint, and S_i in the body frame."""
    unit = identity(K, 6)
    none = zeros(K, 3)
    if body.kind in ("spherical", "free"):
        R = _objects(rotation_from_quaternion(K, tuple(q[-4:])))
        return (R, none, unit[:, :3]) if body.kind == "spherical" else (R, np.array(q[:3]), unit)
    assert body.axis is not None and body.point is not None
    axis, point = np.array(body.axis, dtype=object), np.array(body.point, dtype=object)
    if body.kind == "prismatic":
        return identity(K, 3), q[0] * axis, np.concatenate([none, axis])[:, None]
    c, s = K.cos(q[0]), K.sin(q[0])
    W = skew(axis)
    R = identity(K, 3) + s * W + (1 - c) * (W @ W)
    shift = point - R @ point + body.pitch * q[0] * axis
    screw = np.concatenate([axis, cross(point, axis) + body.pitch * axis])
    return R, shift, screw[:, None]


def spatial_inertia(K: Any, body: ExactBody) -> Array:
    """I_i about the body's origin   [Chignoli, Sec. III-D]"""
    c = skew(np.array(body.com, dtype=object))
    out = zeros(K, 6, 6)
    out[:3, :3] = _objects(body.inertia) - body.mass * (c @ c)
    out[:3, 3:] = body.mass * c
    out[3:, :3] = -body.mass * c
    out[3:, 3:] = body.mass * identity(K, 3)
    return out


def motion_transform(R: Array, p: Array) -> Array:
    """X that takes twists to a frame whose pose is (R, p): Ad of the inverse pose."""
    back = R.T
    return Ad(back, -(back @ p))


def body_frames(K: Any, model: Model, q: Any) -> list[BodyFrame]:
    """Bodies of the spanning tree   (lines 4-7)"""
    frames = []
    for body, joint in zip(exact_model(model, K).bodies, model.joints, strict=True):
        own = [K(x) for x in q[body.iq : body.iq + joint.nq]]
        turn, shift, S = _joint(K, body, own)
        R = _objects(body.R)
        X = motion_transform(R @ turn, np.array(body.p, dtype=object) + R @ shift)
        armature = [K(float(x)) for x in model.armature[body.iv : body.iv + joint.nv]]
        frames.append(
            BodyFrame(body.parent, body.iv, X, S, spatial_inertia(K, body), np.array(armature))
        )
    return frames


def path_transform(K: Any, frames: list[BodyFrame], i: int, above: int) -> Array:
    """^iX_above: the product of the bodies' transforms along the path; above = -1: the world."""
    X = identity(K, 6)
    while i != above:
        X = X @ frames[i].X
        i = frames[i].parent
    return X


def supports(frames: list[BodyFrame], above: int, i: int) -> bool:
    """Is body `above` on the path from i to the root?"""
    while i >= 0 and i != above:
        i = frames[i].parent
    return i == above


def cluster_blocks(
    K: Any,
    frames: list[BodyFrame],
    clusters: Sequence[ClusterTopology],
    columns: Sequence[Sequence[int]],
    G: Sequence[Any],
    printed: Collection[str] = (),
) -> list[ClusterBlocks]:
    """All clusters, parents first   (lines 8-12, (17), (19), (24))

    columns[k]: places in y of the independent coordinates of cluster k; G[k]: (n x m) rows.
    """
    found = []
    for topology, places, rows in zip(clusters, columns, G, strict=True):
        bodies, outputs = list(topology.bodies), topology.outputs
        above = [-1] if topology.parent < 0 else list(clusters[topology.parent].bodies)
        n = len(bodies)
        between, inside = zeros(K, 6 * n, 6 * len(above)), zeros(K, 6 * n, 6 * n)
        joints = zeros(K, 6 * n, len(topology.velocities))
        inertia = zeros(K, 6 * n, 6 * n)
        armature = zeros(K, len(topology.velocities))
        for a, (i, output) in enumerate(zip(bodies, outputs, strict=True)):
            at = slice(6 * a, 6 * a + 6)
            # ^kX_p: a block where body b of the parent cluster is the output body of i   (17)
            b = above.index(output)
            X = path_transform(K, frames, i, output)
            between[at, 6 * b : 6 * b + 6] = frames[i].X if "line 9" in printed else X
            # ^Lambda(k)X_lambda(k): a block for every body of the cluster that supports i   (20)
            for b, j in enumerate(bodies):
                if supports(frames, j, i):
                    inside[at, 6 * b : 6 * b + 6] = path_transform(K, frames, i, j)
            for c in range(frames[i].S.shape[1]):
                row = list(topology.velocities).index(frames[i].iv + c)
                joints[at, row], armature[row] = frames[i].S[:, c], frames[i].armature[c]
            inertia[at, at] = frames[i].inertia
        matrix = np.array([[K(x) for x in row] for row in rows], dtype=object)
        matrix = matrix.reshape(len(topology.velocities), len(places))
        # S_k = ^Lambda(k)X_lambda(k) block(S_i) G_k   (24)
        S = inside @ joints @ matrix
        found.append(
            ClusterBlocks(
                topology, list(places), between, inside, joints, matrix, S, inertia, armature
            )
        )
    return found


def stacked(blocks: list[ClusterBlocks], values: list[Array], k: int, world: Array) -> Array:
    """The values of the parent cluster of k; those of the world where it has none."""
    parent = blocks[k].topology.parent
    return world if parent < 0 else values[parent]


def velocities(K: Any, blocks: list[ClusterBlocks], yd: Array) -> list[Array]:
    """v_k = ^kX_p v_p + S_k ydot_k   (line 13)"""
    found: list[Array] = []
    for k, block in enumerate(blocks):
        above = stacked(blocks, found, k, zeros(K, 6))
        found.append(block.between @ above + block.S @ yd[block.columns])
    return found


def cross_motion(block: ClusterBlocks, v: Array, x: Array) -> Array:
    """v_k x x, body by body   (15)"""
    out = x.copy()
    for a in range(len(block.topology.bodies)):
        at = slice(6 * a, 6 * a + 6)
        out[at] = ad(v[at]) @ x[at]
    return out


def bias_wrench(block: ClusterBlocks, v: Array) -> Array:
    """v_k x* I_k v_k   (line 21)"""
    momentum = block.inertia @ v
    out = momentum.copy()
    for a in range(len(block.topology.bodies)):
        at = slice(6 * a, 6 * a + 6)
        out[at] = -(ad(v[at]).T @ momentum[at])
    return out


def bias_acceleration(
    block: ClusterBlocks, v: Array, yd: Array, g: Array, printed: Collection[str] = ()
) -> Array:
    """c_k = (d/dt(^Lambda X_lambda) block(S)) G ydot + ^Lambda X_lambda block(S) g + v_k x S_k ydot

    (lines 14-19 and (26)); the joints' own S_i are constant in their body frames.
    """
    rate = block.inside * 0
    n = len(block.topology.bodies)
    for a in range(n):
        for b in range(n):
            rows, columns = slice(6 * a, 6 * a + 6), slice(6 * b, 6 * b + 6)
            X = block.inside[rows, columns]
            # d/dt X_ij = (X_ij v_j - v_i) x X_ij   (line 15, along the path)
            rate[rows, columns] = ad(X @ v[columns] - v[rows]) @ X
    own = yd[block.columns]
    c: Array = rate @ (block.joints @ (block.G @ own))
    c = c + block.inside @ (block.joints @ g[list(block.topology.velocities)])
    if "line 18" not in printed:
        c = c + cross_motion(block, v, block.S @ own)
    return c


def world_acceleration(K: Any, model: Model) -> Array:
    """a_0 = -a_g   (line 38)"""
    return np.array([K(0)] * 3 + [-K(float(x)) for x in model.gravity], dtype=object)
