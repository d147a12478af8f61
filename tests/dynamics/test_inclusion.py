"""Every function with bounds, many random cases: no exact result is outside; balls of 60 digits.

A case is a call at a state of its own. Sizes of the numbers are uniform in their exponent.
"""

import numpy as np
import pytest
from support.references.bounded import assert_held
from support.references.enclosed import random_tree
from support.trees.robots import ROBOTS, with_physics
from support.trees.spatial_robots import bases

PARTS, CASES = 100, 1000
# Robots of more bodies take the oracle too long.
MOST_BODIES = 8
STATES = 5
SMALL = [name for name, make in ROBOTS.items() if make().nbodies <= MOST_BODIES]


# So many of fifty cases: what is half of the oracle's time, partials, is rare.
NAMES = ["inverse_dynamics"] * 30 + ["forward_dynamics"] * 4 + ["forward_kinematics"] * 9
NAMES += ["joint_space_inertia"] * 6 + ["inverse_dynamics_partials"]


def _model(rng):
    if rng.random() < 0.2:
        model = ROBOTS[SMALL[int(rng.integers(len(SMALL)))]]()
    else:
        model, _ = random_tree(int(rng.integers(2**31)))
    if rng.random() < 0.2:
        model = with_physics(model, 1, ("sign", "smooth")[int(rng.integers(2))])
    return model


@pytest.mark.parametrize("part", range(PARTS))
def test_no_exact_result_is_outside(part):
    rng = np.random.default_rng([31, part])
    cases = 0
    while cases < CASES:
        model = _model(rng)
        for _ in range(STATES):
            base = str(rng.choice(bases(model)))
            r = int(rng.choice([0, 0, 0, 1, 2, 3]))
            q = model.random_configuration(rng)
            v = rng.uniform(-1, 1, (r + 2, model.nv)) * 10.0 ** rng.integers(-12, 4)
            v *= rng.integers(0, 5, v.shape) > 0
            name = NAMES[int(rng.integers(len(NAMES)))]
            if name.endswith("partials"):
                base = "body"
            print(part, cases, name)
            assert_held(name, model, q, v, base)
            cases += 1
