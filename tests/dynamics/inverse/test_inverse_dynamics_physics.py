"""What mechanics demands of inverse dynamics, whatever the recursion."""

import numpy as np
import pytest
from support.references.tolerances import IDENTITY
from support.trees.robots import draw, two_link
from support.trees.spatial_robots import BASES

from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.model.mechanisms import catalogue

each_form = pytest.mark.parametrize("form", ["default", "spatial", "body", "hybrid"])


@each_form
def test_gravity_alone_on_a_double_pendulum(form):
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
    tau = inverse_dynamics(model, q, np.zeros((4, 2)), form=form)
    assert abs(tau[0] - expected).max() <= IDENTITY * g * (m1 + m2)
    assert not tau[1:].any()


@each_form
@pytest.mark.parametrize(
    "robot", ["free_body", "serial_20_free", "quadruped", "aerial_manipulator"]
)
def test_a_resting_robot_weighs_what_its_bodies_weigh(robot, form):
    model, q, v = draw(robot, "generic", r=1)
    tau = inverse_dynamics(model, q, np.zeros_like(v), "hybrid", form=form)
    weight = -model.masses.sum() * model.gravity
    assert abs(tau[0, 3:6] - weight).max() <= IDENTITY * abs(weight).max()
    assert abs(tau[1]).max() <= IDENTITY * abs(tau[0]).max()


@each_form
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("robot", ["free_body", "serial_20_free", "aerial_manipulator_5x4"])
def test_free_fall_takes_no_torque(robot, base, form):
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
    held, tau = (inverse_dynamics(model, q, x, base, form=form) for x in (np.zeros_like(v), v))
    assert abs(tau).max() <= IDENTITY * abs(held).max()


@each_form
def test_no_gravity_and_no_motion_is_no_torque(form):
    model = catalogue.serial_chain(4, "free", gravity=(0.0, 0.0, 0.0))
    q = model.random_configuration(np.random.default_rng(4))
    assert not inverse_dynamics(model, q, np.zeros((6, model.nv)), form=form).any()
