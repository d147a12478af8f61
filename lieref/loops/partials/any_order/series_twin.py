"""Plain twin of the partials through loops of any order, over any scalar field K.

`series` and `velocity_map` are the same text for any scalar; here they get the series of the
twins of the constraint stage and of the open tree's partials.
"""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.loops.constraints.any_scalar import motion_series
from lieref.loops.partials.any_order.series import (
    Motion,
    Partials,
    blocks,
    bracket,
    independent_bracket,
    through_loops,
)
from lieref.loops.partials.any_order.velocity_map import forces_by_G
from lieref.partials.any_order.bases import derivatives
from lieref.partials.any_order.inverse.series_partials_twin import (
    series_of_partials,
    subtrees,
    times,
)

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[Any]


def loop_order_partials(model: LoopModel, q: Any, v: list[Any], K: Any) -> tuple[Array, Array]:
    """dtau_dq (r + 1, nv, nv) and dtau_dv (r + 1, r + 2, nv, nv), plain derivatives, base "body".

    q (tree.nq,) closes the loops, v (r + 2, nv); scalars of K.
    """
    y = np.array([[K(x) / factorial(k) for x in row] for k, row in enumerate(v)], object)

    def motion(y: Array) -> tuple[Array, Array]:
        rates, maps = motion_series(K, model, q, y.T.tolist())
        G = np.full((len(y), model.tree.nv, model.nv), K(0), object)
        for k, cluster in enumerate(model.clusters):
            rows, columns = list(cluster.velocities), list(model.cluster_independent[k])
            for i, row in zip(rows, maps[k], strict=True):
                for j, entry in zip(columns, row, strict=True):
                    G[:, i, j] = entry
        return np.array(rates, object).T, G

    rates, G = motion(np.concatenate([y, 0 * y[:1]]))
    at = Motion(rates[:-1], G)
    plain = [[x * factorial(k) for x in row] for k, row in enumerate(at.v)]
    force = np.full((len(v) - 1, model.tree.nv), K(0), object)
    for body in subtrees(model.tree, q, plain, K):
        for column in body.columns:
            force[:, column.coordinate] = times(column.s, body.force)
    brackets = bracket(model, at)
    b = independent_bracket(model, brackets)
    f_dG = forces_by_G(model, lambda y_late: motion(y_late)[1], y, force, b)
    tree = Partials(*series_of_partials(model.tree, q, plain, K))
    return derivatives(*blocks(through_loops(at, tree, brackets, b, f_dG), b))
