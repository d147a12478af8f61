"""Motion of a tree whose accelerations are found one order after the other: plain twin.

The part of `forward_dynamics_generic.py` that knows no forces; its symbols are explained there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lieref.dynamics.forward.articulated_inertia_twin import (
    Articulated,
)
from lieref.dynamics.forward.default.free_base_twin import FreeBase
from lieref.dynamics.shared.convolutions_twin import (
    add,
    cross_sum,
    inner,
    scaled,
    turn_back_sum,
    turn_sum,
)
from lieref.model.tree.compiled import body_constants, link_constants
from lieref.model.tree.exact import (
    ExactModel,
    apply,
    cross,
    multiply,
    rotation_from_quaternion,
    transpose,
)


@dataclass
class Body:
    """Constants of one body, and its coefficients: a list has one entry to each order so far."""

    parent: int
    kind: str
    name: str
    E: Any
    r: Any
    K: Any
    k: Any
    m: Any
    h: Any
    J: Any
    least: Any
    S: list[Any]
    base: FreeBase | None = None
    unit: Articulated | None = None
    # the joint: velocity coordinates, angle's cosine and sine or rotation, shift in parent's axes
    v: list[Any] = field(default_factory=list)
    cos_sin: list[Any] = field(default_factory=list)
    R: list[Any] = field(default_factory=list)
    p: list[Any] = field(default_factory=list)
    dp: list[Any] = field(default_factory=list)
    lever: Any = None
    # the body; `point`: acceleration of the parent's point at this origin, parent's axes
    w: list[Any] = field(default_factory=list)
    Om: list[Any] = field(default_factory=list)
    dw: list[Any] = field(default_factory=list)
    a: list[Any] = field(default_factory=list)
    point: list[Any] = field(default_factory=list)
    n: list[Any] = field(default_factory=list)
    f: list[Any] = field(default_factory=list)
    axes: list[Any] = field(default_factory=list)
    # of the current order: known part of `point`, A' without the parent's part, wrench p or p'
    known: Any = None
    bias: Any = None
    wrench: Any = None
    u: Any = None


def subspace(K: Any, kind: str, pitch: Any) -> list[Any]:
    """Columns of S in kernel axes, where a one-degree joint has its axis along z."""
    unit = [tuple(K(int(i == j)) for i in range(6)) for j in range(6)]
    if kind == "helical":
        return [add(unit[2], scaled(pitch, unit[5]))]
    return {
        "revolute": [unit[2]],
        "prismatic": [unit[5]],
        "spherical": unit[:3],
        "free": unit,
    }[kind]


def tree_bodies(K: Any, exact: ExactModel, names: tuple[str, ...]) -> list[Body]:
    bodies = []
    tables = zip(body_constants(K, exact), link_constants(K, exact, K.digits), strict=True)
    for body, name, (row, link) in zip(exact.bodies, names, tables, strict=True):
        xx, yy, zz, xy, xz, yz = link[4:10]
        bodies.append(
            Body(
                parent=body.parent,
                kind=body.kind,
                name=name,
                E=(row[0:3], row[3:6], row[6:9]),
                r=row[9:12],
                K=(row[23:26], row[26:29], row[29:32]),
                k=row[32:35],
                m=link[0],
                h=link[1:4],
                J=((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)),
                least=link[10:12],
                S=subspace(K, body.kind, body.pitch),
            )
        )
    return bodies


def _place(K: Any, body: Body, q: list[Any]) -> None:
    """R_0 and p_0 of a joint between bodies or of one degree."""
    if len(q) > 1:
        rotation = rotation_from_quaternion(K, tuple(q[-4:]))
        shift = tuple(q[:3]) if body.kind == "free" else None
    else:
        c, s = (K(1), K(0)) if body.kind == "prismatic" else (K.cos(q[0]), K.sin(q[0]))
        body.cos_sin = [(c, s)]
        rotation = ((c, -s, K(0)), (s, c, K(0)), (K(0), K(0), K(1)))
        shift = None if body.kind == "revolute" else scaled(q[0], body.S[0][3:])
    down = transpose(body.E)
    body.R, body.lever = [multiply(down, rotation)], body.r
    if shift is not None:
        body.p = [apply(down, shift)]
        body.lever = add(body.r, body.p[0])


def advance(K: Any, body: Body, v: Any) -> None:
    """The joint's velocity of order k is v: R and p of order k + 1, p' of order k."""
    k = len(body.v)
    body.v.append(v)
    if len(v) == 1:
        # c' = -s qd, s' = c qd
        turn = [K(0) if body.kind == "prismatic" else x[0] for x in body.v]
        c = -sum(turn[i] * body.cos_sin[k - i][1] for i in range(k + 1)) / (k + 1)
        s = sum(turn[i] * body.cos_sin[k - i][0] for i in range(k + 1)) / (k + 1)
        body.cos_sin.append((c, s))
        nil = K(0)
        body.R.append(multiply(transpose(body.E), ((c, -s, nil), (s, c, nil), (nil, nil, nil))))
        dp = apply(transpose(body.E), scaled(v[0], body.S[0][3:]))
    else:
        # R' = R [rate], row by row
        rate = [x[:3] for x in body.v]
        rows = [cross_sum([R[i] for R in body.R], rate, k) for i in range(3)]
        body.R.append(tuple(tuple(x / (k + 1) for x in row) for row in rows))
        slides = [x[3:] for x in body.v]
        dp = turn_sum(body.R, slides, k, 0, (K(0),) * 3) if body.p else (K(0),) * 3
    if body.p:
        body.dp.append(dp)
        body.p.append(tuple(x / (k + 1) for x in dp))


def _square(w: list[Any], k: int) -> Any:
    """Om_k of Om = [w][w] = w w^T - |w|^2 1"""
    x = [[sum(w[j][a] * w[k - j][b] for j in range(k + 1)) for b in range(3)] for a in range(3)]
    trace = x[0][0] + x[1][1] + x[2][2]
    return [[x[a][b] - (trace if a == b else 0) for b in range(3)] for a in range(3)]


def _turn(body: Body) -> list[Any]:
    """Angular velocity of the joint in the body's axes, order by order."""
    if len(body.S) == 1:
        return [scaled(v[0], body.S[0][:3]) for v in body.v]
    return [v[:3] for v in body.v]


def _shift_bias(body: Body, k: int) -> Any:
    """p''_k without what vd_k adds; p'' = R (u' + turn x u) of a free joint has such a part."""
    zero = (body.lever[0] * 0,) * 3
    if body.kind != "free":
        return zero
    u, turn = [v[3:] for v in body.v], _turn(body)
    rates = [cross_sum(turn, u, j) for j in range(k + 1)]
    for j in range(k):
        rates[j] = add(rates[j], scaled(j + 1, u[j + 1]))
    return turn_sum(body.R, rates, k, 0, zero)


def motion_bias(body: Body, parent: Body, k: int) -> None:
    """Om_k, and what velocities and lower orders say about the acceleration of order k."""
    body.Om.append(_square(body.w, k))
    if body.base is not None:
        body.bias = body.base.bias(body.w, k)
        return
    zero = (body.lever[0] * 0,) * 3
    # point = a_p + dw_p x l + known,  known = Om_p l + Xi_p (p - p_0) + 2 w_p x p' + p''
    body.known = apply(parent.Om[k], body.lever)
    if body.p:
        for i in range(1, k + 1):
            turning = apply(parent.Om[k - i], body.p[i])
            body.known = add(body.known, turning, cross(parent.dw[k - i], body.p[i]))
        coriolis = scaled(2, cross_sum(parent.w, body.dp, k))
        body.known = add(body.known, coriolis, _shift_bias(body, k))
    # A' = (sum R_i^T dw_p + w x turn,  R^T (a_p + dw_p x l + known) + sum R_i^T point)
    dw = add(turn_back_sum(body.R, parent.dw, k, 1, zero), cross_sum(body.w, _turn(body), k))
    known = apply(transpose(body.R[0]), body.known)
    body.bias = dw + add(known, turn_back_sum(body.R, body.point, k, 1, zero))


def begin(K: Any, exact: ExactModel, bodies: list[Body], q: Any, v: Any, base: str) -> None:
    """Poses and velocities now."""
    for body, constants in zip(bodies, exact.bodies, strict=True):
        nq, nv = {"spherical": (4, 3), "free": (7, 6)}.get(body.kind, (1, 1))
        here = q[constants.iq : constants.iq + nq]
        rates = v[constants.iv : constants.iv + nv]
        if body.kind == "free" and body.parent < 0:
            R0 = multiply(constants.R, rotation_from_quaternion(K, tuple(here[3:])))
            p0 = add(constants.p, apply(constants.R, tuple(here[:3])))
            body.base = FreeBase(base, R0, p0, rates, exact.gravity)
            body.S = body.base.subspace()
            body.w = [body.base.angular_velocity()]
            continue
        _place(K, body, here)
        advance(K, body, tuple(rates))
        w = tuple(inner([column[c] for column in body.S], rates) for c in range(3))
        if body.parent >= 0:
            w = add(w, apply(transpose(body.R[0]), bodies[body.parent].w[0]))
        body.w = [w]


def still_world(K: Any, exact: ExactModel, n: int) -> Body:
    """The world as a parent: at rest, but for a = -g; its axes are the inertial ones."""
    zero = (K(0),) * 3
    unit = [tuple(K(int(i == j)) for i in range(3)) for j in range(3)]
    world = Body(-1, "world", "world", unit, zero, unit, zero, K(0), zero, unit, None, [])
    world.w = world.dw = [zero] * (n + 1)
    world.Om = [[zero] * 3] * n
    world.a = [scaled(-1, exact.gravity)] + [zero] * (n - 1)
    world.axes = [unit]
    return world
