"""Inverse and forward dynamics of order r and the joint-space inertia, traced over symbols.

Inverse dynamics is the plain Python implementation of the default recursion. Forward dynamics
solves H vd_k = tau_k - (inverse dynamics with vd_k = 0)_k order by order, H = L^T D L without
fill-in [Featherstone 2005], H by composite bodies [Walker and Orin 1982] that turn in two steps,
about one coordinate axis each.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from typing import Any

from lieref.codegen.base_and_loads import base_changes, congruent
from lieref.codegen.graph import Graph
from lieref.codegen.traced_robot import Robot, forces, joint_torque, series_of
from lieref.dynamics.inverse.default.bodies_twin import Body
from lieref.dynamics.inverse.default.inverse_dynamics_twin import base_to_tip
from lieref.errors import SingularError
from lieref.model.tree.exact import Matrix, apply, cross, multiply, transpose

Rows = list[list[Any]]


def inverse_dynamics(K: Graph, robot: Robot, q: list[Any], v: Rows) -> Rows:
    """Rows tau, of q and v, v', ..., (r + 2) rows."""
    series = forces(K, robot, q, series_of(v))
    rows = [[x[k] * factorial(k) for x in series] for k in range(len(v) - 1)]
    for i, at in enumerate(robot.exact.physics or ()):
        rate = [row[i] for row in v]
        for k, row in enumerate(rows):
            row[i] = row[i] + at.armature * rate[k + 1] + joint_torque(K, at, q, rate, k)
    return rows


@dataclass
class Composite:
    """Everything beyond a joint in the joint's own axes, and the pose of these in the parent's.

    h, P: first and second moments about the origin, P as xx, yy, zz, xy, xz, yz.
    """

    body: Body
    h: list[Any]
    P: list[Any]
    lever: list[Any]
    shift: list[Any] | None


def _about_z(c: Any, s: Any, x: Any) -> list[Any]:
    return [c * x[0] - s * x[1], s * x[0] + c * x[1], x[2]]


def _symmetric_about_z(c: Any, s: Any, P: list[Any]) -> list[Any]:
    """Rz P Rz^T: with a = s (xx - yy) + 2 c xy, xx -= s a, yy += s a, xy = c a - xy."""
    xx, yy, zz, xy, xz, yz = P
    a = s * (xx - yy) + c * (2 * xy)
    return [xx - s * a, yy + s * a, zz, c * a - xy, c * xz - s * yz, s * xz + c * yz]


def _symmetric_about_x(c: Any, s: Any, P: list[Any]) -> list[Any]:
    xx, yy, zz, xy, xz, yz = P
    b, d, _, e, f, g = _symmetric_about_z(c, s, [yy, zz, xx, yz, xy, xz])
    return [d_ for d_ in (xx, b, d, f, g, e)]


def _attitude(body: Body) -> Matrix:
    """Rotation of a joint of several degrees."""
    return tuple(tuple(entry[0] for entry in row) for row in body.Q)


def to_parent(body: Body, x: Any) -> list[Any]:
    """A vector in the parent's axes."""
    if body.Q:
        Q = _attitude(body)
        return list(apply(transpose(body.E), apply(Q, x)))
    if body.kind != "prismatic":
        x = _about_z(body.c[0], body.s[0], x)
    # E^T = Rz(a) Rx(alpha), see lieref/codegen/tree_frames.py
    (c, s, _), (_, _, sine), (_, _, cosine) = body.E
    x = [x[0], cosine * x[1] - sine * x[2], sine * x[1] + cosine * x[2]]
    return _about_z(c, s, x)


def _moments_to_parent(body: Body, P: list[Any]) -> list[Any]:
    """Second moments in the parent's axes."""
    if body.Q:
        Q = _attitude(body)
        T = multiply(transpose(body.E), Q)
        xx, yy, zz, xy, xz, yz = P
        turned = multiply(T, ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))
        pairs = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
        return [sum(turned[i][k] * T[j][k] for k in range(3)) for i, j in pairs]
    if body.kind != "prismatic":
        P = _symmetric_about_z(body.c[0], body.s[0], P)
    (c, s, _), (_, _, sine), (_, _, cosine) = body.E
    return _symmetric_about_z(c, s, _symmetric_about_x(cosine, sine, P))


def _composites(K: Graph, robot: Robot, q: list[Any]) -> list[Composite]:
    """Bodies at rest with the moments of all beyond them."""
    bodies = robot.bodies(K)
    base_to_tip(K, robot.exact, bodies, q, [[0.0, 0.0] for _ in range(robot.nv)])
    found = []
    for body in bodies:
        shift = None if body.p is None else [x[0] for x in body.p]
        lever = list(body.r)
        if shift is not None:
            lever = [a + b for a, b in zip(lever, shift, strict=True)]
        xx, yy, zz = (body.P[i][i] for i in range(3))
        P = [xx, yy, zz, body.P[0][1], body.P[0][2], body.P[1][2]]
        found.append(Composite(body, list(body.h), P, lever, shift))
    for own in reversed(found):
        if own.body.parent >= 0:
            _add_to_parent(own, found[own.body.parent])
    return found


def _add_to_parent(own: Composite, parent: Composite) -> None:
    """h_p += G, P_p += T P T^T + l G^T + G l^T - m s s^T with G = T h + m s; see `_to_parent` of
    lieref/dynamics/matrices/composite_bodies_twin.py.
    """
    G, m = to_parent(own.body, own.h), own.body.m
    P = _moments_to_parent(own.body, own.P)
    shift, lever = own.shift, own.lever
    if shift is not None:
        G = [g + m * s for g, s in zip(G, shift, strict=True)]
    parent.h = [a + b for a, b in zip(parent.h, G, strict=True)]
    for k, (i, j) in enumerate(((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))):
        lump = 2 * (lever[i] * G[i]) if i == j else lever[i] * G[j] + G[i] * lever[j]
        if shift is not None:
            lump = lump - m * (shift[i] * shift[j])
        parent.P[k] = parent.P[k] + (P[k] + lump)


def _momenta(own: Composite) -> list[tuple[list[Any], list[Any]]]:
    """(n, f) of everything beyond a joint for a unit velocity of each of its coordinates."""
    xx, yy, zz, xy, xz, yz = own.P
    x, y, z = own.h
    m, nil = own.body.m, 0.0
    # n = (tr P - P) w + h x t,  f = w x h + m t
    turns = [
        ([yy + zz, -xy, -xz], [nil, -z, y]),
        ([-xy, xx + zz, -yz], [z, nil, -x]),
        ([-xz, -yz, xx + yy], [-y, x, nil]),
    ]
    shifts = [
        ([nil, z, -y], [m, nil, nil]),
        ([-z, nil, x], [nil, m, nil]),
        ([y, -x, nil], [nil, nil, m]),
    ]
    kind = own.body.kind
    if kind == "helical":
        pairs = zip(turns[2], shifts[2], strict=True)
        n, f = ([a + own.body.pitch * b for a, b in zip(*pair, strict=True)] for pair in pairs)
        return [(n, f)]
    of_kind = {"revolute": turns[2:], "prismatic": shifts[2:], "spherical": turns}
    return of_kind.get(kind, turns + shifts)


def _shares(body: Body, n: list[Any], f: list[Any]) -> list[Any]:
    """S^T (n, f)"""
    if body.kind == "helical":
        return [n[2] + body.pitch * f[2]]
    of_kind = {"revolute": n[2:], "prismatic": f[2:], "spherical": n}
    return of_kind.get(body.kind, n + f)


def joint_space_inertia(K: Graph, robot: Robot, q: list[Any]) -> Rows:
    """H, zero where neither joint carries the other."""
    H: Rows = [[0.0] * robot.nv for _ in range(robot.nv)]
    found = _composites(K, robot, q)
    for i, own in enumerate(found):
        for column, (n, f) in zip(robot.coordinates(i), _momenta(own), strict=True):
            at, j = own, i
            while True:
                for row, x in zip(robot.coordinates(j), _shares(at.body, n, f), strict=True):
                    if j != i or row <= column:
                        H[row][column] = H[column][row] = x
                j = at.body.parent
                if j < 0:
                    break
                f = to_parent(at.body, f)
                lift = cross(tuple(at.lever), tuple(f))
                n = [a + b for a, b in zip(to_parent(at.body, n), lift, strict=True)]
                at = found[j]
    for i, joint in enumerate(robot.exact.physics or ()):
        H[i][i] = H[i][i] + joint.armature
    return congruent(H, base_changes(K, robot.exact, robot.base, q))


@dataclass
class Factors:
    """H = L^T D L, L unit lower triangular with the zeros of H; pivots D."""

    L: Rows
    pivots: list[Any]
    reciprocals: list[Any]

    def solve(self, b: list[Any]) -> list[Any]:
        """H^-1 b"""
        x = list(b)
        for k in reversed(range(len(x))):
            for i in range(k):
                x[i] = x[i] - self.L[k][i] * x[k]
        x = [y * r for y, r in zip(x, self.reciprocals, strict=True)]
        for k in range(len(x)):
            for i in range(k):
                x[k] = x[k] - self.L[k][i] * x[i]
        return x


def factorized(H: Rows) -> Factors:
    """Factors of H, tip to base."""
    n = len(H)
    rest = [row[: i + 1] for i, row in enumerate(H)]
    reciprocals: list[Any] = [0.0] * n
    for k in reversed(range(n)):
        if isinstance(rest[k][k], float) and not rest[k][k] > 0.0:
            raise SingularError(
                f"velocity coordinate {k}: the inertia across it is {rest[k][k]:.3g} in every "
                "configuration, expected a positive number"
            )
        reciprocals[k] = 1.0 / rest[k][k]
        scaled = [x * reciprocals[k] for x in rest[k][:k]]
        for i in range(k):
            for j in range(i + 1):
                rest[i][j] = rest[i][j] - scaled[i] * rest[k][j]
        rest[k][:k] = scaled
    return Factors(rest, [rest[k][k] for k in range(n)], reciprocals)


def forward_dynamics(
    K: Graph, robot: Robot, q: list[Any], v: list[Any], tau: Rows
) -> tuple[Rows, list[Any]]:
    """Rows vdot, and the pivots of H, which must be positive."""
    factors = factorized(joint_space_inertia(K, robot, q))
    known = [v]
    for k, row in enumerate(tau):
        # what velocities and lower orders ask for
        still = [*known, [0.0] * robot.nv]
        bias = [series[k] * factorial(k) for series in forces(K, robot, q, series_of(still))]
        rest = [a - b for a, b in zip(row, bias, strict=True)]
        for i, at in enumerate(robot.exact.physics or ()):
            rest[i] = rest[i] - joint_torque(K, at, q, [x[i] for x in known], k)
        known.append(factors.solve(rest))
    return known[1:], factors.pivots
