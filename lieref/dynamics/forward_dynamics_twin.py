"""Plain twin of the production recursion for forward and hybrid dynamics of order r, body frames.

H-GABI and H-GHYB of [Ali, Alg. 3 and 4] in another representation: the passes of `h_gabi_*.pxi`
over any scalar field K, in Taylor coefficients x^(k)/k!, one order after the other. At order k the
wrench that a joint transmits is affine in the acceleration, W_k = I^A A_k + p_k, and so it is in
the acceleration that the body's parent hands on: W_k = I^a A'_k + p'_k, A_k = A'_k + S vd_k. The
articulated inertias I^A and I^a are the same at every order [Ali, Lemma 2].

Symbols (docs/notation.md), all in the body's kernel frame: A = (dw, a) with dw the derivative of
the angular velocity w and a the classical acceleration of the frame's origin minus gravity; a
point x fixed in the body has acceleration a + dw x x + Om x with Om = [w][w]; W = (n, f) moment
about the origin and force; R child's axes -> parent's; lever place of the child's origin in the
parent, p its shift by the joint; S motion subspace of the joint.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import factorial
from typing import TYPE_CHECKING, Any

from lieref.dynamics.articulated_twin import (
    Articulated,
    articulate,
    own_inertia,
    times,
    to_parent_inertia,
)
from lieref.dynamics.base_orders_twin import FreeBase
from lieref.dynamics.convolutions_twin import add, cross_sum, scaled, turn_back_sum, turn_sum
from lieref.model.compiled import body_constants, link_constants
from lieref.model.exact import (
    ExactModel,
    apply,
    cross,
    exact_model,
    multiply,
    rotation_from_quaternion,
    transpose,
)

if TYPE_CHECKING:
    from lieref.model.model import Model


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
    # of the order under way: known part of `point`, A' without the parent's part, wrench p or p'
    known: Any = None
    bias: Any = None
    wrench: Any = None
    u: Any = None


def _subspace(K: Any, kind: str, pitch: Any) -> list[Any]:
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


def _bodies(K: Any, exact: ExactModel, names: tuple[str, ...]) -> list[Body]:
    bodies = []
    tables = zip(body_constants(K, exact), link_constants(K, exact), strict=True)
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
                S=_subspace(K, body.kind, body.pitch),
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


def _advance(K: Any, body: Body, v: Any) -> None:
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


def _shift_bias(body: Body, k: int) -> Any:
    """p''_k without what vd_k adds: nothing but for a free joint, whose p' = R u turns."""
    zero = (body.lever[0] * 0,) * 3
    if body.kind != "free":
        return zero
    return scaled(k + 1, turn_sum(body.R, [x[3:] for x in body.v], k + 1, 1, zero))


def _motion_bias(body: Body, parent: Body, k: int) -> None:
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
    # A' = (R^T dw_p + (k+1) sum R_i^T w_p,  R^T (a_p + dw_p x l + known) + sum R_i^T point)
    dw = scaled(k + 1, turn_back_sum(body.R, parent.w, k + 1, 1, zero))
    known = apply(transpose(body.R[0]), body.known)
    body.bias = dw + add(known, turn_back_sum(body.R, body.point, k, 1, zero))


def _body_wrench(body: Body, k: int) -> None:
    """p_k = what the rotation takes beside I A: f = Om h, n = -vee(Om J)"""
    Om, J = body.Om[k], body.J
    X = [[sum(Om[i][c] * J[c][j] for c in range(3)) for j in range(3)] for i in range(3)]
    n = (X[1][2] - X[2][1], X[2][0] - X[0][2], X[0][1] - X[1][0])
    body.wrench = n + apply(Om, body.h)


def _applied_wrench(K: Any, body: Body, parent: Body, given: list[Any], axes: str, k: int) -> None:
    """p -= the wrench on the body's origin, which lies k off ours; given: its coefficients."""
    if axes == "inertial":
        # inertial axes in kernel axes, one to each row: x' = x x w
        if k > 0:
            turned = [cross_sum([x[i] for x in body.axes], body.w, k - 1) for i in range(3)]
            body.axes.append([tuple(x / k for x in row) for row in turned])
        elif body.base is not None:
            body.axes.append(body.base.R[0])
        else:
            body.axes.append(multiply(parent.axes[0], body.R[0]))
        zero = (K(0),) * 3
        moment = turn_back_sum(body.axes, [x[:3] for x in given], k, 0, zero)
        force = turn_back_sum(body.axes, [x[3:] for x in given], k, 0, zero)
    else:
        down = transpose(body.K)
        moment, force = apply(down, given[k][:3]), apply(down, given[k][3:])
    lever = apply(transpose(body.K), body.k)
    moment = add(moment, scaled(-1, cross(lever, force)))
    body.wrench = add(body.wrench, scaled(-1, moment + force))


def _articulate(K: Any, bodies: list[Body], prescribed: list[list[bool]]) -> None:
    """Articulated inertias, tip to base: once, for every order."""
    inertias = [own_inertia(K, body.m, body.h, body.J) for body in bodies]
    for i in reversed(range(len(bodies))):
        body = bodies[i]
        free = [j for j, given in enumerate(prescribed[i]) if not given]
        S = body.S
        if body.base is not None and len(free) == 6:
            # solved for the base's acceleration in body axes, whatever its velocity is
            S = _subspace(K, "free", None)
        body.unit = articulate(inertias[i], S, free, body.least, body.name)
        if body.parent >= 0:
            handed = to_parent_inertia(body.unit.reduced, body.R[0], body.lever)
            above = inertias[body.parent]
            inertias[body.parent] = [list(add(*rows)) for rows in zip(above, handed, strict=True)]


def _released(body: Body) -> bool:
    """A free base no coordinate of which is prescribed?"""
    assert body.unit is not None
    return body.base is not None and len(body.unit.free) == 6


def _effort_pass(bodies: list[Body], tau: list[list[Any]], vd: list[list[Any]], k: int) -> None:
    """Tip to base: u and p' of every body, and what its parent takes over."""
    for i in reversed(range(len(bodies))):
        body, unit = bodies[i], bodies[i].unit
        assert unit is not None
        below = (tau[i][0] * 0,) * len(body.S)
        if body.base is not None:
            below = body.base.effort_below(body.n, body.f, k)
        effort = add(tuple(tau[i]), scaled(-1, below))
        if _released(body):
            assert body.base is not None
            body.u = list(body.base.to_body(effort))
            continue
        for j, column in enumerate(body.S):
            if j not in unit.free:
                body.bias = add(body.bias, scaled(vd[i][j], column))
        # u = tau - S^T p,  p' = p + U D^-1 u
        body.u = [effort[j] - _dot(body.S[j], body.wrench) for j in unit.free]
        body.wrench = add(body.wrench, unit.resist(body.u))
        if body.parent >= 0:
            _hand_on(body, bodies[body.parent], k)


def _dot(a: Any, b: Any) -> Any:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _hand_on(body: Body, parent: Body, k: int) -> None:
    """p_p += (R n + (r + p) x F, F), F = R f, of W_k without I^a times the parent's part of A'."""
    unit, zero = body.unit, (body.lever[0] * 0,) * 3
    assert unit is not None
    W = add(body.wrench, times(unit.reduced, body.bias))
    n = add(apply(body.R[0], W[:3]), turn_sum(body.R, body.n, k, 1, zero))
    force = add(apply(body.R[0], W[3:]), turn_sum(body.R, body.f, k, 1, zero))
    n = add(n, cross(body.lever, force))
    if body.p:
        for i in range(1, k + 1):
            n = add(n, cross(body.p[i], turn_sum(body.R, body.f, k - i, 0, zero)))
    parent.wrench = add(parent.wrench, n + force)


def _solve(K: Any, body: Body, parent: Body, vd: list[Any], k: int) -> None:
    """Acceleration of order k, the joint's part of it, and the wrench that the joint transmits."""
    unit = body.unit
    assert unit is not None
    if _released(body):
        # I^A A = W - p: what the tree shares with free fall never enters
        assert body.base is not None
        W = tuple(body.u)
        A = tuple(unit.solve(list(add(W, scaled(-1, body.wrench)))))
        vd[:] = body.base.coordinates(add(A, scaled(-1, body.bias)))
    else:
        A, linear = body.bias, None
        if body.base is None:
            up = transpose(body.R[0])
            linear = add(parent.a[k], cross(parent.dw[k], body.lever))
            A = add(A, apply(up, parent.dw[k]) + apply(up, linear))
        W = add(body.wrench, times(unit.reduced, A))
        for j, x in zip(unit.free, unit.accelerate(body.u, A), strict=True):
            vd[j] = x
            A = add(A, scaled(x, body.S[j]))
        if linear is not None:
            shift = [scaled(x, column[3:]) for x, column in zip(vd, body.S, strict=True)]
            shift_in_parent = apply(body.R[0], add(*shift))
            body.point.append(add(linear, body.known, shift_in_parent))
    body.dw.append(A[:3])
    body.a.append(A[3:])
    body.n.append(W[:3])
    body.f.append(W[3:])
    body.w.append(tuple(x / (k + 1) for x in A[:3]))
    if body.base is not None:
        body.base.take_acceleration(vd, k)
    else:
        _advance(K, body, tuple(x / (k + 1) for x in vd))


def _begin(K: Any, exact: ExactModel, bodies: list[Body], q: Any, v: Any, base: str) -> None:
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
        _advance(K, body, tuple(rates))
        w = tuple(_dot([column[c] for column in body.S], rates) for c in range(3))
        if body.parent >= 0:
            w = add(w, apply(transpose(body.R[0]), bodies[body.parent].w[0]))
        body.w = [w]


def _world(K: Any, exact: ExactModel, n: int) -> Body:
    """The world as a parent: at rest, but for a = -g; its axes are the inertial ones."""
    zero = (K(0),) * 3
    unit = [tuple(K(int(i == j)) for i in range(3)) for j in range(3)]
    world = Body(-1, "world", "world", unit, zero, unit, zero, K(0), zero, unit, None, [])
    world.w = world.dw = [zero] * (n + 1)
    world.Om = [[zero] * 3] * n
    world.a = [scaled(-1, exact.gravity)] + [zero] * (n - 1)
    world.axes = [unit]
    return world


def hybrid_dynamics(
    model: Model,
    q: Any,
    v: Any,
    vdot: Any,
    tau: Any,
    prescribed: Any,
    K: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    tau_ext: Any = None,
) -> tuple[list[list[Any]], list[list[Any]]]:
    """Accelerations and forces with their time derivatives, by the production recursion over K.

    Arguments as in `lieref.hybrid_dynamics`, entries convertible by K; returns vdot and tau, each
    (r+1) rows of nv scalars of K. Nothing is checked: this is the kernel's twin, not an interface.
    """
    exact = exact_model(model, K)
    bodies = _bodies(K, exact, model.joint_names)
    n, nil = len(tau), K(0)
    at = [(body.iv, joint.nv) for body, joint in zip(exact.bodies, model.joints, strict=True)]
    held = [[bool(x) for x in prescribed[i : i + nv]] for i, nv in at]

    def coefficient(rows: Any, k: int, column: int) -> Any:
        return K(rows[k][column]) / factorial(k)

    _begin(K, exact, bodies, [K(x) for x in q], [K(x) for x in v], base)
    world = _world(K, exact, n)
    _articulate(K, bodies, held)
    given: list[list[Any]] = [[] for _ in bodies]
    motion: list[list[Any]] = [[nil] * model.nv for _ in range(n)]
    effort: list[list[Any]] = [[nil] * model.nv for _ in range(n)]
    for k in range(n):
        load = [nil if held_ else coefficient(tau, k, i) for i, held_ in enumerate(prescribed)]
        vd = [coefficient(vdot, k, i) if held_ else nil for i, held_ in enumerate(prescribed)]
        extra = [nil if tau_ext is None else coefficient(tau_ext, k, i) for i in range(model.nv)]
        for i, body in enumerate(bodies):
            parent = bodies[body.parent] if body.parent >= 0 else world
            _motion_bias(body, parent, k)
            _body_wrench(body, k)
            if wrenches is not None:
                given[i].append(tuple(K(x) / factorial(k) for x in wrenches[k][i]))
                _applied_wrench(K, body, parent, given[i], wrench_axes, k)
        whole = [x + y for x, y in zip(load, extra, strict=True)]
        rates = [vd[i : i + nv] for i, nv in at]
        below = [
            body.base.effort_below(body.n, body.f, k) if body.base else (nil,) * nv
            for body, (_, nv) in zip(bodies, at, strict=True)
        ]
        _effort_pass(bodies, [whole[i : i + nv] for i, nv in at], rates, k)
        for i, body in enumerate(bodies):
            parent = bodies[body.parent] if body.parent >= 0 else world
            _solve(K, body, parent, rates[i], k)
            W = body.n[k] + body.f[k]
            for j, column in enumerate(body.S):
                place = at[i][0] + j
                motion[k][place] = rates[i][j] * factorial(k)
                force = load[place]
                if held[i][j]:
                    force = _dot(column, W) + below[i][j] - extra[place]
                effort[k][place] = force * factorial(k)
    return motion, effort


def forward_dynamics(
    model: Model,
    q: Any,
    v: Any,
    tau: Any,
    K: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    tau_ext: Any = None,
) -> list[list[Any]]:
    """Accelerations and their time derivatives, by the production recursion over K.

    Arguments as in `lieref.forward_dynamics`, entries convertible by K; returns (r+1) rows of nv
    scalars of K.
    """
    free = [False] * model.nv
    return hybrid_dynamics(model, q, v, None, tau, free, K, base, wrenches, wrench_axes, tau_ext)[0]
