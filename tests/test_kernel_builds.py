"""Every build that this processor runs gives the same dynamics, to 4 ulp of the scale.

And the one rule by which a build is chosen: `lieref.machine.kernel`.
"""

import pickle

import numpy as np
from support.programs.build_outputs import output
from support.references.rounding_scale import (
    arrays,
    excess,
    forward_partials_scales,
    scales,
    surely_within,
    torque_scales,
)
from support.trees.robots import STATES, draw

import lieref
from lieref import machine

ROBOTS = ("two_link", "arm", "every_joint_free", "serial_20_free")
# Lanes of 2, 4 and 8, the unrolled copies and the general loops.
ORDERS = (0, 1, 3, 5, 6, 8)
ULPS = 4


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


DUMP = """
import json, pickle
import test_kernel_builds
print(json.dumps([pickle.dumps(test_kernel_builds.answers()).hex()]))
"""


def of_build(build):
    """The answers of one build."""
    ((found,),) = output(build, DUMP)
    return pickle.loads(bytes.fromhex(found))


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


def test_builds_agree_to_four_ulp_of_the_scale():
    first, *others = machine.available()
    expected = of_build(first)
    found = {build: of_build(build) for build in others}
    for case, model, function, q, rest in every_case():
        apart = others
        if case[-1] != "forward_dynamics_partials":  # which have a scale of their own
            apart = [x for x in others if not surely_within(ULPS, found[x][case], expected[case])]
        if not apart:
            continue
        sizes = scales_of(case[-1], model, function, q, rest)
        for build in apart:
            ulps = excess(found[build][case], expected[case], sizes)
            assert ulps <= ULPS, (build, case, ulps)
