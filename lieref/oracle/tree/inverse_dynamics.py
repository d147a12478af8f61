"""Inverse dynamics of any order from first principles: the reference value.

Positions as Taylor series in t, momentum balance of every body, moments summed over the subtree
that a joint carries, projected on the joint. No twist, no Lie bracket, and no recursion over
derivative orders: the derivatives of the generalized forces are coefficients of power series.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lieref.model.tree.exact import ExactBody, ExactModel, exact_model
from lieref.oracle.arguments import (
    AXES,
    BASES,
    choice,
    chosen_field,
    configuration,
    loads,
    stack,
)
from lieref.oracle.scalars import series as ts
from lieref.oracle.tree.joint_torques import joint_torques
from lieref.oracle.tree.poses import PoseSeries, angular_velocity, pose_series

if TYPE_CHECKING:
    from lieref.model.model import Model


def inverse_dynamics(
    model: Model,
    q: Any,
    v: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    tau_ext: Any = None,
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> list[list[Any]]:
    """Generalized forces and their time derivatives up to order r, at any precision.

    Source: Newton's and Euler's laws for every body, dp/dt = f and dL/dt = n about the center of
    mass, and the free-body cut of every joint.

    Parameters
    ----------
    model : Model
    q : (nq,) configuration, m and rad; numbers (doubles are taken exactly) or field scalars.
    v : (r + 2, nv) velocity and its plain time derivatives of order 0 .. r + 1.
    base : "body", "spatial", "hybrid" or "mixed": representation of the velocity of free joints
        that are attached to the world; their generalized force is the dual wrench.
    wrenches : (r + 1, nbodies, 6) or None; wrenches (torque, force), N m and N, that act on the
        bodies at the origins of their frames, and the derivatives of their components.
    wrench_axes : "body" or "inertial": axes in which the wrenches are resolved.
    tau_ext : (r + 1, nv) or None; generalized forces that act beside the result.
    digits : working precision in decimal digits, when no field is given.
    field : scalar field of `lieref.oracle.scalars.scalars`; `Mp(digits)` by default.
    balls : compute with `Arb(digits)`, so that each result carries a proven radius.

    Returns
    -------
    list of r + 1 lists of nv scalars of the field: tau and its plain time derivatives.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        For arguments that are no such arrays.

    Examples
    --------
    >>> import lieref
    >>> model, q, v = lieref.catalogue.serial_chain(2), [0.3, 0.4], [1.0, 2.0]
    >>> print(lieref.oracle.inverse_dynamics(model, q, [v, v], digits=30)[0][0])
    0.0572804965965850647553116211791
    """
    K = chosen_field(field, digits, balls)
    choice("base", base, BASES)
    choice("wrench_axes", wrench_axes, AXES)
    with K.working():
        qs, vs = configuration(K, model, q), stack(K, model, "v", v, 2)
        applied, external = loads(K, model, wrenches, tau_ext, len(vs) - 1)
        return torques(K, exact_model(model, K), qs, vs, base, applied, wrench_axes, external)


def torques(
    K: Any,
    exact: ExactModel,
    q: list[Any],
    v: list[list[Any]],
    base: str,
    applied: Any,
    axes: str,
    external: Any,
) -> list[list[Any]]:
    """`inverse_dynamics` of scalars of K that are checked already; call inside K.working()."""
    poses = pose_series(K, exact.bodies, q, v, base)
    taken = []
    for i, (body, pose) in enumerate(zip(exact.bodies, poses, strict=True)):
        load = _required_load(K, body, pose, exact.gravity)
        if applied is not None:
            acting = [ts.taylor([row[i][c] for row in applied]) for c in range(6)]
            load = _relieve(K, load, acting, pose if axes == "body" else None)
        taken.append(load)
    _sum_over_subtrees(K, exact.bodies, poses, taken)
    tau: list[list[Any]] = [[None] * len(v[0]) for _ in v[1:]]
    for body, pose, load in zip(exact.bodies, poses, taken, strict=True):
        for j, tau_i in enumerate(_project(K, body, pose, *load, base)):
            for k, x in enumerate(ts.plain(tau_i)):
                column = body.iv + j
                tau[k][column] = x if external is None else x - external[k][column]
    if exact.physics is not None:
        own = joint_torques(K, exact.physics, q, v)
        tau = [[x + y for x, y in zip(*rows, strict=True)] for rows in zip(tau, own, strict=True)]
    return tau


def _required_load(
    K: Any, body: ExactBody, pose: PoseSeries, gravity: Any
) -> tuple[ts.Vector, ts.Vector]:
    """Moment about the body's origin and force that the body's motion takes, inertial axes.

    n = dL/dt + (R c) x m (a - g), f = m (a - g), with a the acceleration of the center of mass
    and L = R I w its angular momentum about it, w in body axes.
    """
    arm = ts.apply_to_constant(pose.R, body.com)
    a = ts.vector_derivative(ts.vector_derivative(ts.vector_add(pose.p, arm)))
    f = [ts.scale(body.mass, [x[0] - g, *x[1:]]) for x, g in zip(a, gravity, strict=True)]
    w = angular_velocity(K, pose.R)
    L = ts.apply(K, pose.R, ts.apply_constant(body.inertia, w))
    return ts.vector_add(ts.vector_derivative(L), ts.cross(K, arm, f)), f


def _relieve(
    K: Any, load: tuple[ts.Vector, ts.Vector], acting: ts.Vector, pose: PoseSeries | None
) -> tuple[ts.Vector, ts.Vector]:
    """Load less the applied wrench (torque, force); pose given: the wrench is in its axes."""
    torque, force = acting[:3], acting[3:]
    if pose is not None:
        torque, force = ts.apply(K, pose.R, torque), ts.apply(K, pose.R, force)
    return ts.vector_subtract(load[0], torque), ts.vector_subtract(load[1], force)


def _sum_over_subtrees(
    K: Any,
    bodies: tuple[ExactBody, ...],
    poses: list[PoseSeries],
    loads: list[tuple[ts.Vector, ts.Vector]],
) -> None:
    """Add to every load those of the bodies it carries: moments shifted to its own origin."""
    for i in reversed(range(len(bodies))):
        parent = bodies[i].parent
        if parent < 0:
            continue
        n, f = loads[i]
        n = ts.vector_add(n, ts.cross(K, poses[i].d, f))
        loads[parent] = ts.vector_add(loads[parent][0], n), ts.vector_add(loads[parent][1], f)


def _project(
    K: Any, body: ExactBody, pose: PoseSeries, n: ts.Vector, f: ts.Vector, base: str
) -> list[ts.Series]:
    """Forces of a joint from moment n about the body's origin and force f across the cut.

    One degree: force along the axis, moment about it, or moment + pitch * force. Spherical and
    free: the components dual to the velocity coordinates, so that force . velocity is power.
    """
    to_body = ts.transpose(pose.R)
    if body.kind == "spherical":
        return ts.apply(K, to_body, n)
    if body.kind == "free":
        if body.parent < 0 and base == "spatial":
            # dual to the velocity of the point at the inertial origin: moment about that origin
            return ts.vector_add(n, ts.cross(K, pose.p, f)) + f
        turned = body.parent >= 0 or base == "body"
        torque = ts.apply(K, to_body, n) if turned or base == "mixed" else n
        return torque + (ts.apply(K, to_body, f) if turned else f)
    in_body: Any = body.axis
    point: Any = body.point
    axis = ts.apply_to_constant(pose.R, in_body)
    if body.kind == "prismatic":
        return [ts.dot(K, axis, f)]
    about_point = ts.vector_subtract(n, ts.cross(K, ts.apply_to_constant(pose.R, point), f))
    tau_i = ts.dot(K, axis, about_point)
    if body.kind == "helical":
        tau_i = ts.add(tau_i, ts.scale(body.pitch, ts.dot(K, axis, f)))
    return [tau_i]
