"""Values of a cluster's functions over any scalar, and the programs that compute them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lieref.algebra.series.taylor_scalar import Functions
from lieref.model.loops.coupling_functions import (
    coordinate_of,
    derivatives,
    driven_values,
    implicit_derivatives,
    implicit_values,
    without_functions,
)
from lieref.model.loops.coupling_trace import Program, Trace, program

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel


def composed(
    F: Functions, model: LoopModel, k: int, order: list[int], q: list[Any]
) -> tuple[list[Any], list[Any], list[Any]]:
    """gamma and phi, Gamma and K, Gamma' and phi'' of cluster k, row by row.

    phi, K and phi'' are those of its implicit constraints. Free coordinates in this order.
    """
    gamma, hessians = derivatives(F, model, k, q)
    values = driven_values(F, model, k, q)
    rows, curves = implicit_derivatives(F, model, k, q)
    place = {iv: int(model.tree.idx_q[i]) for i, iv in enumerate(model.tree.idx_v.tolist())}
    return (
        [
            *(values.get(place.get(iv, -1), F(0.0)) for iv in model.clusters[k].velocities),
            *implicit_values(F, model, k, q),
        ],
        [*(row[j] for row in gamma for j in order), *(x for row in rows for x in row)],
        [
            *(hessian[i][j] for hessian in hessians for i in order for j in order),
            *(x for curve in curves for row in curve for x in row),
        ],
    )


def cluster_programs(
    model: LoopModel, orders: list[list[int]]
) -> list[tuple[Program, list[int], list[int]] | None]:
    """Programs of the clusters that have functions, and the coordinates that they start from.

    None of other clusters, and of all where a function cannot be traced. orders: `free_orders`.
    """
    found: list[tuple[Program, list[int], list[int]] | None] = []
    for k, cluster in enumerate(model.clusters):
        if model.untraced or without_functions(model, k):
            found.append(None)
            continue
        ends = [model.coupling_ends[c][1] for c in cluster.couplings]
        ends += [model.constraint_ends[c] for c in cluster.constraints]
        sources = sorted({body for bodies in ends for body in bodies})
        places = [coordinate_of(model, body) for body in sources]
        trace = Trace(len(places))
        q: list[Any] = model.assembly.tolist()
        for (iq, _), x in zip(places, trace.inputs, strict=True):
            q[iq] = x
        groups = composed(Functions(trace), model, k, orders[k], q)
        found.append((program(trace, groups), [iq for iq, _ in places], [iv for _, iv in places]))
    return found
