"""Dynamics over robots, states and orders, and the scale of each result.

The scale (`support.references.rounding_scale`) is computed from the data alone.
"""

import numpy as np
from support.references.rounding_scale import (
    arrays,
    forward_partials_scales,
    scales,
    torque_scales,
)
from support.trees.robots import STATES, draw

import lieref

ROBOTS = ("two_link", "arm", "every_joint_free", "serial_20_free")
# Lanes of 2, 4 and 8, the unrolled copies and the general loops.
ORDERS = (0, 1, 3, 5, 6, 8)


def cases(model, r):
    """Function of (q, *others) and the others, by name; an order's derivatives are one array."""
    wrenches = np.random.default_rng(r).standard_normal((r + 1, model.nbodies, 6))

    def inverse(q, v, loads):
        return list(lieref.inverse_dynamics(model, q, v, "body", loads, "inertial"))

    def forward(q, v, tau, loads):
        return list(lieref.forward_dynamics(model, q, v, tau, "body", loads))

    def hybrid(q, v, vdot, tau):
        held = np.arange(model.nv) % 2 == 0
        return [x for pair in lieref.hybrid_dynamics(model, q, v, vdot, tau, held) for x in pair]

    yield "inverse", inverse, lambda v: (v, wrenches)
    if r in (0, 3):
        yield "forward", forward, lambda v: (v[0], v[1:], wrenches)
        yield "hybrid", hybrid, lambda v: (v[0], v[1:], v[1:])
    if r > 0:
        return
    weights = np.random.default_rng(7).standard_normal(model.nv)
    yield "H", lambda q: lieref.joint_space_inertia(model, q), lambda v: ()
    for function in (lieref.inverse_dynamics_partials, lieref.forward_dynamics_partials):
        yield function.__name__, lambda q, v, a, f=function: f(model, q, v, a), tuple
    contraction = lieref.inverse_dynamics_contraction
    yield "contraction", lambda q, v, a: contraction(model, q, v, a, weights), tuple


def every_case():
    """Each robot, state, order and function: name, model, function, q and the other arguments."""
    for robot in ROBOTS:
        for state in STATES:
            model, q, v = draw(robot, state, max(ORDERS))
            for r in ORDERS:
                for name, function, others in cases(model, r):
                    yield (robot, state, r, name), model, function, q, others(v[: r + 2])


def answers():
    """What this process computes."""
    return {case: arrays(function(q, *rest)) for case, _, function, q, rest in every_case()}


def scales_of(name, model, function, q, rest):
    """The scale of each array of a case's answer."""
    if name == "forward_dynamics_partials":
        return forward_partials_scales(model, q, *rest)
    if name == "forward":
        v, _, loads = rest
        sizes = torque_scales(model, q, v, np.array(function(q, *rest)), loads)
        return scales(function, model, q, rest, {1: sizes})
    if name == "hybrid":
        v, vdot, _ = rest
        sizes = torque_scales(model, q, v, np.array(function(q, *rest)[: len(vdot)]))
        return scales(function, model, q, rest, {2: sizes})
    return scales(function, model, q, rest)
