"""Named frames: what is asked of one is what is asked of a body that has it as its own frame."""

import pickle

import numpy as np
import pytest
from support.trees.robots import draw
from support.trees.spatial_robots import EPS
from support.trees.urdf_texts import joint, link, read

import lieref
from lieref.errors import ArgumentError, ModelError, ShapeError
from lieref.kinematics.jacobian_columns import columns
from lieref.kinematics.posture import posture
from lieref.model.joints.joints import Prismatic, Revolute, Spherical
from lieref.model.urdf import read_urdf

REPRESENTATIONS = ("body", "spatial", "hybrid", "mixed")
# sums of ten terms of the size of the largest
ROUNDING = 40 * EPS
Q = np.array([0.3, -0.7, 0.2, 0.9, -0.1, 0.0, 0.0, 0.0])
Q[4:] = np.array([0.4, -0.2, 0.5, 0.7]) / np.linalg.norm([0.4, -0.2, 0.5, 0.7])
V = np.random.default_rng(3).uniform(-1.0, 1.0, (4, 7))


def pose(rotation, position):
    out = np.eye(4)
    out[:3, :3] = lieref.SO3.exp(np.array(rotation))
    out[:3, 3] = position
    return out


TOOL = pose((0.4, -0.9, 1.3), (0.1, 0.25, -0.05))


def arm(moved=None):
    """An arm; with `moved` the frame of its body "wrist" is that pose on the one it would be."""
    T = np.eye(4) if moved is None else moved
    back = np.linalg.inv(T)
    b = lieref.ModelBuilder()
    b.add_body("rail", None, Prismatic((0.0, 1.0, 0.0)), None, 2.0)
    b.add_body(
        "upper", "rail", Revolute((0, 0, 1), (0.1, 0, 0)), pose((0.1, 0.2, 0), (0, 0, 1)), 1.0
    )
    axis, point = back[:3, :3] @ (1, 0, 0), back[:3, :3] @ (0, 0.2, 0.1) + back[:3, 3]
    b.add_body("wrist", "upper", Revolute(axis, point), pose((0, 0.3, 0), (0.4, 0, 0)) @ T, 0.5)
    below = back @ pose((0, 0, 1), (0, 0.1, 0))
    b.add_body("hand", "wrist", Revolute((0, 1, 0)), below, 0.2, inertia=0.1 * np.eye(3))
    b.add_body("ball", "hand", Spherical(), None, 0.2, inertia=0.1 * np.eye(3))
    if moved is None:
        b.add_frame("tool", "wrist", TOOL)
        b.add_frame("on_the_ball", "ball", TOOL)
        b.add_frame("table", None, TOOL)
    return b.build()


@pytest.fixture(scope="module")
def models():
    return arm(), arm(TOOL)


def near(a, b):
    assert a.shape == b.shape
    assert abs(a - b).max() <= ROUNDING * abs(b).max()


@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("point", [None, (0.2, -0.1, 0.3)])
def test_a_frame_is_a_body_with_that_frame(models, representation, point):
    named, moved = models
    more = (representation, point)
    near(lieref.jacobian(named, Q, "tool", *more), lieref.jacobian(moved, Q, "wrist", *more))
    found = lieref.jacobian_derivatives(named, Q, V[:3], "tool", *more)
    near(found, lieref.jacobian_derivatives(moved, Q, V[:3], "wrist", *more))
    for order in (1, 2):
        found = lieref.jacobian_partials(named, Q, "tool", order, *more)
        near(found, lieref.jacobian_partials(moved, Q, "wrist", order, *more))
    found = lieref.jacobian_partial(named, Q, "tool", [1, 2], *more)
    near(found, lieref.jacobian_partial(moved, Q, "wrist", [1, 2], *more))
    poses, twists = lieref.forward_kinematics(
        named, Q, V, representation=representation, frames=["tool", 2, "ball"]
    )
    own_poses, own = lieref.forward_kinematics(moved, Q, V, representation=representation)
    near(poses[[0, 2]], own_poses[[2, 4]])
    near(twists[:, 0], own[:, 2])
    near(twists[:, 2], own[:, 4])


@pytest.mark.parametrize("base", REPRESENTATIONS)
@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("name", ["every_joint_free", "quadruped", "aerial_manipulator"])
def test_the_jacobian_in_c_is_the_one_in_python(name, representation, base):
    """`jacobian_partials` is made of the columns of jacobian_columns.py, as the twin is."""
    model, q, v = draw(name, "generic", r=0)
    at = posture(model, q, v[:0], base)
    for body in range(0, model.nbodies, 3):
        more = (body, representation, (0.3, -0.2, 0.1), base)
        found = lieref.jacobian(model, q, *more)
        J = columns(at, np.array([body]), np.array([more[2]]), representation)
        near(found, at.in_base(J[None])[0, 0].T)
        near(found, lieref.jacobian_derivatives(model, q, v[:0], *more)[0])


def test_frames_of_many_states(models):
    model, _ = models
    rng = np.random.default_rng(0)
    q = np.array([model.random_configuration(rng) for _ in range(5)])
    v = rng.uniform(-1, 1, (5, 3, model.nv))
    J = lieref.jacobian(model, q, "tool", "mixed")
    for representation in REPRESENTATIONS:
        more = {"representation": representation, "frames": ["on_the_ball", "table"]}
        poses, twists = lieref.forward_kinematics(model, q, v, **more)
        assert poses.shape == (5, 2, 4, 4) and twists.shape == (5, 3, 2, 6)
        for k in range(5):
            one = lieref.forward_kinematics(model, q[k], v[k], **more)
            assert np.array_equal(one[0], poses[k]) and np.array_equal(one[1], twists[k])
            assert np.array_equal(J[k], lieref.jacobian(model, q[k], "tool", "mixed"))


def test_a_frame_of_the_world_does_not_move(models):
    model, _ = models
    assert not lieref.jacobian(model, Q, "table").any()
    assert not lieref.jacobian_derivatives(model, Q, V, "table").any()
    assert not lieref.jacobian_partials(model, Q, "table", 1).any()
    poses, twists = lieref.forward_kinematics(model, Q, V, frames=["table"])
    assert np.array_equal(poses[0], TOOL) and not twists.any()


def test_wrenches_on_frames_do_the_work_of_their_twists(models):
    """tau = J^T W, and along a motion the derivatives of it, wrenches in either axes."""
    model, _ = models
    rng = np.random.default_rng(2)
    W = rng.uniform(-1, 1, (3, 6))
    given = {"tool": W, "on_the_ball": W[:1]}
    free = lieref.inverse_dynamics(model, Q, V)
    for axes, representation in (("frame", "body"), ("inertial", "hybrid")):
        wrenches = lieref.frame_wrenches(model, given, 2, axes, Q, V)
        loaded = lieref.inverse_dynamics(model, Q, V, wrenches=wrenches)
        J = lieref.jacobian_derivatives(model, Q, V[:2], "tool", representation)
        other = lieref.jacobian_derivatives(model, Q, V[:2], "on_the_ball", representation)
        for k, binomials in enumerate(([1], [1, 1], [1, 2, 1])):
            work = sum(c * J[k - j].T @ W[j] for j, c in enumerate(binomials)) + other[k].T @ W[0]
            assert abs(free[k] - loaded[k] - work).max() <= ROUNDING * abs(loaded[k]).max()


def test_links_that_are_fixed_keep_their_names():
    model = read(
        link("base"), link("mount", ""), link("arm"), link("tool0"), link("tip", ""),
        joint("on", "base", "mount", "fixed", '<origin xyz="0 0 0.5"/>'),
        joint("turn", "mount", "arm", "continuous", '<axis xyz="0 0 1"/>'),
        joint("flange", "arm", "tool0", "fixed", '<origin xyz="0.3 0 0" rpy="0 0 1.5"/>'),
        joint("last", "tool0", "tip", "fixed", '<origin xyz="0 0.1 0"/>'),
    )  # fmt: skip
    assert list(model.frames) == ["arm", "base", "mount", "tool0", "tip"]
    assert model.frames["mount"].body is None
    assert model.frames["tip"].body == "arm"
    expected = np.array([0.3 - 0.1 * np.sin(1.5), 0.1 * np.cos(1.5), 0.0])
    assert abs(model.frames["tip"].placement[:3, 3] - expected).max() < EPS
    assert not model.frames["tip"].placement.flags.writeable
    poses, _ = lieref.forward_kinematics(model, [0.0], [[0.0]], frames=["tip", "mount"])
    assert abs(poses[0, :3, 3] - expected - (0, 0, 0.5)).max() < 2 * EPS
    assert np.array_equal(poses[1], pose((0, 0, 0), (0, 0, 0.5)))
    again = read_urdf(model.to_urdf().encode(), "again.urdf", "fixed")
    for name, frame in model.frames.items():
        assert again.frames[name].body == frame.body
        assert abs(again.frames[name].placement - frame.placement).max() < 2 * EPS


def test_frames_are_part_of_the_model(models):
    model, _ = models
    copy = pickle.loads(pickle.dumps(model))
    assert list(copy.frames) == [*model.names, "tool", "on_the_ball", "table"]
    assert np.array_equal(copy.frames["tool"].placement, TOOL)
    with pytest.raises(TypeError):
        copy.frames["more"] = None


def test_what_is_wrong_is_named(models):
    model, _ = models
    for call in (lieref.jacobian, lambda *x: lieref.jacobian_derivatives(x[0], x[1], V, x[2])):
        with pytest.raises(ArgumentError, match="'tol'.*'tool'"):
            call(model, Q, "tol")
    with pytest.raises(ArgumentError, match="'tool'"):
        lieref.forward_kinematics(model, Q, V, frames=["tool", "tol"])
    with pytest.raises(ShapeError, match="frames"):
        lieref.forward_kinematics(model, Q, V, frames=7)
    with pytest.raises(ShapeError, match=r"batch"):
        lieref.forward_kinematics(model, np.stack([[Q]]), V)
    with pytest.raises(ShapeError, match=r"wrenches\['tool'\]"):
        lieref.frame_wrenches(model, {"tool": np.zeros((4, 6))}, 2)
    with pytest.raises(ArgumentError, match="'table'"):
        lieref.frame_wrenches(model, {"table": np.zeros(6)}, 2)
    for name, body, match in (("a", "b", "'b' is no body"), ("wrist", "wrist", "used twice")):
        b = lieref.ModelBuilder()
        b.add_body("wrist", None, Revolute((0, 0, 1)), None, 1.0, inertia=np.eye(3))
        b.add_frame(name, body)
        with pytest.raises(ModelError, match=match):
            b.build()
    with pytest.raises(ModelError, match="frame 'a': placement"):
        lieref.ModelBuilder().add_frame("a", None, 2.0 * np.eye(4))
