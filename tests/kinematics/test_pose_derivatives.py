"""[Ali, Remark 1] both ways, against the derivatives of the oracle's poses."""

import numpy as np
import pytest
from support.trees.robots import draw
from support.trees.spatial_robots import EPS, bases, floats, relative

from lieref.errors import ConfigurationError, ShapeError
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.kinematics.pose_derivatives import pose_derivatives, twist_derivatives
from lieref.oracle import Mp, body_poses

# Worst seen at orders 0 .. 5 within 1 m: 2.4e-15 and, on the way back, 1.4e-14.
FORTH, BACK = 40 * EPS, 400 * EPS


@pytest.mark.parametrize("robot", ["every_joint", "every_joint_free", "aerial_manipulator"])
def test_against_the_oracle_and_back(robot):
    model, q, v = draw(robot, "generic", r=2)
    for base in bases(model):
        poses, twists = forward_kinematics(model, q, v, base)
        reference = floats(body_poses(model, q, v, base=base, field=Mp(40)))
        for i in range(model.nbodies):
            C = pose_derivatives(poses[i], twists[:, i])
            assert (relative(C, reference[:, i]) < FORTH).all()
            assert (relative(twist_derivatives(C), twists[:, i]) < BACK).all()


def test_a_batch_is_one_more_leading_axis():
    model, q, v = draw("arm", "generic", r=2)
    poses, twists = forward_kinematics(model, q, v)
    stack = pose_derivatives(poses, twists.swapaxes(0, 1))
    assert stack.shape == (model.nbodies, 5, 4, 4)
    back = twist_derivatives(stack)
    assert back.shape == (model.nbodies, 4, 6)
    for i in range(model.nbodies):
        assert np.array_equal(stack[i], pose_derivatives(poses[i], twists[:, i]))
        assert np.array_equal(back[i], twist_derivatives(stack[i]))


def test_a_constant_spatial_twist_is_recovered_at_every_order():
    twists = np.zeros((9, 6))
    twists[0] = 3.0, -4.0, 12.0, 1.0, 2.0, 3.0
    C = pose_derivatives(np.eye(4), twists)
    # C^(r) = [V]^r grows as 13^r, the twist's derivatives are zero all the same
    size = abs(C[1:]).max((1, 2))
    assert (abs(twist_derivatives(C) - twists).max(1) < BACK * size).all()


def test_what_are_no_poses_is_refused():
    twists = np.zeros((2, 6))
    poses = np.stack([np.eye(4), np.zeros((4, 4))])
    tilted, stretched, moved = np.eye(4), poses.copy(), poses.copy()
    tilted[0, 1], stretched[1, 0, 0], moved[1, 3, 3] = 1e-6, 1.0, 1.0
    for error, call in (
        (ShapeError, lambda: pose_derivatives(np.eye(4), twists[:0])),
        (ConfigurationError, lambda: pose_derivatives(tilted, twists)),
        (ShapeError, lambda: twist_derivatives(poses[:1])),
        (ConfigurationError, lambda: twist_derivatives(np.stack([tilted, tilted]))),
        (ConfigurationError, lambda: twist_derivatives(stretched)),
        (ConfigurationError, lambda: twist_derivatives(moved)),
    ):
        with pytest.raises(error):
            call()
