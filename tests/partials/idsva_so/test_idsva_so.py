"""IDSVA-SO: the plain twin against the definition, the kernel against the twin."""

import numpy as np
import pytest
from support.partials.partial_cases import interleaved, motion
from support.partials.second_partial_cases import tensor_sizes
from support.references.tolerances import EPS
from support.trees.oracle_robots import SMALL_TREES, random_state, random_tree
from support.trees.robots import ROBOTS, STATES

from lieref import oracle
from lieref.model.mechanisms import catalogue
from lieref.oracle.scalars.scalars import Arb, Double
from lieref.partials.idsva.idsva_twin import second_partials
from lieref.partials.idsva_so.inverse_dynamics_second_partials import (
    inverse_dynamics_second_partials,
)

K = Arb(50)
DIGITS = 1e-40
# Kernel against its twin in doubles, which rounds constants and sums otherwise; relative to the
# tensor's largest terms. Found: 32 eps.
TWIN = 128 * EPS


@pytest.mark.parametrize("name", [*SMALL_TREES, "fixed_base"])
def test_twin_at_fifty_digits_is_the_oracle(name):
    model = random_tree(name, seed=5)
    q, (v, a), (wrenches,), _ = random_state(model, 0, seed=6)
    reference = oracle.inverse_dynamics_second_partials(model, q, v, a, wrenches=wrenches, field=K)
    with K.working():
        found = second_partials(model, q, v, a, K, wrenches)
        for tensor in reference._fields:
            mine, theirs = (
                getattr(found, tensor),
                np.array(getattr(reference, tensor), dtype=object),
            )
            size = max(abs(K.to_float(x)) for x in theirs.flat)
            for x, y in zip(mine.flat, theirs.flat, strict=True):
                assert abs(K.to_float(x - y)) + K.radius(x) <= DIGITS * size, tensor


def assert_twin(model, q, v, a, wrenches=None):
    found = inverse_dynamics_second_partials(model, q, v, a, wrenches=wrenches)
    twin = second_partials(model, q, v, a, Double(), wrenches)
    for name, mine, size in zip(
        found._fields, found, tensor_sizes(model, q, v, found), strict=True
    ):
        theirs = getattr(twin, name).astype(float)
        assert abs(mine - theirs).max() <= TWIN * size, (name, abs(mine - theirs).max() / size)


@pytest.mark.parametrize("robot", ROBOTS)
def test_kernel_against_twin(robot):
    assert_twin(*motion(robot, "generic"))


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ["arm", "every_joint"])
def test_kernel_against_twin_in_any_state(robot, state):
    assert_twin(*motion(robot, state)[:4])


@pytest.mark.parametrize("seed", range(3))
def test_kernel_against_twin_in_any_numbering(seed):
    model, rng = interleaved(), np.random.default_rng(seed)
    q = model.random_configuration(rng)
    assert_twin(model, q, *rng.standard_normal((2, model.nv)))


# A path that ends in each of the lanes, a run that is full, and one that begins again.
@pytest.mark.parametrize("bodies", range(1, 19))
def test_kernel_against_twin_for_every_length(bodies):
    model, rng = catalogue.serial_chain(bodies), np.random.default_rng(bodies)
    q = model.random_configuration(rng)
    assert_twin(model, q, *rng.standard_normal((2, model.nv)))


@pytest.mark.parametrize("kinds", [("free",), ("spherical", "free"), ("spherical", "revolute")])
@pytest.mark.parametrize("seed", range(2))
def test_kernel_against_twin_of_joints_of_several_degrees(kinds, seed):
    model, rng = catalogue.random_tree(6, seed, kinds), np.random.default_rng(seed)
    q = model.random_configuration(rng)
    assert_twin(model, q, *rng.standard_normal((2, model.nv)))
