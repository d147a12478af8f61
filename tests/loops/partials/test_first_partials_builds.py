"""Every build of the partials through loops that this processor runs gives the same numbers."""

import numpy as np
from support.programs.build_outputs import outputs

from lieref import machine

# As between two methods, see test_loop_partials.py. Found: 51 eps.
BUILDS = 256 * float(np.finfo(float).eps)
SCRIPT = """
import json
from support.mechanisms.loop_robots import draw
from lieref import loops
for name in ("four_bar_free", "rod_drive", "cam"):
    model, q, v, rng = draw(name, 16)
    u = rng.standard_normal(model.nv)
    found = [
        getattr(loops, function)(model, q, v, u)
        for function in ("inverse_dynamics_second_partials", "forward_dynamics_partials")
    ]
    print(json.dumps([x.tolist() for arrays in found for x in arrays]))
"""


def test_builds_agree():
    results = outputs(SCRIPT)
    first, *others = machine.available()
    for other in others:
        for mine, theirs in zip(results[first], results[other], strict=True):
            for x, y in zip(map(np.array, mine), map(np.array, theirs), strict=True):
                assert np.abs(x - y).max() <= BUILDS * np.abs(x).max()
