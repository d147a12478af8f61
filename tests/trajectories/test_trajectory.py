"""Trajectories of whole models: state stacks against the reference, the oracle and the paper."""

import numpy as np
import pytest
from support.references.tolerances import EPS
from support.trees.robots import ALL_KINDS
from support.trees.spatial_robots import BASES

import lieref
from lieref.errors import ArgumentError, ModelError, NonFiniteError, ShapeError
from lieref.model.mechanisms import catalogue
from lieref.oracle import Arb, Mp
from lieref.trajectories import (
    Cosine,
    HalfCosine,
    Polynomial,
    Rotation,
    RotationVector,
    Sine,
    Trajectory,
    Translation,
    euler_angles,
    paper_times,
    paper_trajectory,
)

# What a kernel's error in support/references/tolerances.py is for poses and twists of one call.
SAME = 256 * EPS


def moving(model, seed):
    """A trajectory of every joint of a model, drawn from a seed."""
    print(f"moving({model.name!r}, {seed})")
    rng = np.random.default_rng(seed)

    def wave():
        kind = (Sine, Cosine)[rng.integers(2)]
        return kind(*rng.uniform(-1, 1, 4))

    given = {}
    for name, joint in zip(model.joint_names, model.joints, strict=True):
        if joint.kind == "free":
            turn = euler_angles("xyz", wave(), wave(), wave())
            given[name] = Translation(wave(), wave(), wave()) @ turn
        elif joint.kind == "spherical":
            given[name] = RotationVector([wave(), wave(), wave()])
        else:
            given[name] = wave()
    return Trajectory(model, given)


def placed():
    """A free body whose placement is no unit matrix: bases other than "body" see it."""
    builder = lieref.ModelBuilder(name="placed")
    place = np.eye(4)
    place[:3, :3] = lieref.SO3.exp([0.3, -0.2, 0.5])
    place[:3, 3] = (0.4, -1.1, 0.6)
    builder.add_body("body", None, lieref.Free(), place, 1.0, inertia=np.eye(3))
    builder.add_body("arm", "body", lieref.Free(), place, 1.0, inertia=np.eye(3))
    return builder.build()


MODELS = {
    "aerial_manipulator": catalogue.aerial_manipulator,
    "every_joint": lambda: catalogue.random_tree(9, 0, ALL_KINDS),
    "every_joint_free": lambda: catalogue.random_tree(9, 0, ALL_KINDS, "free"),
    "placed": placed,
}


def as_doubles(rows):
    return np.array([[float(x) for x in row] for row in rows])


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("name", MODELS)
def test_doubles_are_the_reference_rounded(name, base):
    trajectory = moving(MODELS[name](), 3)
    t, r = np.array([[0.0, 0.4], [-1.3, 2.0]]), 3
    q, v = trajectory.state(t, r, base)
    model = trajectory.model
    assert q.shape == (2, 2, model.nq) and v.shape == (2, 2, r + 2, model.nv)
    for at in np.ndindex(2, 2):
        exact_q, exact_v = trajectory.exact_state(Arb(40), t[at], r, base)
        assert np.abs(q[at] - as_doubles([exact_q])[0]).max() <= 64 * EPS
        for k, row in enumerate(as_doubles(exact_v)):
            scale = max(1.0, np.abs(row).max())
            assert np.abs(v[at][k] - row).max() <= 64 * (k + 1) * EPS * scale, k


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("name", MODELS)
def test_velocities_belong_to_the_configurations(name, base):
    """The oracle's body poses a little later, from q(0) and v(0), and from q(t) itself, agree."""
    trajectory = moving(MODELS[name](), 5)
    model, K, r = trajectory.model, Arb(60), 4
    with K.working():
        q0, v0 = trajectory.exact_state(K, 0, r, base)
        here = _pose_series(model, K, q0, v0, base)
        t = K(1) / 10**8
        q1, v1 = trajectory.exact_state(K, t, 0, base)
        there = _pose_series(model, K, q1, v1, base)
        # the remainder of a Taylor sum of 6 terms, t = 1e-8
        for a, b in zip(here, there, strict=True):
            assert abs(sum(c * t**k for k, c in enumerate(a)) - b[0]) <= 1e-42


def _pose_series(model, K, q, v, base):
    """Every entry of every body's pose as a Taylor series, from the oracle."""
    from lieref.model.tree.exact import exact_model
    from lieref.oracle.tree.poses import pose_series

    poses = pose_series(K, exact_model(model, K).bodies, q, v, base)
    return [x for pose in poses for row in pose.R for x in row] + [x for p in poses for x in p.p]


def test_every_joint_wants_its_motion():
    model = catalogue.aerial_manipulator()
    whole = {name: 0.0 for name in model.joint_names} | {"q1": Translation()}
    q, v = Trajectory(model, whole).state(1.0, 1)
    assert np.array_equal(q, model.neutral()) and not v.any()
    short = {name: x for name, x in whole.items() if name != "q5"}
    ball = lieref.ModelBuilder()
    ball.add_body("ball", None, lieref.Spherical(), mass=1.0, inertia=np.eye(3), joint_name="s")
    slide = Translation(1.0)
    for make, error, message in [
        (lambda: Trajectory(model, short), ModelError, "nothing for joint 'q5'"),
        (lambda: Trajectory(model, {**whole, "q9": 0}), ModelError, "no joint 'q9'"),
        (lambda: Trajectory(model, {**whole, "q1": 0}), ModelError, "'q1' is free, expected a Mo"),
        (lambda: Trajectory(model, {**whole, "q2": slide}), ModelError, "'q2' has one degree"),
        (lambda: Trajectory(model, {**whole, "q2": np.nan}), NonFiniteError, r"motions\['q2'\]"),
        (lambda: Trajectory(model, {**whole, "q2": "x"}), ShapeError, r"motions\['q2'\]: got 'x'"),
        (lambda: Trajectory(model, [0.0]), ShapeError, "motions: got a list"),
        (lambda: Trajectory(ball.build(), {"s": slide}), ModelError, "'s' is spherical, expected"),
        (lambda: paper_trajectory(ball.build()), ModelError, "expected the joints of aerial_man"),
    ]:
        with pytest.raises(error, match=message):
            make()


def test_arguments_of_a_state():
    trajectory = paper_trajectory()
    for call, error, message in [
        (lambda: trajectory.state(0.0, -1), ShapeError, "r: got -1"),
        (lambda: trajectory.exact_state(Mp(20), 0, 0, None), ArgumentError, "base is None"),
        (lambda: trajectory.exact_state(Mp(20), 0, 0.5), ShapeError, "r: got 0.5"),
    ]:
        with pytest.raises(error, match=message):
            call()


def test_a_motion_beyond_the_range_of_double_is_told():
    model = catalogue.serial_chain(1)
    trajectory = Trajectory(model, {model.joint_names[0]: Sine(1.0, 1e200)})
    with pytest.raises(NonFiniteError, match=r"^v at index \(2, 0\): too large"):
        trajectory.state(0.0, 1)


def test_the_highest_order_is_finite():
    model = catalogue.serial_chain(1, "free")
    swing = Translation(Sine(0.1, 0.1)) @ Rotation((0, 0, 1), Cosine(0.1, 0.1))
    q, v = Trajectory(model, {model.joint_names[0]: swing}).state(0.3, 168)
    assert v.shape == (170, 6) and np.isfinite(v).all()


def test_paper_trajectory_is_table_3():
    times = paper_times()
    assert times.shape == (3000,) and times[0] == 0.0 and times[1] == 0.01 and times[-1] == 29.99
    trajectory = paper_trajectory()
    q, v = trajectory.state(times, 0, "hybrid")
    # planar circle of radius 1 m at z = 0, 2 pi / 20 rad/s
    assert np.abs(np.hypot(q[:, 0], q[:, 1]) - 1.0).max() <= 4 * EPS and not q[:, 2].any()
    assert np.abs(np.hypot(v[:, 0, 3], v[:, 0, 4]) - np.pi / 10).max() <= 4 * EPS
    # yaw alone, amplitude 25 degrees, one oscillation in 30 s
    assert not q[:, 3:5].any()
    yaw = 2 * np.arctan2(q[:, 5], q[:, 6])
    assert np.abs(yaw - np.deg2rad(25) * np.sin(2 * np.pi * times / 30)).max() <= 8 * EPS
    # half-cosines from rest to rest in 30 s
    starts, steps = np.deg2rad([10, -5, 15, -10, 7, -12]), np.deg2rad([60, 50, 40, 55, 45, 35])
    wave = (1 - np.cos(np.pi * times / 30)) / 2
    assert np.abs(q[:, 7:] - starts - steps * wave[:, None]).max() <= 8 * EPS
    end, stop = trajectory.state(30.0)
    assert np.abs(end[7:] - starts - steps).max() <= 4 * EPS
    assert not v[0, 0, 6:].any() and np.abs(stop[0, 6:]).max() <= 4 * EPS


def test_paper_trajectory_takes_the_model_it_is_given():
    model = catalogue.aerial_manipulator(gravity=(0, 0, 0))
    assert paper_trajectory(model).model is model


def test_spline_and_polynomial_joints_drive_inverse_dynamics():
    """End to end: the generalized forces of an arm on a spline are those of the oracle."""
    from lieref.trajectories import BSpline

    model = catalogue.serial_chain(3)
    spline = BSpline.clamped([0.0, 0.5, -0.3, 0.8, 0.2, 0.1, 0.4], 5, 0.0, 2.0)
    names = model.joint_names
    given = {
        names[0]: spline,
        names[1]: Polynomial([0.1, 0.2, -0.3, 0.05]),
        names[2]: HalfCosine(0, 1, 2),
    }
    trajectory = Trajectory(model, given)
    q, v = trajectory.state(0.77, 2)
    exact = lieref.oracle.inverse_dynamics(model, *trajectory.exact_state(Mp(40), 0.77, 2))
    found = lieref.inverse_dynamics(model, q, v)
    for row, reference in zip(found, as_doubles(exact), strict=True):
        assert np.abs(row - reference).max() <= SAME * max(1.0, np.abs(reference).max())
