"""Two motors to each joint: torque and stiffness from the definitions, motion there and back."""

import numpy as np
import pytest
from support.trees.elastic_robots import EPS, branched, smooth_motion
from support.trees.elastic_robots import largest_error as error

import lieref
from lieref import elastic
from lieref.errors import ArgumentError, ModelError, ShapeError

SAME = 1e-10
K, K3 = 50.0, 400.0


def robot():
    return elastic.AntagonisticJoints(
        branched(), K, K3, [0.1, 0.2, 0.1, 0.3, 0.1], [0.0, 0.1, 0.2, 0.1, 0.0]
    )


def stiffnesses(joints, tau, rows, seed=3):
    """Above what the torques need, with derivatives."""
    rng = np.random.default_rng(seed)
    sigma = rng.uniform(-50, 50, (rows, joints.model.nv))
    sigma[0] = joints.stiffness_range(tau) + rng.uniform(10, 200, joints.model.nv)
    return sigma


def motion(r):
    joints = robot()
    q, v = smooth_motion(joints.model, r + 4)
    tau = lieref.inverse_dynamics(joints.model, q, v)
    return joints, q, v, tau, stiffnesses(joints, tau[0], r + 3)


def leibniz(values, power):
    """Taylor coefficients of a power of a series by its values: rows k of x^(k) / k!."""
    out = values
    for _ in range(power - 1):
        out = [sum(out[j] * values[k - j] for j in range(k + 1)) for k in range(len(values))]
    return np.array(out)


def test_springs_give_torque_and_stiffness():
    joints, q, v, tau, sigma = motion(2)
    found = elastic.antagonistic_inverse_dynamics(joints, q, v, sigma)
    x = found.theta - np.concatenate([[q], v[:4]])[:, None]
    factorials = np.array([1.0, 1.0, 2.0, 6.0, 24.0])[:, None]
    both = [x[:, i] / factorials for i in (0, 1)]
    torque = sum(K * y + K3 * leibniz(y, 3) for y in both) * factorials
    stiff = sum(3 * K3 * leibniz(y, 2) for y in both) * factorials
    stiff[0] += 2 * K
    assert error(torque, tau) <= 1e4 * EPS
    assert error(stiff, sigma) <= 1e4 * EPS
    # both are taut: they pull against each other
    assert (x[0, 0] > 0).all()
    assert (x[0, 1] < 0).all()
    assert error(found.joint_torque, tau[:3]) <= 64 * EPS
    rate = found.theta[1:4] * joints.motor_damping + found.theta[2:] * joints.motor_inertia
    each = np.stack([(K * y + K3 * leibniz(y, 3)) * factorials for y in both], axis=1)
    assert error(found.motor_torque, each[:3] + rate) <= 1e4 * EPS


def test_forward_dynamics_gives_the_motion_back():
    joints, q, v, _, sigma = motion(2)
    found = elastic.antagonistic_inverse_dynamics(joints, q, v, sigma)
    theta = found.theta
    back = elastic.antagonistic_forward_dynamics(
        joints, q, v[0], theta[0], theta[1], found.motor_torque
    )
    # accelerations are differences of forces: by what these would make without the others
    size = np.abs(found.motor_torque).max(axis=(1, 2)) / 0.1
    for gap in (back.vdot - v[1:4], (back.theta_acceleration - theta[2:5]).reshape(3, -1)):
        assert (np.abs(gap).max(axis=-1) <= SAME * size).all(), gap


def test_batches_are_states():
    joints, q, v, _, sigma = motion(1)
    many = np.stack([q, q])
    found = elastic.antagonistic_inverse_dynamics(joints, many, v, sigma)
    one = elastic.antagonistic_inverse_dynamics(joints, q, v, sigma)
    assert found.theta.shape == (2, 4, 2, 5)
    assert error(found.motor_torque, one.motor_torque) <= SAME
    state = (v[0], one.theta[0], one.theta[1], one.motor_torque)
    back = elastic.antagonistic_forward_dynamics(joints, many, *state)
    assert back.theta_acceleration.shape == (2, 2, 2, 5)
    assert error(back.vdot, v[1:3]) <= SAME


def test_slack_springs_are_refused():
    joints, q, v, tau, sigma = motion(0)
    least = joints.stiffness_range(tau[0])
    # one spring carries the torque, the other nothing
    x = np.sqrt((least - 2 * K) / (3 * K3)) * np.sign(tau[0])
    assert error(K * x + K3 * x**3, tau[0]) <= 64 * EPS
    sigma[0] = least
    sigma[0, 2] *= 0.999
    sigma[0, [0, 1, 3, 4]] *= 1.001
    with pytest.raises(ArgumentError, match=r"stiffness of joint 'c_joint' is .* both springs"):
        elastic.antagonistic_inverse_dynamics(joints, q, v, sigma)


def test_bad_arguments():
    model = lieref.catalogue.serial_chain(2)
    with pytest.raises(ModelError, match="hardening of joint .* 0.0, expected above 0"):
        elastic.AntagonisticJoints(model, 1.0, 0.0, 1.0)
    with pytest.raises(ModelError, match="motor_damping of joint .* -1.0, expected at least 0"):
        elastic.AntagonisticJoints(model, 1.0, 1.0, 1.0, -1.0)
    with pytest.raises(ShapeError, match=r"stiffness: shape \(3,\)"):
        elastic.AntagonisticJoints(model, np.ones(3), 1.0, 1.0)
    with pytest.raises(ModelError, match="is free, expected one degree"):
        elastic.AntagonisticJoints(lieref.catalogue.serial_chain(2, "free"), 1.0, 1.0, 1.0)
    joints = elastic.AntagonisticJoints(model, 1.0, 1.0, 1.0)
    rows = np.zeros((4, 2))
    with pytest.raises(ShapeError, match="v has 4 rows and stiffness 4"):
        elastic.antagonistic_inverse_dynamics(joints, rows[0], rows, rows)
    with pytest.raises(ShapeError, match="expected two motors"):
        elastic.antagonistic_forward_dynamics(joints, *rows[:2], rows[:3], rows[:2], [rows[:2]])
    with pytest.raises(ArgumentError, match="expected AntagonisticJoints"):
        elastic.antagonistic_inverse_dynamics(model, rows[0], rows, rows[:3])
    with pytest.raises(ShapeError, match="tau has shape"):
        joints.stiffness_range(1.0)
