"""Poses and Jacobians of mechanisms: exact motions, differences, identities, errors."""

from math import comb

import numpy as np
import pytest
from support.mechanisms.tree_checks import ROBOTS, SLOPE, assert_near, slope, state

import lieref
from lieref import oracle
from lieref.errors import ConfigurationError, ShapeError

SEEN = ("body", "spatial", "hybrid", "mixed")


def exact_motion(model, q, v, base="body"):
    """Rates of the tree by the oracle, to all digits of a double."""
    rows = oracle.loop_motion(model, q, v, base, digits=30)
    return np.array([[float(x) for x in row] for row in rows])


@pytest.mark.parametrize("robot", ROBOTS)
def test_twists_are_the_jacobian_times_the_velocity(robot):
    model, q, v, rng = state(robot, 3)
    body = model.nbodies - 1
    seen = SEEN[rng.integers(4)]
    poses, twists = lieref.forward_kinematics(model, q, v, "body", seen)
    expected = lieref.forward_kinematics(model.tree, q, exact_motion(model, q, v), "body", seen)
    assert np.array_equal(poses, expected[0])
    assert_near(twists, expected[1])
    J = lieref.jacobian_derivatives(model, q, v[:2], body, seen)
    for k in range(3):
        terms = [comb(k, j) * J[j] @ v[k - j] for j in range(k + 1)]
        assert_near(sum(terms), expected[1][k, body])
    assert_near(lieref.jacobian(model, q, body, seen), J[0])
    S = lieref.system_jacobian_derivatives(model, q, v[:2], seen)
    assert_near(S[:, 6 * body :], J)
    assert_near(lieref.system_jacobian(model, q, seen), S[0])


@pytest.mark.parametrize("base", SEEN)
def test_any_representation_of_the_base(base):
    model, q, v, _ = state("four_bar_free", 2)
    rates = exact_motion(model, q, v, base)
    twists = lieref.forward_kinematics(model.tree, q, rates, base, "hybrid")[1]
    J = lieref.jacobian_derivatives(model, q, v[:1], 2, "hybrid", base=base)
    assert_near(J[1] @ v[0] + J[0] @ v[1], twists[1, 2])
    assert_near(lieref.jacobian(model, q, 2, "hybrid", base=base), J[0])
    assert_near(lieref.system_jacobian(model, q, "hybrid", base)[12:18], J[0])
    h = lieref.centroidal_momentum(model.tree, q, rates, base)
    A = lieref.centroidal_momentum_matrix_derivatives(model, q, v[:1], base)
    assert_near(A[1] @ v[0] + A[0] @ v[1], h[1])
    assert_near(lieref.centroidal_momentum_matrix(model, q, base), A[0])
    mass = model.tree.masses.sum()
    assert_near(lieref.center_of_mass_jacobian_derivatives(model, q, v[:1], base), A[:, 3:] / mass)
    assert_near(lieref.center_of_mass_jacobian(model, q, base), A[0, 3:] / mass)
    assert_near(lieref.centroidal_bias(model, q, v[0], base), h[1] - A[0] @ v[1])


@pytest.mark.parametrize("robot", ROBOTS)
def test_partial_derivatives_of_jacobians_are_differences(robot):
    model, q, _, rng = state(robot)
    body, seen = model.nbodies - 1, SEEN[rng.integers(4)]
    first = lieref.jacobian_partials(model, q, body, 1, seen)
    second = lieref.jacobian_partials(model, q, body, 2, seen)
    for k in rng.choice(model.nv, min(model.nv, 4), replace=False):
        e = np.eye(model.nv)[k]
        found = slope(lambda at: lieref.jacobian(model, at, body, seen), model, q, e)
        assert np.abs(found - first[..., k]).max() <= SLOPE * max(1.0, np.abs(first).max())
        found = slope(lambda at: lieref.jacobian_partials(model, at, body, 1, seen), model, q, e)
        assert np.abs(found - second[..., k]).max() <= SLOPE * max(1.0, np.abs(second).max())
        one = lieref.jacobian_partial(model, q, body, [0, k], seen)
        assert np.array_equal(one, second[..., 0, k])
    none = lieref.jacobian_partials(model, q, body, 0, seen)
    assert_near(none, lieref.jacobian(model, q, body, seen))
    # along a motion it is the time derivative
    v = rng.uniform(-1, 1, model.nv)
    assert_near(first @ v, lieref.jacobian_derivatives(model, q, [v], body, seen)[1])


def test_wrenches_on_frames_have_the_power_that_they_have_there():
    model, q, v, rng = state("four_bar_free", 2)
    name, load = model.names[-1], rng.uniform(-1, 1, (2, 6))
    found = lieref.frame_wrenches(model, {name: load}, 1, "inertial", q, v[:1])
    twists = lieref.forward_kinematics(model, q, v, "body", "hybrid")[1][:, -1]
    inside = lieref.forward_kinematics(model, q, v, "body", "body")[1][:, -1]
    power = found[0, -1] @ inside[1] + found[1, -1] @ inside[0]
    # the axes of a hybrid twist rest
    assert np.isclose(power, load[0] @ twists[1] + load[1] @ twists[0], 0, 1e-13)
    fixed = lieref.frame_wrenches(model, {name: load[0]})
    assert np.array_equal(fixed[0, -1], load[0])


def test_configurations_and_coordinates():
    model, q, v, _ = state("four_bar_free", 2)
    y = q[model.independent_q]
    J = lieref.jacobian(model, q, 1)
    assert_near(lieref.jacobian(model, lieref.loops.expand(model, y, q), 1), J, 1e-10)
    with pytest.raises(ShapeError, match=r"coordinates\[0\]"):
        lieref.jacobian_partial(model, q, 1, [model.nv])
    opened = q + np.linspace(0.0, 0.3, len(q)) * (np.arange(len(q)) > 6)
    with pytest.raises(ConfigurationError, match="loop"):
        lieref.jacobian(model, opened, 1)
    with pytest.raises(ConfigurationError, match=r"state \[1\]: .*loop"):
        lieref.system_jacobian(model, np.array([q, opened]))
