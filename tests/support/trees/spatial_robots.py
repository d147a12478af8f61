"""What the tests of both spatial recursions share: representations, errors, two trees."""

import numpy as np
from support.trees.robots import draw, translation

from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Helical, Revolute, Spherical

BASES = ("body", "spatial", "hybrid", "mixed")
EPS = np.finfo(float).eps


def bases(model):
    """The representations that make a difference to the robot."""
    free = any(
        joint.kind == "free" and parent < 0
        for joint, parent in zip(model.joints, model.parents, strict=True)
    )
    return BASES if free else ("body",)


def relative(x, reference):
    """Error of each order: max norm of x - reference value by that of the reference value."""
    x, reference = np.asarray(x), np.asarray(reference)
    axes = tuple(range(1, reference.ndim))
    scale = abs(reference).max(axes)
    return abs(x - reference).max(axes) / np.where(scale > 0.0, scale, 1.0)


def floats(rows):
    """Nested lists of scalars as an array of doubles."""
    return np.array(_floats(rows))


def _floats(x):
    return [_floats(y) for y in x] if isinstance(x, list | tuple) else float(x)


def largest(rows):
    """Largest modulus in nested lists of scalars."""
    if isinstance(rows, list | tuple):
        return max(largest(x) for x in rows)
    return abs(rows)


def two_trees():
    """A free root with a spherical child, and beside it a screw and a hinge on the world."""
    b = ModelBuilder(name="two_trees")
    inertia = np.array([[0.03, 0.002, 0.0], [0.002, 0.04, -0.001], [0.0, -0.001, 0.02]])
    b.add_body("trunk", None, Free(), translation(0.2, -0.1, 0.3), 2.0, (0.05, 0, 0.1), inertia)
    b.add_body("head", "trunk", Spherical(), translation(0, 0.2, 0.1), 0.5, (0, 0, 0.1), inertia)
    at_screw = translation(3.0, 2.0, -1.0)
    off = (0.1, -0.05, 0.2)
    b.add_body("nut", None, Helical((0, 0.6, 0.8), 0.3, off), at_screw, 1.0, (0.1, 0, 0), inertia)
    b.add_body("arm", "nut", Revolute((1, 0, 0), (0, 0.1, 0)), translation(0, 0, 0.4), 0.7)
    return b.build()


def motion(robot, rows, state="generic"):
    """Model, q and rows of v of a robot, or of two trees side by side."""
    if robot != "two_trees":
        return draw(robot, state, r=rows - 2)
    model, rng = two_trees(), np.random.default_rng(3)
    print("two_trees, seed 3")
    return model, model.random_configuration(rng), rng.standard_normal((rows, model.nv))
