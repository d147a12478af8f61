"""Plain twin of the composite-body recursion: joint-space inertia H, order by order, over K.

Composite bodies as in Walker and Orin's method, in Taylor coefficients x^(k)/k!: the inertia of
everything beyond a joint is kept in the joint's own kernel axes, about its own origin, as mass m,
first moment h and second moments P. The momentum that a unit velocity of the joint gives to it is
turned into the *common axes* of the tree once and transmitted to the root, where each joint on the
way picks its share. The common axes are the body axes of a free root, else the inertial ones; so
H of base "body" depends on neither the place nor the attitude of the base.

Symbols (docs/notation.md): T turns a body's kernel axes into its parent's; R into the common
ones; offset and shift are the joint's origin from its parent's and the part of it that moves, in
the parent's axes; lever is the offset in common axes; n, f a momentum's two halves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import factorial
from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.algebra.series import taylor
from lieref.algebra.series.taylor import MatrixSeries, Series, VectorSeries, mul
from lieref.dynamics.shared.base_change import BaseChange, base_change, congruence, velocity
from lieref.model.tree.compiled import body_constants
from lieref.model.tree.exact import (
    ExactModel,
    exact_model,
    multiply,
    rotation_from_quaternion,
)
from lieref.model.tree.exact import apply as apply_matrix

if TYPE_CHECKING:
    from lieref.model.model import Model


@dataclass
class Body:
    """Constants of one body and its series."""

    parent: int
    kind: str
    iv: int
    nv: int
    pitch: Any
    m: Any
    T: MatrixSeries
    R: MatrixSeries
    lever: VectorSeries
    offset: VectorSeries
    shift: VectorSeries
    h: VectorSeries
    P: MatrixSeries
    # columns of the momentum in common axes, about the origin of the joint that gives them
    columns: list[VectorSeries] = field(default_factory=list)


def matmul(a: MatrixSeries, b: MatrixSeries) -> MatrixSeries:
    """Product of two matrices of series."""
    columns: MatrixSeries = [taylor.apply(a, column) for column in taylor.transpose(b)]
    rows: MatrixSeries = taylor.transpose(columns)
    return rows


def _joint(
    K: Any, kind: str, row: Any, q: list[Any], rates: list[Series], n: int
) -> tuple[MatrixSeries, VectorSeries]:
    """T and shift of a joint from its configuration and its velocities, n - 1 coefficients."""
    E, pitch = [row[0:3], row[3:6], row[6:9]], row[12]
    # one coefficient more than the rates have; the last one is not read
    now = [[*rate, K(0)] for rate in rates]
    to_parent = taylor.transpose(E)
    zero = taylor.constant(K(0), n)
    if kind in ("spherical", "free"):
        Q = taylor.rotation(rotation_from_quaternion(K, tuple(q[-4:])), now[:3], "body")
        p = [zero] * 3
        if kind == "free":
            p = [
                taylor.integral(x, x0)
                for x, x0 in zip(taylor.apply(Q, now[3:]), q[:3], strict=True)
            ]
        columns = [taylor.apply_constant(to_parent, column) for column in taylor.transpose(Q)]
        return taylor.transpose(columns), taylor.apply_constant(to_parent, p)
    c, s, d = taylor.constant(K(1), n), zero, zero
    if kind != "prismatic":
        c, s = taylor.cos_sin(K.cos(q[0]), K.sin(q[0]), now[0])
    if kind != "revolute":
        lead = pitch if kind == "helical" else K(1)
        d = taylor.scale(lead, taylor.integral(now[0], q[0]))
    # T = E^T Rz
    T = [
        [
            taylor.add(taylor.scale(x, c), taylor.scale(y, s)),
            taylor.sub(taylor.scale(y, c), taylor.scale(x, s)),
            taylor.constant(z, n),
        ]
        for x, y, z in zip(*E, strict=True)
    ]
    return T, [taylor.scale(z, d) for z in E[2]]


def bodies(K: Any, exact: ExactModel, q: list[Any], rates: list[Series], n: int) -> list[Body]:
    """Base to tip: attitude and origin of every body."""
    unit = [[taylor.constant(K(int(i == j)), n) for j in range(3)] for i in range(3)]
    zero = [taylor.constant(K(0), n)] * 3
    found: list[Body] = []
    for body, row in zip(exact.bodies, body_constants(K, exact), strict=True):
        nq, nv = {"spherical": (4, 3), "free": (7, 6)}.get(body.kind, (1, 1))
        here, now = q[body.iq : body.iq + nq], rates[body.iv : body.iv + nv]
        T, shift = _joint(K, body.kind, row, here, now, n)
        offset = taylor.vadd([taylor.constant(x, n) for x in row[9:12]], shift)
        if body.parent >= 0:
            R = matmul(found[body.parent].R, T)
            lever = taylor.apply(found[body.parent].R, offset)
        elif body.kind == "free":
            R, lever = unit, zero
        else:
            R, lever = T, shift
        xx, yy, zz, xy, xz, yz = [taylor.constant(x, n) for x in row[17:23]]
        P = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
        h = [taylor.constant(x, n) for x in row[14:17]]
        found.append(
            Body(
                body.parent, body.kind, body.iv, nv, row[12], row[13],
                T, R, lever, offset, shift, h, P,
            )
        )  # fmt: skip
    return found


def momentum(body: Body, angular: VectorSeries, linear: VectorSeries) -> VectorSeries:
    """(n, f) of the composite body that moves with (angular, linear), in its own axes.

    n = tr(P) s - P s + h x t,  f = s x h + m t
    """
    trace = taylor.add(taylor.add(body.P[0][0], body.P[1][1]), body.P[2][2])
    turned = taylor.vsub([mul(trace, x) for x in angular], taylor.apply(body.P, angular))
    n = taylor.vadd(turned, taylor.cross(body.h, linear))
    f = taylor.vadd(taylor.cross(angular, body.h), [taylor.scale(body.m, x) for x in linear])
    return n + f


def axes(K: Any, body: Body, n: int) -> list[tuple[VectorSeries, VectorSeries]]:
    """The joint's motion subspace in its own kernel axes: columns (angular, linear)."""
    unit = [[taylor.constant(K(int(i == j)), n) for j in range(3)] for i in range(3)]
    still, z = [taylor.constant(K(0), n)] * 3, unit[2]
    if body.kind == "revolute":
        return [(z, still)]
    if body.kind == "prismatic":
        return [(still, z)]
    if body.kind == "helical":
        return [(z, [taylor.scale(body.pitch, x) for x in z])]
    turns = [(e, still) for e in unit]
    return turns + [(still, e) for e in unit] if body.kind == "free" else turns


def turned(R: MatrixSeries, F: VectorSeries) -> VectorSeries:
    """R n, R f"""
    return taylor.apply(R, F[:3]) + taylor.apply(R, F[3:])


def lifted(lever: VectorSeries, F: VectorSeries) -> VectorSeries:
    """The same about an origin `lever` back: n + lever x f, f"""
    return taylor.vadd(F[:3], taylor.cross(lever, F[3:])) + F[3:]


def shares(K: Any, body: Body, F: VectorSeries) -> list[Series]:
    """S^T F of a joint, F in common axes about the joint's origin."""
    own = turned(taylor.transpose(body.R), F)
    return [
        taylor.add(taylor.dot(s, own[:3]), taylor.dot(t, own[3:]))
        for s, t in axes(K, body, len(F[0]))
    ]


def _to_parent(body: Body, parent: Body) -> None:
    """h_p += G,  P_p += T P T^T + l G^T + G l^T - m s s^T  with G = T h + m s

    l is the offset, s the shift; the mass m at l - s is in the parent's constants already.
    """
    moved = [taylor.scale(body.m, x) for x in body.shift]
    G = taylor.vadd(taylor.apply(body.T, body.h), moved)
    P = matmul(matmul(body.T, body.P), taylor.transpose(body.T))
    for i in range(3):
        parent.h[i] = taylor.add(parent.h[i], G[i])
        row = list(parent.P[i])
        for j in range(3):
            lump = taylor.add(mul(body.offset[i], G[j]), mul(G[i], body.offset[j]))
            lump = taylor.sub(lump, mul(moved[i], body.shift[j]))
            row[j] = taylor.add(row[j], taylor.add(P[i][j], lump))
        parent.P[i] = row


def composite_bodies(K: Any, tree: list[Body], nv: int) -> tuple[MatrixSeries, MatrixSeries]:
    """Tip to base: H (nv, nv) of base "body", and the momentum matrix A (6, nv).

    A v is the momentum of each tree in common axes, about a free root's origin, else about the
    origin of the root's joint at home.
    """
    n = len(tree[0].h[0]) if tree else 1
    H: MatrixSeries = [[taylor.constant(K(0), n) for _ in range(nv)] for _ in range(nv)]
    A: MatrixSeries = [[[] for _ in range(nv)] for _ in range(6)]
    for body in reversed(tree):
        for c, (angular, linear) in enumerate(axes(K, body, n)):
            F = momentum(body, angular, linear)
            body.columns.append(turned(body.R, F))
            for a, (s, t) in enumerate(axes(K, body, n)[: c + 1]):
                entry = taylor.add(taylor.dot(s, F[:3]), taylor.dot(t, F[3:]))
                H[body.iv + a][body.iv + c] = H[body.iv + c][body.iv + a] = entry
            walked, at = body.columns[c], body
            while at.parent >= 0:
                walked, at = lifted(at.lever, walked), tree[at.parent]
                for a, entry in enumerate(shares(K, at, walked)):
                    H[at.iv + a][body.iv + c] = H[body.iv + c][at.iv + a] = entry
            walked = lifted(at.lever, walked)
            for i in range(6):
                A[i][body.iv + c] = walked[i]
        if body.parent >= 0:
            _to_parent(body, tree[body.parent])
    return H, A


def joint_space_inertia(
    model: Model, q: Any, v: Any, K: Any, base: str = "body"
) -> list[list[list[Any]]]:
    """H and its time derivatives, len(v) + 1 matrices of nv rows, over K.

    Arguments as in `lieref.joint_space_inertia_derivatives`, entries convertible by K. Nothing is
    checked: this is the kernel's twin, not an interface.
    """
    exact = exact_model(model, K)
    n = len(v) + 1
    q = [K(x) for x in q]
    given = np.empty((n - 1, model.nv), object)
    for k in range(n - 1):
        given[k] = [K(x) / factorial(k) for x in v[k]]
    changes = base_changes(K, exact, q, given, base, n)
    rates = given
    for change in changes:
        rates = velocity(change, rates)
    tree = bodies(K, exact, q, [list(x) for x in rates.T], n)
    H, _ = composite_bodies(K, tree, model.nv)
    stack = np.moveaxis(np.array(H, object).reshape(model.nv, model.nv, n), 2, 0)
    for change in changes:
        stack = congruence(change, stack)
    return [[[factorial(k) * x for x in row] for row in stack[k]] for k in range(n)]


def base_changes(
    K: Any, exact: ExactModel, q: list[Any], rates: Any, base: str, n: int
) -> list[BaseChange]:
    """T of every free root, n coefficients; none for base "body"."""
    changes = []
    for body in exact.bodies:
        if body.parent >= 0 or body.kind != "free" or base == "body":
            continue
        pose, here = q[body.iq : body.iq + 7], slice(body.iv, body.iv + 6)
        R0 = multiply(body.R, rotation_from_quaternion(K, tuple(pose[3:])))
        p0 = [a + b for a, b in zip(body.p, apply_matrix(body.R, tuple(pose[:3])), strict=True)]
        start = np.array(R0, object), np.array(p0, object)
        changes.append(base_change(here, base, *start, rates[:, here], n))
    return changes
