"""Plain twin of the series of A, B, H times series of moves, from either side, without matrices.

Over any scalar field K, in the frame and with the symbols of `series_partials_twin`; the sums over
paths and subtrees are those of `products_twin`, their products convolutions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.partials.any_order.inverse.series_partials_twin import (
    Array,
    Series,
    dual,
    plus,
    scaled,
    subtrees,
    times,
)

if TYPE_CHECKING:
    from lieref.model.model import Model


def series_jvp(
    model: Model, q: Any, v: list[Any], xi: Array, dv: Array, da: Array, K: Any
) -> Array:
    """Coefficients (r + 1, nv) of A xi + B dv + H da; v (r + 2, nv) derivatives, base "body"."""
    trees, n = subtrees(model, q, v, K), len(v) - 1
    zero = [np.array([K(0)] * 6) for _ in range(n)]
    own: list[tuple[Series, Series, Series]] = []
    sums: list[tuple[Series, Series]] = []
    for tree in trees:
        x, y, z = zero, zero, zero
        for t in tree.columns:
            move, rate, lift = (list(series[:, t.coordinate]) for series in (xi, dv, da))
            x = plus(x, scaled(t.psi_d, move), scaled(t.s, rate))
            y = plus(y, scaled(t.psi_dd, move), scaled(t.sum_d, rate), scaled(t.s, lift))
            z = plus(z, scaled(t.s, move))
        own.append((x, y, z))
        X, Y = sums[tree.parent] if tree.parent >= 0 else (zero, zero)
        sums.append((plus(X, x), plus(Y, y)))
    tau = np.full((n, model.nv), K(0), dtype=object)
    beyond = [zero for _ in trees]
    for i in reversed(range(len(trees))):
        tree, (x, y, z), (X, Y) = trees[i], own[i], sums[i]
        F = plus(times(tree.coriolis, X), times(tree.inertia, Y), beyond[i])
        for t in tree.columns:
            tau[:, t.coordinate] = times(t.s, F)
        if tree.parent >= 0:
            moved = plus(times(tree.coriolis, x), times(tree.inertia, y), dual(z, tree.force))
            beyond[tree.parent] = plus(beyond[tree.parent], beyond[i], moved)
    return tau


def series_vjp(model: Model, q: Any, v: list[Any], w: Array, K: Any) -> tuple[Array, Array, Array]:
    """Coefficients (r + 1, nv) of w^T A, w^T B, w^T H."""
    trees, n = subtrees(model, q, v, K), len(v) - 1
    zero = [np.array([K(0)] * 6) for _ in range(n)]
    twists: list[Series] = []
    for tree in trees:
        above = twists[tree.parent] if tree.parent >= 0 else zero
        twists.append(plus(above, *(scaled(t.s, list(w[:, t.coordinate])) for t in tree.columns)))
    of_q, of_v, of_a = (np.full((n, model.nv), K(0), dtype=object) for _ in range(3))
    T, U = ([zero for _ in trees] for _ in range(2))
    for i in reversed(range(len(trees))):
        tree = trees[i]
        above = twists[tree.parent] if tree.parent >= 0 else zero
        back = [x.T for x in tree.coriolis]
        momentum = plus(times(tree.inertia, twists[i]), T[i])
        drag = plus(times(back, twists[i]), U[i])
        for t in tree.columns:
            of_q[:, t.coordinate] = plus(
                times(drag, t.psi_d), times(momentum, t.psi_dd), times(above, dual(t.s, tree.force))
            )
            of_v[:, t.coordinate] = plus(times(drag, t.s), times(momentum, t.sum_d))
            of_a[:, t.coordinate] = times(momentum, t.s)
        if tree.parent >= 0:
            own = plus(twists[i], [-x for x in above])
            T[tree.parent] = plus(T[tree.parent], T[i], times(tree.inertia, own))
            U[tree.parent] = plus(U[tree.parent], U[i], times(back, own))
    return of_q, of_v, of_a
