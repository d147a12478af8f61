"""Plain twin of the body-fixed recursion: inverse dynamics of order r by twists in body frames.

[Müller, (66) and (67)], corrected (the tips come first, the applied wrench is subtracted), for
trees of any joints and over any scalar field K; the r-th order extension is the same text in Taylor
coefficients x^(k)/k!, where every product is a convolution. The mass matrix is constant in the
body: M V = (J w + h x v, m v - h x w). Gravity is an acceleration of the world, V'_0 = (0, -g).
"""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.algebra.series import taylor
from lieref.algebra.series.taylor import Series, VectorSeries
from lieref.dynamics.shared.joint_frames_twin import (
    JointFrame,
    attitudes,
    base_changes,
    base_torques,
    body_coordinates,
    joint_frames,
    moved_wrench,
)
from lieref.model.tree.exact import exact_model

if TYPE_CHECKING:
    from lieref.model.model import Model


def joint_twist(frame: JointFrame, rates: list[Series]) -> VectorSeries:
    """X q' of one joint."""
    total = [taylor.scale(x, rates[0]) for x in frame.X[0]]
    for column, rate in zip(frame.X[1:], rates[1:], strict=True):
        total = taylor.vadd(total, [taylor.scale(x, rate) for x in column])
    return total


def to_child(frame: JointFrame, V: VectorSeries) -> VectorSeries:
    """Ad_{C_i,p} V = (Q^T w, Q^T (v + w x p))"""
    back, w = taylor.transpose(frame.Q), V[:3]
    return taylor.apply(back, w) + taylor.apply(back, taylor.vadd(V[3:], taylor.cross(w, frame.p)))


def to_parent(frame: JointFrame, W: VectorSeries) -> VectorSeries:
    """Ad_{C_i,p}^T W = (Q n + p x Q f, Q f)"""
    force = taylor.apply(frame.Q, W[3:])
    return taylor.vadd(taylor.apply(frame.Q, W[:3]), taylor.cross(frame.p, force)) + force


def bracket(V: VectorSeries, X: VectorSeries) -> VectorSeries:
    """[V, X] = (w x s, v x s + w x t) of V = (w, v), X = (s, t)"""
    w, v, s, t = V[:3], V[3:], X[:3], X[3:]
    return taylor.cross(w, s) + taylor.vadd(taylor.cross(v, s), taylor.cross(w, t))


def momentum(frame: JointFrame, V: VectorSeries) -> VectorSeries:
    """M V = (J w + h x v, m v - h x w)"""
    w, v = V[:3], V[3:]
    h = [taylor.constant(x, len(w[0])) for x in frame.h]
    turning = taylor.vadd(taylor.apply_constant(frame.J, w), taylor.cross(h, v))
    return turning + taylor.vsub([taylor.scale(frame.m, x) for x in v], taylor.cross(h, w))


def body_wrench(frame: JointFrame, V: VectorSeries, dV: VectorSeries) -> VectorSeries:
    """M V' - ad_V^T M V,  -ad_V^T (n, f) = (w x n + v x f, w x f)   [Müller, (41)]"""
    Pi = momentum(frame, V)
    w, v, n, f = V[:3], V[3:], Pi[:3], Pi[3:]
    turned = taylor.vadd(taylor.cross(w, n), taylor.cross(v, f)) + taylor.cross(w, f)
    return taylor.vadd(momentum(frame, dV), turned)


def motions(
    frames: list[JointFrame], gravity: Any
) -> tuple[list[VectorSeries], list[VectorSeries]]:
    """V and V' of every body, n coefficients each   [Müller, (66b), (66c)]."""
    n = len(frames[0].rates[0]) - 1
    nothing = taylor.constant(gravity[0] * 0, n)
    twists: list[VectorSeries] = []
    accelerations: list[VectorSeries] = []
    for frame in frames:
        V, dV = [nothing] * 6, [nothing] * 3 + [taylor.constant(-g, n) for g in gravity]
        if frame.parent >= 0:
            V, dV = twists[frame.parent], accelerations[frame.parent]
        screw = joint_twist(frame, [x[:n] for x in frame.rates])
        # V = Ad V_p + X q'
        V = taylor.vadd(to_child(frame, V), screw)
        twists.append(V)
        # V' = Ad V_p' - ad_{X q'} V + X q''
        rise = joint_twist(frame, [taylor.derivative(x) for x in frame.rates])
        accelerations.append(taylor.vadd(to_child(frame, dV), bracket(V, screw), rise))
    return twists, accelerations


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
    """Generalized forces and their time derivatives, by [Müller, (66) and (67)] over K.

    Arguments as in `lieref.inverse_dynamics`, entries convertible by K; returns (r+1) rows of nv
    scalars of K. Nothing is checked: this is the kernel's twin, not an interface.
    """
    exact = exact_model(model, K)
    n = len(v) - 1
    q = [K(x) for x in q]
    rates = np.array([[K(x) / factorial(k) for x in row] for k, row in enumerate(v)], dtype=object)
    changes = base_changes(K, model, exact, q, rates, base)
    frames = joint_frames(K, exact, q, body_coordinates(changes, rates))
    for frame in frames:
        frame.Q = [[x[:n] for x in row] for row in frame.Q]
        frame.p = [x[:n] for x in frame.p]
    twists, accelerations = motions(frames, exact.gravity)
    rotations = attitudes(K, frames)
    W: list[VectorSeries] = []
    for i, (frame, V, dV) in enumerate(zip(frames, twists, accelerations, strict=True)):
        # W = M V' - ad_V^T M V - W_app   [Müller, (67a)], the children's follow below
        required = body_wrench(frame, V, dV)
        if wrenches is not None:
            given = [[K(wrenches[k][i][c]) / factorial(k) for k in range(n)] for c in range(6)]
            moment, force = given[:3], given[3:]
            if wrench_axes == "inertial":
                back = taylor.transpose(rotations[i])
                moment, force = taylor.apply(back, moment), taylor.apply(back, force)
                # now in kernel axes; moved_wrench wants those of the body
                moment = taylor.apply_constant(frame.K, moment)
                force = taylor.apply_constant(frame.K, force)
            required = taylor.vsub(required, moved_wrench(frame, moment, force))
        W.append(required)
    tau: list[Series] = [[] for _ in range(model.nv)]
    for i in reversed(range(len(frames))):
        frame = frames[i]
        # Q = X^T W   [Müller, (67b)]
        for c, column in enumerate(frame.X):
            weighted = [taylor.scale(x, w) for x, w in zip(column, W[i], strict=True)]
            tau[frame.iv + c] = [sum(terms) for terms in zip(*weighted, strict=True)]
        if frame.parent >= 0:
            # W_p += Ad^T W
            W[frame.parent] = taylor.vadd(W[frame.parent], to_parent(frame, W[i]))
    tau = base_torques(changes, tau)
    rows = [[tau[i][k] * factorial(k) for i in range(model.nv)] for k in range(n)]
    if tau_ext is not None:
        rows = [
            [x - K(e) for x, e in zip(row, given, strict=True)]
            for row, given in zip(rows, tau_ext, strict=True)
        ]
    return rows
