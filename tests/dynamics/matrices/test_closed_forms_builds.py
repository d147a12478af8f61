"""Every build of the closed forms that this processor runs gives the same numbers."""

import numpy as np
from support.programs.build_outputs import outputs
from support.references.tolerances import CLOSED_FORMS

from lieref import machine

SCRIPT = """
import json
import numpy as np
from support.trees.robots import STATES, draw
from support.trees.spatial_robots import bases
from lieref.dynamics.closed_forms import body_torques, coriolis_matrix
from lieref.dynamics.matrices.inertia_factor import inertia_factor
from lieref.dynamics.matrices.joint_space_inertia import joint_space_inertia_derivatives
for robot in ("two_link", "arm", "every_joint_free", "serial_20_free"):
    for state in STATES:
        model, q, v = draw(robot, state, r=1)
        for base in bases(model):
            H = joint_space_inertia_derivatives(model, q, v[:2], base)
            C = coriolis_matrix(model, q, v[0], base)
            back = inertia_factor(model, H[0]).multiply(np.ones(model.nv))
            tau = body_torques(model, q, np.ones((model.nbodies, 6)))
            size = abs(H[0]).max() * max(abs(v[0]).max(), 1)
            sizes = np.maximum.accumulate(abs(H).max((1, 2)))
            found = [*(H / sizes[:, None, None]), C / size, [back], [tau]]
            print(json.dumps([robot, state, base, [np.asarray(x).tolist() for x in found]]))
"""


def test_builds_agree():
    results = outputs(SCRIPT)
    first, *others = machine.available()
    for other in others:
        for a, b in zip(results[first], results[other], strict=True):
            assert a[:3] == b[:3]
            for x, y in zip(a[3], b[3], strict=True):
                scale = max(abs(np.array(x)).max(), 1)
                assert abs(np.array(x) - np.array(y)).max() <= CLOSED_FORMS * scale, a[:3]
