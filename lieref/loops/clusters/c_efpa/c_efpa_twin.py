"""Plain twin of the C-EFPA: inverse operational-space inertia   [Chignoli, Sec. VIII] over K.

The paper calls one matrix Omega and Omega^-1; here Omega takes the wrenches that act on the ends to
the accelerations that they cause, a = Omega f, which is J G (G^T H G)^-1 G^T J^T.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.loops.clusters.c_aba.c_aba_twin import Articulated, articulate
from lieref.loops.clusters.cluster_twin import (
    Array,
    ClusterBlocks,
    ClusterTopology,
    body_frames,
    cluster_blocks,
    identity,
    motion_transform,
    zeros,
)
from lieref.model.tree.exact import nearest_rotation

if TYPE_CHECKING:
    from lieref.model.model import Model


def _propagators(K: Any, block: ClusterBlocks, unit: Articulated) -> tuple[Array, Array]:
    """L_k = 1 - S_k D_k^-1 U_k^T and S_k D_k^-1 S_k^T   (61), (65)"""
    n = len(block.S)
    L = identity(K, n) - block.S @ unit.D.solve(unit.U.T)
    return L, block.S @ unit.D.solve(block.S.T)


def inverse_operational_inertia(
    model: Model,
    clusters: Sequence[ClusterTopology],
    columns: Sequence[Sequence[int]],
    q: Any,
    G: Sequence[Any],
    ends: Sequence[tuple[int, Any]],
    K: Any,
) -> Array:
    """Omega (6 m, 6 m) for m ends, (body, 4x4 pose of the end's frame in the body frame) each.

    Accelerations and wrenches are at the end's origin, resolved in its axes. Entries convertible
    by K; nothing is checked.
    """
    blocks = cluster_blocks(K, body_frames(K, model, q), clusters, columns, G)
    units = articulate(blocks)
    home = {i: k for k, cluster in enumerate(clusters) for i in cluster.bodies}
    propagators = [_propagators(K, block, unit) for block, unit in zip(blocks, units, strict=True)]
    # chi[e][k]: takes accelerations of cluster k to those of end e   (57), (62)
    chi: list[dict[int, Array]] = []
    for body, pose in ends:
        k = home[body]
        rows = [[K(float(x)) for x in row] for row in pose]
        turn = nearest_rotation(K, tuple(tuple(row[:3]) for row in rows[:3]))
        R: Array = np.array([list(row) for row in turn], dtype=object)
        p = np.array([row[3] for row in rows[:3]], dtype=object)
        here = zeros(K, 6, len(blocks[k].S))
        a = list(clusters[k].bodies).index(body)
        # ^e chi_k = [sigma_1 ^eX_1 ... sigma_n ^eX_n], a row of blocks
        here[:, 6 * a : 6 * a + 6] = motion_transform(R, p)
        way = {k: here}
        while clusters[k].parent >= 0:
            # ^e chi_p = ^e chi_k L_k ^kX_p
            here = here @ propagators[k][0] @ blocks[k].between
            k = clusters[k].parent
            way[k] = here
        chi.append(way)
    # omega[e][k] = Omega_ke: what f_e does to cluster k   (67)
    m = len(ends)
    out = zeros(K, 6 * m, 6 * m)
    for e, way in enumerate(chi):
        omega: list[Array] = []
        for k, block in enumerate(blocks):
            parent = block.topology.parent
            here = zeros(K, len(block.S), 6)
            if parent >= 0:
                here = propagators[k][0] @ block.between @ omega[parent]
            if k in way:
                here = here + propagators[k][1] @ way[k].T
            omega.append(here)
        for d, (body, _) in enumerate(ends):
            k = home[body]
            out[6 * d : 6 * d + 6, 6 * e : 6 * e + 6] = chi[d][k] @ omega[k]
    return out
