"""Values of the couplings' functions at a configuration, as kernels read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.series.taylor_scalar import Functions
from lieref.model.loops.coupling_functions import derivatives, driven_values

if TYPE_CHECKING:
    from lieref.loops.constraints.loop_tables import LoopTables
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]
DOUBLES = Functions(float)


def coupling_values(model: LoopModel, tables: LoopTables, q: Array) -> Array:
    """Gamma, gamma and Gamma' of the clusters that functions couple, cluster after cluster."""
    if not tables.n_driven:
        return np.zeros(0)
    numbers: list[float] = []
    for k, cluster in enumerate(model.clusters):
        if any(model.couplings[c].function is not None for c in cluster.couplings):
            numbers += cluster_values(model, tables, k, q)
    return np.array(numbers, dtype=np.float64)


def cluster_values(model: LoopModel, tables: LoopTables, k: int, q: Array) -> list[float]:
    """The same of cluster k alone."""
    return [float(x) for x in cluster_numbers(DOUBLES, model, tables, k, q.tolist())]


def cluster_numbers(
    F: Functions, model: LoopModel, tables: LoopTables, k: int, q: list[Any]
) -> list[Any]:
    """The same as scalars of a field, at a tree configuration of such."""
    order = tables.free_orders[k]
    gamma, bends = derivatives(F, model, k, q)
    values = driven_values(F, model, k, q)
    place = {iv: int(model.tree.idx_q[i]) for i, iv in enumerate(model.tree.idx_v.tolist())}
    return [
        *(row[j] for row in gamma for j in order),
        *(values.get(place.get(iv, -1), F(0.0)) for iv in model.clusters[k].velocities),
        *(bend[i][j] for bend in bends for i in order for j in order),
    ]


def driven_coordinates(model: LoopModel, k: int, q: Array) -> dict[int, float]:
    """Values of the configuration coordinates that the couplings of cluster k drive, by place."""
    return driven_values(DOUBLES, model, k, q.tolist())
