"""Plain twin of IDSVA and IDSVA-SO: partials of inverse dynamics, [Singh, (12)-(15), Alg. 1].

Over any scalar field K, in the shifted frame of `lieref.kinematics.forward_kinematics_twin`: fixed,
inertial axes, origin where the root body's origin is now. 6-vectors and 6x6 matrices, angular part
first, are numpy arrays of scalars of K. Symbols (docs/notation.md):

    s         a column of the motion subspace S of joint i, constant in the body
    psi_d     v_p x s, psi_dd = a_p x s + v_p x psi_d, of the joint's predecessor p   (15)
    s_d       v_i x s
    I, B, f   composite inertia, body-Coriolis matrix (twice that of (14)) and force of the subtree,
              less the wrenches on its bodies
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.kinematics.forward_kinematics_twin import Motion, motions
from lieref.model.tree.exact import apply, cross, dot, exact_model, multiply, transpose
from lieref.partials.tensor_algebra import (
    coriolis_matrix,
    force_cross,
    motion_cross,
    skew,
    swapped_cross,
)

if TYPE_CHECKING:
    from lieref.model.model import Model

Matrix = Any


@dataclass
class Column:
    """One velocity coordinate of a joint."""

    coordinate: int
    body: int
    s: Matrix
    psi_d: Matrix
    psi_dd: Matrix
    s_d: Matrix


@dataclass
class Subtree:
    """A body with all beyond it."""

    parent: int
    columns: list[Column]
    inertia: Matrix
    coriolis: Matrix
    force: Matrix


def coriolis(inertia: Matrix, v: Matrix) -> Matrix:
    """v x* I - I v x + (I v) x-bar*: twice B(I, v) of (14), as in Algorithm 1"""
    return 2 * coriolis_matrix(inertia, v)


def spatial_inertia(K: Any, motion: Motion) -> Matrix:
    """[[J, h~], [-h~, m 1]] about the shifted origin"""
    R, x = motion.C
    c = [a + b for a, b in zip(apply(R, motion.com), x, strict=True)]
    turned: Matrix = np.array(multiply(R, multiply(motion.inertia, transpose(R))))
    h = skew(np.array([motion.m * a for a in c]))
    unit = np.array([[K(int(i == j)) for j in range(3)] for i in range(3)])
    outer = np.array([[a * b for b in c] for a in c])
    J = turned + motion.m * (dot(tuple(c), tuple(c)) * unit - outer)
    return np.block([[J, h], [-h, motion.m * unit]])


def applied_wrench(K: Any, motion: Motion, wrench: Any) -> Matrix:
    """(R n + x x R l, R l) of a wrench (n, l) at the body's origin, in body axes"""
    R, x = motion.C
    given = tuple(K(c) for c in wrench)
    n, force = apply(R, given[:3]), apply(R, given[3:])
    return np.array([*(a + b for a, b in zip(n, cross(x, force), strict=True)), *force])


def seen_from_roots(bodies: Any, series: Matrix) -> dict[int, Matrix]:
    """The velocity of every free root's origin, in its own axes, which is taken off the series.

    Forces are the same in a frame that moves with it (Galileo): v = (w, u) and a = (b, c), columns
    of the series (nv, 2), become (w, 0) and (b, c + w x u).
    """
    taken = {}
    for i, body in enumerate(bodies):
        if body.parent < 0 and body.kind == "free":
            turn, shift = series[body.iv : body.iv + 3], series[body.iv + 3 : body.iv + 6]
            taken[i] = shift[:, 0].copy()
            shift[:, 1] = shift[:, 1] + skew(turn[:, 0]) @ taken[i]
            shift[:, 0] = 0 * taken[i]
    return taken


def subtrees(
    model: Model, q: Any, v: Any, a: Any, K: Any, wrenches: Any = None, moving: bool = True
) -> list[Subtree]:
    """Lines 1 to 11 of Algorithm 1, and the composites of line 76.

    wrenches (nbodies, 6), in body axes at the bodies' origins, or None; moving: seen from frames
    that move with free roots, s_d as in subtrees.pxi.
    """
    exact = exact_model(model, K)
    series = np.array([[K(v[i]), K(a[i])] for i in range(model.nv)]).reshape(-1, 2)
    taken = seen_from_roots(exact.bodies, series) if moving else {}
    found = motions(K, exact, [K(x) for x in q], series.tolist(), "body")
    still = np.array([K(0)] * 6)
    fall = np.array([K(0)] * 3 + [-x for x in exact.gravity])
    trees: list[Subtree] = []
    velocities: list[Matrix] = []
    accelerations: list[Matrix] = []
    for i, (body, motion) in enumerate(zip(exact.bodies, found, strict=True)):
        velocity = np.array([x[0] for x in motion.V])
        acceleration = np.array([x[1] for x in motion.V]) + fall
        above = velocities[body.parent] if body.parent >= 0 else still
        lift = accelerations[body.parent] if body.parent >= 0 else fall
        columns = []
        for j, column in enumerate(motion.S):
            s = np.array([x[0] for x in column])
            psi_d = motion_cross(above) @ s
            psi_dd = motion_cross(lift) @ s + motion_cross(above) @ psi_d
            s_d = motion_cross(velocity) @ s
            columns.append(Column(body.iv + j, i, s, psi_d, psi_dd, s_d))
        if i in taken:
            u = sum(x * c.s[3:] for x, c in zip(taken[i], columns[3:], strict=True))
            for c in columns[:3]:
                c.s_d[3:] = c.s_d[3:] + skew(c.s[:3]) @ u
        inertia = spatial_inertia(K, motion)
        force = inertia @ acceleration + force_cross(velocity) @ (inertia @ velocity)
        if wrenches is not None:
            force = force - applied_wrench(K, motion, wrenches[i])
        trees.append(Subtree(body.parent, columns, inertia, coriolis(inertia, velocity), force))
        velocities.append(velocity)
        accelerations.append(acceleration)
    for tree in reversed(trees):
        if tree.parent >= 0:
            carrier = trees[tree.parent]
            carrier.inertia = carrier.inertia + tree.inertia
            carrier.coriolis = carrier.coriolis + tree.coriolis
            carrier.force = carrier.force + tree.force
    return trees


def ancestors(trees: list[Subtree], i: int) -> list[int]:
    """i and the bodies between it and the world."""
    path = []
    while i >= 0:
        path.append(i)
        i = trees[i].parent
    return path


def first_partials(
    model: Model, q: Any, v: Any, a: Any, K: Any, wrenches: Any = None
) -> tuple[Matrix, Matrix, Matrix]:
    """dtau/dq, dtau/dv, dtau/da, each nv x nv   [Singh, (12), (13)]"""
    trees = subtrees(model, q, v, a, K, wrenches)
    dq, dv, da = (np.full((model.nv, model.nv), K(0), dtype=object) for _ in range(3))
    for i, tree in enumerate(trees):
        I, B = tree.inertia, tree.coriolis  # noqa: E741
        for p in tree.columns:
            # what a move of coordinate p does to the force across joint i
            dF_dq_joint = B @ p.psi_d + I @ p.psi_dd
            dF_dq = dF_dq_joint + force_cross(p.s) @ tree.force
            dF_dv = B @ p.s + I @ (p.psi_d + p.s_d)
            dF_da = I @ p.s
            Bt_s = B.T @ p.s
            for j in ancestors(trees, i):
                for t in trees[j].columns:
                    # the joint's own axes turn with it, those of ancestors stay
                    dq[t.coordinate, p.coordinate] = t.s @ (dF_dq if j != i else dF_dq_joint)
                    dv[t.coordinate, p.coordinate] = t.s @ dF_dv
                    da[t.coordinate, p.coordinate] = da[p.coordinate, t.coordinate] = t.s @ dF_da
                    # coordinate t of an ancestor moves the whole subtree
                    if j != i:
                        dq[p.coordinate, t.coordinate] = Bt_s @ t.psi_d + dF_da @ t.psi_dd
                        dv[p.coordinate, t.coordinate] = Bt_s @ t.s + dF_da @ (t.psi_d + t.s_d)
    return dq, dv, da


@dataclass
class SecondPartials:
    """nv x nv x nv each, indexed in the order of the name (docs/conventions.md)."""

    d2tau_dq_dq: Matrix
    d2tau_dv_dv: Matrix
    d2tau_dq_dv: Matrix
    d2tau_da_dq: Matrix


@dataclass
class Temporaries:
    """Lines 15 to 24 of Algorithm 1: 6x6 matrices of coordinate p of joint i."""

    B_s: Matrix
    A: list[Matrix]


def _temporaries(tree: Subtree, p: Column) -> Temporaries:
    """The matrices A_0 .. A_7 of coordinate p; f of line 22 is that of the subtree."""
    I, B = tree.inertia, tree.coriolis  # noqa: E741
    motion, dual = motion_cross(p.s), force_cross(p.s)
    B_s = coriolis(I, p.s)
    A_0 = swapped_cross(I @ p.s)
    A_1 = dual @ I - I @ motion
    A_3 = coriolis(I, p.psi_d) + dual @ B - B @ motion
    dF_dq = B @ p.psi_d + I @ p.psi_dd + dual @ tree.force
    return Temporaries(
        B_s,
        [
            A_0,
            A_1,
            2 * A_0 - B_s,
            A_3,
            swapped_cross(B.T @ p.s),
            swapped_cross(dF_dq),
            dual @ I + A_0,
            swapped_cross(B @ p.s + I @ (p.psi_d + p.s_d)),
        ],
    )


def second_partials(
    model: Model, q: Any, v: Any, a: Any, K: Any, wrenches: Any = None
) -> SecondPartials:
    """All second partials of inverse dynamics   [Singh, Algorithm 1]"""
    trees = subtrees(model, q, v, a, K, wrenches)
    out = SecondPartials(*(np.full((model.nv,) * 3, K(0), dtype=object) for _ in range(4)))
    for i, tree in enumerate(trees):
        path = ancestors(trees, i)
        for p in tree.columns:
            at = _temporaries(tree, p)
            for t in (t for j in path for t in trees[j].columns):
                for r in (r for k in ancestors(trees, t.body) for r in trees[k].columns):
                    _entries(out, at, p, t, r)
    return out


def _entries(out: SecondPartials, at: Temporaries, p: Column, t: Column, r: Column) -> None:
    """Lines 29 to 67: k <= j <= i on one path, coordinates r, t, p of their joints."""
    A, B_s = at.A, at.B_s
    qq, vv, qv, aq = out.d2tau_dq_dq, out.d2tau_dv_dv, out.d2tau_dq_dv, out.d2tau_da_dq
    ip, jt, kr = p.coordinate, t.coordinate, r.coordinate
    u_1, u_2 = A[3].T @ t.s, A[1].T @ t.s
    u_8, u_9 = A[4] @ t.s - B_s.T @ t.psi_d, A[0] @ t.s
    u_11 = B_s.T @ t.s
    p_1 = u_11 @ r.psi_d
    p_2 = u_8 @ r.psi_d + u_9 @ r.psi_dd
    qq[ip, jt, kr] = p_2
    qv[ip, kr, jt] = -p_1
    if t.body != p.body:
        qq[jt, kr, ip] = qq[jt, ip, kr] = u_1 @ r.psi_d + u_2 @ r.psi_dd
        qv[jt, ip, kr] = u_1 @ r.s + u_2 @ (r.s_d + r.psi_d)
        qv[jt, kr, ip] = p_1
        vv[jt, kr, ip] = vv[jt, ip, kr] = u_11 @ r.s
        aq[kr, jt, ip] = aq[jt, kr, ip] = r.s @ (A[1] @ t.s)
    if r.body == t.body:
        vv[ip, jt, kr] = -(u_2 @ r.s)
        return
    qq[ip, kr, jt] = p_2
    qq[kr, ip, jt] = r.s @ (A[3] @ t.psi_d + A[1] @ t.psi_dd + A[5] @ t.s)
    vv[ip, jt, kr] = vv[ip, kr, jt] = -(u_11 @ r.s)
    qv[ip, jt, kr] = r.s @ (A[2] @ t.psi_d + A[4] @ t.s) + u_9 @ (r.s_d + r.psi_d)
    qv[kr, jt, ip] = r.s @ (B_s @ t.psi_d + A[7] @ t.s)
    aq[kr, ip, jt] = aq[ip, kr, jt] = r.s @ u_9
    if t.body == p.body:
        vv[kr, jt, ip] = r.s @ (A[6] @ t.s)
        return
    qq[kr, jt, ip] = qq[kr, ip, jt]
    qv[kr, ip, jt] = r.s @ (A[3] @ t.s + A[1] @ (t.psi_d + t.s_d))
    vv[kr, ip, jt] = vv[kr, jt, ip] = r.s @ (B_s @ t.s)
