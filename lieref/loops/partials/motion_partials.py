"""Partials of the tree's motion at a closed configuration, by the kernel or cluster by cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lieref.loops.constraints.constraint_partials import cluster_partials
from lieref.loops.constraints.equations import singular
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.constraints.state import closed_state
from lieref.loops.partials import first_partials
from lieref.loops.partials.chain_rule import Motion, directions

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


class MotionPartials(NamedTuple):
    """Rates (2, tree.nv), maps (4, n_G) and dG, see first_partials.pxd."""

    rates: Array
    maps: Array
    dG: Array


def motion_partials(model: LoopModel, q: Array, y: Array, a: Array) -> MotionPartials:
    """At a checked closed configuration, of independent velocity and acceleration (nv,).

    Raises
    ------
    SingularError
        The dependent coordinates do not follow from the independent ones; names the loop.
    """
    tables = loop_tables(model)
    if not tables.programs.complete:
        return _of_clusters(model, q, y, a)
    found, failed = first_partials.motion_partials(tables, q, y, a)
    if failed >= 0:
        raise singular(model, failed, q)
    return MotionPartials(*found)


def _of_clusters(model: LoopModel, q: Array, y: Array, a: Array) -> MotionPartials:
    """Where functions couple joints that cannot be traced."""
    state = closed_state(model, q, y)
    tables = state.tables
    G = tables.dense(state.G)
    clusters = cluster_partials(model, q, y, G, False)
    maps = np.zeros((4, tables.n_G))
    maps[0] = state.G
    to = directions(Motion(y, a, G, clusters))
    for c in clusters:
        place, n_tree, n_ind = tables.shapes[c.number]
        for row, x in zip(maps[1:], (to.dv_dq, to.da_dq, to.da_dv), strict=True):
            row[place : place + n_tree * n_ind] = x[np.ix_(c.rows, c.columns)].ravel()
    dG = np.concatenate([np.zeros(0), *(c.dG.ravel() for c in clusters)])
    return MotionPartials(np.array([state.v, G @ a + state.g]), maps, dG)
