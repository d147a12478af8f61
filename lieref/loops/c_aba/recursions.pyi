"""C-RNEA, C-ABA and C-EFPA for a state whose G and g are known: from tables to compiled passes."""

import numpy as np
from numpy.typing import NDArray

from lieref.loops.c_aba.group_table import GroupTable

def reduced_forces(
    table: GroupTable, G: NDArray[np.float64], tau: NDArray[np.float64]
) -> NDArray[np.float64]: ...
def tree_rates(
    table: GroupTable, G: NDArray[np.float64], y: NDArray[np.float64]
) -> NDArray[np.float64]: ...
def c_rnea(
    table: GroupTable,
    base: int,
    q: NDArray[np.float64],
    v: NDArray[np.float64],
    G: NDArray[np.float64],
    wrenches: NDArray[np.float64] | None = None,
    inertial_wrenches: bool = False,
) -> NDArray[np.float64]: ...
def c_aba_accelerations(
    table: GroupTable,
    base: int,
    q: NDArray[np.float64],
    v: NDArray[np.float64],
    G: NDArray[np.float64],
    g: NDArray[np.float64],
    tau: NDArray[np.float64],
    gravity: NDArray[np.float64],
    wrenches: NDArray[np.float64] | None = None,
    inertial_wrenches: bool = False,
) -> tuple[NDArray[np.float64], int]: ...
def c_efpa_inertia(
    table: GroupTable,
    q: NDArray[np.float64],
    G: NDArray[np.float64],
    bodies: NDArray[np.intc],
    frames: NDArray[np.float64],
) -> tuple[NDArray[np.float64], int]: ...
