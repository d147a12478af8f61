"""Laws of mechanisms: oracle, agreement across algorithms, identities, dispatch."""

from math import comb

import numpy as np
import pytest
from support.mechanisms import loop_robots
from support.references.tolerances import EPS

import lieref
from lieref import loops, oracle
from lieref.errors import ConfigurationError

ROBOTS = ("four_bar_free", "belted_leg_free", "cam")
# Sums over the bodies and the solution of the loops, each order by its largest entry.
TOLERANCE = 100 * EPS
# Sums over the bodies alone. Found: 3.6 eps.
ORACLE = 20 * EPS


def state(robot):
    """Model, closed configuration and two rows of an independent velocity."""
    model, q, v, rng = loop_robots.draw(robot)
    return model, q, np.array([v, rng.uniform(-1, 1, model.nv)])


def assert_near(found, exact):
    expected = np.array([[float(x) for x in np.ravel(row)] for row in exact])
    for x, y in zip(np.reshape(found, expected.shape), expected, strict=True):
        assert abs(x - y).max() <= TOLERANCE * abs(y).max()


@pytest.mark.parametrize("robot", ROBOTS)
def test_energy_and_momentum_against_the_oracle(robot):
    model, q, v = state(robot)
    assert_near(lieref.energy(model, q, v), oracle.loop_energy(model, q, v, digits=30))
    # the tree's, along its motion to all digits, from the loops closed to all digits
    at = [x for x in oracle.loop_configuration(model, q, digits=30)]
    rates = oracle.loop_motion(model, q, v, digits=30)
    exact = oracle.momentum(model.tree, at, rates, digits=30)
    assert_near(lieref.momentum(model, q, v), exact.about_origin)
    assert_near(lieref.centroidal_momentum(model, q, v), exact.about_com)


@pytest.mark.parametrize("robot", ROBOTS)
def test_center_of_mass_moves_with_the_linear_momentum(robot):
    model, q, v = state(robot)
    com = lieref.center_of_mass(model, q, v)
    closed = np.array([float(x) for x in oracle.loop_configuration(model, q, digits=30)])
    poses = lieref.forward_kinematics(model.tree, closed, np.zeros((1, model.tree.nv)))[0]
    places = (poses[:, :3, :3] @ model.tree.coms[..., None])[..., 0] + poses[:, :3, 3]
    assert_near(com[:1] * model.tree.masses.sum(), [model.tree.masses @ places])
    p = lieref.momentum(model, q, v)[:, 3:]
    assert_near(com[1:2] * model.tree.masses.sum(), p[:1])


@pytest.mark.parametrize("robot", ROBOTS)
def test_forces_against_the_oracle(robot):
    # without gravity and joint physics tau is H a + C v + external forces
    model, q, v = state(robot)
    bare = model.with_gravity((0, 0, 0)).without_joint_physics()
    rest = np.zeros(model.nv)
    speed = [v[0], rest]
    exact = oracle.loop_inverse_dynamics(bare, q, speed, digits=30)
    assert_near(lieref.bias_forces(model, q, v[0])[None], exact)
    H = [oracle.loop_inverse_dynamics(bare, q, [rest, e], digits=30)[0] for e in np.eye(model.nv)]
    exact_inertia = np.array([[float(x) for x in row] for row in H])
    found = lieref.joint_space_inertia(bare, q)
    assert abs(found - exact_inertia).max() <= TOLERANCE * abs(exact_inertia).max()
    wrenches = np.random.default_rng(7).standard_normal((model.nbodies, 6))
    for axes in ("body", "inertial"):
        exact = oracle.loop_inverse_dynamics(bare, q, [rest, rest], "body", [wrenches], axes)
        assert_near(lieref.external_forces(model, q, wrenches, wrench_axes=axes)[None], exact)


@pytest.mark.parametrize("robot", ROBOTS)
def test_inertia_agrees_with_partials_and_coriolis_matrix(robot):
    model, q, v = state(robot)
    H = lieref.joint_space_inertia_derivatives(model, q, v[:1])
    slope = lieref.inverse_dynamics_partials(model, q, v[0], v[1]).dtau_da
    assert abs(H[0] - slope).max() <= TOLERANCE * abs(slope).max()
    C = lieref.coriolis_matrix(model, q, v[0])
    assert abs(H[1] - C - C.T).max() <= TOLERANCE * abs(C).max()


def test_other_representations_of_the_base():
    model, q, v = state("four_bar_free")
    bare = model.with_gravity((0, 0, 0)).without_joint_physics()
    for base in ("spatial", "hybrid", "mixed"):
        exact = oracle.loop_inverse_dynamics(bare, q, [v[0], 0 * v[0]], base, digits=30)
        assert_near(lieref.bias_forces(model, q, v[0], base)[None], exact)
        assert_near(lieref.energy(model, q, v, base), oracle.loop_energy(model, q, v, base))


@pytest.mark.parametrize("robot", ROBOTS)
def test_centroidal_matrices_against_the_oracle(robot):
    model, q, v = state(robot)
    exact = oracle.loop_centroidal_momentum_matrix_derivatives(model, q, v, digits=30)
    expected = np.array([[[float(x) for x in row] for row in rows] for rows in exact])
    found = loops.centroidal_momentum_matrix_derivatives(model, q, v)
    assert found.shape == expected.shape == (3, 6, model.nv)
    for k in range(3):
        assert abs(found[k] - expected[k]).max() <= ORACLE * abs(expected[k]).max()
    now = loops.centroidal_momentum_matrix(model, q)
    assert abs(now - expected[0]).max() <= ORACLE * abs(expected[0]).max()
    none = loops.centroidal_momentum_matrix_derivatives(model, q, v[:0])
    assert none.shape == (1, 6, model.nv)
    assert abs(none[0] - now).max() <= ORACLE * abs(now).max()


@pytest.mark.parametrize("robot", ROBOTS)
def test_centroidal_matrices_times_the_velocity_are_the_momentum_of_the_tree(robot):
    model, q, v = state(robot)
    rates, _ = loops.expand_motion(model, q, v)
    h = lieref.centroidal_momentum(model.tree, q, rates)
    A = loops.centroidal_momentum_matrix_derivatives(model, q, v[:1])
    for k in range(2):
        terms = [comb(k, j) * A[j] @ v[k - j] for j in range(k + 1)]
        assert abs(sum(terms) - h[k]).max() <= ORACLE * max(abs(x).max() for x in terms)


def test_open_loops_are_refused():
    model, q, v = state("four_bar_free")
    opened = q + np.linspace(0.0, 0.3, len(q)) * (np.arange(len(q)) > 6)
    for call, more in (
        (loops.energy, (v,)),
        (loops.centroidal_momentum_matrix, ()),
        (loops.centroidal_momentum_matrix_derivatives, (v,)),
    ):
        with pytest.raises(ConfigurationError, match="loop"):
            call(model, opened, *more)
