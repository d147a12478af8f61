"""Plain twin of the partials of forward dynamics of any order: docs/order-partials.md, (8).

Over any scalar field K, from the twin of those of inverse dynamics and the factor H = L^T D L.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.partials.any_order.inverse.series_partials_twin import order_partials
from lieref.partials.fdsva_so.fdsva_so_twin import Inertia

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = Any


def forward_order_partials(
    model: Model, q: Any, v: list[Any], K: Any, base: str = "body"
) -> tuple[Array, Array, Array]:
    """da_dq, da_dv (r + 1, nv, nv) and da_dtau (r + 1, r + 1, nv, nv) of a motion v (r + 2, nv)."""
    Q, D = order_partials(model, q, v, K, base)
    return solved_blocks(Q, D, K(1), Inertia(model, D[0, 1]).solve)


def solved_blocks(
    Q: Array, D: Array, one: Any, solve: Callable[[Array], Array]
) -> tuple[Array, Array, Array]:
    """The same from dtau_dq, dtau_dv, arrays of any scalar; solve(X): H^-1 X."""
    n, nv = Q.shape[:2]
    # of a^(k), side by side: by q, by v, by tau, by tau', ...
    right = np.full((n, nv, (2 + n) * nv), one * 0, Q.dtype)
    right[:, :, :nv], right[:, :, nv : 2 * nv] = -Q, -D[:, 0]
    for k in range(n):
        for c in range(nv):
            right[k, c, (2 + k) * nv + c] = one
    split = solved_orders(right, D, solve).reshape(n, nv, 2 + n, nv)
    return split[:, :, 0], split[:, :, 1], split[:, :, 2:].swapaxes(1, 2)


def solved_orders(right: Array, D: Array, solve: Callable[[Array], Array]) -> Array:
    """x_k of sum_j D[k, j + 1] x_j = right[k], j <= k, all (n, nv, m); solve(X): H^-1 X."""
    found: list[Array] = []
    for k, rows in enumerate(right):
        for j, lower in enumerate(found):
            rows = rows - D[k, j + 1] @ lower
        found.append(solve(rows))
    return np.array(found, right.dtype)
