"""The articulated-body algorithm in body frames; the free base by CasADi's solvers.

V twist, A its derivative (gravity as an acceleration of the world), S screw of the joint, M^A
articulated inertia, W^A its bias: (angular, linear) and (torque, force) at the body's origin.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import casadi as ca

import lieref
from verification.subjects.symbolic.bodies import bodies_of, lead, matrix, pose, turns

Solver = Callable[[ca.SX, ca.SX], ca.SX]


@dataclass
class _Joint:
    """A joint of one degree: pose of the body in its parent, screw, c = ad_V S qd."""

    R: ca.SX
    p: ca.SX
    S: ca.SX
    c: ca.SX
    # from tip to base: U = M^A S, D = S^T U, u = tau - S^T W^A
    U: ca.SX = field(default_factory=ca.SX)
    D: ca.SX = field(default_factory=ca.SX)
    u: ca.SX = field(default_factory=ca.SX)


@dataclass
class _Link:
    """A body with its twist; M and W become M^A and W^A from tip to base. No joint: free."""

    body: Any
    V: ca.SX
    M: ca.SX
    W: ca.SX
    joint: _Joint | None


def by_solve(inertia: ca.SX, wrench: ca.SX) -> ca.SX:
    """Solve for the base as Ali et al. do, by `casadi.solve` (QR)."""
    return ca.solve(inertia, wrench)


def by_ldl(inertia: ca.SX, wrench: ca.SX) -> ca.SX:
    """Solve for the base by CasADi's factorization of symmetric matrices, fewer operations."""
    D, LT, order = ca.ldl(inertia)
    return ca.ldl_solve(wrench, D, LT, order)


def forward_dynamics(
    model: lieref.Model, g: ca.SX, q: ca.SX, v: ca.SX, tau: ca.SX, solver: Solver = by_solve
) -> ca.SX:
    """Return the derivative of the velocity.

    Parameters
    ----------
    model : Model
        Revolute, prismatic and helical joints; free joints on the world only (body form).
    g : (3,)
        Gravity in the axes of the free base, or in inertial axes for a fixed base, m/s^2.
    q : (nq,)
    v, tau : (nv,)
    solver : callable
        (M, W) -> A for the base.

    Returns
    -------
    (nv,) SX

    Raises
    ------
    ValueError
        Another joint type.
    """
    links = _velocities(bodies_of(model), q, v)
    _tip_to_base(links, tau)
    return _accelerations(links, g, tau, solver, model.nv)


def _ad(V: ca.SX) -> ca.SX:
    """ad_V, of a twist on a twist."""
    w, u = ca.skew(V[:3]), ca.skew(V[3:])
    return ca.sparsify(ca.blockcat([[w, ca.SX(3, 3)], [u, w]]))


def _velocities(bodies: list[Any], q: ca.SX, v: ca.SX) -> list[_Link]:
    links: list[_Link] = []
    for body in bodies:
        joint = None
        if body.kind == "free":
            V = v[body.iv : body.iv + 6]
        else:
            R, p = pose(body, q)
            e, point = matrix(body.axis), matrix(body.point)
            turn = (e, ca.cross(point, e)) if turns(body) else (ca.SX(3, 1), ca.SX(3, 1))
            S = ca.sparsify(ca.vertcat(turn[0], turn[1] + lead(body) * e))
            # V = Ad V_parent + S qd
            parent = links[body.parent].V if body.parent >= 0 else ca.SX(6, 1)
            V = _to_body(R, p, parent) + S * v[body.iv]
            joint = _Joint(R, p, S, _ad(V) @ S * v[body.iv])
        M = _inertia(body)
        links.append(_Link(body, V, M, -_ad(V).T @ (M @ V), joint))
    return links


def _inertia(body: Any) -> ca.SX:
    c, m = ca.skew(matrix(body.com)), body.mass
    about = matrix(body.inertia) + m * c @ c.T
    M: ca.SX = ca.sparsify(ca.blockcat([[about, m * c], [m * c.T, m * ca.SX.eye(3)]]))
    return M


def _to_body(R: ca.SX, p: ca.SX, V: ca.SX) -> ca.SX:
    return ca.vertcat(R.T @ V[:3], R.T @ (V[3:] + ca.cross(V[:3], p)))


def _tip_to_base(links: list[_Link], tau: ca.SX) -> None:
    for link in reversed(links):
        joint = link.joint
        if joint is None:
            continue
        joint.U = link.M @ joint.S
        joint.D = ca.dot(joint.S, joint.U)
        joint.u = tau[link.body.iv] - ca.dot(joint.S, link.W)
        if link.body.parent < 0:
            continue
        parent = links[link.body.parent]
        # M^A - U U^T / D;  W^A + M^A c + U (u - U^T c) / D
        M = link.M - joint.U @ (joint.U.T / joint.D)
        left = (joint.u - ca.dot(joint.U, joint.c)) / joint.D
        W = link.W + link.M @ joint.c + joint.U * left
        parent.M = parent.M + _inertia_in_parent(joint.R, joint.p, M)
        force = joint.R @ W[3:]
        moment = joint.R @ W[:3] + ca.cross(joint.p, force)
        parent.W = parent.W + ca.vertcat(moment, force)


def _inertia_in_parent(R: ca.SX, p: ca.SX, M: ca.SX) -> ca.SX:
    """Ad^T M Ad by blocks, of the diagonal ones the upper half: each entry is computed once."""
    a, b, c = R @ M[:3, :3] @ R.T, R @ M[:3, 3:] @ R.T, R @ M[3:, 3:] @ R.T
    c = ca.triu2symm(ca.triu(c))
    shifted = b + ca.skew(p) @ c
    a = ca.triu2symm(ca.triu(a + ca.skew(p) @ b.T - shifted @ ca.skew(p)))
    return ca.blockcat([[a, shifted], [shifted.T, c]])


def _accelerations(links: list[_Link], g: ca.SX, tau: ca.SX, solver: Solver, nv: int) -> ca.SX:
    world = ca.vertcat(ca.SX(3, 1), -g)
    found: list[ca.SX] = []
    vdot: list[Any] = [None] * nv
    for link in links:
        body, joint = link.body, link.joint
        if joint is None:
            # M^A A = tau - W^A
            A = solver(link.M, tau[body.iv : body.iv + 6] - link.W)
            vdot[body.iv : body.iv + 6] = ca.vertsplit(A - world)
        else:
            # qdd = (u - U^T (Ad A_parent + c)) / D
            A = _to_body(joint.R, joint.p, found[body.parent] if body.parent >= 0 else world)
            A = A + joint.c
            vdot[body.iv] = (joint.u - ca.dot(joint.U, A)) / joint.D
            A = A + joint.S * vdot[body.iv]
        found.append(A)
    stacked: ca.SX = ca.vertcat(*vdot)
    return stacked
