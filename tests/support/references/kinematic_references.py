"""Twists and Jacobians by their definitions, from the oracle's poses; small trees of all joints."""

from math import factorial

import numpy as np
from support.trees.robots import translation

from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Helical, Prismatic, Revolute, Spherical
from lieref.model.tree.exact import cross, exact_model, rotation_from_quaternion
from lieref.oracle import Mp
from lieref.oracle.scalars import series as ts
from lieref.oracle.scalars.jets import Jet, Jets
from lieref.oracle.tree.perturbations import displaced
from lieref.oracle.tree.poses import angular_velocity, pose_series

REPRESENTATIONS = ("body", "spatial", "hybrid", "mixed")
K = Mp(60)
# What the cancellations of orders up to 3 leave of 60 digits.
DIGITS = K(10) ** -50
POINT = (0.3, -0.2, 0.5)


def all_joints(root):
    """A tree with every joint kind on the way to "hand", and a branch; `root`: its first joint."""
    b = ModelBuilder(name="all_joints")
    turned = translation(0.1, -0.2, 0.3)
    turned[:3, :3] = [[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]]
    b.add_body("trunk", None, root, translation(0.4, 0.1, -0.3), 2.0, (0.1, 0.0, 0.2))
    b.add_body("neck", "trunk", Spherical(), turned, 0.5)
    b.add_body("nut", "neck", Helical((0, 0.6, 0.8), 0.3, (0.1, -0.05, 0.2)), turned, 0.4)
    b.add_body("side", "trunk", Revolute((1, 0, 0)), translation(0, 0.2, 0), 0.3)
    b.add_body("slide", "nut", Prismatic((0.6, 0, 0.8)), turned, 0.3)
    b.add_body("flyer", "slide", Free(), turned, 0.6)
    b.add_body("hand", "flyer", Revolute((0, 0, 1), (0.1, 0.2, 0.0)), turned, 0.2)
    return b.build()


ROOTS = {"free_root": Free(), "fixed_root": Revolute((0, 0.8, 0.6), (0.1, 0.0, 0.1))}


def state(root, rows, seed):
    """Model, q and v (rows, nv) in doubles, with all of them printed for a repetition."""
    print(f"state({root!r}, {rows}, {seed})")
    model = all_joints(ROOTS[root])
    rng = np.random.default_rng(seed)
    return model, model.random_configuration(rng), rng.standard_normal((rows, model.nv))


def twists(pose, point, field=K):
    """By representation: twist of the frame at `point` of a body, six series.

    w~ = R^T R', p' and what the conventions say of them.
    """
    w = angular_velocity(field, pose.R)
    p = ts.vector_add(pose.p, ts.apply_to_constant(pose.R, [field(x) for x in point]))
    return _represented(pose.R, p, w, ts.vector_derivative(p), field)


def poses(model, q, v, base="body", field=K):
    """Oracle's pose series of all bodies, at 60 digits."""
    rows = [[field(x) for x in row] for row in v]
    bodies = exact_model(model, field).bodies
    return pose_series(field, bodies, [field(x) for x in q], rows, base)


def exact_motions(model, q, v, base="body", representation="spatial", field=K):
    """Poses (N, 4, 4) and twists (n, N, 6) of all bodies."""
    with field.working():
        series = poses(model, q, v, base, field)
        bottom = [field(0), field(0), field(0), field(1)]
        at = [
            [*[[*[x[0] for x in R], p[0]] for R, p in zip(s.R, s.p, strict=True)], bottom]
            for s in series
        ]
        turned = [twists(s, (0.0, 0.0, 0.0), field)[representation] for s in series]
        rows = [[[x[k] * factorial(k) for x in s] for s in turned] for k in range(len(v))]
    return at, rows


def jacobians(model, q, v, bodies, point):
    """By body and representation: columns (nv) of six series along the motion v, base "body".

    Column c is the twist with which the frame moves when q(t) moves to q(t) exp(E_c eps); then
    the velocity of its joint becomes v - eps [E_c, v].
    """
    jets, nv = Jets(K), model.nv
    exact = exact_model(model, K).bodies
    zero = K(0)
    unit = [[zero] * c + [K(1)] for c in range(nv)]
    moved_q = displaced(jets, exact, [K(x) for x in q], [Jet(zero, u) for u in unit])
    rows = [_moved_rates(model, [K(x) for x in row]) for row in v]
    if not rows:
        rows = [[zero] * nv]
    series = pose_series(jets, exact, moved_q, rows, "body")
    out = {}
    for body in bodies:
        pose = series[body]
        p = ts.vector_add(pose.p, ts.apply_to_constant(pose.R, [K(x) for x in point]))
        R = [[[_value(x) for x in entry] for entry in row] for row in pose.R]
        place = [[_value(x) for x in entry] for entry in p]
        columns = []
        for c in range(nv):
            dR = [[[_slope(x, c) for x in entry] for entry in row] for row in pose.R]
            dp = [[_slope(x, c) for x in entry] for entry in p]
            turns = ts.compose(K, ts.transpose(R), dR)
            w = [turns[2][1], turns[0][2], turns[1][0]]
            columns.append(_represented(R, place, w, dp))
        out[body] = {r: [column[r] for column in columns] for r in REPRESENTATIONS}
    return out


def moved(field, model, q, coordinate, step):
    """q exp(E step) along one coordinate, in scalars of a field; exact."""
    out = list(q)
    body = int(np.searchsorted(model.idx_v, coordinate, side="right")) - 1
    at, part = int(model.idx_q[body]), coordinate - int(model.idx_v[body])
    kind = model.joints[body].kind
    if kind not in ("spherical", "free"):
        out[at] = q[at] + step
        return out
    turn = at + (3 if kind == "free" else 0)
    Q = q[turn : turn + 4]
    if part < 3:
        s, c = field.sin(step / 2), field.cos(step / 2)
        j, k = (part + 1) % 3, (part + 2) % 3
        # Q (s e, c)
        out[turn + part] = c * Q[part] + s * Q[3]
        out[turn + j] = c * Q[j] + s * Q[k]
        out[turn + k] = c * Q[k] - s * Q[j]
        out[turn + 3] = c * Q[3] - s * Q[part]
    else:
        R = rotation_from_quaternion(field, tuple(Q))
        for i in range(3):
            out[at + i] = q[at + i] + R[i][part - 3] * step
    return out


def error(found, reference):
    """Largest difference of two object arrays by the largest entry of the reference value."""
    found, reference = np.asarray(found, object), np.asarray(reference, object)
    assert found.shape == reference.shape
    return abs(found - reference).max() / abs(reference).max()


def _moved_rates(model, row):
    out = [Jet(x, [K(0)] * model.nv) for x in row]
    for body, kind in enumerate(joint.kind for joint in model.joints):
        if kind not in ("spherical", "free"):
            continue
        first = int(model.idx_v[body])
        v = row[first : first + (6 if kind == "free" else 3)]
        for c in range(len(v)):
            e = [K(int(c == i)) for i in range(len(v))]
            for i, x in enumerate(_bracket(e, v)):
                out[first + i].u[first + c] = -x
    return out


def _bracket(a, b):
    """[a, b] of angular velocities or twists."""
    turned = cross(a[:3], b[:3])
    if len(a) == 3:
        return list(turned)
    return [*turned, *map(sum, zip(cross(a[3:], b[:3]), cross(a[:3], b[3:]), strict=True))]


def _value(x):
    return x.x if isinstance(x, Jet) else x


def _slope(x, c):
    return x.u[c] if isinstance(x, Jet) and len(x.u) > c else K(0)


def _represented(R, p, w, rate, field=K):
    """From w in body axes and the rate of the point in inertial axes, series of scalars."""
    back, inertial = ts.transpose(R), ts.apply(field, R, w)
    spatial = ts.vector_add(rate, ts.cross(field, p, inertial))
    return {
        "body": w + ts.apply(field, back, rate),
        "spatial": inertial + spatial,
        "hybrid": inertial + rate,
        "mixed": w + rate,
    }
