"""Energy and momentum: against the oracle, power balance, and the wrenches that change them."""

import numpy as np
import pytest
from support.references.tolerances import CLOSED_FORMS
from support.trees.robots import ROBOTS, draw
from support.trees.spatial_robots import BASES, bases, floats, motion, relative

from lieref import oracle
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.dynamics.laws.energy import energy
from lieref.dynamics.laws.generalized_forces import external_forces
from lieref.dynamics.laws.momentum import center_of_mass, centroidal_momentum, momentum
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Revolute

ORDERS = 4


def sizes(rows):
    """Max norms of the orders up to each one: what a sum over lower orders is made of."""
    rows = np.asarray(rows).reshape(len(rows), -1)
    return np.maximum.accumulate(abs(rows).max(1))


@pytest.mark.parametrize("robot", [*ROBOTS, "two_trees"])
def test_energy_against_the_oracle(robot):
    model, q, v = motion(robot, ORDERS)
    for base in bases(model):
        found, reference = energy(model, q, v, base), oracle.energy(model, q, v, base, digits=30)
        for mine, theirs in zip(found, (floats([x])[0] for x in reference), strict=True):
            assert mine.shape == (ORDERS,)
            growing = CLOSED_FORMS * np.arange(1, ORDERS + 1)
            assert (abs(mine - theirs) <= growing * sizes(theirs)).all(), base


@pytest.mark.parametrize("robot", [*ROBOTS, "two_trees"])
def test_momentum_against_the_oracle(robot):
    model, q, v = motion(robot, ORDERS)
    growing = CLOSED_FORMS * np.arange(1, ORDERS + 1)
    for base in bases(model):
        reference = oracle.momentum(model, q, v, base, digits=30)
        about_origin, about_com = (floats(rows) for rows in reference)
        for found, expected in (
            (momentum(model, q, v, base), about_origin),
            (centroidal_momentum(model, q, v, base), about_com),
        ):
            error = abs(found - expected).max(1)
            assert (error <= growing * sizes(expected)).all(), base


@pytest.mark.parametrize("robot", [*ROBOTS, "two_trees"])
def test_the_rate_of_the_center_of_mass_is_momentum(robot):
    model, q, v = motion(robot, ORDERS)
    for base in bases(model):
        centre = center_of_mass(model, q, v, base)
        linear = momentum(model, q, v, base)[:, 3:]
        scale = CLOSED_FORMS * np.arange(1, ORDERS) * sizes(linear)[:-1]
        error = abs(model.masses.sum() * centre[1:] - linear[:-1]).max(1)
        assert (error <= scale).all(), base
        poses = forward_kinematics(model, q, v[:1], base)[0]
        places = np.einsum("kij,kj->ki", poses[:, :3, :3], model.coms) + poses[:, :3, 3]
        expected = model.masses @ places / model.masses.sum()
        assert abs(centre[0] - expected).max() <= CLOSED_FORMS * (abs(places).max() + 1)


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize("robot", [*ROBOTS, "two_trees"])
def test_power_balance_and_momentum_rate(robot, axes):
    """dE/dt = v . (tau - tau_ext); dPi/dt = the outer wrenches, base and gravity included."""
    model, q, v = motion(robot, ORDERS)
    wrenches = np.random.default_rng(8).standard_normal((model.nbodies, 6))
    poses, twists = forward_kinematics(model, q, v[:1])
    for base in bases(model):
        tau = inverse_dynamics(model, q, v[:2], base, wrenches[None], axes)[0]
        outer = external_forces(model, q, wrenches, base, axes)
        power = v[0] @ (tau - outer)
        found = sum(x[1] for x in energy(model, q, v[:2], base))
        scale = abs(v[0]) @ (abs(tau) + abs(outer))
        assert abs(found - power) <= CLOSED_FORMS * scale, base
        if base != "spatial" or model.parents[0] != -1 or (model.parents == -1).sum() > 1:
            continue
        # the wrench of the free joint is spatial, about the inertial origin
        rate = momentum(model, q, v[:2], base)[1]
        centre = center_of_mass(model, q, v[:1], base)[0]
        weight = model.masses.sum() * model.gravity
        total = tau[:6] + np.concatenate([np.cross(centre, weight), weight])
        for pose, wrench in zip(poses, wrenches, strict=True):
            R = pose[:3, :3] if axes == "body" else np.eye(3)
            force = R @ wrench[3:]
            total += np.concatenate([R @ wrench[:3] + np.cross(pose[:3, 3], force), force])
        assert abs(rate - total).max() <= CLOSED_FORMS * (abs(tau).max() + abs(wrenches).sum())


@pytest.mark.parametrize("base", ["body", "hybrid", "mixed"])
def test_the_distance_spoils_nothing(base):
    for robot in ("aerial_manipulator", "every_joint_free"):
        model, q, v = draw(robot, "generic", r=ORDERS - 2)
        far = q.copy()
        far[:3] = 6e5, -4.8e5, 6.4e5
        kinetic = [energy(model, x, v, base).kinetic for x in (q, far)]
        assert np.array_equal(*kinetic)
        rates = [energy(model, x, v, base).potential[1:] for x in (q, far)]
        assert np.array_equal(*rates)
        moved = [center_of_mass(model, x, v, base) for x in (q, far)]
        assert np.array_equal(moved[0][1:], moved[1][1:])


def test_a_fixed_robot_far_away():
    """The place of a fixed root spoils the centroidal momentum as little."""
    found = []
    for place in (np.zeros(3), np.array([6e5, -4.8e5, 6.4e5])):
        b = ModelBuilder()
        pose = np.eye(4)
        pose[:3, 3] = place
        b.add_body("upper", None, Revolute((0, 1, 0)), pose, 1.0, (0, 0, -0.2), 0.1 * np.eye(3))
        pose = np.eye(4)
        pose[2, 3] = -0.4
        b.add_body("lower", "upper", Revolute((1, 0, 0)), pose, 2.0, (0, 0.1, 0), 0.1 * np.eye(3))
        model = b.build()
        found.append(centroidal_momentum(model, [0.4, -1.1], [[0.7, 0.3], [0.2, -0.5]]))
    assert np.array_equal(*found)


def test_rest_has_no_kinetic_energy():
    for robot in ROBOTS:
        model, q, v = draw(robot, "zero", r=1)
        for base in BASES if robot == "every_joint_free" else ("body",):
            kinetic, potential = energy(model, q, v, base)
            assert not kinetic.any() and not potential[1:].any()
            assert not momentum(model, q, v, base).any()
            assert not relative(center_of_mass(model, q, v, base)[1:], np.zeros((2, 3))).any()
