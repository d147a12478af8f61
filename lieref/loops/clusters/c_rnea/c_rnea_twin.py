"""Plain twin of the C-RNEA: inverse dynamics cluster by cluster   [Chignoli, Sec. VI] over K."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

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
class InverseDynamics:
    """tau (one to each independent coordinate), and for each body f_net and the f across its joint.

    `across` is what the cluster joint transmits from the output body to the body (f^J of the
    cluster), `net` the body's rate of momentum minus its weight; wrenches in body frames.
    """

    tau: list[Any]
    net: dict[int, Array]
    across: dict[int, Array]


def _transmitted(
    blocks: list[ClusterBlocks], net: list[Array], printed: Collection[str]
) -> list[Array]:
    """f_k = f_k,net + sum of ^kX*_l f_l over the child clusters   (35)

    "(28)" in `printed`: the child's wrench without the force transform, as (7) and (28) have it.
    """
    across = [f.copy() for f in net]
    for k in reversed(range(len(blocks))):
        block, parent = blocks[k], blocks[k].topology.parent
        if parent < 0:
            continue
        if "(28)" not in printed:
            across[parent] = across[parent] + block.between.T @ across[k]
            continue
        above = list(blocks[parent].topology.bodies)
        for a, output in enumerate(block.topology.outputs):
            b = above.index(output)
            at = slice(6 * b, 6 * b + 6)
            across[parent][at] = across[parent][at] + across[k][6 * a : 6 * a + 6]
    return across


def inverse_dynamics(
    model: Model,
    clusters: Sequence[ClusterTopology],
    columns: Sequence[Sequence[int]],
    q: Any,
    yd: Any,
    ydd: Any,
    G: Sequence[Any],
    g: Any,
    K: Any,
    printed: Collection[str] = (),
) -> InverseDynamics:
    """Generalized forces on the independent coordinates.

    q (nq of the tree), yd and ydd (nv) in body coordinates, G[k] the block of cluster k with rows
    in the order of its velocities, g (nv of the tree): qddot = G yddot + g. Entries convertible by
    K; nothing is checked. printed: names of misprinted lines to be taken as they stand.
    """
    rates = np.array([K(x) for x in yd], dtype=object)
    then = np.array([K(x) for x in ydd], dtype=object)
    bias = np.array([K(x) for x in g], dtype=object)
    frames = body_frames(K, model, q)
    blocks = cluster_blocks(K, frames, clusters, columns, G, printed)
    v = velocities(K, blocks, rates)
    a: list[Array] = []
    net: list[Array] = []
    for k, block in enumerate(blocks):
        # a_k = ^kX_p a_p + Sdot_k ydot_k + S_k yddot_k   (33)
        c = bias_acceleration(block, v[k], rates, bias, printed)
        above = stacked(blocks, a, k, world_acceleration(K, model))
        a.append(block.between @ above + c + block.S @ then[block.columns])
        # f_k,net = I_k a_k + v_k x* I_k v_k   (34)
        net.append(block.inertia @ a[k] + bias_wrench(block, v[k]))
    across = _transmitted(blocks, net, printed)
    tau = zeros(K, len(rates))
    for block, f in zip(blocks, across, strict=True):
        # tau_k = S_k^T f_k   (31)
        tau[block.columns] = block.S.T @ f
    by_body = [block.split(f) for block, f in zip(blocks, net, strict=True)]
    joints = [block.split(f) for block, f in zip(blocks, across, strict=True)]
    return InverseDynamics(
        list(tau),
        {i: f for part in by_body for i, f in part.items()},
        {i: f for part in joints for i, f in part.items()},
    )
