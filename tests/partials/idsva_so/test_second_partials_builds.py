"""Every build of IDSVA-SO that this processor runs gives the same numbers."""

import numpy as np
from support.programs.build_outputs import outputs
from support.references.tolerances import EPS

from lieref import machine

# Fused multiply-adds of the AVX2 build, relative to the largest terms. Found: 15 eps.
BUILDS = 64 * EPS
SCRIPT = """
import json
import numpy as np
from support.trees.robots import STATES, draw
from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.partials.inverse_dynamics_second_partials import inverse_dynamics_second_partials
for robot in ("two_link", "arm", "every_joint", "serial_20_free", "binary_tree", "quadruped"):
    for state in STATES:
        model, q, v = draw(robot, state, r=0)
        wrenches = np.random.default_rng(3).standard_normal((model.nbodies, 6))
        found = inverse_dynamics_second_partials(model, q, *v, wrenches=wrenches)
        size = abs(joint_space_inertia(model, q)).max() * max(abs(v[0]).max(), 1.0) ** 2
        sizes = [max(abs(x).max(), size) for x in found]
        # every entry counts in one of the numbers: a random functional of each plane
        random = np.random.default_rng(4).standard_normal(model.nv)
        numbers = [(x @ random / y).tolist() for x, y in zip(found, sizes)]
        print(json.dumps([robot, state, numbers]))
"""


def test_builds_agree():
    results = outputs(SCRIPT)
    first, *others = machine.available()
    for other in others:
        for a, b in zip(results[first], results[other], strict=True):
            assert a[:2] == b[:2]
            for x, y in zip(a[2], b[2], strict=True):
                assert abs(np.array(x) - np.array(y)).max() <= BUILDS, a[:2]
