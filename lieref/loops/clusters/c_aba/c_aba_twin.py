"""Plain twin of the C-ABA: forward dynamics cluster by cluster   [Chignoli, Alg. 1] over K.

Rotors of the joints, which the paper leaves to bodies, oppose G yddot + g with their armature.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.errors import SingularError
from lieref.loops.clusters.cluster_twin import (
    Array,
    ClusterBlocks,
    ClusterTopology,
    bias_acceleration,
    bias_wrench,
    body_frames,
    cluster_blocks,
    stacked,
    velocities,
    world_acceleration,
    zeros,
)

if TYPE_CHECKING:
    from lieref.model.model import Model


@dataclass
class Factor:
    """D = L diag(pivots) L^T of a symmetric positive matrix, L a unit lower triangle."""

    L: Array
    pivots: list[Any]

    def solve(self, b: Array) -> Array:
        """D^-1 b, b a vector or columns."""
        x = b.copy()
        n = len(self.pivots)
        for i in range(n):
            for j in range(i):
                x[i] = x[i] - self.L[i, j] * x[j]
        for i in range(n):
            x[i] = x[i] / self.pivots[i]
        for i in reversed(range(n)):
            for j in range(i + 1, n):
                x[i] = x[i] - self.L[j, i] * x[j]
        return x


def factor(D: Array, cluster: int) -> Factor:
    """The factors, or SingularError where a pivot is not positive."""
    L: Array = D * 0
    pivots: list[Any] = []
    for i in range(len(D)):
        for j in range(i):
            rest = D[i, j] - sum(L[i, c] * pivots[c] * L[j, c] for c in range(j))
            L[i, j] = rest / pivots[j]
        pivot = D[i, i] - sum(L[i, c] * L[i, c] * pivots[c] for c in range(i))
        if not pivot.real > 0:
            raise SingularError(f"cluster {cluster}: singular in its independent coordinate {i}")
        pivots.append(pivot)
    return Factor(L, pivots)


@dataclass
class Articulated:
    """Articulated cluster: I^A_k, U_k = I^A_k S_k and the factors of D_k = S_k^T U_k."""

    inertia: Array
    U: Array
    D: Factor


def articulate(blocks: list[ClusterBlocks]) -> list[Articulated]:
    """Articulated inertias, tips to base   (lines 20, 26, 27, 30, 32)"""
    inertias = [block.inertia.copy() for block in blocks]
    found: list[Articulated | None] = [None] * len(blocks)
    for k in reversed(range(len(blocks))):
        block = blocks[k]
        # U_k = I^A_k S_k,  D_k = S_k^T U_k + G_k^T diag(armature) G_k
        U = inertias[k] @ block.S
        D = factor(block.S.T @ U + block.G.T @ (block.armature[:, None] * block.G), k)
        found[k] = Articulated(inertias[k], U, D)
        parent = block.topology.parent
        if parent >= 0:
            # I^a = I^A_k - U_k D_k^-1 U_k^T,  I^A_p += ^pX*_k I^a ^kX_p
            reduced = inertias[k] - U @ D.solve(U.T)
            inertias[parent] = inertias[parent] + block.between.T @ reduced @ block.between
    return [one for one in found if one is not None]


def _bias_pass(
    blocks: list[ClusterBlocks],
    units: list[Articulated],
    p: list[Array],
    c: list[Array],
    tau: Array,
    g: Array,
    printed: Collection[str],
) -> list[Array]:
    """u_k of every cluster; p becomes the articulated bias wrenches   (lines 28, 31, 33)"""
    torques: list[Array] = [tau] * len(blocks)
    for k in reversed(range(len(blocks))):
        block, unit = blocks[k], units[k]
        # u_k = tau_k - S_k^T p^A_k - G_k^T diag(armature) g_k
        rotors = block.armature * g[list(block.topology.velocities)]
        u = torques[k] = tau[block.columns] - block.S.T @ p[k] - block.G.T @ rotors
        parent = block.topology.parent
        if parent >= 0:
            # p^a = p^A_k + I^a c_k + U_k D_k^-1 u_k   (56); (54) has I^A in place of I^a
            resisted = unit.inertia @ c[k]
            if "(54)" not in printed:
                resisted = resisted - unit.U @ unit.D.solve(unit.U.T @ c[k])
            p[parent] = p[parent] + block.between.T @ (p[k] + resisted + unit.U @ unit.D.solve(u))
    return torques


def forward_dynamics(
    model: Model,
    clusters: Sequence[ClusterTopology],
    columns: Sequence[Sequence[int]],
    q: Any,
    yd: Any,
    tau: Any,
    G: Sequence[Any],
    g: Any,
    K: Any,
    printed: Collection[str] = (),
) -> list[Any]:
    """Accelerations of the independent coordinates.

    q (nq of the tree), yd and tau (nv) in body coordinates, G[k] the block of cluster k with rows
    in the order of its velocities, g (nv of the tree): qddot = G yddot + g. Entries convertible by
    K; nothing is checked. printed: names of misprinted lines to be taken as they stand: "line 9",
    "line 18", "(54)".
    """
    rates = np.array([K(x) for x in yd], dtype=object)
    torque = np.array([K(x) for x in tau], dtype=object)
    bias = np.array([K(x) for x in g], dtype=object)
    frames = body_frames(K, model, q)
    blocks = cluster_blocks(K, frames, clusters, columns, G, printed)
    v = velocities(K, blocks, rates)
    c = [bias_acceleration(block, v[k], rates, bias, printed) for k, block in enumerate(blocks)]
    p = [bias_wrench(block, v[k]) for k, block in enumerate(blocks)]
    units = articulate(blocks)
    u = _bias_pass(blocks, units, p, c, torque, bias, printed)
    a: list[Array] = []
    ydd = zeros(K, len(rates))
    for k, (block, unit) in enumerate(zip(blocks, units, strict=True)):
        # a' = ^kX_p a_p + c_k,  yddot_k = D_k^-1 (u_k - U_k^T a'),  a_k = a' + S_k yddot_k
        ahead = block.between @ stacked(blocks, a, k, world_acceleration(K, model)) + c[k]
        own = unit.D.solve(u[k] - unit.U.T @ ahead)
        a.append(ahead + block.S @ own)
        ydd[block.columns] = own
    return list(ydd)
