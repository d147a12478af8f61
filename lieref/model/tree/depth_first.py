"""Velocity coordinates in an order in which those of a subtree stand side by side."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Indices = NDArray[np.intc]


def depth_first(parents: Sequence[int], widths: Sequence[int]) -> tuple[Indices, Indices]:
    """Return the index of each body's first coordinate in that order, and those in its subtree.

    Children follow in the order of their numbers.

    Parameters
    ----------
    parents : (nbodies,)
        Parents first; -1 is the world.
    widths : (nbodies,)
        Numbers of velocity coordinates of the joints.

    Returns
    -------
    first, counts : (nbodies,) arrays
    """
    n = len(parents)
    first, counts = np.zeros(n, np.intc), np.array(widths, np.intc)
    for i in range(n - 1, -1, -1):
        if parents[i] >= 0:
            counts[parents[i]] += counts[i]
    # the next free index of each subtree; the world's is the last one
    free = [0] * (n + 1)
    for i, parent in enumerate(parents):
        first[i] = free[parent]
        free[parent] += int(counts[i])
        free[i] = int(first[i]) + int(widths[i])
    return first, counts
