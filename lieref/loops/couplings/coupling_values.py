"""Values of the couplings' functions at a configuration, as kernels read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.series.taylor_scalar import Functions
from lieref.model.loops.coupling_functions import coordinate_of, derivatives, driven_values
from lieref.model.loops.coupling_trace import Program, Trace, program

if TYPE_CHECKING:
    from lieref.loops.constraints.loop_tables import LoopTables
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]
DOUBLES = Functions(float)


def coupling_values(model: LoopModel, tables: LoopTables, q: Array) -> Array:
    """Gamma, gamma and Gamma' of the clusters that functions couple, cluster after cluster."""
    if not tables.n_driven:
        return np.zeros(0)
    if tables.programs.complete:
        return tables.coupling_values(q)
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
    values, slopes, bends = _groups(F, model, k, tables.free_orders[k], q)
    return [*slopes, *values, *bends]


def _groups(
    F: Functions, model: LoopModel, k: int, order: list[int], q: list[Any]
) -> tuple[list[Any], list[Any], list[Any]]:
    """gamma, Gamma and Gamma' of cluster k, row by row, free coordinates in this order."""
    gamma, bends = derivatives(F, model, k, q)
    values = driven_values(F, model, k, q)
    place = {iv: int(model.tree.idx_q[i]) for i, iv in enumerate(model.tree.idx_v.tolist())}
    return (
        [values.get(place.get(iv, -1), F(0.0)) for iv in model.clusters[k].velocities],
        [row[j] for row in gamma for j in order],
        [bend[i][j] for bend in bends for i in order for j in order],
    )


def cluster_programs(
    model: LoopModel, orders: list[list[int]]
) -> list[tuple[Program, list[int], list[int]] | None]:
    """Programs of the clusters that functions couple, and the coordinates that they start from.

    None of other clusters, and of all where a function cannot be traced. orders: `free_orders`.
    """
    found: list[tuple[Program, list[int], list[int]] | None] = []
    for k, cluster in enumerate(model.clusters):
        if model.untraced or all(model.couplings[c].function is None for c in cluster.couplings):
            found.append(None)
            continue
        ends = [model.coupling_ends[c][1] for c in cluster.couplings]
        sources = sorted({body for bodies in ends for body in bodies})
        places = [coordinate_of(model, body) for body in sources]
        trace = Trace(len(places))
        q: list[Any] = model.assembly.tolist()
        for (iq, _), x in zip(places, trace.inputs, strict=True):
            q[iq] = x
        groups = _groups(Functions(trace), model, k, orders[k], q)
        found.append((program(trace, groups), [iq for iq, _ in places], [iv for _, iv in places]))
    return found


def driven_coordinates(model: LoopModel, k: int, q: Array) -> dict[int, float]:
    """Values of the configuration coordinates that the couplings of cluster k drive, by place."""
    return driven_values(DOUBLES, model, k, q.tolist())
