"""Plain twin of the hybrid recursion: inverse dynamics of order r, resolved in inertial axes.

[Müller, (75) and (76)], corrected (the tips come first, the applied wrench is subtracted), for
trees of any joints and over any scalar field K; the r-th order extension is the same text in Taylor
coefficients x^(k)/k!, where every product is a convolution. A hybrid twist V = (w, v) is the
angular velocity, and the velocity of the origin of the body's kernel frame, in inertial axes.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.algebra.series import taylor
from lieref.algebra.series.taylor import MatrixSeries, Series, VectorSeries
from lieref.dynamics.shared.joint_frames_twin import (
    JointFrame,
    attitudes,
    base_changes,
    base_torques,
    body_coordinates,
    joint_frames,
)
from lieref.model.tree.exact import apply as apply_matrix
from lieref.model.tree.exact import exact_model

if TYPE_CHECKING:
    from lieref.model.model import Model


@dataclass
class Body:
    """R, body axes to inertial ones; lever from the parent's origin; X columns; twist (w, v)."""

    R: MatrixSeries
    lever: VectorSeries
    X: list[VectorSeries]
    w: VectorSeries
    v: VectorSeries


def fixed(R: MatrixSeries, x: Any) -> VectorSeries:
    """R x of a constant x"""
    return [taylor.apply_constant([x], row)[0] for row in R]


def turned(R: MatrixSeries, X: Any) -> VectorSeries:
    """Ad_R X = (R s, R t) of a constant screw X = (s, t)   [Müller, (75b)]"""
    return fixed(R, X[:3]) + fixed(R, X[3:])


def to_child(lever: VectorSeries, w: VectorSeries, v: VectorSeries) -> VectorSeries:
    """Linear part of Ad_{r_i,p} V = (w, v + w x l)"""
    return taylor.vadd(v, taylor.cross(w, lever))


def to_parent(lever: VectorSeries, W: VectorSeries) -> VectorSeries:
    """Ad_{r_i,p}^T W = (n + l x f, f)"""
    moment, force = W[:3], W[3:]
    return taylor.vadd(moment, taylor.cross(lever, force)) + force


def motions(K: Any, frames: list[JointFrame]) -> list[Body]:
    """Attitudes, levers, joint screws and twists of all bodies   [Müller, (75a)-(75c)]."""
    n = len(frames[0].rates[0])
    nothing = [taylor.constant(K(0), n)] * 3
    bodies: list[Body] = []
    for frame, R in zip(frames, attitudes(K, frames), strict=True):
        lever, w, v = frame.p, nothing, nothing
        if frame.parent >= 0:
            parent = bodies[frame.parent]
            # Ad_{r_i,p} V_p, l = R_p p
            lever = taylor.apply(parent.R, frame.p)
            w, v = parent.w, to_child(lever, parent.w, parent.v)
        X = []
        for column, rate in zip(frame.X, frame.rates, strict=True):
            screw = turned(R, column)
            w = taylor.vadd(w, [taylor.mul(x, rate) for x in screw[:3]])
            v = taylor.vadd(v, [taylor.mul(x, rate) for x in screw[3:]])
            X.append(screw)
        bodies.append(Body(R, lever, X, w, v))
    return bodies


def body_wrench(frame: JointFrame, body: Body, gravity: Any) -> VectorSeries:
    """W = M V' + ad_w M (w, 0)   [Müller, (53)] with M in inertial axes   (76a).

    As rates of series, n = (J w)' + h x a and f = m a + (w x h)' with a = v' - g, J = R J R^T,
    h = R h: V' are the next coefficients of V, which have all terms of (75d) in them.
    """
    R, w = body.R, body.w
    h = fixed(R, frame.h)
    local = taylor.apply(taylor.transpose(R), w)
    spin = taylor.apply(R, taylor.apply_constant(frame.J, local))
    a = [taylor.derivative(x) for x in body.v]
    a = [taylor.sub(x, taylor.constant(g, len(x))) for x, g in zip(a, gravity, strict=True)]
    swing = [taylor.derivative(x) for x in taylor.cross(w, h)]
    force = taylor.vadd([taylor.scale(frame.m, x) for x in a], swing)
    short = [x[:-1] for x in h]
    return taylor.vadd([taylor.derivative(x) for x in spin], taylor.cross(short, a)) + force


def applied_wrench(frame: JointFrame, body: Body, wrench: VectorSeries, axes: str) -> VectorSeries:
    """A wrench at the body frame's origin, in inertial axes about ours: (n - k x f, f)."""
    n = len(wrench[0])
    to_kernel = taylor.transpose(frame.K)
    R = [[x[:n] for x in row] for row in body.R]
    moment, force = wrench[:3], wrench[3:]
    if axes == "body":
        moment, force = (
            taylor.apply(R, taylor.apply_constant(to_kernel, x)) for x in (moment, force)
        )
    lever = fixed(R, apply_matrix(to_kernel, frame.k))
    return taylor.vsub(moment, taylor.cross(lever, force)) + force


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
    """Generalized forces and their time derivatives, by [Müller, (75) and (76)] over K.

    Arguments as in `lieref.inverse_dynamics`, entries convertible by K; returns (r+1) rows of nv
    scalars of K. Nothing is checked: this is the kernel's twin, not an interface.
    """
    exact = exact_model(model, K)
    n = len(v) - 1
    q = [K(x) for x in q]
    rates = np.array([[K(x) / factorial(k) for x in row] for k, row in enumerate(v)], dtype=object)
    changes = base_changes(K, model, exact, q, rates, base)
    frames = joint_frames(K, exact, q, body_coordinates(changes, rates))
    bodies = motions(K, frames)
    W: list[VectorSeries] = []
    for i, (frame, body) in enumerate(zip(frames, bodies, strict=True)):
        # W = M V' + ad_w M (w, 0) - W_app   [Müller, (76b)], the children's follow below
        required = body_wrench(frame, body, exact.gravity)
        if wrenches is not None:
            given = [[K(wrenches[k][i][c]) / factorial(k) for k in range(n)] for c in range(6)]
            required = taylor.vsub(required, applied_wrench(frame, body, given, wrench_axes))
        W.append(required)
    tau: list[Series] = [[] for _ in range(model.nv)]
    for i in reversed(range(len(frames))):
        frame, body = frames[i], bodies[i]
        # Q = X^T W   [Müller, (76c)]
        for c, column in enumerate(body.X):
            tau[frame.iv + c] = taylor.dot([x[:n] for x in column], W[i])
        if frame.parent >= 0:
            # W_p += Ad_{r_i,p}^T W
            lever = [x[:n] for x in body.lever]
            W[frame.parent] = taylor.vadd(W[frame.parent], to_parent(lever, W[i]))
    tau = base_torques(changes, tau)
    rows = [[tau[i][k] * factorial(k) for i in range(model.nv)] for k in range(n)]
    if tau_ext is not None:
        rows = [
            [x - K(e) for x, e in zip(row, given, strict=True)]
            for row, given in zip(rows, tau_ext, strict=True)
        ]
    return rows
