"""Newton and Euler's equations body by body: classical accelerations, body axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import casadi as ca

import lieref
from verification.subjects.symbolic.bodies import bodies_of, lead, matrix, pose, turns


def _turning(dw: ca.SX, w: ca.SX) -> Callable[[Any], ca.SX]:
    """x -> dw x x + w x (w x x), the acceleration of a fixed point x relative to the origin."""
    Xi = ca.skew(dw) + ca.skew(w) @ ca.skew(w)
    return lambda x: Xi @ x


def inverse_dynamics(model: lieref.Model, g: ca.SX, q: ca.SX, v: ca.SX, a: ca.SX) -> ca.SX:
    """Return the generalized forces of a motion.

    Parameters
    ----------
    model : Model
        Revolute, prismatic and helical joints; free joints on the world only (body form).
    g : (3,)
        Gravity in the axes of the free base, or in inertial axes for a fixed base, m/s^2.
    q : (nq,)
    v, a : (nv,)

    Returns
    -------
    (nv,) SX

    Raises
    ------
    ValueError
        Another joint type.
    """
    bodies = bodies_of(model)
    poses: list[tuple[ca.SX, ca.SX]] = []
    motions: list[tuple[ca.SX, ca.SX, ca.SX]] = []
    forces, moments = [], []
    for body in bodies:
        if body.kind == "free":
            w, u = v[body.iv : body.iv + 3], v[body.iv + 3 : body.iv + 6]
            dw = a[body.iv : body.iv + 3]
            acceleration = a[body.iv + 3 : body.iv + 6] + ca.cross(w, u) - g
            poses.append((ca.SX.eye(3), ca.SX.zeros(3)))
        else:
            zero = ca.SX(3, 1)
            parent = motions[body.parent] if body.parent >= 0 else (zero, zero, -g)
            poses.append(pose(body, q))
            w, dw, acceleration = _one_degree(body, poses[-1][0], q, v, a, parent)
        motions.append((w, dw, acceleration))
        com, inertia = matrix(body.com), matrix(body.inertia)
        force = body.mass * (acceleration + _turning(dw, w)(com))
        forces.append(force)
        moments.append(inertia @ dw + ca.cross(w, inertia @ w) + ca.cross(com, force))
    return _torques(bodies, poses, forces, moments, model.nv)


def _one_degree(body: Any, R: ca.SX, q: ca.SX, v: ca.SX, a: ca.SX, parent: Any) -> Any:
    """Motion of a body on a one-degree joint, turned by R in its parent."""
    angle, rate, acceleration = q[body.iq], v[body.iv], a[body.iv]
    e, point, travel = matrix(body.axis), matrix(body.point), lead(body)
    w_parent, dw_parent, a_parent = parent
    w, dw = R.T @ w_parent, R.T @ dw_parent
    if turns(body):
        dw = dw + ca.cross(w, e) * rate + e * acceleration
        w = w + e * rate
    # the joint's point moves on a screw line that is fixed in the parent
    at = matrix(body.p) + matrix(body.R) @ point + matrix(body.R) @ e * (travel * angle)
    of_point = R.T @ (a_parent + _turning(dw_parent, w_parent)(at))
    if travel:
        of_point = of_point + travel * (2 * ca.cross(R.T @ w_parent, e) * rate + e * acceleration)
    return w, dw, of_point - _turning(dw, w)(point)


def _torques(bodies: Any, poses: Any, forces: Any, moments: Any, nv: int) -> ca.SX:
    tau: list[Any] = [None] * nv
    for i in reversed(range(len(bodies))):
        body, force, moment = bodies[i], forces[i], moments[i]
        if body.kind == "free":
            tau[body.iv : body.iv + 6] = ca.vertsplit(ca.vertcat(moment, force))
        else:
            e, point = matrix(body.axis), matrix(body.point)
            about = moment - ca.cross(point, force)
            torque = ca.dot(e, about) if turns(body) else ca.SX(0)
            tau[body.iv] = torque + lead(body) * ca.dot(e, force)
        if body.parent >= 0:
            R, p = poses[i]
            carried = R @ force
            forces[body.parent] = forces[body.parent] + carried
            moments[body.parent] = moments[body.parent] + R @ moment + ca.cross(p, carried)
    stacked: ca.SX = ca.vertcat(*tau)
    return stacked
