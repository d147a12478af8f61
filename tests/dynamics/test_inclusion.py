"""Every function with bounds, many random cases: no exact result is outside; balls of 60 digits.

A case is a call at a state of its own. Sizes of the numbers are uniform in their exponent.
"""

import numpy as np
import pytest
from support.references.enclosed import outside, random_tree
from support.references.kinematic_references import exact_motions
from support.trees.robots import ROBOTS, with_physics
from support.trees.spatial_robots import bases

import lieref
from lieref import oracle

PARTS, CASES = 100, 1000
# Robots of more bodies take the oracle too long.
MOST_BODIES = 8
STATES = 5
K = oracle.Arb(60)
SMALL = [name for name, make in ROBOTS.items() if make().nbodies <= MOST_BODIES]


def inverse(model, q, v, base):
    return [
        lieref.inverse_dynamics(model, q, v, base, bounds=True),
        oracle.inverse_dynamics(model, q, v, base, field=K),
    ]


def forward(model, q, v, base):
    tau = lieref.inverse_dynamics(model, q, v, base)
    return [
        lieref.forward_dynamics(model, q, v[0], tau, base, bounds=True),
        oracle.forward_dynamics(model, q, v[0], tau, base, field=K),
    ]


def kinematics(model, q, v, base):
    values, radii = lieref.forward_kinematics(model, q, v, base, bounds=True)
    return [(values[1], radii[1]), exact_motions(model, q, v, base, field=K)[1]]


def inertia(model, q, v, base):
    return [
        lieref.joint_space_inertia(model, q, base, bounds=True),
        oracle.joint_space_inertia(model, q, base, field=K),
    ]


def partials(model, q, v, base):
    values, radii = lieref.inverse_dynamics_partials(model, q, *v[:2], bounds=True)
    right = oracle.inverse_dynamics_partials(model, q, *v[:2], field=K)
    return [(np.stack(values), np.stack(radii)), right]


# So many of fifty cases: what is half of the oracle's time, partials, is rare.
FUNCTIONS = [inverse] * 30 + [forward] * 4 + [kinematics] * 9 + [inertia] * 6 + [partials]


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
            function = FUNCTIONS[int(rng.integers(len(FUNCTIONS)))]
            found, right = function(model, q, v, base)
            with K.working():
                assert outside(found, right) == 0, (part, cases, function.__name__)
            assert np.isfinite(found[1]).all()
            cases += 1
