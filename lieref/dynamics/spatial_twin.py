"""Plain twin of the spatial recursion: inverse dynamics of order r, [Ali, Algorithm 2] over K.

The paper's own form, in Taylor coefficients x^(k)/k! and resolved in the shifted frame of
`lieref.kinematics.forward_kinematics_twin` (fixed, inertial axes, origin where the root body's
origin is now). The spatial inertia of a body is kept in its parts: mass m, first moment h and
inertia J about the shifted origin,

    M = [[J, h~], [-h~, m 1]],   Pi = M V = (J w + h x v, m v + w x h),

and (E2), M' = -M ad_V - ad_V^T M, part by part: h' = m v + w x h and
J' = w~ J - J w~ - v h^T - h v^T + 2 (h . v) 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from typing import TYPE_CHECKING, Any

from lieref.algebra import taylor
from lieref.algebra.taylor import MatrixSeries, Series, VectorSeries
from lieref.kinematics.forward_kinematics_twin import (
    Motion,
    extend,
    motions,
)
from lieref.model.exact import Matrix, Vector, apply, cross, dot, exact_model, multiply, transpose

if TYPE_CHECKING:
    from lieref.model.model import Model


@dataclass
class Inertia:
    """Spatial inertia in its parts: m, h (three series), J (rows of series)."""

    m: Any
    h: VectorSeries
    J: MatrixSeries


def _home_inertia(motion: Motion) -> tuple[Vector, Matrix]:
    """h = m c, J = R I R^T + m (|c|^2 1 - c c^T) with c the centre of mass   (E1)"""
    R, x = motion.C
    c = tuple(a + b for a, b in zip(apply(R, motion.com), x, strict=True))
    turned = multiply(R, multiply(motion.inertia, transpose(R)))
    square = dot(c, c)
    J = tuple(
        tuple(turned[i][j] + motion.m * ((square if i == j else 0) - c[i] * c[j]) for j in range(3))
        for i in range(3)
    )
    return tuple(motion.m * a for a in c), J


def _inertia_rate(w: Vector, v: Vector, h: Vector, J: Matrix) -> Matrix:
    """w~ J - J w~ - v h^T - h v^T + 2 (h . v) 1"""
    # J is symmetric: w~ J is the vector product of w with its columns, J w~ = -(w~ J)^T
    turn = transpose(tuple(cross(w, column) for column in J))
    twice = 2 * dot(h, v)
    return tuple(
        tuple(
            turn[i][j] + turn[j][i] - v[i] * h[j] - h[i] * v[j] + (twice if i == j else 0)
            for j in range(3)
        )
        for i in range(3)
    )


def spatial_inertia(motion: Motion) -> Inertia:
    """Spatial inertia of a body with its derivatives   (E1), (E2)."""
    h0, J0 = _home_inertia(motion)
    h: VectorSeries = [[x] for x in h0]
    J: MatrixSeries = [[[x] for x in row] for row in J0]
    for k in range(len(motion.V[0]) - 1):
        first = tuple(motion.m * x[k] for x in motion.V[3:])
        second: Matrix = ((J0[0][0] * 0,) * 3,) * 3
        for j in range(k + 1):
            w, v = (tuple(x[j] for x in half) for half in (motion.V[:3], motion.V[3:]))
            h_then = tuple(x[k - j] for x in h)
            J_then = tuple(tuple(x[k - j] for x in row) for row in J)
            first = tuple(a + b for a, b in zip(first, cross(w, h_then), strict=True))
            rate = _inertia_rate(w, v, h_then, J_then)
            second = tuple(
                tuple(a + b for a, b in zip(*rows, strict=True))
                for rows in zip(second, rate, strict=True)
            )
        extend(h, first, k + 1)
        for row, coefficients in zip(J, second, strict=True):
            extend(row, coefficients, k + 1)
    return Inertia(motion.m, h, J)


def momentum(M: Inertia, V: VectorSeries) -> VectorSeries:
    """Pi = M V   (E3)"""
    w, v = V[:3], V[3:]
    angular = taylor.vadd(taylor.apply(M.J, w), taylor.cross(M.h, v))
    linear = taylor.vadd([taylor.scale(M.m, x) for x in v], taylor.cross(w, M.h))
    return angular + linear


def weight(M: Inertia, gravity: Vector) -> VectorSeries:
    """W_grav = M G = (h x g, m g)   (E4)"""
    n = len(M.h[0])
    force = [taylor.constant(M.m * g, n) for g in gravity]
    moment = [
        taylor.sub(taylor.scale(gravity[b], M.h[a]), taylor.scale(gravity[a], M.h[b]))
        for a, b in ((1, 2), (2, 0), (0, 1))
    ]
    return moment + force


def _dual_ad_sum(V: VectorSeries, W: VectorSeries, k: int) -> Vector:
    """Coefficient k of -ad_V^T W = (w x n + v x f, w x f), W = (n, f)"""
    total = (V[0][0] * 0,) * 6
    for j in range(k + 1):
        w, v = (tuple(x[j] for x in half) for half in (V[:3], V[3:]))
        moment, force = (tuple(x[k - j] for x in half) for half in (W[:3], W[3:]))
        lever = (a + b for a, b in zip(cross(w, moment), cross(v, force), strict=True))
        total = tuple(a + b for a, b in zip(total, (*lever, *cross(w, force)), strict=True))
    return total


def _dual_adjoint_series(K: Any, motion: Motion, n: int) -> list[VectorSeries]:
    """Columns of D = Ad_{C^-1}^T = [[R, x~ R], [0, R]]: D' = -ad_V^T D   (below (E5))"""
    R, x = motion.C
    axes = transpose(R)
    values = [(*e, *(K(0),) * 3) for e in axes] + [(*cross(x, e), *e) for e in axes]
    columns: list[VectorSeries] = [[[a] for a in value] for value in values]
    for k in range(n - 1):
        for column in columns:
            extend(column, _dual_ad_sum(motion.V, column, k), k + 1)
    return columns


def body_wrench(K: Any, motion: Motion, wrench: VectorSeries) -> VectorSeries:
    """W of a wrench at the body's origin in body axes: W' = -ad_V^T W + D (W^b)'   (E5)"""
    n = len(wrench[0])
    rows = taylor.transpose(_dual_adjoint_series(K, motion, n))
    W: VectorSeries = [[sum(a[0] * b[0] for a, b in zip(row, wrench, strict=True))] for row in rows]
    rate = [taylor.derivative(x) for x in wrench]
    for k in range(n - 1):
        turned = _dual_ad_sum(motion.V, W, k)
        given = (
            sum(a[j] * b[k - j] for a, b in zip(row, rate, strict=True) for j in range(k + 1))
            for row in rows
        )
        extend(W, tuple(a + b for a, b in zip(turned, given, strict=True)), k + 1)
    return W


def inertial_wrench(motion: Motion, wrench: VectorSeries) -> VectorSeries:
    """A wrench at the body's origin p in inertial axes, as a spatial one: (n + p x f, f)."""
    n = len(wrench[0])
    w, v = motion.V[:3], motion.V[3:]
    p: VectorSeries = [[x] for x in motion.C[1]]
    for k in range(n - 1):
        # p' = v + w x p
        rate = tuple(x[k] for x in v)
        for j in range(k + 1):
            turn = cross(tuple(x[j] for x in w), tuple(x[k - j] for x in p))
            rate = tuple(a + b for a, b in zip(rate, turn, strict=True))
        extend(p, rate, k + 1)
    return taylor.vadd(wrench[:3], taylor.cross(p, wrench[3:])) + wrench[3:]


def inverse_dynamics(
    model: Model,
    q: Any,
    v: Any,
    K: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    tau_ext: Any = None,
) -> list[list[Any]]:
    """Generalised forces and their time derivatives, by [Ali, Algorithms 1 and 2] over K.

    Arguments as in `lieref.inverse_dynamics`, entries convertible by K; returns (r+1) rows of nv
    scalars of K. Nothing is checked: this is the kernel's twin, not an interface.
    """
    exact = exact_model(model, K)
    n = len(v) - 1
    q = [K(x) for x in q]
    series = [[K(v[k][i]) / factorial(k) for k in range(n + 1)] for i in range(model.nv)]
    bodies = motions(K, exact, q, series, base)
    W: list[VectorSeries] = []
    for i, body in enumerate(bodies):
        # W_j = Pi_j' - W_app,j - W_grav,j   [Ali, Alg. 2], the children's follow below
        M = spatial_inertia(body)
        required = [taylor.derivative(x) for x in momentum(M, body.V)]
        required = taylor.vsub(required, [x[:n] for x in weight(M, exact.gravity)])
        if wrenches is not None:
            given = [[K(wrenches[k][i][c]) / factorial(k) for k in range(n)] for c in range(6)]
            inertial = wrench_axes == "inertial"
            applied = inertial_wrench(body, given) if inertial else body_wrench(K, body, given)
            required = taylor.vsub(required, applied)
        W.append(required)
    tau: list[Series] = [[] for _ in range(model.nv)]
    for i in reversed(range(len(bodies))):
        constants = exact.bodies[i]
        # Q_j = S_j^T W_j   [Ali, Alg. 2]
        for c, column in enumerate(bodies[i].S):
            tau[constants.iv + c] = taylor.dot([x[:n] for x in column], W[i])
        if constants.parent >= 0:
            W[constants.parent] = taylor.vadd(W[constants.parent], W[i])
    rows = [[tau[i][k] * factorial(k) for i in range(model.nv)] for k in range(n)]
    if tau_ext is not None:
        rows = [
            [x - K(e) for x, e in zip(row, given, strict=True)]
            for row, given in zip(rows, tau_ext, strict=True)
        ]
    return rows
