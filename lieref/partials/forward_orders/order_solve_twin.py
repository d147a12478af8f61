"""Plain twin of the partials of forward dynamics of any order: docs/order-partials.md, (8).

Over any scalar field K, from the twin of those of inverse dynamics and the factor H = L^T D L.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.partials.fdsva_so.fdsva_so_twin import Inertia
from lieref.partials.orders.order_partials_twin import order_partials

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
    found = np.full((n, nv, (2 + n) * nv), one * 0, Q.dtype)
    for k in range(n):
        right = np.full((nv, (2 + n) * nv), one * 0, Q.dtype)
        right[:, :nv], right[:, nv : 2 * nv] = -Q[k], -D[k, 0]
        for c in range(nv):
            right[c, (2 + k) * nv + c] = one
        for j in range(1, k + 1):
            right = right - D[k, j] @ found[j - 1]
        found[k] = solve(right)
    split = found.reshape(n, nv, 2 + n, nv)
    return split[:, :, 0], split[:, :, 1], split[:, :, 2:].swapaxes(1, 2)
