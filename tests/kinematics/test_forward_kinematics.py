"""Poses and twists: twin against the oracle's poses, kernel against the twin, and the call."""

from math import comb

import numpy as np
import pytest
from support.trees.robots import draw
from support.trees.spatial_robots import BASES, EPS, bases, floats, largest, relative, two_trees

import lieref
from lieref import catalogue
from lieref.algebra.groups.se3_twin import combine, hat, matmul
from lieref.errors import ArgumentError, ShapeError
from lieref.kinematics import forward_kinematics_twin
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.oracle import Mp, body_poses

K = Mp(55)
DIGITS = K(10) ** -45
# Worst seen over robots, states and orders 0 .. 4: 2.6e-15.
ROUNDING = 40 * EPS


def _twin(model, q, v, base, representation):
    return forward_kinematics_twin.forward_kinematics(
        model, q.tolist(), v.tolist(), K, base, representation
    )


@pytest.mark.parametrize(
    "robot, base", [("every_joint", "body"), *(("every_joint_free", base) for base in BASES)]
)
def test_twin_twists_drive_the_poses_of_the_oracle(robot, base):
    model, q, v = draw(robot, "generic", r=1)
    C = body_poses(model, q, v, base=base, field=K)
    poses, twists = _twin(model, q, v, base, "spatial")
    for i in range(model.nbodies):
        start = [[*row, x] for row, x in zip(*poses[i], strict=True)]
        assert largest(combine((1, start), (-1, C[0][i][:3]))) < DIGITS
        hats = [hat(K, list(row[i])) for row in twists]
        # [Ali, Remark 1]
        for r in range(1, len(v) + 1):
            terms = [(comb(r - 1, k), matmul(hats[k], C[r - 1 - k][i])) for k in range(r)]
            assert largest(combine(*terms, (-1, C[r][i]))) < DIGITS * largest(C[r][i])


@pytest.mark.parametrize("base", ["body", "mixed"])
def test_twin_body_twist_is_the_left_trivialised_rate(base):
    model, q, v = draw("every_joint_free", "generic", r=1)
    C = body_poses(model, q, v, base=base, field=K)
    _, twists = _twin(model, q, v, base, "body")
    for i in range(model.nbodies):
        hats = [hat(K, list(row[i])) for row in twists]
        # C' = C [V]
        for r in range(1, len(v) + 1):
            terms = [(comb(r - 1, k), matmul(C[r - 1 - k][i], hats[k])) for k in range(r)]
            assert largest(combine(*terms, (-1, C[r][i]))) < DIGITS * largest(C[r][i])


@pytest.mark.parametrize("base", ["body", "spatial"])
@pytest.mark.parametrize("representation", ["hybrid", "mixed"])
def test_twin_of_origins_in_inertial_axes(base, representation):
    model, q, v = draw("every_joint_free", "generic", r=1)
    C = body_poses(model, q, v, base=base, field=K)
    _, twists = _twin(model, q, v, base, representation)
    for i in range(model.nbodies):
        R = [[row[:3] for row in C[k][i][:3]] for k in range(len(v) + 1)]
        hats = [[row[:3] for row in hat(K, list(row[i]))[:3]] for row in twists]
        for r in range(1, len(v) + 1):
            # R' = w~ R, or R w~ with w in the axes of the body; p' = v
            pairs = [(hats[k], R[r - 1 - k]) for k in range(r)]
            if representation == "mixed":
                pairs = [(b, a) for a, b in pairs]
            terms = [(comb(r - 1, k), matmul(*pair)) for k, pair in enumerate(pairs)]
            assert largest(combine(*terms, (-1, R[r]))) < DIGITS * largest(R[r])
            velocity = [C[r][i][j][3] for j in range(3)]
            error = [a - b for a, b in zip(twists[r - 1][i][3:], velocity, strict=True)]
            assert max(map(abs, error)) < DIGITS * largest([velocity])


@pytest.mark.parametrize("representation", BASES)
@pytest.mark.parametrize(
    "robot, state",
    [
        ("every_joint", "generic"),
        ("every_joint_free", "near_pi"),
        ("aerial_manipulator", "fast"),
        ("arm", "tiny"),
        ("quadruped", "far"),
    ],
)
def test_kernel_agrees_with_the_twin(robot, state, representation):
    model, q, v = draw(robot, state, r=2)
    for base in bases(model):
        poses, twists = forward_kinematics(model, q, v, base, representation)
        true_poses, true_twists = _twin(model, q, v, base, representation)
        rotations, positions = (floats([pose[i] for pose in true_poses]) for i in range(2))
        assert abs(poses[:, :3, :3] - rotations).max() < ROUNDING
        assert abs(poses[:, :3, 3] - positions).max() < ROUNDING * max(1.0, abs(positions).max())
        assert np.array_equal(poses[:, 3], np.tile([0.0, 0.0, 0.0, 1.0], (model.nbodies, 1)))
        assert (relative(twists, floats(true_twists)) < ROUNDING).all()


def test_many_turns_do_not_shift_a_revolute_joint():
    # a wheel that has turned for years: its axis' e . m is a rounding, no pitch
    model, q, v = draw("every_joint_free", "generic", r=0)
    for joint, at in zip(model.joints, model.idx_q, strict=True):
        if joint.kind == "revolute":
            q[at] += 1e9
    poses, _ = forward_kinematics(model, q, v[:1])
    reference = floats(body_poses(model, q, v[:1], field=K)[0])
    assert abs(poses - reference).max() < ROUNDING


def test_every_tree_has_a_shifted_frame_of_its_own():
    model = two_trees()
    rng = np.random.default_rng(7)
    q, v = model.random_configuration(rng), rng.standard_normal((4, model.nv))
    for base in BASES:
        poses, twists = forward_kinematics(model, q, v, base)
        true_poses, true_twists = _twin(model, q, v, base, "spatial")
        C = floats(body_poses(model, q, v, base=base, field=K)[0])
        assert abs(poses - C).max() < 4 * ROUNDING
        assert abs(floats([pose[1] for pose in true_poses]) - C[:, :3, 3]).max() < 4 * EPS
        assert (relative(twists, floats(true_twists)) < ROUNDING).all()


def test_one_row_of_velocity_gives_one_row_of_twists():
    model, q, v = draw("two_link", "generic")
    poses, twists = forward_kinematics(model, q, v[:1])
    assert poses.shape == (2, 4, 4) and twists.shape == (1, 2, 6)
    assert np.array_equal(twists, forward_kinematics(model, q, v)[1][:1])
    with pytest.raises(ShapeError):
        forward_kinematics(model, q, v[:0])


def test_poses_alone_need_no_velocity():
    four_bar = catalogue.four_bar()
    model, q, _ = draw("quadruped", "generic")
    for robot, at in ((model, q), (model, np.stack([q, q])), (four_bar, four_bar.assembly)):
        poses, twists = lieref.forward_kinematics(robot, at)
        rest = np.zeros((*at.shape[:-1], 1, robot.nv))
        expected = lieref.forward_kinematics(robot, at, rest)
        assert np.array_equal(poses, expected[0]) and np.array_equal(twists, expected[1])
    with pytest.raises(ArgumentError, match="model"):
        lieref.forward_kinematics(None, q)
