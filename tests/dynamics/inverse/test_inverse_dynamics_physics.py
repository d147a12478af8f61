"""What mechanics demands of inverse dynamics, whatever the recursion."""

import numpy as np
import pytest
from support.references.moving_bodies import moving_bodies
from support.references.tolerances import IDENTITY
from support.trees.robots import ROBOTS, draw, two_link
from support.trees.spatial_robots import BASES, bases

from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.model.mechanisms import catalogue


def _power(model, q, v, base):
    """dE/dt of the tree from the motion of its bodies, and sum |terms|."""
    terms = []
    for i, (_, _, velocity, acceleration, w, dw) in enumerate(moving_bodies(model, q, v, base)):
        terms.append(model.masses[i] * velocity * (acceleration - model.gravity))
        terms.append(w * (model.inertias[i] @ dw))
    return np.sum(terms), np.abs(terms).sum()


@pytest.mark.parametrize("robot", ROBOTS)
def test_torque_times_velocity_is_the_rate_of_energy(robot):
    for state in ("generic", "near_pi", "fast"):
        model, q, v = draw(robot, state, r=0)
        for base in bases(model):
            tau = inverse_dynamics(model, q, v, base)[0]
            rate, size = _power(model, q, v, base)
            size += abs(tau * v[0]).sum()
            assert abs(tau @ v[0] - rate) <= IDENTITY * size, (state, base)


@pytest.mark.parametrize("robot", ROBOTS)
def test_linear_in_the_acceleration_with_a_positive_definite_inertia(robot):
    model, q, v = draw(robot, "generic", r=0)
    for base in bases(model):

        def tau(velocity, acceleration, base=base):
            return inverse_dynamics(model, q, np.stack([velocity, acceleration]), base)[0]

        rest = np.zeros(model.nv)
        offset = tau(rest, rest)
        H = np.stack([tau(rest, e) - offset for e in np.eye(model.nv)], axis=1)
        scale = abs(H).max() + abs(offset).max()
        assert abs(H - H.T).max() <= IDENTITY * scale
        least = np.linalg.eigvalsh((H + H.T) / 2)[0]
        assert least > 0
        bias = tau(v[0], rest)
        terms = abs(H) @ abs(v[1]) + abs(bias)
        size = terms.max() + model.nv * scale
        assert abs(tau(v[0], v[1]) - (H @ v[1] + bias)).max() <= IDENTITY * size


def test_gravity_alone_on_a_double_pendulum():
    model = two_link()
    q = np.array([0.7, -0.4])
    (m1, m2), (c1, c2), g = model.masses, model.coms, -model.gravity[2]

    def lever(angle, point):
        """x of a point in a body turned about y."""
        return np.cos(angle) * point[0] + np.sin(angle) * point[2]

    elbow = lever(q[0], (0.0, 0.0, -0.5))
    outer = lever(q[0] + q[1], c2)
    # moment about y of the force (0, 0, m g) at x: -x m g
    expected = [-g * (m1 * lever(q[0], c1) + m2 * (elbow + outer)), -g * m2 * outer]
    tau = inverse_dynamics(model, q, np.zeros((4, 2)))
    assert abs(tau[0] - expected).max() <= IDENTITY * g * (m1 + m2)
    assert not tau[1:].any()


@pytest.mark.parametrize("robot", ["serial_20_free", "quadruped", "aerial_manipulator"])
def test_a_resting_robot_weighs_what_its_bodies_weigh(robot):
    model, q, v = draw(robot, "generic", r=1)
    tau = inverse_dynamics(model, q, np.zeros_like(v), "hybrid")
    weight = -model.masses.sum() * model.gravity
    assert abs(tau[0, 3:6] - weight).max() <= IDENTITY * abs(weight).max()
    assert abs(tau[1]).max() <= IDENTITY * abs(tau[0]).max()


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("robot", ["free_body", "serial_20_free", "aerial_manipulator_5x4"])
def test_free_fall_takes_no_torque(robot, base):
    model, q, _ = draw(robot, "generic", r=3)
    v = np.zeros((5, model.nv))
    fall = np.array(model.gravity)
    if base == "body":
        x, y, z, w = q[3:7]
        # rotation of the inertial axes into those of the base
        turn = np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
                [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
                [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
            ]
        )
        fall = turn @ model.placements[0, :3, :3].T @ fall
    v[1, 3:6] = fall
    held = inverse_dynamics(model, q, np.zeros_like(v), base)
    tau = inverse_dynamics(model, q, v, base)
    assert abs(tau).max() <= IDENTITY * abs(held).max()


def test_no_gravity_and_no_motion_is_no_torque():
    model = catalogue.serial_chain(4, "free", gravity=(0.0, 0.0, 0.0))
    q = model.random_configuration(np.random.default_rng(4))
    assert not inverse_dynamics(model, q, np.zeros((6, model.nv))).any()
