"""Inverse dynamics from Lagrange's and Hamel's equations, in series of FLINT: another reference.

Shares nothing with the oracle but the exact model. Poses C are matrices of power series in t that
carry two nilpotent marks, e (a variation of one coordinate) and h (the velocity): a joint with
generator S and velocity w moves by (1 + e E)(1 + h S w) when its configuration is varied and by
1 + h (S w + e E) when its velocity is. The coefficients of h and e h give Cdot and its variation,
so the kinetic energy tr(Cdot P Cdot^T) / 2 (P: pseudo-inertia) and its derivatives are exact.
"""

from __future__ import annotations

from math import factorial

import flint
from flint import arb, arb_series

from lieref.model.tree.exact import exact_model

MARKS = ("1", "e", "h", "eh")
#: Products of marks that do not vanish: result, left factor, right factor.
PRODUCTS = (
    [("1", "1", "1")]
    + [(m, m, "1") for m in MARKS[1:]]
    + [(m, "1", m) for m in MARKS[1:]]
    + [("eh", "e", "h"), ("eh", "h", "e")]
)


def lagrange_inverse_dynamics(model, q, v, field):
    """tau and its plain derivatives as rows of balls; base velocity in body representation."""
    length, before = len(v) + 1, flint.ctx.cap
    with field.working():
        flint.ctx.cap = length
        try:
            exact = exact_model(model, field)
            paths = [_Path(body, q, v, length) for body in exact.bodies]
            tau = []
            for i, path in enumerate(paths):
                momentum = [_gradient(exact, paths, i, j, "v") for j in range(len(path.w))]
                slope = [_gradient(exact, paths, i, j, "q") for j in range(len(path.w))]
                tau += _hamel(path, momentum, slope)
            return [[x[k] * factorial(k) for x in tau] for k in range(len(v) - 1)]
        finally:
            flint.ctx.cap = before


class _Path:
    """One joint along the motion: home pose, joint pose, generators and velocity components."""

    def __init__(self, body, q, v, length):
        zero = arb_series([0])
        sizes = {"spherical": (4, 3), "free": (7, 6)}
        nq, nv = sizes.get(body.kind, (1, 1))
        x0 = [arb(float(x)) for x in q[body.iq : body.iq + nq]]
        self.w = [
            arb_series([arb(float(row[body.iv + j])) / factorial(k) for k, row in enumerate(v)])
            for j in range(nv)
        ]
        self.home = _pose(
            [[arb_series([x]) for x in row] for row in body.R], [arb_series([x]) for x in body.p]
        )
        units = [[1 if i == j else 0 for j in range(6)] for i in range(6)]
        position = [zero] * 3
        if nv == 1:
            angle = x0[0] + self.w[0].integral()
            axis, point = body.axis, body.point
            turns = body.kind != "prismatic"
            slide = {"prismatic": arb(1), "revolute": arb(0), "helical": body.pitch}[body.kind]
            arm = _cross(point, axis) if turns else (0, 0, 0)
            spin = axis if turns else (0, 0, 0)
            self.generators = [
                _hat([*spin, *(m + slide * a for m, a in zip(arm, axis, strict=True))])
            ]
            half = angle / 2
            rotation = _rotation([half.sin() * a for a in axis] + [half.cos()])
            if turns:
                turned = [
                    sum((r * x for r, x in zip(row, point, strict=True)), zero) for row in rotation
                ]
                position = [x - y for x, y in zip(point, turned, strict=True)]
            else:
                rotation = _rotation([zero, zero, zero, zero + 1])
            position = [p + slide * a * angle for p, a in zip(position, axis, strict=True)]
        else:
            self.generators = [_hat(units[j]) for j in range(nv)]
            quaternion = _picard_quaternion(x0[-4:], self.w[:3], length)
            rotation = _rotation(quaternion)
            if nv == 6:
                rate = [
                    sum((r * u for r, u in zip(row, self.w[3:], strict=True)), zero)
                    for row in rotation
                ]
                position = [x + u.integral() for x, u in zip(x0[:3], rate, strict=True)]
        self.joint = _pose(rotation, position)
        self.velocity = _combination(self.w, self.generators)

    def marked(self, column=None, what=""):
        """Pose of the joint with its marks; the coordinate `column` of q or v is varied."""
        step = {"1": _identity(), "h": self.velocity}
        if what == "q":
            step["e"] = self.generators[column]
            step["eh"] = _matmul(self.generators[column], self.velocity)
        if what == "v":
            step["eh"] = self.generators[column]
        fixed = _matmul(self.home, self.joint)
        return {mark: _matmul(fixed, matrix) for mark, matrix in step.items()}


def _gradient(exact, paths, joint, column, what):
    """Derivative of the Lagrangian by one coordinate of q (Lie derivative) or of v."""
    poses, total = [], arb_series([0])
    for i, (body, path) in enumerate(zip(exact.bodies, paths, strict=True)):
        own = path.marked(column, what) if i == joint else path.marked()
        if body.parent >= 0:
            own = _marked_product(poses[body.parent], own)
        poses.append(own)
        P = _pseudo_inertia(body)
        if "eh" in own:
            weighted = _matmul(own["h"], P)
            for row, varied in zip(weighted[:3], own["eh"][:3], strict=True):
                total += sum((x * y for x, y in zip(row, varied, strict=True)), arb_series([0]))
        if "e" in own:
            for g, row in zip(exact.gravity, own["e"][:3], strict=True):
                total += g * sum((x * y[3] for x, y in zip(row, P, strict=True)), arb_series([0]))
    return total


def _hamel(path, p, slope):
    """d/dt dL/dw - ad_w^T dL/dw - D L for the coordinates of one joint."""
    tau = [x.derivative() - y for x, y in zip(p, slope, strict=True)]
    if len(p) == 1:
        return tau
    w = path.w
    if len(p) == 3:
        return [x - y for x, y in zip(tau, _cross(p, w), strict=True)]
    angular = [x + y for x, y in zip(_cross(p[:3], w[:3]), _cross(p[3:], w[3:]), strict=True)]
    return [x - y for x, y in zip(tau, angular + list(_cross(p[3:], w[:3])), strict=True)]


def _pseudo_inertia(body):
    """Integral of (x, 1)(x, 1)^T dm in the body frame."""
    half_trace = (body.inertia[0][0] + body.inertia[1][1] + body.inertia[2][2]) / 2
    m, c = body.mass, body.com
    top = [
        [(half_trace if i == j else 0) - body.inertia[i][j] + m * c[i] * c[j] for j in range(3)]
        + [m * c[i]]
        for i in range(3)
    ]
    return [[arb_series([x]) for x in row] for row in [*top, [m * x for x in c] + [m]]]


def _picard_quaternion(start, w, length):
    """Solution of dQ/dt = Q (w, 0) / 2 by Picard's iteration, one exact coefficient a round."""
    Q = [arb_series([x]) for x in start]
    for _ in range(length):
        x, y, z, s = Q
        rate = [
            s * w[0] + y * w[2] - z * w[1],
            s * w[1] + z * w[0] - x * w[2],
            s * w[2] + x * w[1] - y * w[0],
            -(x * w[0] + y * w[1] + z * w[2]),
        ]
        Q = [a + (b / 2).integral() for a, b in zip(start, rate, strict=True)]
    return Q


def _rotation(Q):
    """Rotation matrix of a quaternion (x, y, z, s) of any norm."""
    x, y, z, s = Q
    n = 1 / (x * x + y * y + z * z + s * s)
    return [
        [(s * s + x * x - y * y - z * z) * n, 2 * (x * y - s * z) * n, 2 * (x * z + s * y) * n],
        [2 * (x * y + s * z) * n, (s * s - x * x + y * y - z * z) * n, 2 * (y * z - s * x) * n],
        [2 * (x * z - s * y) * n, 2 * (y * z + s * x) * n, (s * s - x * x - y * y + z * z) * n],
    ]


def _pose(rotation, position):
    bottom = [arb_series([x]) for x in (0, 0, 0, 1)]
    return [[*row, p] for row, p in zip(rotation, position, strict=True)] + [bottom]


def _identity():
    return [[arb_series([1 if i == j else 0]) for j in range(4)] for i in range(4)]


def _hat(screw):
    """4x4 matrix of a screw (angular, linear)."""
    x, y, z, *v = screw
    rows = [[0, -z, y, v[0]], [z, 0, -x, v[1]], [-y, x, 0, v[2]], [0, 0, 0, 0]]
    return [[arb_series([c]) for c in row] for row in rows]


def _combination(factors, matrices):
    return [
        [
            sum((f * a[i][j] for f, a in zip(factors, matrices, strict=True)), arb_series([0]))
            for j in range(4)
        ]
        for i in range(4)
    ]


def _matmul(a, b):
    return [
        [sum((row[k] * b[k][j] for k in range(4)), arb_series([0])) for j in range(4)] for row in a
    ]


def _marked_product(a, b):
    """Product of marked matrices; absent marks are zero."""
    out = {}
    for mark, left, right in PRODUCTS:
        if left in a and right in b:
            term = _matmul(a[left], b[right])
            old = out.get(mark)
            out[mark] = (
                term
                if old is None
                else [
                    [x + y for x, y in zip(r, s, strict=True)]
                    for r, s in zip(old, term, strict=True)
                ]
            )
    return out


def _cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
