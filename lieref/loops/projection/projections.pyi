"""What the recursions over clusters are compared with: from tables to compiled passes."""

import numpy as np
from numpy.typing import NDArray

from lieref.loops.projection.projection_table import ProjectionTable

METHODS: dict[str, int]

def accelerations(
    table: ProjectionTable,
    method: str,
    q: NDArray[np.float64],
    v: NDArray[np.float64] | None,
    G: NDArray[np.float64],
    g: NDArray[np.float64],
    tau: NDArray[np.float64],
    wrenches: NDArray[np.float64] | None = None,
    inertial_wrenches: bool = False,
) -> tuple[NDArray[np.float64], int]: ...
def projected_torques(
    table: ProjectionTable,
    method: str,
    base: int,
    q: NDArray[np.float64],
    v: NDArray[np.float64],
    G: NDArray[np.float64],
    g: NDArray[np.float64],
    vdot: NDArray[np.float64],
    wrenches: NDArray[np.float64] | None = None,
    inertial_wrenches: bool = False,
) -> NDArray[np.float64]: ...
def tree_accelerations(
    table: ProjectionTable,
    q: NDArray[np.float64],
    v: NDArray[np.float64] | None,
    K: NDArray[np.float64],
    k: NDArray[np.float64],
    tau: NDArray[np.float64],
    wrenches: NDArray[np.float64] | None = None,
    inertial_wrenches: bool = False,
) -> tuple[NDArray[np.float64], NDArray[np.float64], int]: ...
def ends_inertia(
    table: ProjectionTable,
    method: str,
    q: NDArray[np.float64],
    G: NDArray[np.float64],
    bodies: NDArray[np.intc],
    frames: NDArray[np.float64],
) -> tuple[NDArray[np.float64], int]: ...
