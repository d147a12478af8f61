"""IDSVA: the plain twin against the definition, the kernel against the twin."""

import numpy as np
import pytest
from support.partials.partial_cases import interleaved, motion, sizes
from support.references.tolerances import EPS
from support.trees.oracle_robots import TREES, random_state, random_tree
from support.trees.robots import ROBOTS, STATES

from lieref import oracle
from lieref.oracle.scalars.scalars import Arb, Double
from lieref.partials.idsva.idsva_twin import first_partials
from lieref.partials.inverse_dynamics_partials import inverse_dynamics_partials

K = Arb(50)
DIGITS = 1e-40
# Kernel against its twin in doubles, which rounds the constants otherwise. Found: 15 eps
# (every_joint_free, dtau_dq near pi).
TWIN = 64 * EPS


@pytest.mark.parametrize("loaded", ["free", "wrenches"])
@pytest.mark.parametrize("name", TREES)
def test_twin_at_fifty_digits_is_the_oracle(name, loaded):
    model = random_tree(name, seed=5)
    q, (v, a), (wrenches,), _ = random_state(model, 0, seed=6)
    wrenches = wrenches if loaded == "wrenches" else None
    reference = oracle.inverse_dynamics_partials(model, q, v, a, wrenches=wrenches, field=K)
    with K.working():
        found = first_partials(model, q, v, a, K, wrenches)
        for mine, theirs in zip(found, reference, strict=True):
            size = max(abs(K.to_float(x)) for row in theirs for x in row)
            for row, expected in zip(mine, theirs, strict=True):
                for x, y in zip(row, expected, strict=True):
                    assert abs(K.to_float(x - y)) + K.radius(x) <= DIGITS * size


def assert_twin(model, q, v, a, wrenches):
    found = inverse_dynamics_partials(model, q, v, a, wrenches=wrenches)
    twin = first_partials(model, q, v, a, Double(), wrenches)
    for x, size in zip(zip(found._fields, found, twin, strict=True), sizes(found, v), strict=True):
        name, mine, theirs = x
        assert abs(mine - theirs.astype(float)).max() <= TWIN * size, name


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_kernel_against_twin(robot, state):
    model, q, v, a, wrenches = motion(robot, state)
    assert_twin(model, q, v, a, wrenches if state == "generic" else None)


@pytest.mark.parametrize("seed", range(3))
def test_kernel_against_twin_in_any_numbering(seed):
    model, rng = interleaved(), np.random.default_rng(seed)
    q = model.random_configuration(rng)
    assert_twin(model, q, *rng.standard_normal((2, model.nv)), None)
