"""The simulation of Ali et al., Table 3: states, and the peaks that errors are held against."""

from __future__ import annotations

import functools
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lieref.trajectories import Trajectory, paper_times, paper_trajectory

Array = NDArray[np.float64]
ORDER = 5
BASE: Literal["spatial"] = "spatial"
#: Columns of base and joints: their derivatives differ in size by up to four decades.
BLOCKS = {"base": slice(0, 6), "joints": slice(6, 12)}


@functools.cache
def trajectory() -> Trajectory:
    """Return Table 3's trajectory of the catalogue's aerial manipulator."""
    return paper_trajectory()


def states(times: Array) -> tuple[Array, Array]:
    """Return q (n, nq) and v (n, ORDER + 2, nv) of n times, the base twist spatial as in Fig. 3."""
    return trajectory().state(times, ORDER, BASE)


@functools.cache
def peaks() -> dict[str, list[float]]:
    """Return the largest modulus of v^(k + 1), k = 0 .. ORDER, over the samples, for each block."""
    _, v = states(paper_times())
    return {
        name: [float(np.abs(v[:, k + 1, columns]).max()) for k in range(ORDER + 1)]
        for name, columns in BLOCKS.items()
    }


def against_peaks(change: Array) -> dict[str, list[float]]:
    """Return the max norm of each order of a change of vdot, by block, relative to the peaks."""
    return {
        name: [
            float(np.abs(change[k, columns]).max()) / peaks()[name][k] for k in range(len(change))
        ]
        for name, columns in BLOCKS.items()
    }
