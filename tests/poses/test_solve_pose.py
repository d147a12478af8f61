"""Poses that are solved are right by the oracle; those that cannot be are told."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.trees.robots import example_robot

import lieref
from lieref import catalogue


def _arm(n=7):
    return catalogue.serial_chain(n)


def _pose_of(model, q, frame):
    return lieref.forward_kinematics(model, q, frames=[frame])[0][..., 0, :, :]


def _distances(model, q, goal):
    between = np.linalg.inv(_pose_of(model, q, "panda_hand")) @ goal
    return np.hypot(
        np.linalg.norm(lieref.SO3.log(between[:, :3, :3]), axis=1),
        np.linalg.norm(between[:, :3, 3], axis=1),
    )


def _goals(model, frame, count, seed=0):
    rng = np.random.default_rng(seed)
    q = np.array([model.random_configuration(rng) for _ in range(count)])
    return _pose_of(model, q, frame)


def test_solutions_are_right_by_the_oracle():
    model = _arm()
    found = lieref.solve_pose(model, "body6", _goals(model, "body6", 6), starts=20)
    goals = _goals(model, "body6", 6)
    assert found.converged.all()
    for q, goal in zip(found.q, goals, strict=True):
        pose = lieref.oracle.frame_pose(model, q, "body6", digits=30)
        assert_allclose(
            np.array([[float(x) for x in row] for row in pose]), goal, rtol=0, atol=1e-9
        )


@pytest.mark.parametrize("base", ["fixed", "free"])
def test_a_point_out_of_reach_is_pointed_at(base):
    """A stretched planar arm, by hand: least |x - goal| is |goal| - reach."""
    b = lieref.ModelBuilder()
    along_x = np.eye(4)
    along_x[0, 3] = 1.0
    for i in range(3):
        placement = along_x if i else np.eye(4)
        parent = f"b{i - 1}" if i else None
        b.add_body(f"b{i}", parent, lieref.Revolute((0, 0, 1)), placement, 1.0, inertia=np.eye(3))
    b.add_frame("tip", "b2", along_x)
    model = b.build()
    if base == "free":
        model = model.with_base("free", mass=1.0, inertia=np.eye(3))
    goal = np.eye(4)
    goal[:3, 3] = 6.0, 8.0, 0.0
    q0 = model.neutral()
    q0[-3:] = 0.3, 0.2, -0.4
    found = lieref.solve_pose(model, "tip", goal, q0, (0, 0, 0, 1, 1, 1), steps=1000)
    if base == "free":
        assert found.converged
        return
    assert not found.converged and found.stationary
    assert "local minimum" in str(found)
    tip = _pose_of(model, found.q, "tip")[:3, 3]
    assert_allclose(tip, [1.8, 2.4, 0.0], rtol=0, atol=1e-3)
    assert np.linalg.norm(found.errors[0, 3:]) <= 7.0 * (1 + 1e-8)


def test_limits_hold_and_the_end_is_a_minimum_within_them():
    model = example_robot("panda", "fixed")
    goals = _goals(model, "panda_hand", 30, 1)
    goals[::2, :3, 3] *= 2.0
    found = lieref.solve_pose(model, "panda_hand", goals)
    assert (found.q >= model.lower).all() and (found.q <= model.upper).all()
    assert found.at_limits.any() and found.stationary.any() and found.converged.any()
    assert not (found.converged & found.stationary).any()
    rng = np.random.default_rng(0)
    for q, goal in zip(found.q[found.stationary], goals[found.stationary], strict=True):
        near = q + 1e-4 * rng.standard_normal((200, model.nv))
        near = np.clip(near, model.lower, model.upper)
        errors, best = (_distances(model, x, goal) for x in (near, q[None]))
        assert errors.min() >= best.max() * (1 - 1e-8)


def test_limits_are_left_alone_on_request():
    model = example_robot("panda", "fixed")
    goal = _pose_of(model, np.full(model.nq, 3.0), "panda_hand")
    assert lieref.solve_pose(model, "panda_hand", goal, limits=False, starts=30).converged
    assert not lieref.solve_pose(model, "panda_hand", goal, steps=3).converged


def test_steps_converge_quadratically():
    model = _arm()
    q = np.full(7, 0.4)
    goal = _pose_of(model, q, "body6")
    near = lieref.solve_pose(model, "body6", goal, q + 1e-2, tolerance=1e-12)
    assert near.converged and near.steps <= 6


def test_a_batch_is_its_states():
    model = _arm(6)
    goals = _goals(model, "body5", 5)
    q0 = np.linspace(-0.5, 0.5, 30).reshape(5, 6)
    found = lieref.solve_pose(model, "body5", goals, q0)
    for i in range(5):
        one = lieref.solve_pose(model, "body5", goals[i], q0[i])
        assert_allclose(found.q[i], one.q, rtol=0, atol=1e-9)
        assert found.converged[i] == one.converged and found.steps[i] == one.steps
    assert "of 5 poses solved" in str(found)
    spread = lieref.solve_pose(model, "body5", goals, q0[0])
    assert_array_equal(spread.q[1], lieref.solve_pose(model, "body5", goals[1], q0[0]).q)


def test_several_frames_and_the_center_of_mass():
    """Two feet stay, the center of mass moves: a humanoid's posture."""
    model = example_robot("talos", "free")
    feet = ["leg_left_6_link", "leg_right_6_link"]
    q = np.where(np.isfinite(model.neutral()), model.neutral(), 0.0)
    goals = lieref.forward_kinematics(model, q, frames=feet)[0]
    center = lieref.center_of_mass(model, q, np.zeros((1, model.nv)))[0] - [0.0, 0.02, 0.05]
    found = lieref.solve_pose(model, feet, goals, q, center_of_mass=center)
    assert found.converged
    assert np.abs(found.center_of_mass_error).max() <= 1e-10
    now = lieref.center_of_mass(model, found.q, np.zeros((1, model.nv)))[0]
    assert_allclose(now, center, rtol=0, atol=1e-9)
    assert_allclose(lieref.forward_kinematics(model, found.q, frames=feet)[0], goals, atol=1e-9)
    alone = lieref.solve_pose(model, (), np.zeros((0, 4, 4)), q, center_of_mass=center)
    assert alone.converged and alone.errors.shape == (0, 6)


def test_mechanisms_stay_closed():
    model = catalogue.delta_robot()
    rng = np.random.default_rng(2)
    q = model.random_configuration(rng)
    frame = "platform"
    goal = _pose_of(model, q, frame)
    found = lieref.solve_pose(model, frame, goal, weights=(0, 0, 0, 1, 1, 1), starts=5)
    assert found.converged, str(found)
    assert np.abs(lieref.loops.loop_residual(model, found.q)).max() < 1e-12
    assert_allclose(_pose_of(model, found.q, frame)[:3, 3], goal[:3, 3], rtol=0, atol=1e-9)


def test_directions_without_weight_are_free():
    model = _arm(5)
    goal = _goals(model, "body4", 1, 3)[0]
    found = lieref.solve_pose(model, "body4", goal, weights=(0, 0, 0, 1, 1, 1), starts=5)
    assert found.converged
    assert_allclose(_pose_of(model, found.q, "body4")[:3, 3], goal[:3, 3], rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("changed", "error", "words"),
    [
        ({"frames": "hand"}, lieref.errors.ArgumentError, "hand"),
        ({"poses": np.eye(3)}, lieref.ShapeError, "poses"),
        ({"poses": 2 * np.eye(4)}, lieref.ConfigurationError, "poses"),
        ({"poses": np.full((4, 4), np.nan)}, lieref.NonFiniteError, "poses"),
        ({"q0": np.zeros(6)}, lieref.ShapeError, "q0"),
        ({"q0": np.full(7, np.inf)}, lieref.NonFiniteError, "q0"),
        ({"weights": np.ones(5)}, lieref.ShapeError, "weights"),
        ({"weights": -np.ones(6)}, lieref.ModelError, "weights"),
        ({"weights": np.zeros(6)}, lieref.ModelError, "weights"),
        ({"center_of_mass": np.zeros(2)}, lieref.ShapeError, "center_of_mass"),
        ({"frames": (), "poses": np.zeros((0, 4, 4))}, lieref.ArgumentError, "no goal"),
        ({"tolerance": 0.0}, lieref.ArgumentError, "tolerance"),
        ({"starts": 0}, lieref.ShapeError, "starts"),
        ({"steps": -1}, lieref.ShapeError, "steps"),
        ({"poses": np.tile(np.eye(4), (3, 1, 1)), "q0": np.zeros((2, 7))}, lieref.ShapeError, "3"),
        ({"model": "arm"}, lieref.ArgumentError, "model"),
    ],
)
def test_wrong_arguments(changed, error, words):
    given = {"model": _arm(), "frames": "body6", "poses": np.eye(4), **changed}
    with pytest.raises(error, match=words):
        lieref.solve_pose(**given)
