"""Configurations: round trips, limits, and every configuration that is refused."""

import math

import numpy as np
import pytest
from support.trees.robots import ROBOTS, STATES, draw

from lieref.algebra import SE3, SO3
from lieref.errors import ConfigurationError, ShapeError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Prismatic, Revolute, Spherical

EPS = np.finfo(float).eps


@pytest.fixture(scope="module")
def mixed():
    b = ModelBuilder()
    b.add_body("base", None, Free(), mass=1.0, inertia=np.eye(3))
    b.add_body("arm", "base", Revolute((0, 0, 1)), mass=1.0, limits=(-0.5, 0.25))
    b.add_body("ball", "arm", Spherical(), mass=1.0, inertia=np.eye(3))
    b.add_body("slide", "ball", Prismatic((1, 0, 0)), mass=1.0)
    return b.build()


def short(model, rng, size=1.0, batch=()):
    """Tangent vectors whose rotations are shorter than pi."""
    return size * rng.uniform(-1.0, 1.0, (*batch, model.nv))


def scale(*arrays):
    """Size of the numbers whose rounding reaches the result."""
    return max(1.0, *(np.abs(array).max(initial=0.0) for array in arrays))


def same_place(model, q0, q1, tolerance):
    """Whether two configurations are the same up to the sign of quaternions."""
    for joint, iq in zip(model.joints, model.idx_q, strict=True):
        a, b = q0[iq : iq + joint.nq], q1[iq : iq + joint.nq]
        flipped = b * np.where(np.arange(joint.nq) >= joint.nq - 4, -1.0, 1.0)
        sign = joint.nv > 1 and a[-4:] @ b[-4:] < 0
        if np.abs(a - (flipped if sign else b)).max() > tolerance:
            return False
    return True


def test_neutral(mixed):
    assert mixed.neutral().tolist() == [0] * 6 + [1] + [0] + [0, 0, 0, 1] + [0]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_difference_inverts_integrate(robot, state):
    model, q, _ = draw(robot, state)
    rng = np.random.default_rng(2)
    for size in (1e-9, 1e-3, 1.0):
        dv = short(model, rng, size)
        moved = model.integrate(q, dv)
        error = np.abs(model.difference(q, moved) - dv).max()
        assert error <= 32 * EPS * scale(q, moved)
    assert np.array_equal(model.integrate(q, np.zeros(model.nv)), q)
    assert not model.difference(q, q)[model.idx_v].any()


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_integrate_inverts_difference(robot, state):
    model, q0, _ = draw(robot, "generic", seed=4)
    _, q1, _ = draw(robot, state)
    dv = model.difference(q0, q1)
    assert same_place(model, model.integrate(q0, dv), q1, 64 * EPS * scale(q0, q1))


def test_integrate_is_the_right_perturbation(mixed):
    rng = np.random.default_rng(7)
    q, dv = mixed.random_configuration(rng), 3 * rng.standard_normal(mixed.nv)
    moved = mixed.integrate(q, dv)

    def pose(q):
        result = np.eye(4)
        result[:3, :3], result[:3, 3] = SO3.from_quaternion(q[3:7]), q[:3]
        return result

    assert np.abs(pose(moved) - pose(q) @ SE3.exp(dv[:6])).max() <= 16 * EPS * scale(dv)
    ball = SO3.from_quaternion(q[8:12]) @ SO3.exp(dv[7:10])
    assert np.abs(SO3.from_quaternion(moved[8:12]) - ball).max() <= 16 * EPS
    assert moved[7] == q[7] + dv[6] and moved[12] == q[12] + dv[10]


def test_difference_takes_the_shorter_way(mixed):
    q0 = mixed.neutral()
    q1 = q0.copy()
    q1[8:12] = (0.6, 0.0, 0.0, -0.8)
    assert np.linalg.norm(mixed.difference(q0, q1)[7:10]) <= math.pi
    assert mixed.difference(q0, q1)[7] == pytest.approx(-2 * math.atan2(0.6, 0.8), rel=4 * EPS)


def test_batch_axes_are_loops(mixed):
    rng = np.random.default_rng(8)
    q = np.array([[mixed.random_configuration(rng) for _ in range(3)] for _ in range(2)])
    dv = short(mixed, rng, batch=(2, 3))
    moved = mixed.integrate(q, dv)
    back = mixed.difference(q, moved)
    scaled = mixed.normalize(2 * q)
    for i in np.ndindex(2, 3):
        assert np.array_equal(moved[i], mixed.integrate(q[i], dv[i]))
        assert np.array_equal(back[i], mixed.difference(q[i], moved[i]))
        assert np.array_equal(scaled[i], mixed.normalize(2 * q[i]))
    assert mixed.integrate(np.empty((0, mixed.nq)), np.empty((0, mixed.nv))).shape == (0, 13)


def test_random_configuration_keeps_limits_and_repeats(mixed):
    many = np.array([mixed.random_configuration(seed) for seed in range(400)])
    assert many[:, 7].min() >= -0.5 and many[:, 7].max() <= 0.25
    assert many[:, 7].min() < -0.45 and many[:, 7].max() > 0.2
    assert np.abs(many[:, 12]).max() <= math.pi and np.abs(many[:, 12]).max() > 3.0
    assert np.abs(many[:, :3]).max() <= 1.0 and np.abs(many[:, :3]).max() > 0.95
    for at in (3, 8):
        quaternions = many[:, at : at + 4]
        assert np.abs(np.linalg.norm(quaternions, axis=1) - 1.0).max() <= 4 * EPS
        # uniform over the rotations: E[x^2] = 1/4 with standard deviation 0.26 / sqrt(400)
        assert np.abs((quaternions**2).mean(axis=0) - 0.25).max() <= 4 * 0.26 / 20
    rng = np.random.default_rng(5)
    assert np.array_equal(many[5], mixed.random_configuration(rng))
    assert not np.array_equal(many[5], mixed.random_configuration(rng))


@pytest.mark.parametrize(
    ("limits", "low", "high"),
    [
        ((-math.inf, 1.0), 1.0 - 2 * math.pi, 1.0),
        ((5.0, math.inf), 5.0, 5.0 + 2 * math.pi),
        ((2.0, 2.0), 2.0, 2.0),
        ((-1.7e308, 1.7e308), -1.7e308, 1.7e308),
    ],
)
def test_random_configuration_with_limits_of_all_kinds(limits, low, high):
    b = ModelBuilder()
    b.add_body("arm", None, Revolute((0, 0, 1)), mass=1.0, limits=limits)
    model = b.build()
    drawn = [model.random_configuration(seed)[0] for seed in range(50)]
    assert min(drawn) >= low and max(drawn) <= high
    assert low == high or len(set(drawn)) == 50


def test_normalize(mixed):
    q = np.concatenate([[1, 2, 3], [0, 3, 0, 4], [9], [1e-200, 0, 0, 1e-200], [8]])
    expected = [1, 2, 3, 0, 0.6, 0, 0.8, 9, math.sqrt(0.5), 0, 0, math.sqrt(0.5), 8]
    assert np.abs(mixed.normalize(q) - expected).max() <= 2 * EPS
    q[8:12] = 1e300
    assert np.abs(mixed.normalize(q)[8:12] - 0.5).max() <= EPS
    q[8:12] = 0.0
    with pytest.raises(ConfigurationError, match="quaternion of joint 'ball_joint' is zero"):
        mixed.normalize(q)


def test_slightly_scaled_quaternions_stand_for_their_rotation(mixed):
    rng = np.random.default_rng(11)
    q0, q1 = mixed.random_configuration(rng), mixed.random_configuration(rng)
    scaled = [q.copy() for q in (q0, q1)]
    for q in scaled:
        q[3:7] *= 1.0 + 0.9e-9
        q[8:12] *= 1.0 + 0.9e-9
    error = np.abs(mixed.difference(*scaled) - mixed.difference(q0, q1)).max()
    assert error <= 64 * EPS * math.pi


def test_batches_that_do_not_agree(mixed):
    q = mixed.neutral()
    with pytest.raises(ShapeError, match=r"q has batch shape \(\) and dv \(2,\)"):
        mixed.integrate(q, np.zeros((2, 11)))
