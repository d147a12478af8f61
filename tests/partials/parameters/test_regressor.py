"""The regressor: against its definition by the oracle, linearity, its twin, its calls."""

import numpy as np
import pytest
from support.partials.partial_cases import floats, interleaved, motion, related
from support.partials.sensitivity_cases import (
    changed_accelerations,
    exact_torques,
    loads,
    slopes,
    unit_parameter,
)
from support.references.oracle_differences import FINE
from support.references.tolerances import EPS
from support.trees.oracle_robots import random_state, random_tree
from support.trees.robots import ROBOTS, STATES
from support.trees.spatial_robots import BASES

from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.model.tree.exact import exact_model
from lieref.oracle.scalars.scalars import Arb
from lieref.partials.parameters.regressor import (
    forward_dynamics_regressor,
    inertial_parameters,
    inverse_dynamics_regressor,
)
from lieref.partials.parameters.regressor_twin import inverse_dynamics_regressor as twin

K = Arb(50)
# Kernel against oracle and twin, max norms. Found: 16 eps (every_joint_free, fast).
KERNEL = 64 * EPS
# Y p against inverse dynamics, by the sum of the moduli of its terms. Found: 15 eps.
LINEAR = 64 * EPS
# Solutions with H of the small tree. Found: 2.3 eps.
MOVED = 12 * EPS
# Sums with H^-1 over all parameters: the condition of H and what cancels. Found: 20 eps.
CONDITION = 96 * EPS


@pytest.mark.parametrize("name", ["free_base", "fixed_base", "one_degree"])
def test_columns_are_the_torques_of_unit_parameters(name):
    model = random_tree(name, seed=11)
    q, (v, a), _, _ = random_state(model, 0, seed=12)
    found = inverse_dynamics_regressor(model, q, v, a)
    with K.working():
        exact = exact_model(model, K)
        state = [[K(float(x)) for x in row] for row in (q, v, a)]
        columns = []
        for i in range(model.nbodies):
            own = [
                np.array(exact_torques(K, unit_parameter(K, exact, i, c), *state))
                for c in range(10)
            ]
            columns += [x - own[0] if 1 <= c <= 3 else x for c, x in enumerate(own)]
    reference = floats(K, [np.array(columns).T])[0]
    assert abs(found - reference).max() <= KERNEL * abs(reference).max()


@pytest.mark.parametrize(
    ("robot", "state"), [("arm", "near_pi"), ("quadruped", "far"), ("every_joint_free", "fast")]
)
def test_kernel_against_twin(robot, state):
    model, q, v, a, _ = motion(robot, state)
    with K.working():
        reference = twin(model, q, v, a, K)
    reference = floats(K, [reference])[0]
    found = inverse_dynamics_regressor(model, q, v, a)
    assert abs(found - reference).max() <= KERNEL * abs(reference).max()


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_linear_in_the_parameters(robot, state, base):
    model, q, v, a, _ = motion(robot, state)
    Y, p = inverse_dynamics_regressor(model, q, v, a, base), inertial_parameters(model)
    tau = inverse_dynamics(model, q, np.stack([v, a]), base)[0]
    assert abs(Y @ p - tau).max() <= LINEAR * (abs(Y) @ abs(p)).max()


def test_parameters_of_a_body():
    model, *_ = motion("quadruped", "generic")
    found = inertial_parameters(model).reshape(-1, 10)
    m, c = model.masses, model.coms
    assert (found[:, 0] == m).all()
    assert (found[:, 1:4] == m[:, None] * c).all()
    for row, mass, com, inertia in zip(found, m, c, model.inertias, strict=True):
        lever = np.cross(np.eye(3), com)
        J = inertia + mass * lever @ lever.T
        assert abs(row[4:7] - np.diag(J)).max() <= 4 * EPS * abs(J).max()
        assert abs(row[7:] - J[(0, 0, 1), (1, 2, 2)]).max() <= 4 * EPS * abs(J).max()


def test_pattern_is_that_of_the_tree():
    model, rng = interleaved(), np.random.default_rng(1)
    q, (v, a) = model.random_configuration(rng), rng.standard_normal((2, model.nv))
    found = inverse_dynamics_regressor(model, q, v, a).reshape(model.nv, model.nbodies, 10)
    body = np.repeat(np.arange(model.nbodies), [joint.nv for joint in model.joints])
    last = np.array([np.flatnonzero(body == i)[0] for i in range(model.nbodies)])
    inertia_series = related(model)[:, last] & (body[:, None] <= np.arange(model.nbodies))
    assert not found[~inertia_series].any()
    assert (found[inertia_series] != 0).any(-1).all()
    tau = inverse_dynamics(model, q, np.stack([v, a]))[0]
    p = inertial_parameters(model)
    assert abs(found.reshape(model.nv, -1) @ p - tau).max() <= LINEAR * abs(tau).max()


@pytest.mark.parametrize("base", BASES)
def test_forward_is_the_solution_of_the_linear_equations(base):
    model, q, v, tau, _ = motion("every_joint_free", "generic")
    found = forward_dynamics_regressor(model, q, v, tau, base)
    a = forward_dynamics(model, q, v, tau[None], base)[0]
    H, Y = joint_space_inertia(model, q, base), inverse_dynamics_regressor(model, q, v, a, base)
    size = (abs(H) @ abs(found)).max()
    assert abs(H @ found + Y).max() <= LINEAR * size


def test_forward_against_lighter_bodies():
    # all parameters times 1 + x: the accelerations move by -H^-1 tau x
    model, q, v, tau, _ = motion("arm", "generic")
    found = forward_dynamics_regressor(model, q, v, tau) @ inertial_parameters(model)
    expected = -np.linalg.solve(joint_space_inertia(model, q), tau)
    assert abs(found - expected).max() <= CONDITION * abs(expected).max()


def test_accelerations_of_moved_parameters():
    model = random_tree("free_root", seed=13)
    q, (v, tau), _, _ = random_state(model, 0, seed=14)
    q = model.normalize(q)
    wrenches = np.random.default_rng(15).standard_normal((model.nbodies, 6))
    held = ("hybrid", wrenches, "inertial")
    found = forward_dynamics_regressor(model, q, v, tau, *held)

    def moved(exact, change, *state):
        return changed_accelerations(exact, [change], *state, "hybrid", loads(wrenches), "inertial")

    with FINE.working():
        reference = slopes(model, q, v, tau, moved, "inertia")
    assert abs(found - reference).max() <= MOVED * abs(reference).max()
