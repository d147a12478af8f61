"""First partials of inverse dynamics: against the definition, identities, the tree's pattern."""

import numpy as np
import pytest
from support.partials.partial_cases import floats, interleaved, motion, related, sizes
from support.references.tolerances import EPS
from support.trees.oracle_robots import random_state, random_tree
from support.trees.robots import ROBOTS, STATES

from lieref import oracle
from lieref.check.metrics import rmsre
from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.model.mechanisms import catalogue
from lieref.oracle.scalars.scalars import Arb
from lieref.partials.idsva.idsva_twin import first_partials
from lieref.partials.inverse_dynamics_partials import inverse_dynamics_partials

K = Arb(50)
# Kernel against the definition in any representation. Found: 11 eps (every_joint_free, fast).
KERNEL = 48 * EPS
# Differences of the generalized forces of inverse dynamics, relative to the largest. Found: 8 eps.
IDENTITY = 32 * EPS
# Required of first partials up to N = 50, root mean square of relative errors.
DEMANDED = 2e-14


def assert_oracle(model, q, v, a, **options):
    found = inverse_dynamics_partials(model, q, v, a, **options)
    reference = floats(K, oracle.inverse_dynamics_partials(model, q, v, a, field=K, **options))
    for mine, theirs, size in zip(found, reference, sizes(reference, v), strict=True):
        assert abs(mine - theirs).max() <= KERNEL * size


@pytest.mark.parametrize(
    ("robot", "state"),
    [("arm", "near_pi"), ("arm", "fast"), ("quadruped", "far"), ("every_joint_free", "fast")],
)
def test_against_the_oracle(robot, state):
    model, q, v, a, wrenches = motion(robot, state)
    assert_oracle(model, q, v, a, wrenches=wrenches)


@pytest.mark.parametrize("base", ["spatial", "hybrid", "mixed"])
@pytest.mark.parametrize("wrench_axes", ["body", "inertial"])
def test_representations_against_the_oracle(base, wrench_axes):
    model = random_tree("free_root", seed=3)
    q, (v, a), (wrenches,), _ = random_state(model, 0, seed=4)
    options = {"base": base, "wrenches": wrenches, "wrench_axes": wrench_axes}
    assert_oracle(model, q, v, a, **options)


def test_inertial_wrenches_against_the_oracle():
    model = random_tree("spherical_root", seed=3)
    q, (v, a), (wrenches,), _ = random_state(model, 0, seed=4)
    assert_oracle(model, q, v, a, wrenches=wrenches, wrench_axes="inertial")


@pytest.mark.parametrize("distance", [0.0, 1e6])
@pytest.mark.parametrize("bodies", [10, 40])
def test_long_chains_keep_what_the_issue_demands(bodies, distance):
    model = catalogue.serial_chain(bodies, "free")
    rng = np.random.default_rng(bodies)
    q = model.random_configuration(rng)
    q[:3] += distance
    v, a = rng.standard_normal((2, model.nv))
    with K.working():
        reference = first_partials(model, q, v, a, K)
    for mine, theirs in zip(inverse_dynamics_partials(model, q, v, a), reference, strict=True):
        expected = floats(K, [theirs])[0]
        assert rmsre(mine, expected) <= DEMANDED


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_torques_are_quadratic_in_v_and_linear_in_a(robot, state):
    model, q, v, a, _ = motion(robot, state)
    still = np.zeros(model.nv)
    tau = inverse_dynamics(model, q, np.stack([v, a]))[0]
    fixed = inverse_dynamics(model, q, np.stack([v, still]))[0]
    weight = inverse_dynamics(model, q, np.stack([still, still]))[0]
    found = inverse_dynamics_partials(model, q, v, a)
    size = abs(tau).max() + abs(fixed).max() + abs(weight).max()
    size = max(size, abs(found.dtau_da).max() * max(abs(a).max(), abs(v).max() ** 2))
    # tau = H a + v^T B v + g
    assert abs(found.dtau_da @ a - (tau - fixed)).max() <= IDENTITY * size
    assert abs(found.dtau_dv @ v - 2 * (fixed - weight)).max() <= IDENTITY * size
    H = joint_space_inertia(model, q)
    assert abs(found.dtau_da - H).max() <= IDENTITY * abs(H).max()


@pytest.mark.parametrize("robot", ["binary_tree", "quadruped", "interleaved"])
def test_pattern_is_that_of_the_tree(robot):
    if robot == "interleaved":
        model, rng = interleaved(), np.random.default_rng(1)
        q, (v, a) = model.random_configuration(rng), rng.standard_normal((2, model.nv))
    else:
        model, q, v, a, _ = motion(robot, "generic")
    found = inverse_dynamics_partials(model, q, v, a)
    pattern = related(model)
    for matrix in found:
        assert not matrix[~pattern].any()
    # every way between two joints is there, whatever single coordinates do to each other
    reached = (found.dtau_dq != 0) | (found.dtau_dv != 0) | (found.dtau_da != 0)
    bodies = np.repeat(np.arange(model.nbodies), [joint.nv for joint in model.joints])
    for i in range(model.nbodies):
        for j in range(model.nbodies):
            block = np.ix_(bodies == i, bodies == j)
            assert reached[block].any() == pattern[block].any()
    assert (found.dtau_da == found.dtau_da.T).all()
