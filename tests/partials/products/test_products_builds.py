"""Every build of the directional forms gives the same numbers, and threads do not disturb them."""

import numpy as np
from support.programs.build_outputs import outputs
from support.references.tolerances import EPS
from support.trees.robots import draw
from test_threads import _together

from lieref import machine
from lieref.partials.products.products import inverse_dynamics_contraction, inverse_dynamics_vjp

# Fused multiply-adds of the AVX2 build, max norms of one array. Found: 55 eps (binary_tree, fast,
# where the terms of w^T dtau/dv cancel).
INVERSE = 224 * EPS
SCRIPT = """
import json
import numpy as np
from support.trees.robots import STATES, draw
from lieref.partials.products.products import (
    inverse_dynamics_contraction, inverse_dynamics_jvp, inverse_dynamics_vjp
)
for robot in ("two_link", "arm", "every_joint_free", "serial_20_free", "binary_tree"):
    for state in STATES:
        model, q, v = draw(robot, state, r=0)
        rng = np.random.default_rng(3)
        acting = ("body", rng.standard_normal((model.nbodies, 6)), "inertial")
        r = rng.standard_normal((3, model.nv))
        found = [inverse_dynamics_jvp(model, q, *v, *r, *acting)]
        found += inverse_dynamics_vjp(model, q, *v, r[0], *acting)
        found += inverse_dynamics_contraction(model, q, *v, r[0], *acting)
        print(json.dumps([robot, state, [x.tolist() for x in found]]))
"""
# Scratch on the stack with the GIL, on the heap without it.
ROBOTS = ("two_link", "every_joint_free", "aerial_manipulator_5x4")
ROUNDS = 20


def test_builds_agree():
    results = outputs(SCRIPT)
    first, *others = machine.available()
    for other in others:
        for a, b in zip(results[first], results[other], strict=True):
            assert a[:2] == b[:2]
            for x, y in zip(map(np.array, a[2]), map(np.array, b[2]), strict=True):
                # what changes with the velocity of a slow motion is a difference of larger terms
                size = max(abs(x).max(), 1.0)
                assert abs(x - y).max() <= INVERSE * size, (a[:2], abs(x - y).max() / size)


def test_two_threads_on_shared_models():
    tasks = []
    for robot in ROBOTS:
        model, q, v = draw(robot, "generic", r=0)
        for entry in (inverse_dynamics_vjp, inverse_dynamics_contraction):
            for base in ("body", "mixed"):
                tasks.append(lambda d=entry, m=model, q=q, v=v, b=base: d(m, q, *v, v[0], base=b))
    alone = [task() for task in tasks]

    def work(number):
        # each thread in its own order, so that different robots meet
        order = np.random.default_rng(number).permutation(len(tasks))
        wrong = 0
        for _ in range(ROUNDS):
            for i in order:
                same = zip(tasks[i](), alone[i], strict=True)
                wrong += not all(np.array_equal(x, y) for x, y in same)
        return wrong

    assert _together(2, work) == [0, 0]
