"""Values of the functions of couplings and constraints, as kernels read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.series.taylor_scalar import Functions
from lieref.loops.constraints.couplings.cluster_programs import composed
from lieref.model.loops.coupling_functions import driven_values, without_functions

if TYPE_CHECKING:
    from lieref.loops.constraints.loop_tables import LoopTables
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]
DOUBLES = Functions(float)


def coupling_values(model: LoopModel, tables: LoopTables, q: Array) -> Array:
    """Values of the clusters that have functions, cluster after cluster; see loop_tables.pxd."""
    if not tables.n_driven:
        return np.zeros(0)
    if tables.programs.complete:
        return tables.coupling_values(q)
    numbers: list[float] = []
    for k in range(len(model.clusters)):
        if not without_functions(model, k):
            numbers += cluster_values(model, tables, k, q)
    return np.array(numbers, dtype=np.float64)


def cluster_values(model: LoopModel, tables: LoopTables, k: int, q: Array) -> list[float]:
    """The same of cluster k alone."""
    return [float(x) for x in cluster_numbers(DOUBLES, model, tables, k, q.tolist())]


def cluster_numbers(
    F: Functions, model: LoopModel, tables: LoopTables, k: int, q: list[Any]
) -> list[Any]:
    """The same as scalars of a field, at a tree configuration of such."""
    values, jacobians, hessians = composed(F, model, k, tables.free_orders[k], q)
    return [*jacobians, *values, *hessians]


def driven_coordinates(model: LoopModel, k: int, q: Array) -> dict[int, float]:
    """Values of the configuration coordinates that the couplings of cluster k drive, by place."""
    return driven_values(DOUBLES, model, k, q.tolist())
