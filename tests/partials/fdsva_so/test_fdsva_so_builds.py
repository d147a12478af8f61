"""Every build of FDSVA-SO that this processor runs gives the same numbers, in every way."""

import numpy as np
from support.programs.build_outputs import outputs

from lieref import machine

# Fused multiply-adds of the AVX2 build and other widths of its panels, by max norms of a tensor:
# errors of H are magnified by its inverse, twice. Found: 3.3e-12 (every_joint_free).
BUILDS = 1e-11
SCRIPT = """
import json
import numpy as np
from support.partials.fdsva_so_cases import WAYS
from support.trees.robots import draw
from lieref.partials.forward_dynamics_second_partials import forward_dynamics_second_partials
for robot in ("two_link", "arm", "binary_tree", "quadruped", "every_joint_free", "serial_20_free"):
    model, q, v = draw(robot, "generic", r=0)
    wrenches = np.random.default_rng(3).standard_normal((model.nbodies, 6))
    for inner, outer in WAYS:
        found = forward_dynamics_second_partials(
            model, q, *v, wrenches=wrenches, inner=inner, outer=outer
        )
        # a part of each tensor
        found = [x[:, ::3].tolist() for x in found]
        print(json.dumps([robot, inner, outer, found]))
"""


def test_builds_agree():
    results = outputs(SCRIPT)
    first, *others = machine.available()
    for other in others:
        for a, b in zip(results[first], results[other], strict=True):
            assert a[:3] == b[:3]
            for x, y in zip(map(np.array, a[3]), map(np.array, b[3]), strict=True):
                size = max(abs(x).max(), 1.0)
                assert abs(x - y).max() <= BUILDS * size, (a[:3], abs(x - y).max() / size)
