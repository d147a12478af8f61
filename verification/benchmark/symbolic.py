"""Inverse dynamics as CasADi expressions, and its time derivatives by automatic differentiation.

Newton and Euler's equations body by body (classical accelerations, body axes), written from the
model's data and sharing nothing with lieref's kernels. Zeros and ones of the model disappear from
the expressions, so this is code for one robot, as CasADi's users have it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

import lieref
from lieref.model.exact import exact_model

FloatArray = NDArray[np.float64]


class _Double:
    """Double precision as a scalar field of `exact_model`."""

    digits = 16

    def __call__(self, x: float) -> float:
        return float(x)

    def sqrt(self, x: float) -> float:
        return float(np.sqrt(x))


def _matrix(rows: Any) -> ca.SX:
    # exact zeros become structural: CasADi then leaves them out
    return ca.sparsify(ca.SX(ca.DM(np.array(rows, dtype=float))))


def _rotation(axis: Any, q: ca.SX) -> ca.SX:
    """Rotation about a unit axis: e e^T + cos q (1 - e e^T) + sin q [e]."""
    e = np.array(axis, dtype=float)
    along = np.outer(e, e)
    return (
        _matrix(along)
        + ca.cos(q) * _matrix(np.eye(3) - along)
        + ca.sin(q) * _matrix(ca.skew(ca.DM(e)).full())
    )


def _turning(dw: ca.SX, w: ca.SX) -> Callable[[Any], ca.SX]:
    """x -> dw x x + w x (w x x), the acceleration of a fixed point x relative to the origin."""
    Xi = ca.skew(dw) + ca.skew(w) @ ca.skew(w)
    return lambda x: Xi @ x


def inverse_dynamics(model: lieref.Model, g: ca.SX, q: ca.SX, v: ca.SX, a: ca.SX) -> ca.SX:
    """Return the generalised forces of a motion.

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
    bodies = exact_model(model, _Double()).bodies
    poses: list[tuple[ca.SX, ca.SX]] = []
    motions: list[tuple[ca.SX, ca.SX, ca.SX]] = []
    forces, moments = [], []
    for i, body in enumerate(bodies):
        if body.kind == "free" and body.parent < 0:
            w, u = v[body.iv : body.iv + 3], v[body.iv + 3 : body.iv + 6]
            dw = a[body.iv : body.iv + 3]
            acceleration = a[body.iv + 3 : body.iv + 6] + ca.cross(w, u) - g
            pose = (ca.SX.eye(3), ca.SX.zeros(3))
        elif body.kind in ("revolute", "prismatic", "helical"):
            zero = ca.SX(3, 1)
            parent = motions[body.parent] if body.parent >= 0 else (zero, zero, -g)
            pose, (w, dw, acceleration) = _one_degree(body, q, v, a, parent)
        else:
            raise ValueError(f"joint {model.joint_names[i]!r}: no expression for {body.kind}")
        poses.append(pose)
        motions.append((w, dw, acceleration))
        com, inertia = _matrix(body.com), _matrix(body.inertia)
        force = body.mass * (acceleration + _turning(dw, w)(com))
        forces.append(force)
        moments.append(inertia @ dw + ca.cross(w, inertia @ w) + ca.cross(com, force))
    return _efforts(bodies, poses, forces, moments, model.nv)


def _one_degree(body: Any, q: ca.SX, v: ca.SX, a: ca.SX, parent: Any) -> Any:
    """Pose in the parent, and motion, of a body on a one-degree joint."""
    angle, rate, acceleration = q[body.iq], v[body.iv], a[body.iv]
    e, point = _matrix(body.axis), _matrix(body.point)
    turns = body.kind != "prismatic"
    lead = {"revolute": 0.0, "helical": body.pitch, "prismatic": 1.0}[body.kind]
    turn = _rotation(body.axis, angle) if turns else ca.SX.eye(3)
    R = _matrix(body.R) @ turn
    p = _matrix(body.p) + _matrix(body.R) @ (point - turn @ point + e * (lead * angle))
    w_parent, dw_parent, a_parent = parent
    w, dw = R.T @ w_parent, R.T @ dw_parent
    if turns:
        dw = dw + ca.cross(w, e) * rate + e * acceleration
        w = w + e * rate
    # the joint's point moves on a screw line that is fixed in the parent
    at = _matrix(body.p) + _matrix(body.R) @ point + _matrix(body.R) @ e * (lead * angle)
    of_point = R.T @ (a_parent + _turning(dw_parent, w_parent)(at))
    if lead:
        of_point = of_point + lead * (2 * ca.cross(R.T @ w_parent, e) * rate + e * acceleration)
    return (R, p), (w, dw, of_point - _turning(dw, w)(point))


def _efforts(bodies: Any, poses: Any, forces: Any, moments: Any, nv: int) -> ca.SX:
    tau: list[Any] = [None] * nv
    for i in reversed(range(len(bodies))):
        body, force, moment = bodies[i], forces[i], moments[i]
        if body.kind == "free":
            tau[body.iv : body.iv + 6] = ca.vertsplit(ca.vertcat(moment, force))
        else:
            e, point = _matrix(body.axis), _matrix(body.point)
            about = moment - ca.cross(point, force)
            lead = {"revolute": 0.0, "helical": body.pitch, "prismatic": 1.0}[body.kind]
            effort = ca.SX(0) if body.kind == "prismatic" else ca.dot(e, about)
            tau[body.iv] = effort + lead * ca.dot(e, force)
        if body.parent >= 0:
            R, p = poses[i]
            carried = R @ force
            forces[body.parent] = forces[body.parent] + carried
            moments[body.parent] = moments[body.parent] + R @ moment + ca.cross(p, carried)
    stacked: ca.SX = ca.vertcat(*tau)
    return stacked


@dataclass(frozen=True)
class Derivatives:
    """The r-th time derivative of the generalised forces, r = 0, 1, ..., as CasADi functions.

    functions[r] takes (t, p) along a polynomial motion (`kind` "polynomial", t = 0 wanted), or
    the state alone ("state"), and returns (nv,).
    """

    model: lieref.Model
    kind: str
    order: int
    functions: tuple[ca.Function, ...]

    def arguments(self, q: FloatArray, v: FloatArray) -> list[FloatArray]:
        """Return the arguments for lieref's q (nq,) and v (order + 2, nv) or more rows."""
        rows = v[: self.order + 2]
        x = np.concatenate([q, rows.ravel()])
        return [np.zeros(1), x] if self.kind == "polynomial" else [x]


def derivatives(
    model: lieref.Model,
    order: int,
    kind: str,
    eliminate: bool,
    progress: Callable[[int, ca.SX], None] = lambda r, y: None,
) -> Derivatives:
    """Differentiate inverse dynamics along a motion, order by order.

    Parameters
    ----------
    model : Model
        At most one free joint, the first one, on the world.
    order : int
        The highest order r.
    kind : {"polynomial", "state"}
        "polynomial": as 001 does, velocities and joint angles are polynomials in t whose
        coefficients are arguments, and `jtimes(y, t, 1)` differentiates (Table 4). "state":
        y' = dy/dx x', with the derivatives of the velocity in the state x: less to compute.
    eliminate : bool
        Eliminate common subexpressions after each order.
    progress : callable
        Told each order and its expression, for example to stop by an exception.
    """
    along = _Polynomial(model, order) if kind == "polynomial" else _State(model, order)
    y = along.forces()
    functions = []
    for r in range(order + 1):
        if r:
            y = along.differentiate(y)
        if eliminate:
            y = ca.cse(y)
        progress(r, y)
        functions.append(ca.Function(f"order_{r}", along.arguments, [along.closed(y)]))
    return Derivatives(model, kind, order, tuple(functions))


class _Motion:
    """What both kinds share: the argument (q, v, v', ...) and gravity in the base's axes.

    Of the base's pose, inverse dynamics in body form needs gravity in body axes alone. It stays a
    symbol g with g' = g x w, so that no derivative ever passes through the quaternion.
    """

    def __init__(self, model: lieref.Model, order: int) -> None:
        self.model, self.order = model, order
        self.x = ca.SX.sym("x", model.nq + (order + 2) * model.nv)
        self.q = self.x[: model.nq]
        self.rows = [
            self.x[model.nq + k * model.nv : model.nq + (k + 1) * model.nv]
            for k in range(order + 2)
        ]
        self.free = model.joints[0].kind == "free"
        g = ca.SX(ca.DM(np.array(model.gravity)))
        if self.free:
            i = int(model.idx_q[0])
            placement = _matrix(np.array(model.placements[0])[:3, :3])
            g = (placement @ _attitude(self.q[i + 3 : i + 7])).T @ g
        self.gravity = g
        # joint coordinates: one each; those of the base do not enter
        self.joints = [
            (int(model.idx_q[i]), int(model.idx_v[i]))
            for i in range(model.nbodies)
            if model.joints[i].nv == 1
        ]


def _attitude(quaternion: ca.SX) -> ca.SX:
    """Rotation of a unit quaternion (x, y, z, w)."""
    u, w = quaternion[:3], quaternion[3]
    return ca.SX.eye(3) + 2 * w * ca.skew(u) + 2 * ca.skew(u) @ ca.skew(u)


class _State(_Motion):
    """Derivatives as y' = dy/dx x'."""

    def __init__(self, model: lieref.Model, order: int) -> None:
        super().__init__(model, order)
        self.arguments = [self.x]
        self.g = ca.SX.sym("g", 3) if self.free else self.gravity

    def forces(self) -> ca.SX:
        return inverse_dynamics(self.model, self.g, self.q, self.rows[0], self.rows[1])

    def differentiate(self, y: ca.SX) -> ca.SX:
        at, rate = ca.SX(self.x), ca.SX(self.x.shape[0], 1)
        n, nv = self.model.nq, self.model.nv
        for i, j in self.joints:
            rate[i] = self.rows[0][j]
        rate[n : n + (self.order + 1) * nv] = self.x[n + nv :]
        if self.free:
            at = ca.vertcat(at, self.g)
            rate = ca.vertcat(rate, ca.cross(self.g, self.rows[0][:3]))
        return ca.jtimes(y, at, rate)

    def closed(self, y: ca.SX) -> ca.SX:
        return ca.substitute(y, self.g, self.gravity) if self.free else y


class _Polynomial(_Motion):
    """Derivatives with respect to t along polynomials, with jtimes(y, t, 1) as 001 does."""

    def __init__(self, model: lieref.Model, order: int) -> None:
        super().__init__(model, order)
        self.t = ca.SX.sym("t")
        self.arguments = [self.t, self.x]

    def _series(self, first: ca.SX, rest: list[ca.SX]) -> ca.SX:
        """first + rest[0] t + rest[1] t^2 / 2 + ..., by Horner's rule."""
        terms = [first, *rest]
        total = terms[-1]
        for k in range(len(terms) - 2, -1, -1):
            total = terms[k] + total * self.t / (k + 1)
        return total

    def forces(self) -> ca.SX:
        velocity = self._series(self.rows[0], self.rows[1:])
        acceleration = ca.jtimes(velocity, self.t, 1)
        q = ca.SX(self.q)
        for i, j in self.joints:
            q[i] = self._series(self.q[i], [row[j] for row in self.rows])
        return inverse_dynamics(self.model, self._gravity(), q, velocity, acceleration)

    def _gravity(self) -> ca.SX:
        """The series of g(t), from g' = g x w: coefficients g_k+1 (k + 1) = sum g_j x w_k-j."""
        if not self.free:
            return self.gravity
        g, factorial, w = [self.gravity], 1.0, []
        for k in range(self.order):
            factorial *= max(k, 1)
            w.append(self.rows[k][:3] / factorial)
            g.append(sum((ca.cross(g[j], w[k - j]) for j in range(k + 1)), ca.SX(3, 1)) / (k + 1))
        total = g[-1]
        for term in reversed(g[:-1]):
            total = term + total * self.t
        return total

    def differentiate(self, y: ca.SX) -> ca.SX:
        return ca.jtimes(y, self.t, 1)

    def closed(self, y: ca.SX) -> ca.SX:
        return y
