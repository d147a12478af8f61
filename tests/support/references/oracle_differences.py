"""Differences of the oracle at 210 digits: second derivatives of tau and vdot by four corners."""

from __future__ import annotations

import numpy as np
from support.references.trajectories import state_at
from support.trees.oracle_robots import GRAVITY, random_joint, random_tree

from lieref import oracle
from lieref.model.builder import ModelBuilder

FINE = oracle.Arb(210)
# central differences err by 1e-100 of the next derivatives, and by 1e-210 / 1e-100 in rounding
with FINE.working():
    STEP = FINE(1) / 10**50


def small_tree(name, seed):
    """One of `random_tree`, or "free_on_arm": a free joint that turns with what carries it.

    Generalized forces do not depend on the place of a free root, nor of a free joint on a slide.
    """
    if name != "free_on_arm":
        return random_tree(name, seed)
    rng = np.random.default_rng(seed)
    builder = ModelBuilder(gravity=GRAVITY)
    for parent, body, kind in ((None, "arm", "revolute"), ("arm", "hand", "free")):
        placement = np.eye(4)
        rotation = np.linalg.qr(rng.standard_normal((3, 3)))[0]
        placement[:3, :3] = rotation * np.linalg.det(rotation)
        placement[:3, 3] = rng.uniform(-0.5, 0.5, 3)
        com, inertia = rng.uniform(-0.2, 0.2, 3), np.diag(rng.uniform(0.1, 0.15, 3))
        builder.add_body(body, parent, random_joint(kind, rng), placement, 1.2, com, inertia)
    return builder.build()


def moved(model, q, direction, steps=1):
    """q exp(steps direction STEP), a constant body velocity; direction of doubles."""
    if not any(direction):
        return q
    return state_at(model, FINE, q, [direction], "body", steps * STEP)[0]


def evaluate(kind, model, q, v, last):
    """tau or vdot (nv,), scalars of FINE."""
    if kind == "inverse":
        return np.array(oracle.inverse_dynamics(model, q, [v, last], field=FINE)[0])
    return np.array(oracle.forward_dynamics(model, q, v, [last], field=FINE)[0])


def mixed_difference(f, place):
    """d^2/dx dy f(place(x, y)) at zero, as doubles; place counts in STEPs."""
    signs = ((1, 1, 1), (-1, -1, 1), (1, -1, -1), (-1, 1, -1))
    total = sum(sign * f(place(x, y)) for x, y, sign in signs) / (4 * STEP * STEP)
    return np.array([FINE.to_float(x) for x in total])


def difference(f, place):
    """d/dx f(place(x)) at zero, as doubles."""
    return np.array([FINE.to_float(x) for x in (f(place(1)) - f(place(-1))) / (2 * STEP)])
