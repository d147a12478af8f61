"""Every build of the first partials that this processor runs gives the same numbers."""

import numpy as np
from support.programs.build_outputs import outputs
from support.references.tolerances import EPS

from lieref import machine

# Fused multiply-adds of the AVX2 build, max norms of one matrix. Found: 16 eps (binary_tree, fast);
# of forward dynamics, where the inverse of H magnifies them, 2e4 eps (every_joint_free, near_pi).
INVERSE, FORWARD = 64 * EPS, 8e4 * EPS
SCRIPT = """
import json
import numpy as np
from support.trees.robots import STATES, draw
from lieref.partials.forward_dynamics_partials import forward_dynamics_partials
from lieref.partials.inverse_dynamics_partials import inverse_dynamics_partials
for robot in ("two_link", "arm", "every_joint_free", "serial_20_free", "binary_tree"):
    for state in STATES:
        model, q, v = draw(robot, state, r=0)
        wrenches = np.random.default_rng(3).standard_normal((model.nbodies, 6))
        inverse = inverse_dynamics_partials(model, q, *v, wrenches=wrenches)
        forward = forward_dynamics_partials(model, q, *v, wrenches=wrenches)
        print(json.dumps([robot, state, [[x.tolist() for x in y] for y in (inverse, forward)]]))
"""


def test_builds_agree():
    results = outputs(SCRIPT)
    first, *others = machine.available()
    for other in others:
        for a, b in zip(results[first], results[other], strict=True):
            assert a[:2] == b[:2]
            for mine, theirs, limit in zip(a[2], b[2], (INVERSE, FORWARD), strict=True):
                for x, y in zip(map(np.array, mine), map(np.array, theirs), strict=True):
                    # dtau/dv of a slow motion is a difference of larger terms
                    size = max(abs(x).max(), 1.0)
                    assert abs(x - y).max() <= limit * size, (a[:2], abs(x - y).max() / size)
