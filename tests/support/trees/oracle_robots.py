"""Random trees and states for the tests of the oracle: every joint type, every place in a tree."""

from __future__ import annotations

import numpy as np

from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import (
    Free,
    Helical,
    Prismatic,
    Revolute,
    Screw,
    Spherical,
    Universal,
)

GRAVITY = (0.7, -1.3, -9.1)
# joint and parent of each body; every type at the root, mid-tree and at a leaf somewhere
FREE_BASE = (
    ("free", None),
    ("revolute", 0),
    ("spherical", 1),
    ("helical", 2),
    ("free", 1),
    ("prismatic", 4),
    ("screw", 0),
    ("universal", 6),
)
FIXED_BASE = (
    ("spherical", None),
    ("free", 0),
    ("prismatic", 0),
    ("revolute", 1),
    ("helical", None),
    ("spherical", 4),
)
ONE_DEGREE = (("helical", None), ("revolute", 0), ("prismatic", 0), ("screw", 2), ("universal", 1))
TREES = {"free_base": FREE_BASE, "fixed_base": FIXED_BASE, "one_degree": ONE_DEGREE}
# two or three bodies, for what takes many evaluations: every type carries one and is carried
SMALL_TREES = {
    "free_root": (("free", None), ("revolute", 0), ("spherical", 0)),
    "free_inside": (("prismatic", None), ("free", 0), ("screw", 1)),
    "spherical_root": (("spherical", None), ("helical", 0)),
    "spherical_leaf": (("helical", None), ("spherical", 0), ("prismatic", 0)),
}


def unit(rng, size):
    """A random unit vector in doubles."""
    x = rng.standard_normal(size)
    return x / np.linalg.norm(x)


def random_joint(kind, rng):
    """A joint of the given kind with random axis, point and pitch."""
    axis, point = unit(rng, 3), rng.uniform(-0.5, 0.5, 3)
    makers = {
        "revolute": lambda: Revolute(axis, point),
        "prismatic": lambda: Prismatic(axis),
        "helical": lambda: Helical(axis, 0.3, point),
        "screw": lambda: Screw((*axis, *point)),
        "universal": lambda: Universal(axis, unit(rng, 3)),
        "spherical": Spherical,
        "free": Free,
    }
    return makers[kind]()


def random_pose(rng, reach):
    """A random rotation, and a place within the reach."""
    pose = np.eye(4)
    rotation = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    pose[:3, :3] = rotation * np.linalg.det(rotation)
    pose[:3, 3] = rng.uniform(-reach, reach, 3)
    return pose


def generic_bodies(bodies, rng):
    """A builder with random bodies b0, b1, ... of these joints and parents."""
    builder = ModelBuilder(gravity=GRAVITY)
    for i, (joint, parent) in enumerate(bodies):
        placement = random_pose(rng, 0.5)
        points = rng.uniform(-0.4, 0.4, (4, 3))
        second = points.T @ points
        builder.add_body(
            f"b{i}",
            parent=None if parent is None else f"b{parent}",
            joint=random_joint(joint, rng),
            placement=placement,
            mass=rng.uniform(0.5, 2.0),
            com=rng.uniform(-0.3, 0.3, 3),
            inertia=np.trace(second) * np.eye(3) - second,
        )
    return builder


def random_tree(name, seed):
    """Model of one of TREES or SMALL_TREES with random geometry and inertia."""
    return generic_bodies({**TREES, **SMALL_TREES}[name], np.random.default_rng(seed)).build()


def random_state(model, order, seed):
    """q, v of order + 2 rows, wrenches and tau_ext of order + 1 rows, as doubles."""
    rng = np.random.default_rng(seed)
    q = rng.uniform(-1.5, 1.5, model.nq)
    for i, joint in enumerate(model.joints):
        if joint.kind in ("spherical", "free"):
            start = model.idx_q[i] + (3 if joint.kind == "free" else 0)
            q[start : start + 4] = unit(rng, 4)
    v = rng.uniform(-1.2, 1.2, (order + 2, model.nv))
    wrenches = rng.uniform(-3, 3, (order + 1, model.nbodies, 6))
    tau_ext = rng.uniform(-3, 3, (order + 1, model.nv))
    return q, v, wrenches, tau_ext


def relative_error(got, expected):
    """Largest over rows of the difference in max norm, relative to the expected row's."""
    return max(
        max(abs(g - e) for g, e in zip(got_row, expected_row, strict=True))
        / max(abs(e) for e in expected_row)
        for got_row, expected_row in zip(got, expected, strict=True)
    )


def pendulum():
    """2 kg at 0.5 m from a hinge about y, with J = 2 0.5^2 + 0.3 about it; +y lowers a mass on +x.

    The hinge is 0.25 m above the origin of the body.
    """
    b, inertia = ModelBuilder(gravity=(0, 0, -9.81)), np.diag([0.1, 0.3, 0.25])
    b.add_body("bob", None, Revolute((0, 1, 0), (0, 0, 0.25)), None, 2.0, (0.5, 0, 0.25), inertia)
    return b.build()
