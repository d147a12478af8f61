"""Plain twin of the second partials of any order, contracted with weights.

Over any scalar field K, in the frame and with the symbols of `series_partials_twin`. Along the
motion the second partials of w(t) . tau are those of `contraction_twin`, whose products are
convolutions here:

    QQ = d2(w.tau)/dq2,  QV = d2/dq dv,  VV = d2/dv2,  AQ = d2/da dq,

[c, d] the derivative along d of that along c. What a start or a rate of a coordinate makes of the
motion, in series, then gives the blocks: docs/order-partials.md, (14) to (16).
"""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lieref.partials.any_order.inverse.series_partials_twin import (
    Array,
    Column,
    Series,
    Subtree,
    convolved,
    crossed,
    deviations,
    dual,
    plus,
    scaled,
    subtrees,
    times,
)
from lieref.partials.any_order.inverse.series_products_twin import series_vjp
from lieref.partials.tensor_algebra import force_cross, motion_cross

if TYPE_CHECKING:
    from lieref.model.model import Model


class SecondSeries(NamedTuple):
    """Coefficients of QQ, QV, VV and AQ, (nv, nv) each."""

    QQ: Array
    QV: Array
    VV: Array
    AQ: Array


class Weights(NamedTuple):
    """Series of what a coordinate brings to every pair with one of a joint before its own."""

    alpha: Series
    beta: Series
    delta: Series
    dF_dq: Series
    dF_dv: Series
    dF_da: Series
    y: Series


def second_series(model: Model, q: Any, v: list[Any], w: Array, K: Any) -> SecondSeries:
    """Series of r + 1 coefficients; v (r + 2, nv) derivatives, w (r + 1, nv) coefficients."""
    trees, n = subtrees(model, q, v, K), len(v) - 1
    zero = [np.array([K(0)] * 6) for _ in range(n)]
    twists: list[Series] = []
    for tree in trees:
        above = twists[tree.parent] if tree.parent >= 0 else zero
        twists.append(plus(above, *(scaled(t.s, list(w[:, t.coordinate])) for t in tree.columns)))
    # T, U, A of the subtrees
    sums: list[tuple[Series, Series, Series]] = []
    for tree, twist in zip(trees, twists, strict=True):
        above = twists[tree.parent] if tree.parent >= 0 else zero
        own = plus(twist, [-x for x in above])
        turned = convolved(tree.inertia, own, lambda a, b: -(a @ motion_cross(b)))
        rate = plus(dual(own, tree.inertia), turned)
        back = [x.T for x in tree.coriolis]
        sums.append((times(tree.inertia, own), times(back, own), rate))
    for i in reversed(range(len(trees))):
        if trees[i].parent >= 0:
            carrier = trees[i].parent
            pairs = zip(sums[carrier], sums[i], strict=True)
            sums[carrier] = tuple(plus(*pair) for pair in pairs)  # type: ignore[assignment]
    out = SecondSeries(*(np.full((n, model.nv, model.nv), K(0), dtype=object) for _ in range(4)))
    weights: dict[int, Weights] = {}
    for i, tree in enumerate(trees):
        W = twists[tree.parent] if tree.parent >= 0 else zero
        for p in tree.columns:
            weights[p.coordinate] = _weights(tree, p, sums[i], W)
        for p in tree.columns:
            j = i
            while j >= 0:
                for t in trees[j].columns:
                    _pair(out, p, t, weights, j == i)
                j = trees[j].parent
    return out


def _weights(tree: Subtree, p: Column, sums: tuple[Series, Series, Series], W: Series) -> Weights:
    """The vectors of coordinate p; W is the twist of its joint's predecessor."""
    T, U, A = sums
    inertia, back = tree.inertia, [x.T for x in tree.coriolis]
    m, b = plus(times(inertia, W), T), plus(times(back, W), U)
    y, dF_da = crossed(W, p.s), times(inertia, p.s)
    beta = plus(times(inertia, y), dual(p.s, m))
    kept = [-x for x in W]
    lost = [-x for x in A]
    return Weights(
        alpha=plus(
            times(inertia, crossed(W, p.psi_d)),
            dual(kept, times(inertia, p.psi_d)),
            dual(p.psi_d, m),
            times(lost, p.psi_d),
            times(back, y),
            dual(p.s, b),
        ),
        beta=beta,
        delta=plus(beta, dual(kept, dF_da), times(lost, p.s)),
        dF_dq=plus(times(tree.coriolis, p.psi_d), times(inertia, p.psi_dd), dual(p.s, tree.force)),
        dF_dv=plus(times(tree.coriolis, p.s), times(inertia, p.sum_d)),
        dF_da=dF_da,
        y=y,
    )


def _pair(out: SecondSeries, p: Column, t: Column, weights: dict[int, Weights], own: bool) -> None:
    """All entries of coordinates p and t, where t's joint is p's or carries it."""
    i, j = p.coordinate, t.coordinate
    of_p, of_t = weights[i], weights[j]
    there, back = (slice(None), i, j), (slice(None), j, i)
    qq = plus(times(of_p.alpha, t.psi_d), times(of_p.beta, t.psi_dd), times(of_p.dF_dq, of_t.y))
    out.QQ[there] = qq
    out.QV[back] = plus(times(of_p.delta, t.psi_d), times(of_p.dF_dv, of_t.y))
    out.AQ[there] = times(of_p.dF_da, of_t.y)
    if own:
        # inside one joint the two orders differ by what is skew
        vv = plus(times(of_p.delta, t.s), times(of_t.delta, p.s))
        out.VV[there] = [x / 2 for x in vv]
        return
    out.QQ[back] = qq
    out.VV[there] = out.VV[back] = times(of_p.delta, t.s)
    out.QV[there] = plus(times(of_p.alpha, t.s), times(of_p.beta, t.sum_d))
    out.AQ[back] = times(of_p.beta, t.s)


def order_contraction(
    model: Model, q: Any, v: list[Any], w: Any, K: Any
) -> tuple[Array, Array, Array]:
    """d2tau_dq_dq (nv, nv), d2tau_dv_dv (r + 2, r + 2, nv, nv), d2tau_dq_dv (r + 2, nv, nv).

    v (r + 2, nv) and w (r + 1, nv): derivatives, and the weights of those of tau.
    """
    n = len(v) - 1
    weights = np.array([[K(x) * factorial(k) for x in row] for k, row in enumerate(w)][::-1])
    series = second_series(model, q, v, weights, K)
    of_xi = series_vjp(model, q, v, weights, K)[0]
    rows = np.array([[K(x) / factorial(k) for x in row] for k, row in enumerate(v)])
    changes = [_change(model, rows, m, K) for m in range(-1, n + 1)]
    late = [_late(model, rows, of_xi, m, K) for m in range(-1, n + 1)]
    found = [
        [_block(series, row, column, turned) for column, turned in zip(changes, late, strict=True)]
        for row in changes
    ]
    whole = [K(factorial(k)) for k in range(n + 1)]
    dq_dv = np.array([found[0][m + 1] / whole[m] for m in range(n + 1)])
    dv_dv = np.array(
        [[found[j + 1][m + 1] / (whole[j] * whole[m]) for m in range(n + 1)] for j in range(n + 1)]
    )
    return found[0][0], dv_dv, dq_dv


def _change(model: Model, rows: Array, m: int, K: Any) -> tuple[Series, Series, Series]:
    """xi, dv, da (nv, nv), a column to each start xi_0 = 1, or to each dv = t^m."""
    n, nv = len(rows), model.nv
    unit = np.array([[K(int(i == j)) for j in range(nv)] for i in range(nv)])
    xi = [unit * 0 for _ in range(n)]
    if m + 1 < n:
        xi[m + 1] = unit if m < 0 else unit / (m + 1)
    for joint, iv in zip(model.joints, model.idx_v, strict=True):
        here = slice(iv, iv + joint.nv)
        if joint.nv > 1:
            for x, own in zip(xi, deviations(rows, here, K)[m + 1], strict=True):
                x[here, here] = own
    dv = [unit * int(i == m) for i in range(n)]
    da = [unit * (m * int(i == m - 1)) for i in range(n)]
    return xi[:-1], dv[:-1], da[:-1]


def _late(model: Model, rows: Array, of_xi: Array, m: int, K: Any) -> Series:
    """What dv = t^m in ad_v of the rows' xi takes from the series by xi, (16): of xi_{i-m}

    step_i = x_{i+1} / (i + 1),   x_j -= ad_{v_{i-j}}^T step_i;   coefficients in reversed order.
    """
    r = len(of_xi) - 1
    out = [np.full((model.nv, model.nv), K(0), dtype=object) for _ in of_xi]
    if m < 0:
        return out
    for joint, iv in zip(model.joints, model.idx_v, strict=True):
        if joint.nv == 1:
            continue
        d = joint.nv
        x = [*(row[iv : iv + d] for row in of_xi[::-1]), np.array([K(0)] * d)]
        for i in reversed(range(r + 1)):
            step = np.array([*(x[i + 1] / (i + 1)), *[K(0)] * (6 - d)])
            for j in range(i + 1):
                spin = np.array([*rows[i - j][iv : iv + d], *[K(0)] * (6 - d)])
                x[j] = x[j] + (force_cross(spin) @ step)[:d]
            if m <= i:
                for c in range(d):
                    unit = np.array([K(int(k == c)) for k in range(6)])
                    turned = (force_cross(unit) @ step)[:d]
                    out[r - i + m][iv : iv + d, iv + c] = turned
    return out


def _block(
    series: SecondSeries,
    row: tuple[Series, Series, Series],
    column: tuple[Series, Series, Series],
    late: Series,
) -> Array:
    """Coefficient r of xi^T (QQ xi + QV dv + QA da + late) + dv^T (VQ xi + VV dv) + da^T AQ xi"""
    QQ, QV, VV, AQ = (list(x) for x in series)
    VQ, QA = [x.T for x in QV], [x.T for x in AQ]
    xi, dv, da = column
    of_xi = plus(times(QQ, xi), times(QV, dv), times(QA, da), late)
    of_v, of_a = plus(times(VQ, xi), times(VV, dv)), times(AQ, xi)
    terms = zip(row, (of_xi, of_v, of_a), strict=True)
    return sum(times([x.T for x in change], found)[-1] for change, found in terms)
