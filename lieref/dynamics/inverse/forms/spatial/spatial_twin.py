"""Plain twin of the spatial recursion: inverse dynamics of order r, [Ali, Algorithm 2] over K.

The paper's own form, in Taylor coefficients x^(k)/k! and resolved in the shifted frame of
`lieref.kinematics.forward_kinematics_twin` (fixed, inertial axes, origin where the root body's
origin is now). The spatial inertia of a body is kept in its parts: mass m, center of mass c and
inertia J about it, in inertial axes,

    M = [[J - m c~ c~, m c~], [-m c~, m 1]],   Pi = M V = (J w + m c x c', m c'),

and (E2), M' = -M ad_V - ad_V^T M, part by part: c' = v + w x c and J' = w~ J - J w~. Multiplied
out, m c~ c~ w and m c x v would all but cancel in Pi, more digits with every order.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from typing import TYPE_CHECKING, Any

from lieref.algebra.series import taylor
from lieref.algebra.series.taylor import MatrixSeries, Series, VectorSeries
from lieref.kinematics.forward_kinematics_twin import (
    Motion,
    extend,
    motions,
)
from lieref.model.tree.exact import Matrix, Vector, apply, cross, exact_model, multiply, transpose

if TYPE_CHECKING:
    from lieref.model.model import Model


@dataclass
class Inertia:
    """Spatial inertia in its parts: m, c (three series), its rate, J (rows of series)."""

    m: Any
    c: VectorSeries
    rate: VectorSeries
    J: MatrixSeries


def _own_inertia(motion: Motion) -> tuple[Vector, Matrix]:
    """c and J = R I R^T of now   (E1)"""
    R, x = motion.C
    c = tuple(a + b for a, b in zip(apply(R, motion.com), x, strict=True))
    return c, multiply(R, multiply(motion.inertia, transpose(R)))


def spatial_inertia(motion: Motion) -> Inertia:
    """Spatial inertia of a body with its derivatives   (E1), (E2)."""
    c0, J0 = _own_inertia(motion)
    n = len(motion.V[0])
    c: VectorSeries = [[x] for x in c0]
    rate: VectorSeries = [[] for _ in range(3)]
    J: MatrixSeries = [[[x] for x in row] for row in J0]
    for k in range(n):
        velocity = tuple(x[k] for x in motion.V[3:])
        turning: Matrix = ((J0[0][0] * 0,) * 3,) * 3
        for j in range(k + 1):
            w = tuple(x[j] for x in motion.V[:3])
            # c' = v + w x c
            turn = cross(w, tuple(x[k - j] for x in c))
            velocity = tuple(a + b for a, b in zip(velocity, turn, strict=True))
            # J' = w~ J - J w~ = w~ J + (w~ J)^T: w~ J is the product of w with J's columns
            columns = transpose(tuple(tuple(x[k - j] for x in row) for row in J))
            wJ = transpose(tuple(cross(w, column) for column in columns))
            turning = tuple(
                tuple(a + b + d for a, b, d in zip(*rows, strict=True))
                for rows in zip(turning, wJ, transpose(wJ), strict=True)
            )
        extend(rate, velocity, 1)
        if k < n - 1:
            extend(c, velocity, k + 1)
            for row, coefficients in zip(J, turning, strict=True):
                extend(row, coefficients, k + 1)
    return Inertia(motion.m, c, rate, J)


def required_wrench(M: Inertia, V: VectorSeries, gravity: Vector) -> VectorSeries:
    """W = Pi' - W_grav of the body alone   [Ali, Alg. 2]

    Pi' = ((J w)' + m c x c'', m c'')   (E3) as c' x c' = 0,  W_grav = (m c x g, m g)   (E4).
    """
    n = len(M.c[0]) - 1
    spin = [taylor.derivative(x) for x in taylor.apply(M.J, V[:3])]
    force = [
        taylor.scale(M.m, taylor.sub(taylor.derivative(x), taylor.constant(g, n)))
        for x, g in zip(M.rate, gravity, strict=True)
    ]
    return taylor.vadd(spin, taylor.cross([x[:n] for x in M.c], force)) + force


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
    """Generalized forces and their time derivatives, by [Ali, Algorithms 1 and 2] over K.

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
        required = required_wrench(spatial_inertia(body), body.V, exact.gravity)
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
