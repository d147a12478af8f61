"""Least solutions of equations of loops, K g = k and K^T lambda = f, whose rows may be redundant.

The rank of each cluster is known from the model. Which part of K is that rank, and which is left by
rounding or by placements that are not quite exact, is decided by singular values in rad and lengths
of the loop, never by the values in given units; see `is_rounding` of loop_tables.pxd.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lieref.errors import SingularError
from lieref.loops.constraints.equations import rank_of
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.model.arguments import require_in_range
from lieref.model.loops.loop_structure import implicit_names

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


class RowSpace(NamedTuple):
    """K of one cluster as D_r^-1 K D_c = left diag(sizes) right, with its rank.

    Attributes
    ----------
    rows : slice
        Of K.
    columns : list of int
        Velocity coordinates of the tree.
    row_units, column_units : arrays
        D_r and the inverse of D_c.
    left : (rows, rows) array
    sizes : (rank,) array
    right : (rank, columns) array
    """

    rows: slice
    columns: list[int]
    row_units: Array
    column_units: Array
    left: Array
    sizes: Array
    right: Array


def row_spaces(model: LoopModel, K: Array) -> Iterator[RowSpace]:
    """Yield the row space of each cluster that has loops or couplings.

    Raises
    ------
    SingularError
        A cluster has lost rank; names its loops.
    """
    tables = loop_tables(model)
    units = np.array([unit for _, unit in tables.owners])
    for k, cluster in enumerate(model.clusters):
        first, of_loops = tables.row_ranges[k]
        rows = slice(first, first + of_loops + len(cluster.driven))
        columns = list(cluster.velocities)
        rank = len(columns) - len(model.cluster_independent[k])
        if rank == 0:
            continue
        scaled = K[rows][:, columns] / units[rows, None] * tables.tree_units[columns]
        # terms of a coupling do not cancel: its row is measured by its largest entry
        own = units[rows].copy()
        largest = np.abs(scaled[of_loops:]).max(axis=1, initial=0.0)
        own[of_loops:] *= largest
        scaled[of_loops:] /= largest[:, None]
        require_in_range("K", scaled)
        left, sizes, right = np.linalg.svd(scaled)
        if rank_of(sizes) < rank:
            raise SingularError(
                f"{implicit_names(model, k)}: lost rank, expected {rank} independent constraints; "
                f"the smallest singular value is {sizes[rank - 1]:.3g}"
            )
        yield RowSpace(
            rows, columns, own, tables.tree_units[columns], left, sizes[:rank], right[:rank]
        )


def least_motion(model: LoopModel, K: Array, k: Array) -> Array:
    """The g of K g = k that is least in rad and lengths of the loop."""
    g = np.zeros(model.tree.nv)
    for space in row_spaces(model, K):
        rank = len(space.sizes)
        solution = space.left[:, :rank].T @ (k[space.rows] / space.row_units)
        g[space.columns] = space.column_units * (space.right.T @ (solution / space.sizes))
    return g


def least_multipliers(model: LoopModel, K: Array, forces: Array) -> Array:
    """The lambda of K^T lambda = forces that is least in N m and N times a length of the loop."""
    found = np.zeros(len(K))
    for space in row_spaces(model, K):
        rank = len(space.sizes)
        solution = space.right @ (space.column_units * forces[space.columns])
        found[space.rows] = space.left[:, :rank] @ (solution / space.sizes) / space.row_units
    return found
