"""Motions through loops of any order, and the map from independent to tree velocities.

The equations of the loops vanish along a motion, as series in t: their coefficient of order
k + 1 is K v^(k) / (k + 1)! and what lower orders give, so that K at t = 0 alone is solved with.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from lieref.model.loops.loop_model import LoopModel
from lieref.model.tree.exact import ExactBody, transpose
from lieref.oracle.arguments import scalars
from lieref.oracle.computation import computed
from lieref.oracle.loops.loop_closures import LoopSystem
from lieref.oracle.loops.loop_elimination import factorize, find_pivots, solve
from lieref.oracle.loops.loop_positions import Closed, closed
from lieref.oracle.scalars import series as ts
from lieref.oracle.scalars.taylor_scalars import Taylor, TaylorField
from lieref.oracle.tree.centroidal import centroidal_momentum_matrix_derivatives
from lieref.oracle.tree.energy import Energy, energy
from lieref.oracle.tree.poses import angular_velocity, pose_series

Rows = list[list[Any]]


@computed()
def loop_motion(
    model: LoopModel,
    q: Any,
    v: Any,
    base: str = "body",
    near: Any = None,
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> Rows:
    """Velocities of the tree and their time derivatives, from those of the independent ones.

    Source: the loops' equations as Taylor series along the motion, see the module. With v of two
    rows (ydot, 0) the second row is g of qddot = G yddot + g [Chignoli et al., (3)].

    Parameters
    ----------
    v : (m, nv)
        Independent velocity and its plain time derivatives of order 0 .. m - 1; SI units.

    Returns
    -------
    list of m lists of tree.nv scalars of the field.

    Examples
    --------
    >>> len(lieref.oracle.loop_motion(model, q, [v, v])[1])
    3
    """
    K = field
    rows = scalars(K, "v", v, (None, int(model.nv)))
    state = in_base(K, closed(K, model, q, near), base)
    return [row[: int(model.tree.nv)] for row in motion(K, state, rows, base)]


@computed()
def loop_velocity_map(
    model: LoopModel,
    q: Any,
    base: str = "body",
    near: Any = None,
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> Rows:
    """G, the tree velocities for unit independent velocities: qdot = G ydot.

    Source: K G = 0 with the identity in the independent rows; K by the rates of the loops'
    equations while one velocity coordinate alone is 1.

    Returns
    -------
    list of tree.nv lists of nv scalars of the field.

    Examples
    --------
    >>> len(lieref.oracle.loop_velocity_map(model, q))
    3
    """
    K = field
    state = in_base(K, closed(K, model, q, near), base)
    G = velocity_map(K, state, [], base, 1)
    return [[x[0] for x in row] for row in G[: int(model.tree.nv)]]


@computed("v : (r, nv)")
def loop_centroidal_momentum_matrix_derivatives(
    model: LoopModel,
    q: Any,
    v: Any,
    near: Any = None,
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> list[Rows]:
    """Centroidal momentum matrix of the independent velocities and its first r time derivatives.

    Source: momenta of the tree's bodies at unit velocities of its coordinates, summed as they move
    when one independent velocity alone is 1; products as Taylor series along the motion.

    Returns
    -------
    list of r + 1 lists of six lists of nv scalars of the field.

    Raises
    ------
    SingularError
        ... Or the bodies have no mass.

    Examples
    --------
    >>> len(lieref.oracle.loop_centroidal_momentum_matrix_derivatives(model, q, [v]))
    2
    """
    K = field
    rows = scalars(K, "v", v, (None, int(model.nv)))
    n, nv = len(rows) + 1, int(model.tree.nv)
    state = closed(K, model, q, near)
    moving = motion(K, state, rows, "body")
    G = velocity_map(K, state, moving, "body", n)[:nv]
    tree = [row[:nv] for row in moving]
    plain = centroidal_momentum_matrix_derivatives(model.tree, state.tree_q, tree, field=K)
    A = [
        [[plain[k][i][j] / math.factorial(k) for k in range(n)] for j in range(nv)]
        for i in range(6)
    ]
    columns = list(zip(*G, strict=True))
    out = [[ts.dot(K, row, column) for column in columns] for row in A]
    return [[[x[k] * math.factorial(k) for x in row] for row in out] for k in range(n)]


@computed("v : (r + 1, nv)")
def loop_energy(
    model: LoopModel,
    q: Any,
    v: Any,
    base: str = "body",
    near: Any = None,
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> Energy:
    """Kinetic and potential energy and their time derivatives up to order r.

    Source: sums over the bodies of the tree, whose motion is that of `loop_motion`.

    Returns
    -------
    Energy
        kinetic and potential, each a list of r + 1 scalars of the field.

    Examples
    --------
    >>> len(lieref.oracle.loop_energy(model, q, [v]).kinetic)
    1
    """
    K = field
    rows = scalars(K, "v", v, (None, int(model.nv)))
    state = in_base(K, closed(K, model, q, near), base)
    moving = [row[: int(model.tree.nv)] for row in motion(K, state, rows, base)]
    return energy(model.tree, state.tree_q, moving, base, field=K)


def in_base(K: Any, state: Closed, base: str) -> Closed:
    """The state with K for velocities of the given base."""
    if base == "body":
        return state
    system = state.system
    K_rows = system.jacobian(K, state.q, base)
    columns = state.pivots.columns
    units = system.units(K, state.q)
    pivots = find_pivots(K, K_rows, [columns], len(columns), lambda j: system.names[j], units)
    factors = factorize(K, [[K_rows[i][j] for j in pivots.columns] for i in pivots.rows])
    return replace(state, pivots=pivots, factors=factors)


def free_columns(state: Closed) -> list[int]:
    """Velocity coordinates that determine the others: the independent ones, by default."""
    return [j for j in range(state.system.nv) if j not in state.pivots.columns]


def motion(K: Any, state: Closed, rows: Rows, base: str) -> Rows:
    """Velocities of tree and chains, and their derivatives, from those of the free columns."""
    v: Rows = []
    for given in rows:
        rates = [K(0)] * state.system.nv
        for j, x in zip(free_columns(state), given, strict=True):
            rates[j] = x
        # (d/dt)^(k+1) of the equations = K v^(k) + what is left with the dependents at rest
        left = highest_derivative(K, state.system, state.q, [*v, rates], base)
        for j, x in zip(state.pivots.columns, state.dependents(left), strict=True):
            rates[j] = x
        v.append(rates)
    return v


def highest_derivative(K: Any, system: LoopSystem, q: list[Any], v: Rows, base: str) -> list[Any]:
    """Time derivative of order len(v) of the equations along a motion."""
    factor = math.factorial(len(v))
    return [row[len(v)] * factor for row in system.equations(K, q, v, base)]


def path(K: Any, bodies: tuple[ExactBody, ...], q: list[Any], v: Rows, base: str) -> list[Any]:
    """The configuration along a motion: coordinates that are series of len(v) + 1 coefficients."""
    T = TaylorField(K, len(v) + 1)
    out: list[Any] = [None] * len(q)
    for body in bodies:
        if body.kind not in ("spherical", "free"):
            x = ts.taylor([q[body.iq], *(row[body.iv] for row in v)])
            out[body.iq] = Taylor(T, x)
            continue
        # pose in the parent's frame, or the inertial one
        own = base if body.parent < 0 else "body"
        pose = pose_series(K, (replace(body, parent=-1),), q, v, own)[0]
        start = body.iq
        if body.kind == "free":
            back = transpose(body.R)
            gap = [[x[0] - p, *x[1:]] for x, p in zip(pose.p, body.p, strict=True)]
            for i, x in enumerate(ts.apply_constant(back, gap)):
                out[start + i] = Taylor(T, x)
            start += 3
        for i, x in enumerate(_quaternion(K, q[start : start + 4], angular_velocity(K, pose.R))):
            out[start + i] = Taylor(T, x)
    return out


def _quaternion(K: Any, start: list[Any], w: ts.Vector) -> list[ts.Series]:
    """Solution of Q' = Q (w, 0) / 2, w in body axes."""
    Q = [[x] for x in start]
    for k in range(len(w[0])):
        x, y, z, s = (list(reversed(row)) for row in Q)
        a, b, c = (row[: k + 1] for row in w)
        rates = (
            K.dot(s, a) + K.dot(y, c) - K.dot(z, b),
            K.dot(s, b) + K.dot(z, a) - K.dot(x, c),
            K.dot(s, c) + K.dot(x, b) - K.dot(y, a),
            -(K.dot(x, a) + K.dot(y, b) + K.dot(z, c)),
        )
        for row, rate in zip(Q, rates, strict=True):
            row.append(rate / (2 * (k + 1)))
    return Q


def jacobian_series(K: Any, state: Closed, v: Rows, base: str) -> list[list[ts.Series]]:
    """K along a motion of tree and chains, entries of len(v) + 1 coefficients."""
    T = TaylorField(K, len(v) + 1)
    places = path(K, state.system.bodies, state.q, v, base)
    return [[T(x).x for x in row] for row in state.system.jacobian(T, places, base)]


def velocity_map(K: Any, state: Closed, v: Rows, base: str, length: int) -> list[list[ts.Series]]:
    """G of tree and chains along a motion, entries of so many coefficients.

    v: derivatives of order 0 .. length - 2 of the velocity, or more.
    """
    T = TaylorField(K, length)
    K_rows = jacobian_series(K, state, v[: length - 1], base)
    rows, columns, free = state.pivots.rows, state.pivots.columns, free_columns(state)
    table = factorize(T, [[Taylor(T, K_rows[i][j]) for j in columns] for i in rows])
    G = [[ts.constant(K, K(0), length) for _ in free] for _ in range(state.system.nv)]
    for a, j in enumerate(free):
        G[j][a] = ts.constant(K, K(1), length)
        found = solve(table, [-Taylor(T, K_rows[i][j]) for i in rows])
        for i, x in zip(columns, found, strict=True):
            G[i][a] = x.x
    return G
