"""Mechanisms and closed displacements for functions of trees that take mechanisms."""

from __future__ import annotations

import functools

import numpy as np
from support.mechanisms import loop_robots
from support.mechanisms.closed_chains import closed_chains

from lieref import ModelBuilder, Spherical, loops
from lieref.model.loops.loop_assembly import close

# A free base with a four-bar, gears, functions, a ball and a free joint in a loop, and two rods
# between balls, which are independent in part.
ROBOTS = ("four_bar_free", "belted_leg_free", "cam", "balls", "rods")
EPS = float(np.finfo(float).eps)
# Sums over the bodies and the solution of the loops, by the largest number.
ROUNDING = 200 * EPS
# Central differences with the step h of midpoint displacements, by the largest number.
STEP = 2.0**-13
SLOPE = 100 * STEP**2


@functools.cache
def balls():
    """A loop through spherical and free joints, closed by a ball."""
    structure, q = closed_chains("spherical")
    return close(structure.tree, structure.loops, structure.couplings, None, q)


@functools.cache
def rods():
    """Two rods from ground to ground, three balls between them."""
    b = ModelBuilder(name="rods")
    elbow = np.eye(4)
    elbow[:2, :2] = [[np.cos(2.0), -np.sin(2.0)], [np.sin(2.0), np.cos(2.0)]]
    elbow[0, 3] = 0.5
    inertia = np.diag([0.02, 0.03, 0.04])
    b.add_body("one", None, Spherical(), None, 1.2, (0.25, 0.01, 0), inertia)
    b.add_body("two", "one", Spherical(), elbow, 0.9, (0.2, 0, 0.02), inertia)
    ground, tip = np.eye(4), np.eye(4)
    tip[0, 3] = 0.4
    ground[:3, 3] = (elbow @ tip)[:3, 3]
    b.add_loop("closing", None, "two", Spherical(), ground, tip)
    return b.build()


def state(robot, rows=2, seed=0):
    """Model, closed configuration, rows of an independent velocity, generator."""
    if robot not in ("balls", "rods"):
        model, q, _, rng = loop_robots.draw(robot, seed)
        return model, q, rng.uniform(-1, 1, (rows, model.nv)), rng
    print(f"mechanism {robot}, seed {seed}")
    rng = np.random.default_rng([11, seed])
    model = balls() if robot == "balls" else rods()
    q = displaced(model, model.assembly, rng.uniform(-1, 1, model.nv), 0.1)
    return model, q, rng.uniform(-1, 1, (rows, model.nv)), rng


def displaced(model, q, y, h):
    """q after the time h at the independent velocity y: the midpoint rule, closed again."""
    still = np.zeros(model.nv)
    first = loops.constraint_state(model, q, still).G @ y
    half = loops.project(model, model.integrate(q, h / 2 * first))
    middle = loops.constraint_state(model, half, still).G @ y
    return loops.project(model, model.integrate(q, h * middle))


def slope(f, model, q, y, h=STEP):
    """Derivative of f(q) along y."""
    return (f(displaced(model, q, y, h)) - f(displaced(model, q, y, -h))) / (2 * h)


def assert_near(found, expected, tolerance=ROUNDING):
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape
    scale = np.abs(expected).max(initial=0.0)
    error = np.abs(found - expected).max(initial=0.0) / (scale or 1.0)
    assert error <= tolerance, error
