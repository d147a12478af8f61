"""Plain twin of the default recursion for forward and hybrid dynamics of order r, body frames.

H-GABI and H-GHYB of [Ali, Alg. 3 and 4] in another representation: the passes of `h_gabi_*.pxi`
over any scalar field K, in Taylor coefficients x^(k)/k!, one order after the other. At order k the
wrench that a joint transmits is affine in the acceleration, W_k = I^A A_k + p_k, and so it is in
the acceleration transmitted from the parent: W_k = I^a A'_k + p'_k, A_k = A'_k + S vd_k. The
articulated inertias I^A and I^a are the same at every order [Ali, Lemma 2].

Symbols (docs/notation.md), all in the body's kernel frame: A = (dw, a) with dw the derivative of
the angular velocity w and a the classical acceleration of the frame's origin minus gravity; a
point x fixed in the body has acceleration a + dw x x + Om x with Om = [w][w]; W = (n, f) moment
about the origin and force; R child's axes -> parent's; lever place of the child's origin in the
parent, p its shift by the joint; S motion subspace of the joint.
"""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING, Any

from lieref.dynamics.forward.articulated_inertia_twin import (
    RoundedSize,
    articulate,
    own_inertia,
    times,
    to_parent_inertia,
)
from lieref.dynamics.forward.default.tree_orders_twin import (
    Body,
    advance,
    begin,
    motion_bias,
    still_world,
    subspace,
    tree_bodies,
)
from lieref.dynamics.shared.convolutions_twin import (
    add,
    cross_sum,
    inner,
    scaled,
    turn_back_sum,
    turn_sum,
)
from lieref.dynamics.shared.joint_physics_twin import known_torque
from lieref.model.tree.exact import (
    apply,
    cross,
    exact_model,
    multiply,
    transpose,
)

if TYPE_CHECKING:
    from lieref.model.model import Model


def _body_wrench(body: Body, k: int) -> None:
    """p_k, the part of a body's wrench without A_k: f = Om h, n = -vee(Om J)"""
    Om, J = body.Om[k], body.J
    X = [[sum(Om[i][c] * J[c][j] for c in range(3)) for j in range(3)] for i in range(3)]
    n = (X[1][2] - X[2][1], X[2][0] - X[0][2], X[0][1] - X[1][0])
    body.wrench = n + apply(Om, body.h)


def _applied_wrench(K: Any, body: Body, parent: Body, given: list[Any], axes: str, k: int) -> None:
    """p -= the wrench at the body's origin, from which ours is k away; given: coefficients."""
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


def _articulate(
    K: Any, bodies: list[Body], prescribed: list[list[bool]], rotors: list[list[Any]]
) -> None:
    """Articulated inertias, tip to base: once, for every order; rotors: armature by joint."""
    inertias = [own_inertia(K, body.m, body.h, body.J) for body in bodies]
    sizes = [RoundedSize(K) for _ in bodies]
    for i in reversed(range(len(bodies))):
        body = bodies[i]
        free = [j for j, given in enumerate(prescribed[i]) if not given]
        S = body.S
        if body.base is not None and len(free) == 6:
            # solved for the base's acceleration in body axes, whatever its velocity is
            S = subspace(K, "free", None)
        if len(S) > 1:
            sizes[i].remember(inertias[i])
        # a body at the tip has no rounding errors but in its elimination
        pitch = S[0][5] if body.kind == "helical" else K(0)
        least = sizes[i].least(body.least, pitch)
        sizes[i].remember(inertias[i])
        body.unit = articulate(inertias[i], S, free, least, body.name, rotors[i])
        if len(free) == 6:
            sizes[i] = RoundedSize(K)
        if body.parent >= 0:
            transmitted = to_parent_inertia(body.unit.reduced, body.R[0], body.lever)
            above = inertias[body.parent]
            inertias[body.parent] = [
                list(add(*rows)) for rows in zip(above, transmitted, strict=True)
            ]
            sizes[i].to_parent(sizes[body.parent], body.lever)


def _released(body: Body) -> bool:
    """A free base no coordinate of which is prescribed?"""
    assert body.unit is not None
    return body.base is not None and len(body.unit.free) == 6


def _torque_pass(bodies: list[Body], tau: list[list[Any]], vd: list[list[Any]], k: int) -> None:
    """Tip to base: u and p' of every body, and what its parent receives."""
    for i in reversed(range(len(bodies))):
        body, unit = bodies[i], bodies[i].unit
        assert unit is not None
        below = (tau[i][0] * 0,) * len(body.S)
        if body.base is not None:
            below = body.base.torque_below(body.n, body.f, k)
        torque = add(tuple(tau[i]), scaled(-1, below))
        if _released(body):
            assert body.base is not None
            body.u = list(body.base.to_body(torque))
            continue
        for j, column in enumerate(body.S):
            if j not in unit.free:
                body.bias = add(body.bias, scaled(vd[i][j], column))
        # u = tau - S^T p,  p' = p + U D^-1 u
        body.u = [torque[j] - inner(body.S[j], body.wrench) for j in unit.free]
        body.wrench = add(body.wrench, unit.resist(body.u))
        if len(unit.free) == len(body.S) > 1 and not unit.geared:
            # S is the unit matrix: the wrench is the generalized force exactly, for any mass beyond
            body.wrench = (*torque, *body.wrench[len(torque) :])
        if body.parent >= 0:
            _transmit(body, bodies[body.parent], k)


def _transmit(body: Body, parent: Body, k: int) -> None:
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
        advance(K, body, tuple(x / (k + 1) for x in vd))


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
    """Accelerations and forces with their time derivatives, by the default recursion over K.

    Arguments as in `lieref.hybrid_dynamics`, entries convertible by K; returns vdot and tau, each
    (r+1) rows of nv scalars of K. Nothing is checked: this is the kernel's twin, not an interface.
    """
    exact = exact_model(model, K)
    bodies = tree_bodies(K, exact, model.joint_names)
    n, nil = len(tau), K(0)
    at = [(body.iv, joint.nv) for body, joint in zip(exact.bodies, model.joints, strict=True)]
    motion_given = [[bool(x) for x in prescribed[i : i + nv]] for i, nv in at]

    def coefficient(rows: Any, k: int, column: int) -> Any:
        return K(rows[k][column]) / factorial(k)

    begin(K, exact, bodies, [K(x) for x in q], [K(x) for x in v], base)
    world = still_world(K, exact, n)
    physics = exact.physics or ()
    armature = [x.armature for x in physics]
    rotors = [armature[i : i + nv] if any(armature[i : i + nv]) else [] for i, nv in at]
    _articulate(K, bodies, motion_given, rotors)
    position, rates_so_far = [K(x) for x in q], [[K(x) for x in v]]
    given: list[list[Any]] = [[] for _ in bodies]
    motion: list[list[Any]] = [[nil] * model.nv for _ in range(n)]
    torque: list[list[Any]] = [[nil] * model.nv for _ in range(n)]
    for k in range(n):
        load = [nil if held_ else coefficient(tau, k, i) for i, held_ in enumerate(prescribed)]
        own = [
            known_torque(K, x, position, [row[c] for row in rates_so_far], k)
            for c, x in enumerate(physics)
        ]
        vd = [coefficient(vdot, k, i) if held_ else nil for i, held_ in enumerate(prescribed)]
        extra = [nil if tau_ext is None else coefficient(tau_ext, k, i) for i in range(model.nv)]
        for i, body in enumerate(bodies):
            parent = bodies[body.parent] if body.parent >= 0 else world
            motion_bias(body, parent, k)
            _body_wrench(body, k)
            if wrenches is not None:
                given[i].append(tuple(K(x) / factorial(k) for x in wrenches[k][i]))
                _applied_wrench(K, body, parent, given[i], wrench_axes, k)
        whole = [x + y for x, y in zip(load, extra, strict=True)]
        if own:
            whole = [x - y / factorial(k) for x, y in zip(whole, own, strict=True)]
        rates = [vd[i : i + nv] for i, nv in at]
        below = [
            body.base.torque_below(body.n, body.f, k) if body.base else (nil,) * nv
            for body, (_, nv) in zip(bodies, at, strict=True)
        ]
        _torque_pass(bodies, [whole[i : i + nv] for i, nv in at], rates, k)
        for i, body in enumerate(bodies):
            parent = bodies[body.parent] if body.parent >= 0 else world
            _solve(K, body, parent, rates[i], k)
            W = body.n[k] + body.f[k]
            for j, column in enumerate(body.S):
                place = at[i][0] + j
                motion[k][place] = rates[i][j] * factorial(k)
                force = load[place]
                if motion_given[i][j]:
                    force = inner(column, W) + below[i][j] - extra[place]
                torque[k][place] = force * factorial(k)
                if motion_given[i][j] and own:
                    torque[k][place] += own[place] + armature[place] * motion[k][place]
        rates_so_far.append(motion[k])
    return motion, torque


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
    """Accelerations and their time derivatives, by the default recursion over K.

    Arguments as in `lieref.forward_dynamics`, entries convertible by K; returns (r+1) rows of nv
    scalars of K.
    """
    free = [False] * model.nv
    return hybrid_dynamics(model, q, v, None, tau, free, K, base, wrenches, wrench_axes, tau_ext)[0]
