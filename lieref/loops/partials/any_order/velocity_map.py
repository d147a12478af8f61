"""How G changes along the independent coordinates, as Taylor series along a motion.

Arrays of any scalar, numpy's own or objects; axis 0 counts Taylor coefficients x^(k)/k!.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups.screw_arrays import product
from lieref.loops.constraints.constraint_partials import changing_clusters

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[Any]

#: Beside numbers of this size those of the motion itself are below rounding, and its square is a
#: double.
LARGE = 2**200


def forces_by_G(
    model: LoopModel,
    maps: Callable[[Array], Array],
    y: Array,
    force: Array,
    spin: Array | None,
) -> Array:
    """f . (X_c G) along a motion, coefficients (n, nv, nv), c the last index.

    X_c is the derivative along G e_c. A change xi = t^n e_c of the motion turns G into
    G + t^n X_c G, and what is quadratic in it begins at t^2n, beyond the last coefficient of a
    series of 2 n: so the motion of y + dy, dy = xi' + b xi, has X_c G in its upper half, exactly
    (docs/order-partials.md, (13)). Clusters do not depend on each other: one motion changes a
    coordinate of each.

    maps(y): coefficients of G along the motion of y, from the configuration in question; y (n, nv)
    or more and force (n, tree.nv) are coefficients of the independent velocity and of f, spin
    those of b, see `series`, or None.
    """
    n, nv = len(force), model.nv
    out: Array = force[0, 0] * 0 + np.zeros((n, nv, nv), dtype=int)
    columns = [list(model.cluster_independent[k]) for k in changing_clusters(model)]
    for i in range(max(map(len, columns), default=0)):
        varied = [indices for indices in columns if i < len(indices)]
        unit = np.zeros(nv, y.dtype)
        unit[[indices[i] for indices in varied]] = LARGE
        late = np.zeros((2 * n, nv), y.dtype)
        late[: n - 1] = y[: n - 1]
        late[n - 1] = n * unit
        if spin is not None:
            late[n:] = spin[:n] @ unit
        dG = maps(late)[n:] / LARGE
        found = product(force[:, None], dG)[:, 0]
        for indices in varied:
            out[:, indices, indices[i]] = found[:, indices]
    return out
