"""G and g of one state, and their Taylor coefficients along a motion, as kernels read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lieref.loops.constraints import constraints
from lieref.loops.constraints.any_scalar import motion_series
from lieref.loops.constraints.couplings.coupling_values import DOUBLES, coupling_values
from lieref.loops.constraints.equations import singular
from lieref.loops.constraints.loop_tables import LoopTables, closure_over, loop_tables

if TYPE_CHECKING:
    from lieref.model.loops.loop_closure import LoopClosure
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


@dataclass(frozen=True)
class PackedState:
    """`ConstraintState` as kernels read it: G as the blocks of the constrained clusters.

    A block has the cluster's velocity coordinates as rows and its independent ones as columns, row
    by row; `tables.shapes` has their offsets. measure: see `toggle_measure`.
    """

    tables: LoopTables
    q: Array
    v: Array
    G: Array
    g: Array
    measure: Array


def closed_state(model: LoopModel, q: Array, ydot: Array) -> PackedState:
    """Packed G and g, and the tree's velocity, of a checked tree configuration and velocity."""
    tables = loop_tables(model)
    G, measure = np.empty(tables.n_G), np.empty(tables.n_clusters)
    g, qdot = np.empty(model.tree.nv), np.empty(model.tree.nv)
    values = coupling_values(model, tables, q)
    failed = constraints.run(tables, q, ydot, values, G, g, qdot, measure)
    if failed >= 0:
        raise singular(model, failed, q)
    return PackedState(tables, q, qdot, G, g, measure)


def motion_coefficients(model: LoopModel, q: Array, y: Array) -> tuple[Array, Array]:
    """Taylor coefficients of qdot (n, tree.nv) and of the packed G (n, n_G) along a motion.

    Of checked arguments; y (n, nv) are those of the independent velocity.
    """
    tables, n = loop_tables(model), len(y)
    qdot, G = np.zeros((n, model.tree.nv)), np.zeros((n, tables.n_G))
    if tables.programs.complete:
        failed = constraints.run_motion(tables, q, y, qdot, G)
        if failed >= 0:
            raise singular(model, failed, q)
        return qdot, G
    # finds a singular cluster and names it
    closed_state(model, q, y[0])
    rates, matrices = motion_series(DOUBLES, model, q.tolist(), y.T.tolist(), closure_of(model))
    qdot[:] = np.array(rates).reshape(model.tree.nv, n).T
    for (offset, n_tree, n_ind), block in zip(tables.shapes, matrices, strict=True):
        if offset >= 0:
            series: Array = np.array(block).reshape(n_tree * n_ind, n)
            G[:, offset : offset + n_tree * n_ind] = series.T
    return qdot, G


def closure_of(model: LoopModel) -> LoopClosure:
    """The constants of the loops as Python numbers, made at the first call."""
    closure: LoopClosure | None = model.tables.get("closure")
    if closure is None:
        closure = model.tables["closure"] = closure_over(DOUBLES, model, "doubles")
    return closure
