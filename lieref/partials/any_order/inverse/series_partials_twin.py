"""Plain twin of the partials of inverse dynamics of any order: IDSVA over Taylor coefficients.

Along a motion, tau(t) changes by dtau = A xi + B dv + H dv', where A, B, H are the partials of
[Singh, (12), (13)] at the time t and xi' = dv - [v, xi] (docs/order-partials.md). So the series of
A, B and H say all. Over any scalar field K; everything is resolved in a frame that moves with the
body at the root of the tree: the axes are inertial now, the origin is the root body's. A series of
arrays is the list of its coefficients x^(k)/k!. Symbols (docs/notation.md), beside those of
`idsva_twin`:

    U         twist of a body relative to the root, V = U + V_root
    s' = U x s,  I' = U x* I - I (U x): both are constant in the body
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import factorial
from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.dynamics.matrices.composite_bodies_twin import base_changes
from lieref.dynamics.shared.base_change import velocity
from lieref.kinematics.forward_kinematics_twin import Motion, motions
from lieref.model.tree.exact import exact_model
from lieref.partials.any_order.bases import derivatives, in_base, one_degree_blocks
from lieref.partials.idsva.idsva_twin import coriolis, spatial_inertia
from lieref.partials.tensor_algebra import force_cross, motion_cross, skew

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = Any
#: Coefficients x^(k)/k! of an array.
Series = list[Any]


@dataclass
class Column:
    """One velocity coordinate of a joint: series of psi_d + s_d and of those of `idsva_twin`."""

    coordinate: int
    s: Series
    psi_d: Series
    psi_dd: Series
    sum_d: Series


@dataclass
class Subtree:
    """A body with all beyond it, as in `idsva_twin`, in series; twist and what lifts it."""

    parent: int
    columns: list[Column]
    inertia: Series
    coriolis: Series
    force: Series
    twist: Series
    acceleration: Series
    root: Series


def convolved(x: Series, y: Series, product: Callable[[Any, Any], Any]) -> Series:
    """(x y)_k = sum of x_j y_{k-j}"""
    return [
        sum((product(x[j], y[k - j]) for j in range(1, k + 1)), product(x[0], y[k]))
        for k in range(len(x))
    ]


def times(x: Series, y: Series) -> Series:
    """Product of matrices or vectors."""
    return convolved(x, y, lambda a, b: a @ b)


def scaled(x: Series, c: Series) -> Series:
    """Arrays times numbers."""
    return convolved(x, c, lambda a, b: a * b)


def crossed(v: Series, s: Series) -> Series:
    """v x s of motions."""
    return convolved(v, s, lambda a, b: motion_cross(a) @ b)


def dual(v: Series, f: Series) -> Series:
    """v x* f, of a force or of a matrix of them."""
    return convolved(v, f, lambda a, b: force_cross(a) @ b)


def plus(*terms: Series) -> Series:
    """Sum of series."""
    return [sum(x[1:], x[0]) for x in zip(*terms, strict=True)]


def solution(start: Array, rate: Callable[[Series], Series], n: int) -> Series:
    """x of x(0) = start and x' = rate(x), n coefficients."""
    x = [start]
    for k in range(n - 1):
        x.append(rate(x)[k] / (k + 1))
    return x


def inertia_series(U: Series, start: Array) -> Series:
    """Inertia of a body: I' = U x* I - I (U x)"""

    def rate(x: Series) -> Series:
        turned = dual(U[: len(x)], x)
        return plus(turned, convolved(x, U[: len(x)], lambda a, b: -(a @ motion_cross(b))))

    return solution(start, rate, len(U))


def _columns(motion: Motion, iv: int, n: int) -> list[Series]:
    """Columns s, of constant joints in the moving frame, as lists of arrays (6,)."""
    return [[np.array([x[k] for x in column]) for k in range(n)] for column in motion.S]


def _taken_off(rates: Array, lifts: Array, iv: int) -> Series:
    """Velocity u of a free root's origin, u' = -w x u, which is taken off its rates and lifts."""
    turn, n = rates[iv : iv + 3], rates.shape[1]
    u = [rates[iv + 3 : iv + 6, 0].copy()]
    for k in range(n):
        slope = sum(skew(turn[:, j]) @ u[k - j] for j in range(k + 1))
        u.append(-slope / (k + 1))
    for k in range(n):
        rates[iv + 3 : iv + 6, k] -= u[k]
        lifts[iv + 3 : iv + 6, k] -= (k + 1) * u[k + 1]
    return u[:n]


def subtrees(model: Model, q: Any, v: list[Any], K: Any) -> list[Subtree]:
    """Lines 1 to 11 of [Singh, Algorithm 1] and its composites, in series of len(v) - 1.

    v (r + 2, nv) derivatives, base "body".
    """
    exact, n = exact_model(model, K), len(v) - 1
    given = [[K(v[k][c]) / factorial(k) for k in range(n)] for c in range(model.nv)]
    # what moves relative to the roots
    still = list(given)
    rates: Array = np.array(given, dtype=object).reshape(-1, n)
    lifts = np.array([[K(v[k + 1][c]) / factorial(k) for k in range(n)] for c in range(model.nv)],
                     dtype=object).reshape(-1, n)  # fmt: skip
    for body in exact.bodies:
        if body.parent < 0:
            end = body.iv + {"spherical": 3, "free": 6}.get(body.kind, 1)
            still[body.iv : end] = [[K(0)] * n] * (end - body.iv)
    found = motions(K, exact, [K(x) for x in q], still, "body")
    zero = [np.array([K(0)] * 6) for _ in range(n)]
    trees: list[Subtree] = []
    for body, motion in zip(exact.bodies, found, strict=True):
        U = [np.array([x[k] for x in motion.V]) for k in range(n)]
        columns = _columns(motion, body.iv, n)
        moving = body.parent < 0 and body.kind == "free"
        taken = _taken_off(rates, lifts, body.iv) if moving else []
        pair = list(zip(columns, range(body.iv, body.iv + len(columns)), strict=True))
        moved = plus(zero, *(scaled(s, rates[c]) for s, c in pair))
        if body.parent < 0:
            root = moved
            # gravity stays in space: f' = -V_root x f
            fall = np.array([K(0)] * 3 + [-x for x in exact.gravity])
            lift = solution(fall, partial(_turned_back, root), n)
            above = zero
        else:
            carrier = trees[body.parent]
            root, above, lift = carrier.root, carrier.twist, carrier.acceleration
        twist, acceleration = plus(root, U), lift
        made = []
        for s, c in pair:
            psi_d = crossed(above, s)
            psi_dd = plus(crossed(lift, s), crossed(above, psi_d))
            sum_d = plus(psi_d, crossed(twist, s))
            acceleration = plus(acceleration, scaled(s, lifts[c]), scaled(psi_d, rates[c]))
            made.append(Column(c, s, psi_d, psi_dd, sum_d))
        if moving:
            shift = [sum(x * s[0][3:] for x, s in zip(u, columns[3:], strict=True)) for u in taken]
            for column in made[:3]:
                for k, u in enumerate(shift):
                    column.sum_d[k][3:] = column.sum_d[k][3:] + skew(column.s[0][:3]) @ u
        inertia = inertia_series(U, spatial_inertia(K, motion))
        force = plus(times(inertia, acceleration), dual(twist, times(inertia, twist)))
        B = convolved(inertia, twist, coriolis)
        trees.append(Subtree(body.parent, made, inertia, B, force, twist, acceleration, root))
    for tree in reversed(trees):
        if tree.parent >= 0:
            carrier = trees[tree.parent]
            carrier.inertia = plus(carrier.inertia, tree.inertia)
            carrier.coriolis = plus(carrier.coriolis, tree.coriolis)
            carrier.force = plus(carrier.force, tree.force)
    return trees


def _turned_back(w: Series, x: Series) -> Series:
    """-w x x of a direction that stays in space, seen from a frame that turns with w"""
    n = len(x)
    turning = [np.concatenate([a[:3], a[3:] * 0]) for a in w[:n]]
    return [-y for y in crossed(turning, x)]


def series_of_partials(model: Model, q: Any, v: list[Any], K: Any) -> tuple[Array, Array, Array]:
    """A, B, H: coefficients of dtau/dq, dtau/dv, dtau/da along the motion, (r + 1, nv, nv) each."""
    trees, n = subtrees(model, q, v, K), len(v) - 1
    A, B, H = (np.full((n, model.nv, model.nv), K(0), dtype=object) for _ in range(3))
    for i, tree in enumerate(trees):
        inertia, C = tree.inertia, tree.coriolis
        back = [x.T for x in C]
        for p in tree.columns:
            dF_dq_joint = plus(times(C, p.psi_d), times(inertia, p.psi_dd))
            dF_dq = plus(dF_dq_joint, dual(p.s, tree.force))
            dF_dv = plus(times(C, p.s), times(inertia, p.sum_d))
            dF_da, Bt_s = times(inertia, p.s), times(back, p.s)
            j = i
            while j >= 0:
                for t in trees[j].columns:
                    entry = (slice(None), t.coordinate, p.coordinate)
                    A[entry] = times(t.s, dF_dq if j != i else dF_dq_joint)
                    B[entry] = times(t.s, dF_dv)
                    H[entry] = times(t.s, dF_da)
                    if j != i:
                        entry = (slice(None), p.coordinate, t.coordinate)
                        A[entry] = plus(times(Bt_s, t.psi_d), times(dF_da, t.psi_dd))
                        B[entry] = plus(times(Bt_s, t.s), times(dF_da, t.sum_d))
                        H[entry] = H[:, t.coordinate, p.coordinate]
                j = trees[j].parent
    return A, B, H


def deviations(v: Array, joint: slice, K: Any) -> list[Array]:
    """xi of a spherical or free joint: of a start xi_0 = 1, then of dv = t^j, each (r + 1, n, n).

    xi_{i+1} = (dv_i - sum of ad_{v_m} xi_{i-m}) / (i + 1); v (r + 1, nv) coefficients.
    """
    n = joint.stop - joint.start
    unit = np.array([[K(int(i == j)) for j in range(n)] for i in range(n)])
    spin = [motion_cross(np.array([*row[joint], *[row[0] * 0] * (6 - n)]))[:n, :n] for row in v]
    out = []
    for j in range(-1, len(v)):
        xi = [unit if j < 0 else unit * 0]
        for i in range(len(v) - 1):
            rate = unit * int(i == j) - sum(spin[m] @ xi[i - m] for m in range(i + 1))
            xi.append(rate / (i + 1))
        out.append(np.array(xi))
    return out


def body_partials(model: Model, q: Any, v: list[Any], K: Any) -> tuple[Array, Array]:
    """Blocks (r + 1, nv, nv) and (r + 1, r + 2, nv, nv) between coefficients, base "body"."""
    A, B, H = series_of_partials(model, q, v, K)
    n = len(v) - 1
    dq, dv = one_degree_blocks(A, B, H)
    rows = np.array([[K(x) / factorial(k) for x in v[k]] for k in range(n)])
    for joint, iv in zip(model.joints, model.idx_v, strict=True):
        if joint.nv == 1:
            continue
        here = slice(iv, iv + joint.nv)
        start, *rated = deviations(rows, here, K)
        for k in range(n):
            dq[k][:, here] = sum(A[k - i][:, here] @ start[i] for i in range(k + 1))
            for j in range(k):
                # the first coefficient is in place: xi_{j+1} = 1 / (j + 1)
                later = range(j + 2, k + 1)
                if later:
                    dv[k, j][:, here] += sum(A[k - i][:, here] @ rated[j][i] for i in later)
    return dq, dv


def root_force(model: Model, q: Any, v: list[Any], K: Any, joint: slice) -> Array:
    """Coefficients (r + 1, n) of a root's generalized force, base "body"."""
    for tree in subtrees(model, q, v, K):
        if [p.coordinate for p in tree.columns] == list(range(joint.start, joint.stop)):
            rows = [times(p.s, tree.force) for p in tree.columns]
            return np.array(rows, dtype=object).T
    raise LookupError(joint)


def order_partials(
    model: Model, q: Any, v: list[Any], K: Any, base: str = "body"
) -> tuple[Array, Array]:
    """dtau_dq (r + 1, nv, nv) and dtau_dv (r + 1, r + 2, nv, nv), plain derivatives."""
    given = np.array([[K(x) / factorial(k) for x in row] for k, row in enumerate(v)], object)
    exact, q = exact_model(model, K), [K(x) for x in q]
    changes = base_changes(K, exact, q, given, base, len(v))
    for change in changes:
        given = velocity(change, given)
    rows = [[x * factorial(k) for x in row] for k, row in enumerate(given)]
    dq, dv = body_partials(model, q, rows, K)
    for change in changes:
        tau = root_force(model, q, rows, K, change.here)
        dq, dv = in_base(change, base, dq, dv, given[:, change.here], tau)
    return derivatives(dq, dv)
