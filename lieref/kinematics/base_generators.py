"""How the change of a base's velocity to body components depends on its configuration.

v_body = T v of a free joint on the world, v in any representation: T is made of the inverse of the
body's pose or rotation, so that a right perturbation along coordinate j turns it into T + G_j T,
with constant matrices G_j; along j first, then along k, into G_j G_k T.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def generators(base: str) -> NDArray[np.int64]:
    """G (6, 6, 6): G[j] T is the derivative of T along q_j."""
    G = np.zeros((6, 6, 6), dtype=int)
    for j in range(3):
        a, b = (j + 1) % 3, (j + 2) % 3
        # -[e_j]: of R^T along a rotation
        turn = np.zeros((3, 3), dtype=int)
        turn[b, a], turn[a, b] = -1, 1
        G[j, 3:, 3:] = turn
        if base != "mixed":
            G[j, :3, :3] = turn
        if base == "spatial":
            # T = Ad of the inverse pose: G_j = -ad_{e_j}
            G[3 + j, 3:, :3] = turn
    return G
