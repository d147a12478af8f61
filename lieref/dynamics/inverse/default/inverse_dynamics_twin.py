"""Plain twin of the default recursion: inverse dynamics of order r in body frames.

H-GRNE [Ali, Alg. 1 and 2]: the passes of `h_grne_body.pxi` over any scalar field K, in Taylor
coefficients x^(k)/k!.
Symbols (docs/notation.md): w, dw angular velocity and its derivative; a classical acceleration
of the frame's origin minus gravity; Xi = [dw] + [w][w], so that a point x fixed in the body has
acceleration a + Xi x; n moment about the origin, f force that the joint transmits beyond m a (m
the mass of the whole subtree), all in the body's kernel frame; slide the acceleration of the
origin by the joint's own shift, in the parent's.
"""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING, Any

from lieref.algebra.series import taylor
from lieref.algebra.series.taylor import MatrixSeries, Series, VectorSeries, mul
from lieref.dynamics.inverse.default.applied_twin import inertial_torques
from lieref.dynamics.inverse.default.bodies_twin import Body, series_bodies
from lieref.dynamics.shared.base_twin import base_motion, base_wrench
from lieref.model.tree.exact import (
    ExactBody,
    ExactModel,
    exact_model,
    multiply,
    rotation_from_quaternion,
)
from lieref.model.tree.exact import apply as apply_matrix

if TYPE_CHECKING:
    from lieref.model.model import Model


def to_child(body: Body, x: VectorSeries) -> VectorSeries:
    """A vector in the parent's kernel axes, in this body's: Q^T E x or Rz(q)^T E x."""
    y = taylor.apply_constant(body.E, x)
    if body.Q:
        return taylor.apply(taylor.transpose(body.Q), y)
    return [
        taylor.add(mul(body.c, y[0]), mul(body.s, y[1])),
        taylor.sub(mul(body.c, y[1]), mul(body.s, y[0])),
        y[2],
    ]


def to_parent(body: Body, x: VectorSeries) -> VectorSeries:
    """A vector in this body's kernel axes, in the parent's: inverse of `to_child`."""
    if body.Q:
        y = taylor.apply(body.Q, x)
    else:
        y = [
            taylor.sub(mul(body.c, x[0]), mul(body.s, x[1])),
            taylor.add(mul(body.s, x[0]), mul(body.c, x[1])),
            x[2],
        ]
    return taylor.apply_constant(taylor.transpose(body.E), y)


def _one_degree(K: Any, body: Body, q: Any, rate: Series, parent: tuple[Any, ...]) -> None:
    """Motion across a revolute, prismatic or helical joint; rate has n + 1 coefficients."""
    now, acceleration = rate[:-1], taylor.derivative(rate)
    zeros = taylor.scale(K(0), now)
    if body.kind == "prismatic":
        body.c, body.s = taylor.constant(K(1), len(now)), zeros
        lead, turn, dturn = K(1), zeros, zeros
    else:
        body.c, body.s = taylor.cos_sin(K.cos(q), K.sin(q), now)
        lead, turn, dturn = body.pitch, now, acceleration
    wp, dwp, _, _ = parent
    # w = E w_p + z qd
    x, y, z = to_child(body, wp)
    body.w = [x, y, taylor.add(z, turn)]
    # dw = E dw_p + w x z qd + z qdd
    x, y, z = to_child(body, dwp)
    body.dw = [
        taylor.add(x, mul(body.w[1], turn)),
        taylor.sub(y, mul(body.w[0], turn)),
        taylor.add(z, dturn),
    ]
    body.Xi = angular_acceleration(body.w, body.dw)
    if body.kind != "revolute":
        # p = E^T z d
        d = taylor.scale(lead, taylor.integral(now, q))
        p, dp, ddp = (
            [taylor.scale(c, x) for c in body.E[2]]
            for x in (d, taylor.scale(lead, now), taylor.scale(lead, acceleration))
        )
        _shift(body, parent, p, dp, ddp)
    body.a = to_child(body, _origin(body, parent))


def _shift(
    body: Body, parent: tuple[Any, ...], p: VectorSeries, dp: VectorSeries, ddp: VectorSeries
) -> None:
    """slide = Xi_p p + 2 w_p x p' + p'', in the parent's axes

    Not in the body's: against a body that turns fast the same vector has large high derivatives,
    which would cancel where the force returns to the parent.
    """
    wp, _, Xip, _ = parent
    coriolis = taylor.cross(wp, dp)
    body.p = p
    body.slide = taylor.vadd(taylor.apply(Xip, p), taylor.vadd(coriolis, coriolis), ddp)


def _origin(body: Body, parent: tuple[Any, ...]) -> VectorSeries:
    """Acceleration of the body's origin in the parent's axes: a_p + Xi_p r + slide"""
    _, _, Xip, ap = parent
    fixed = _point(ap, Xip, body.r)
    return fixed if body.slide is None else taylor.vadd(fixed, body.slide)


def _several_degrees(
    K: Any, body: Body, q: list[Any], v: list[Series], parent: tuple[Any, ...]
) -> None:
    """Motion across a spherical joint or a free joint between bodies; v in body axes."""
    now = [x[:-1] for x in v]
    then = [taylor.derivative(x) for x in v]
    rate, drate = now[:3], then[:3]
    body.Q = taylor.rotation(rotation_from_quaternion(K, tuple(q[-4:])), rate, "body")
    wp, dwp, _, _ = parent
    # w = E w_p + rate,  dw = E dw_p + w x rate + rate'
    body.w = taylor.vadd(to_child(body, wp), rate)
    body.dw = taylor.vadd(to_child(body, dwp), taylor.cross(body.w, rate), drate)
    body.Xi = angular_acceleration(body.w, body.dw)
    if body.kind == "free":
        # p' = E^T Q u,  p'' = E^T Q (u' + rate x u)
        u, du = now[3:], then[3:]
        to_placement = taylor.transpose(body.E)
        velocity = taylor.apply(body.Q, u)
        turned = taylor.apply(body.Q, taylor.vadd(du, taylor.cross(rate, u)))
        p = [taylor.integral(x, x0) for x, x0 in zip(velocity, q[:3], strict=True)]
        p, dp, ddp = (taylor.apply_constant(to_placement, x) for x in (p, velocity, turned))
        _shift(body, parent, p, dp, ddp)
    body.a = to_child(body, _origin(body, parent))


def _base(
    K: Any, body: Body, exact: ExactBody, q: list[Any], v: list[Series], base: str, gravity: Any
) -> None:
    """Motion of a free joint on the world: a = alpha - R^T g."""
    n = len(v[0]) - 1
    R0 = multiply(exact.R, rotation_from_quaternion(K, tuple(q[3:])))
    p0 = [a + b for a, b in zip(exact.p, apply_matrix(exact.R, tuple(q[:3])), strict=True)]
    motion = base_motion(base, R0, p0, v)
    body.base, body.R0, body.w, body.dw = motion, R0, motion.w, motion.dw
    body.Xi = angular_acceleration(body.w, body.dw)
    weight = apply_matrix(taylor.transpose(R0), gravity)
    body.a = taylor.vsub(motion.alpha, fixed_direction(weight, body.w, n))


def fixed_direction(start: Any, w: VectorSeries, n: int) -> VectorSeries:
    """A vector constant in the inertial frame, in body axes: x' = x x w."""
    x: VectorSeries = [[c] for c in start]
    for k in range(n - 1):
        for i in range(3):
            a, b = (i + 1) % 3, (i + 2) % 3
            x[i].append(
                sum(x[a][j] * w[b][k - j] - x[b][j] * w[a][k - j] for j in range(k + 1)) / (k + 1)
            )
    return x


def angular_acceleration(w: VectorSeries, dw: VectorSeries) -> MatrixSeries:
    """Xi = [dw] + [w][w], [w][w] = w w^T - |w|^2 1"""
    xx, yy, zz = (mul(x, x) for x in w)
    xy, xz, yz = mul(w[0], w[1]), mul(w[0], w[2]), mul(w[1], w[2])
    add, sub = taylor.add, taylor.sub
    minus = [taylor.scale(-1, x) for x in (add(yy, zz), add(xx, zz), add(xx, yy))]
    return [
        [minus[0], sub(xy, dw[2]), add(xz, dw[1])],
        [add(xy, dw[2]), minus[1], sub(yz, dw[0])],
        [sub(xz, dw[1]), add(yz, dw[0]), minus[2]],
    ]


def _point(a: VectorSeries, Xi: MatrixSeries, r: Any) -> VectorSeries:
    """a + Xi r for a point r fixed in the body"""
    moved = [
        [sum(c * row[i][k] for i, c in enumerate(r)) for k in range(len(row[0]))] for row in Xi
    ]
    return taylor.vadd(a, moved)


def _body_wrench(body: Body) -> None:
    """f = Xi h,  n = h x a + vee(Xi P)"""
    h, a = body.h, body.a
    body.f = taylor.apply(body.Xi, [taylor.constant(x, len(a[0])) for x in h])
    XiP = [taylor.apply_constant(taylor.transpose(body.P), row) for row in body.Xi]
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        lever = taylor.sub(taylor.scale(h[j], a[k]), taylor.scale(h[k], a[j]))
        body.n.append(taylor.add(lever, taylor.sub(XiP[k][j], XiP[j][k])))


def attitudes(K: Any, bodies: list[Body]) -> list[MatrixSeries]:
    """Rotations from the kernel axes to the inertial ones; a row is an inertial axis."""
    n = len(bodies[0].a[0])
    found: list[MatrixSeries] = []
    world = [[taylor.constant(K(int(i == j)), n) for i in range(3)] for j in range(3)]
    for body in bodies:
        if body.base is not None:
            found.append([fixed_direction(axis, body.w, n) for axis in body.R0])
        else:
            above = found[body.parent] if body.parent >= 0 else world
            found.append([to_child(body, axis) for axis in above])
    return found


def subtract_wrenches(bodies: list[Body], wrenches: list[list[Series]]) -> None:
    """f -= f_app, n -= n_app - k x f_app of wrenches in body axes.

    They act at the body frame's origin, k off ours.
    """
    n = len(bodies[0].f[0])
    for body, wrench in zip(bodies, wrenches, strict=True):
        to_kernel = taylor.transpose(body.K)
        moment = taylor.apply_constant(to_kernel, wrench[:3])
        force = taylor.apply_constant(to_kernel, wrench[3:])
        k = [taylor.constant(x, n) for x in apply_matrix(to_kernel, body.k)]
        body.f = taylor.vsub(body.f, force)
        body.n = taylor.vsub(body.n, taylor.vsub(moment, taylor.cross(k, force)))


def _torque(body: Body, base: str, gravity: Any) -> list[Series]:
    """Generalized force of the body's joint from the wrench that it transmits."""
    if body.kind == "revolute":
        return [body.n[2]]
    if body.kind == "spherical":
        return body.n
    force = _force(body)
    if body.kind == "prismatic":
        return [force[2]]
    if body.kind == "helical":
        return [taylor.add(body.n[2], taylor.scale(body.pitch, force[2]))]
    if body.base is None:
        return body.n + force
    return base_wrench(base, body.base, body.m, gravity, body.a, body.n, body.f)


def _force(body: Body) -> VectorSeries:
    """The whole force that the joint transmits: m a + f"""
    return taylor.vadd([taylor.scale(body.m, x) for x in body.a], body.f)


def _to_parent_wrench(body: Body, parent: Body) -> None:
    """f_p += F,  n_p += E^T n + r x F + p x (E^T f + m (a_p + Xi_p r + slide))

    with F = E^T f + m slide; the rest of the force, m (a_p + Xi_p r), is in the parent's h and P.
    """
    force, moment = to_parent(body, body.f), to_parent(body, body.n)
    if body.p is not None and body.slide is not None:
        a = _origin(body, (parent.w, parent.dw, parent.Xi, parent.a))
        whole = taylor.vadd([taylor.scale(body.m, x) for x in a], force)
        moment = taylor.vadd(moment, taylor.cross(body.p, whole))
        force = taylor.vadd(force, [taylor.scale(body.m, x) for x in body.slide])
    parent.f = taylor.vadd(parent.f, force)
    r = [taylor.constant(x, len(force[0])) for x in body.r]
    parent.n = taylor.vadd(parent.n, moment, taylor.cross(r, force))


def base_to_tip(
    K: Any,
    exact: ExactModel,
    bodies: list[Body],
    q: list[Any],
    columns: list[Series],
    base: str = "body",
) -> None:
    """Motion of the bodies, and the wrench of each body alone.

    columns: series of the velocity coordinates, n + 1 coefficients; all others get n.
    """
    n = len(columns[0]) - 1 if columns else 0
    still = [[K(0)] * n for _ in range(3)]
    world = (still, still, [still] * 3, [taylor.constant(-g, n) for g in exact.gravity])
    for body, constants in zip(bodies, exact.bodies, strict=True):
        nq, nv = {"spherical": (4, 3), "free": (7, 6)}.get(body.kind, (1, 1))
        rates = columns[constants.iv : constants.iv + nv]
        here = q[constants.iq : constants.iq + nq]
        parent = bodies[body.parent]
        above = (parent.w, parent.dw, parent.Xi, parent.a) if body.parent >= 0 else world
        if nv == 1:
            _one_degree(K, body, here[0], rates[0], above)
        elif body.kind == "free" and body.parent < 0:
            _base(K, body, constants, here, rates, base, exact.gravity)
        else:
            _several_degrees(K, body, here, rates, above)
    for body in bodies:
        _body_wrench(body)


def tip_to_base(exact: ExactModel, bodies: list[Body], nv: int, base: str = "body") -> list[Series]:
    """Generalized forces of the joints from the wrenches of the bodies."""
    tau: list[Series] = [[] for _ in range(nv)]
    for body, constants in zip(reversed(bodies), reversed(exact.bodies), strict=True):
        for i, torque in enumerate(_torque(body, base, exact.gravity)):
            tau[constants.iv + i] = torque
        if body.parent >= 0:
            _to_parent_wrench(body, bodies[body.parent])
    return tau


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
    """Generalized forces and their time derivatives, by the default recursion over K.

    Arguments as in `lieref.inverse_dynamics`, entries convertible by K; returns (r+1) rows of nv
    scalars of K. Nothing is checked: this is the kernel's twin, not an interface.
    """
    exact = exact_model(model, K)
    bodies = series_bodies(K, exact)
    n = len(v) - 1
    q = [K(x) for x in q]
    columns = [[K(v[k][i]) / factorial(k) for k in range(n + 1)] for i in range(model.nv)]
    base_to_tip(K, exact, bodies, q, columns, base)
    applied = None
    if wrenches is not None:
        series = [
            [[K(wrenches[k][i][c]) / factorial(k) for k in range(n)] for c in range(6)]
            for i in range(model.nbodies)
        ]
        if wrench_axes == "inertial":
            applied = inertial_torques(bodies, attitudes(K, bodies), series, base)
        else:
            subtract_wrenches(bodies, series)
    tau = tip_to_base(exact, bodies, model.nv, base)
    if applied is not None:
        tau = taylor.vadd(tau, [torque for joint in applied for torque in joint])
    rows = [[tau[i][k] * factorial(k) for i in range(model.nv)] for k in range(n)]
    if tau_ext is not None:
        rows = [[x - K(e) for x, e in zip(row, given)] for row, given in zip(rows, tau_ext)]  # noqa: B905
    return rows
