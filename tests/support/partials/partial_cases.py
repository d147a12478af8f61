"""What tests of first partials share: states with wrenches, error scales, the tree's pattern."""

from __future__ import annotations

import numpy as np
from support.trees.robots import draw

from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Helical, Prismatic, Revolute, Spherical


def motion(robot, state, seed=1):
    """Model, q, v, a and body wrenches of the size of its motion."""
    model, q, v = draw(robot, state, r=0, seed=seed)
    wrenches = np.random.default_rng(seed).standard_normal((model.nbodies, 6))
    return model, q, v[0], v[1], wrenches


def interleaved():
    """Three trees on one world whose bodies are numbered crosswise, siblings far apart."""
    rng = np.random.default_rng(8)
    builder = ModelBuilder(gravity=(0.7, -1.3, -9.1))
    joints = (
        Free(),
        Revolute((0.6, 0.8, 0)),
        Spherical(),
        Helical((0, 0.6, 0.8), 0.2),
        Prismatic((1, 0, 0)),
    )
    parents = (None, None, 0, 1, None, 0, 2, 4, 3, 2, 1, 5)
    for i, parent in enumerate(parents):
        joint = joints[i % 5]
        placement = np.eye(4)
        placement[:3, 3] = rng.uniform(-1, 1, 3)
        above = None if parent is None else f"b{parent}"
        com, inertia = rng.uniform(-0.2, 0.2, 3), np.diag(rng.uniform(0.1, 0.15, 3))
        builder.add_body(f"b{i}", above, joint, placement, 1.0 + i, com, inertia)
    return builder.build()


def error(found, expected):
    """Max norm of the difference by that of what is expected."""
    expected = np.asarray(expected, dtype=float)
    return abs(found - expected).max() / max(abs(expected).max(), 1e-300)


def sizes(partials, v):
    """Of the terms that the three matrices of inverse dynamics are sums of, in max norm."""
    q_size, v_size, a_size = (abs(x).max() for x in partials)
    # dtau/dv consists of inertias times velocities, which cancel where little moves
    return q_size, max(v_size, a_size * abs(v).max()), a_size


def related(model):
    """(nv, nv) True where one coordinate's body carries the other's, or is it."""
    above = np.eye(model.nbodies, dtype=bool)
    for i, parent in enumerate(model.parents):
        if parent >= 0:
            above[i] |= above[parent]
    body = np.repeat(np.arange(model.nbodies), [joint.nv for joint in model.joints])
    either = above | above.T
    return either[np.ix_(body, body)]


def floats(K, matrices):
    """Matrices of scalars of K as arrays of doubles."""
    with K.working():
        return [np.array([[K.to_float(x) for x in row] for row in m]) for m in matrices]


def same_joint(model):
    """(nv, nv) True where two coordinates are of one joint."""
    body = np.repeat(np.arange(model.nbodies), [joint.nv for joint in model.joints])
    return body[:, None] == body
