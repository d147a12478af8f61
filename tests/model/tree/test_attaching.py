"""Models attached to others: the whole is the robot built in one go."""

import pickle
import re
from importlib import metadata

import numpy as np
import pytest
from support.trees.one_go import in_one_go
from support.trees.robots import draw
from support.trees.spatial_robots import EPS, floats

import lieref
from lieref import SE3
from lieref.errors import ArgumentError, ModelError, NonFiniteError, ShapeError
from lieref.model.joints.joints import Free, Prismatic, Revolute, Spherical

# sums over some ten bodies, by the largest entry
ROUNDING = 100 * EPS
PLACEMENT = SE3.exp([0.3, -0.4, 0.9, 0.2, -0.1, 0.15])


def near(a, b):
    a, b = np.asarray(a), np.asarray(b)
    assert a.shape == b.shape
    assert abs(a - b).max() <= ROUNDING * max(abs(b).max(), 1e-300)


def inertia(rng):
    A = rng.uniform(-0.2, 0.2, (3, 3))
    return A @ A.T + 0.05 * np.eye(3)


def hand(base=None):
    """Fingers with physics, limits and a mimic, on the world or on a palm that is free."""
    rng = np.random.default_rng(3)
    b = lieref.ModelBuilder(gravity=(0, 0, 5), name="hand")
    if base == "free":
        at = SE3.exp([0.1, 0, -0.3, 0.05, 0.02, 0.01])
        b.add_body("palm", None, Free(), at, 0.8, (0.01, 0.02, 0.03), inertia(rng))
    on = "palm" if base == "free" else None
    for i, name in enumerate(("left", "right")):
        pose = SE3.exp(rng.uniform(-0.3, 0.3, 6))
        b.add_body(
            name, on, Prismatic((0, 0.6, 0.8)), pose, 0.2 + i, (0.1, 0, 0.05), inertia(rng),
            limits=(-0.1, 0.2 + i), armature=0.1, damping=0.2, force_limit=20 + i,
        )  # fmt: skip
    b.add_body("tip", "left", Revolute((0.8, 0, 0.6), (0, 0.1, 0)), PLACEMENT, 0.1,
               (0, 0.1, 0), inertia(rng), stiffness=3.0, rest=0.1, velocity_limit=4)  # fmt: skip
    b.add_mimic("right_joint", "left_joint", -1.0, 0.1)
    b.add_frame("mount", on, SE3.exp([0, 0.2, 0, 0.1, 0, 0]))
    b.add_frame("pad", "tip", SE3.exp([0.2, 0, 0, 0, 0.1, 0]))
    return b.build()


def arm():
    """A robot with joints of every kind, physics and limits, and a tool."""
    model = draw("every_joint", "generic", r=0)[0]
    b = in_one_go(model, hand(), None, np.eye(4), "extra ")
    b.add_frame("tool", model.names[-1], SE3.exp([0.5, 0.1, -0.2, 0.1, 0.2, 0.3]))
    b.add_frame("shelf", None, SE3.exp([0.1, 0, 0, 0, 0, 1.0]))
    return b.build()


def state(model, seed=0, r=0):
    rng = np.random.default_rng(seed)
    return model.random_configuration(rng), rng.standard_normal((r + 2, model.nv))


def check_same(whole, built):
    """All of two models, with poses but for rounding, and what is computed from them."""
    exact = ("name", "names", "joint_names", "joints", "mimics", "nq", "nv")
    for name in exact:
        assert getattr(whole, name) == getattr(built, name), name
    arrays = ("parents", "masses", "coms", "inertias", "gravity", "lower", "upper",
              "force_limit", "velocity_limit", "armature", "damping", "friction",
              "friction_width", "stiffness", "rest")  # fmt: skip
    for name in arrays:
        assert np.array_equal(getattr(whole, name), getattr(built, name)), name
    assert [x[:2] for x in whole.frames.values()] == [x[:2] for x in built.frames.values()]
    near([x.placement for x in whole.frames.values()], [x.placement for x in built.frames.values()])
    q, v = state(whole, r=2)
    frames = list(whole.frames)
    for part in (0, 1):
        poses = [lieref.forward_kinematics(x, q, v, frames=frames)[part] for x in (whole, built)]
        near(*poses)
    near(lieref.inverse_dynamics(whole, q, v), lieref.inverse_dynamics(built, q, v))
    near(lieref.joint_space_inertia(whole, q), lieref.joint_space_inertia(built, q))


@pytest.mark.parametrize("frame", [None, "shelf", "tool", "left"])
def test_the_whole_is_built_in_one_go(frame):
    model = hand("free") if frame == "left" else arm()
    other = hand("free" if frame in (None, "shelf") else "fixed")
    whole = model.attach(other, frame, PLACEMENT, "my ")
    check_same(whole, in_one_go(model, other, frame, PLACEMENT, "my ").build())
    assert pickle.loads(pickle.dumps(whole)) == whole
    assert (whole.drive_limits is None) == (model.drive_limits is other.drive_limits is None)


@pytest.mark.parametrize("name", ["two_link", "every_joint", "every_joint_free", "quadruped"])
def test_the_coordinates_are_those_of_both_in_their_order(name):
    model, other = draw(name, "generic", r=0)[0], hand()
    whole = model.attach(other, model.names[0], PLACEMENT, "my ")
    assert whole.nq == model.nq + other.nq and whole.nv == model.nv + other.nv
    assert whole.joint_names[: model.nbodies] == model.joint_names
    assert whole.joint_names[model.nbodies :] == tuple("my " + x for x in other.joint_names)
    assert whole.idx_q.tolist() == [*model.idx_q, *(model.nq + other.idx_q)]
    assert whole.idx_v.tolist() == [*model.idx_v, *(model.nv + other.idx_v)]
    (q, v), (q_other, v_other) = state(model, 1), state(other, 2)
    together = np.append(q, q_other), np.append(v, v_other, axis=1)
    poses = lieref.forward_kinematics(whole, *together)[0]
    near(poses[: model.nbodies], lieref.forward_kinematics(model, q, v)[0])
    at = poses[0] @ PLACEMENT
    near(poses[model.nbodies :], at @ lieref.forward_kinematics(other, q_other, v_other)[0])


def test_joint_physics_and_limits_of_one_of_them():
    bare, model = lieref.catalogue.serial_chain(2), hand()
    for one, two in ((bare, model), (model, bare)):
        whole = one.attach(two, None, prefix="my ")
        near(whole.armature, np.append(one.armature, two.armature))
        assert whole.force_limit.tolist() == [*one.force_limit, *two.force_limit]
    whole = bare.attach(bare, None, prefix="my ")
    assert whole.joint_physics is None and whole.drive_limits is None


def test_a_hand_that_does_not_move_is_a_payload():
    model, other = arm().without_joint_physics(), hand().without_joint_physics()
    q, v = state(other, 4)
    whole = model.attach(other, "tool", PLACEMENT, "my ")
    locked = {"my " + x: float(y) for x, y in zip(other.joint_names, q, strict=True)}
    poses = PLACEMENT @ lieref.forward_kinematics(other, q, v)[0]
    centers = np.einsum("nij,nj->ni", poses[:, :3, :3], other.coms) + poses[:, :3, 3]
    com = other.masses @ centers / other.masses.sum()
    J = np.zeros((3, 3))
    for m, R, c, own in zip(other.masses, poses[:, :3, :3], centers, other.inertias, strict=True):
        d = c - com
        J += R @ own @ R.T + m * (d @ d * np.eye(3) - np.outer(d, d))
    heavy = model.with_payload("tool", other.masses.sum(), com, J)
    q, v = state(model, 5, r=1)
    near(lieref.inverse_dynamics(whole.reduced(locked), q, v), lieref.inverse_dynamics(heavy, q, v))


def test_what_the_hand_does_to_the_arm_the_arm_does_to_the_hand():
    """Newton's third law: the hand, carried along by its frame, pulls at an arm without it."""
    model, other = arm(), hand().with_gravity(arm().gravity)
    whole = model.attach(other, "tool", PLACEMENT, "my ")
    (q, v), (q_other, v_other) = state(model, 6), state(other, 7)
    tau = lieref.inverse_dynamics(whole, np.append(q, q_other), np.append(v, v_other, axis=1))[0]
    # the hand on a massless free base that moves as the place where it is attached
    frames = {"frames": ["place"]}
    name, parts = model.__reduce__()[0], list(model.__reduce__()[1])
    _, body, at = model.frames["tool"]
    parts[13] = (*parts[13], lieref.Frame("place", body, at @ PLACEMENT))
    model = name(*parts)
    poses, twists = lieref.forward_kinematics(model, q, v, representation="body", **frames)
    pose = poses[0]
    quaternion = lieref.SO3.to_quaternion(pose[:3, :3])
    carried = other.with_base("free", "base")
    carried_q = np.concatenate([pose[:3, 3], quaternion, q_other])
    carried_v = np.append(twists[:, 0], v_other, axis=1)
    wanted = lieref.inverse_dynamics(carried, carried_q, carried_v, base="body")[0]
    near(tau[model.nv :], wanted[6:])
    J = lieref.jacobian(model, q, "place", "body")
    near(tau[: model.nv], lieref.inverse_dynamics(model, q, v)[0] + J.T @ wanted[:6])


def test_a_free_palm_becomes_part_of_the_body():
    model, other = arm(), hand("free")
    whole = model.attach(other, "tool", PLACEMENT, "my ")
    kept = in_one_go(model, other, "tool", PLACEMENT, "my ").build()
    assert whole.nv == kept.nv - 6 == model.nv + other.nv - 6
    body = model.frames["tool"].body
    assert whole.frames["my palm"].body == body
    q, v = state(whole, 8, r=1)
    here = slice(model.nq, None), slice(model.nv, None)
    neutral = np.concatenate([q[: model.nq], [0, 0, 0, 0, 0, 0, 1], q[here[0]]])
    still = np.concatenate([v[:, : model.nv], np.zeros((3, 6)), v[:, here[1]]], axis=1)
    tau = np.delete(lieref.inverse_dynamics(kept, neutral, still), range(model.nv, model.nv + 6), 1)
    near(lieref.inverse_dynamics(whole, q, v), tau)
    others = [i for i in range(model.nbodies) if model.names[i] != body]
    for name in ("masses", "coms", "inertias"):
        assert np.array_equal(getattr(whole, name)[others], getattr(model, name)[others])
    # in one world it stays free
    assert model.attach(other, None, prefix="my ").nv == model.nv + other.nv


def test_the_oracle_says_the_same():
    model, other = draw("every_joint_free", "generic", r=0)[0], hand()
    frame = model.names[-2]
    whole = model.attach(other, frame, PLACEMENT, "my ")
    built = in_one_go(model, other, frame, PLACEMENT, "my ").build()
    q, v = state(whole, 9, r=1)
    reference = lieref.oracle.inverse_dynamics(built, q.tolist(), v.tolist(), digits=30)
    near(lieref.inverse_dynamics(whole, q, v), floats(reference))


GRIPPER = """<robot name="gripper"><link name="palm"><inertial><origin xyz="0.01 0.02 0.05"
 rpy="0.1 0.2 0.3"/><mass value="0.7"/><inertia ixx="0.01" iyy="0.02" izz="0.015" ixy="0.001"
 ixz="0" iyz="0"/></inertial></link>{fingers}</robot>"""
FINGER = """<link name="{name}"><inertial><origin xyz="0 {side} 0.04" rpy="0 0 0"/><mass
 value="0.2"/><inertia ixx="0.001" iyy="0.002" izz="0.0015" ixy="0" ixz="0" iyz="0"/></inertial>
</link><joint name="{name}_joint" type="{kind}"><parent link="palm"/><child link="{name}"/><origin
 xyz="0 {side} 0.1" rpy="0.1 0 {side}"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="9"
 velocity="2"/></joint>"""


def test_pinocchio_appends_the_same():
    """A gripper whose palm has mass, on the tool of a UR5."""
    pin = pytest.importorskip("pinocchio", reason="Pinocchio: extra interop")
    files = metadata.files("example-robot-data") if _has_robots() else []
    found = [x.locate() for x in files if str(x).endswith("ur_description/urdf/ur5_robot.urdf")]
    if not found:
        pytest.skip("no example-robot-data")
    kinds = (("left", 0.03, "prismatic"), ("right", -0.03, "revolute"))
    fingers = "".join(FINGER.format(name=a, side=b, kind=c) for a, b, c in kinds)
    text = GRIPPER.format(fingers=fingers)
    ur5 = pin.buildModelFromUrdf(str(found[0]))
    tool = ur5.getFrameId("tool0")
    both = pin.appendModel(ur5, pin.buildModelFromXML(text), tool, pin.SE3(PLACEMENT))
    model = lieref.from_pinocchio(ur5).model
    whole = model.attach(lieref.load_urdf(text, base="free"), "tool0", PLACEMENT)
    assert whole.joint_names == tuple(both.names)[1:]
    assert whole.masses.sum() == pytest.approx(model.masses.sum() + 1.1)
    data = both.createData()
    for seed in range(3):
        q, v = state(whole, seed)
        expected = pin.rnea(both, data, q, *v)
        assert abs(lieref.inverse_dynamics(whole, q, v)[0] - expected).max() < 1e-12
        H = np.triu(pin.crba(both, data, q))
        near(lieref.joint_space_inertia(whole, q), H + np.triu(H, 1).T)
    assert whole.upper.tolist() == both.upperPositionLimit.tolist()
    assert whole.force_limit.tolist() == both.effortLimit.tolist()


def _has_robots():
    try:
        return bool(metadata.version("example-robot-data"))
    except metadata.PackageNotFoundError:
        return False


@pytest.mark.parametrize("other, arguments, error, text", [
    (3, {}, ArgumentError, "Argument 'other' has incorrect type (expected lieref.Model or "
     "lieref.LoopModel, got int)"),
    (lieref.Model, {}, ArgumentError, "got type"),
    (None, {"frame": "nothing"}, ArgumentError, "frame is 'nothing', expected one of 'left',"),
    (None, {"prefix": ""}, ModelError, "body or frame names used in both models: ['left', 'right',"
     " 'tip', 'mount', 'pad']; prefix= gives those of `other` another beginning"),
    (None, {"prefix": 3}, ArgumentError, "prefix is 3, expected a text"),
    (None, {"prefix": "\ud800"}, ModelError, "prefix: '\\ud800', expected text without"),
    (None, {"placement": 2 * np.eye(4)}, ModelError, "placement: last row is"),
    (None, {"placement": np.eye(3)}, ShapeError, "placement: shape (3, 3), expected (4, 4)"),
    (None, {"placement": np.full((4, 4), np.nan)}, NonFiniteError, "placement[0, 0] is nan"),
])  # fmt: skip
def test_what_is_wrong_is_named(other, arguments, error, text):
    model = hand()
    given = {"frame": None, "prefix": "my ", **arguments}
    with pytest.raises(error, match=re.escape(text)):
        model.attach(model if other is None else other, **given)


def test_joints_share_no_name_either():
    model = hand()
    names = {name: f"{name}2" for name in model.names}
    frames = {"mount": "mount2", "pad": "pad2"}
    other = model.rename(bodies=names, frames=frames)
    with pytest.raises(ModelError, match=r"joint names used in both models: \['left_joint', 'rig"):
        model.attach(other, None)
    own = {name: f"{name}2" for name in model.joint_names}
    assert model.attach(other.rename(joints=own), "pad").nbodies == 6
    # a prefix may make a name that is there
    b = lieref.ModelBuilder()
    b.add_body("my left", None, Spherical(), mass=1.0, inertia=np.eye(3))
    with pytest.raises(ModelError, match=r"used in both models: \['my left'\]"):
        b.build().attach(model, None, prefix="my ")
