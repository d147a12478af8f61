"""pinocchio.Model to lieref and back: maps, dynamics and frames of every joint."""

import numpy as np
import pytest
from support.programs.library_agreement import SAME, apart, check

import lieref
from lieref.algebra import SE3

pin = pytest.importorskip("pinocchio", reason="Pinocchio: extra interop")

from support.programs.pinocchio_library import library_of, state  # noqa: E402

E1 = np.array([1.0, 2.0, 3.0]) / np.sqrt(14.0)
E2 = np.array([0.0, 3.0, -2.0]) / np.sqrt(13.0)


def composite():
    found = pin.JointModelComposite(3)
    found.addJoint(pin.JointModelRX(), pose(1))
    found.addJoint(pin.JointModelRUBZ(), pose(2))
    found.addJoint(pin.JointModelPlanar(), pose(3))
    return found


def pose(seed):
    return pin.SE3(SE3.exp(np.random.default_rng(seed).uniform(-1, 1, 6)))


def unbounded():
    return pin.JointModelRUBY()


JOINTS = {
    "free flyer": pin.JointModelFreeFlyer,
    "spherical": pin.JointModelSpherical,
    "ZYX": pin.JointModelSphericalZYX,
    "planar": pin.JointModelPlanar,
    "translation": pin.JointModelTranslation,
    "universal": lambda: pin.JointModelUniversal(E1, E2),
    "composite": composite,
    "unbounded": unbounded,
    "revolute": lambda: pin.JointModelRevoluteUnaligned(E1),
    "x": pin.JointModelRX,
    "prismatic": lambda: pin.JointModelPrismaticUnaligned(E2),
    "slide along y": pin.JointModelPY,
    "helical": lambda: pin.JointModelHelicalUnaligned(E1, 0.2),
    "helical along z": lambda: pin.JointModelHZ(-0.13),
}


def body(seed):
    rng = np.random.default_rng(seed)
    A = rng.uniform(-1, 1, (3, 3))
    return pin.Inertia(rng.uniform(1, 2), rng.uniform(-0.3, 0.3, 3), A @ A.T + np.eye(3))


def chain(*names):
    """Joints in a chain, beside it one more, links and tools on all of them."""
    model = pin.Model()
    model.name, model.gravity.linear = "zoo", np.array([0.3, -0.2, -9.7])
    for k, name in enumerate([*names, "revolute"]):
        parent = k if k < len(names) else 1
        i = model.addJoint(parent, JOINTS[name](), pose(10 + k), f"{name} {k}")
        model.appendBodyToJoint(i, body(20 + k), pose(30 + k))
        model.addJointFrame(i)
        model.addBodyFrame(f"link {k}", i, pin.SE3.Identity(), 0)
        model.addFrame(pin.Frame(f"tool {k}", i, 0, pose(40 + k), pin.FrameType.OP_FRAME))
    return model


@pytest.mark.parametrize("name", list(JOINTS))
def test_every_joint_alone_and_behind_another(name):
    for names in ((name,), ("x", name), (name, name)):
        model = chain(*names)
        both = lieref.from_pinocchio(model)
        assert both.model.joint_physics is None and not both.skipped
        for seed in range(3):
            check(both, library_of(model), *state(model, seed))
            q = state(model, seed)[0]
            assert apart(both.from_lieref_q(both.to_lieref_q(q)), q) <= SAME


def test_frames_keep_their_names():
    model = chain("free flyer", "composite", "universal", "planar")
    both = lieref.from_pinocchio(model)
    data = model.createData()
    q = state(model, 5)[0]
    pin.framesForwardKinematics(model, data, q)
    names = [x.name for x in model.frames if x.type != pin.FrameType.JOINT and x.parentJoint]
    assert set(names) < set(both.model.frames)
    rest = np.zeros((1, both.model.nv))
    poses = lieref.forward_kinematics(both.model, both.to_lieref_q(q), rest, frames=names)[0]
    for name, found in zip(names, poses, strict=True):
        expected = data.oMf[model.getFrameId(name)].homogeneous
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-14)


@pytest.mark.parametrize("ratio", [1.3, -1.7])
@pytest.mark.parametrize(
    "pair", [("rarm_elbow_joint", "rarm_wrist2_joint"), ("chest2_joint", "larm_elbow_joint")]
)
def test_mimic_joints_are_couplings(ratio, pair):
    robot = pin.buildSampleModelHumanoid()
    numbers = map(robot.getJointId, pair)
    model = pin.transformJointIntoMimic(robot, *numbers, ratio, 0.3)
    both = lieref.from_pinocchio(model)
    assert both.model.nv == model.nv == robot.nv - 1
    assert [x.driven for x in both.model.couplings] == [(pair[1],)]
    check(both, library_of(model), *state(model, 1), dynamics=lieref.loops)


def test_physics_of_joints_comes_along_and_goes_back():
    model = chain("spherical", "ZYX", "x")
    rng = np.random.default_rng(0)
    model.armature, model.damping = rng.uniform(1, 2, (2, model.nv))
    friction = rng.uniform(1, 2, model.nv)
    model.upperDryFrictionLimit, model.lowerDryFrictionLimit = friction, -friction
    both = lieref.from_pinocchio(model)
    places = both.coordinates.matrix(both.model.neutral()).argmax(1)
    np.testing.assert_array_equal(both.model.armature, model.armature[places])
    np.testing.assert_array_equal(both.model.damping, model.damping[places])
    np.testing.assert_array_equal(both.model.friction, friction[places])
    assert lieref.from_pinocchio(model, joint_physics=False).model.joint_physics is None
    # Pinocchio's rnea, crba and aba know the armature alone
    known = lieref.from_pinocchio(model, joint_physics=("armature",))
    assert not known.model.damping.any() and not known.model.friction.any()
    check(known, library_of(model), *state(model, 2))
    given = lieref.catalogue.random_tree(6, 1, ("revolute", "prismatic"), base="free")
    rows = np.abs(np.random.default_rng(1).standard_normal((3, given.nv)))
    rows[:, :6] = 0.0
    given = given.with_joint_physics(armature=rows[0], damping=rows[1], friction=rows[2])
    there = lieref.to_pinocchio(given)
    again = lieref.from_pinocchio(there.other).model
    for i, name in enumerate(given.joint_names):
        k = again.joint_names.index(name)
        for row in ("armature", "damping", "friction"):
            mine, back = getattr(given, row), getattr(again, row)
            assert mine[given.idx_v[i]] == back[again.idx_v[k]]
    springs = given.with_joint_physics(stiffness=rows[0])
    with pytest.raises(lieref.ModelError, match="Pinocchio has no stiffness"):
        lieref.to_pinocchio(springs)


def test_physics_in_the_turning_axes_of_a_planar_joint_is_refused():
    model = chain("planar", "x")
    model.armature = np.array([0.0, 0.0, 2.0, 3.0, 4.0])
    both = lieref.from_pinocchio(model)
    np.testing.assert_array_equal(both.model.armature, model.armature)
    check(both, library_of(model), *state(model, 2))
    model.damping = np.array([0.0, 1.0, 2.0, 3.0, 4.0])
    with pytest.raises(lieref.ModelError, match="'planar 0': damping of the shifts of a planar"):
        lieref.from_pinocchio(model)


def test_physics_of_a_free_flyer_is_refused_or_listed():
    model = chain("free flyer", "x")
    model.armature = np.arange(model.nv) + 1.0
    with pytest.raises(lieref.ModelError, match="'free flyer 0': armature of a free joint"):
        lieref.from_pinocchio(model)
    with pytest.warns(lieref.ModelWarning, match="left out"):
        assert len(lieref.from_pinocchio(model, unsupported="skip").skipped) == 1
    with pytest.raises(lieref.ArgumentError, match="joint_physics is 'drag', expected one of"):
        lieref.from_pinocchio(model, joint_physics=("drag",))


def test_limits_and_links_beside_the_joint():
    model = pin.Model()
    ends = [np.array([x]) for x in (9.0, 9.0, -0.5, 0.7)]
    i = model.addJoint(0, pin.JointModelRX(), pose(1), "joint", *ends)
    model.appendBodyToJoint(i, body(1), pin.SE3.Identity())
    at = pose(2)
    model.addBodyFrame("link", i, at, 0)
    j = model.addJoint(i, pin.JointModelRY(), pose(3), "second")
    model.appendBodyToJoint(j, body(2), pin.SE3.Identity())
    both = lieref.from_pinocchio(model)
    assert both.model.names == ("link", "second")
    assert (both.model.lower[0], both.model.upper[0]) == (-0.5, 0.7)
    assert both.model.lower[1] == -np.inf
    expected = (pose(1) * at).homogeneous
    np.testing.assert_allclose(both.model.placements[0], expected, rtol=0, atol=1e-15)
    check(both, library_of(model), *state(model, 1))


def test_limits_in_reverse_order_are_exchanged_as_those_of_a_file_are():
    model = pin.Model()
    ends = [np.array([x]) for x in (9.0, 9.0, 0.7, -0.5)]
    i = model.addJoint(0, pin.JointModelRX(), pose(1), "pan", *ends)
    model.appendBodyToJoint(i, body(1), pin.SE3.Identity())
    with pytest.warns(lieref.ModelWarning, match="joint 'pan': lower limit 0.7 above .* exchanged"):
        found = lieref.from_pinocchio(model).model
    assert (found.lower[0], found.upper[0]) == (-0.5, 0.7)


@pytest.mark.parametrize("base", ["fixed", "free"])
def test_models_go_to_pinocchio_and_back(base):
    kinds = ("revolute", "spherical", "prismatic", "helical", "universal")
    for seed in range(3):
        model = lieref.catalogue.random_tree(8, seed, kinds=kinds, base=base)
        builder_frames = {"tool": model.names[3]}
        both = lieref.to_pinocchio(model)
        assert both.model is model and set(builder_frames.values()) <= set(model.names)
        check(both, library_of(both.other), *state(both.other, seed))
        again = lieref.from_pinocchio(both.other)
        check(again, library_of(both.other), *state(both.other, seed))
        assert set(again.model.names) == set(model.names)
        for i, name in enumerate(model.names):
            k = again.model.names.index(name)
            assert again.model.joint_names[k] == model.joint_names[i]
            np.testing.assert_allclose(again.model.placements[k], model.placements[i], atol=1e-15)
            np.testing.assert_allclose(again.model.coms[k], model.coms[i], atol=1e-15)


def test_frames_and_limits_go_to_pinocchio():
    b = lieref.ModelBuilder()
    b.add_body(
        "arm",
        joint=lieref.Revolute((0, 1, 0), point=(0.1, 0.2, 0.3)),
        mass=1.0,
        inertia=np.eye(3),
        limits=(-1.0, 2.0),
    )
    b.add_frame("tool", "arm", SE3.exp([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]))
    b.add_frame("corner", None, SE3.exp([0.3, 0.2, 0.3, 0.4, 0.5, 0.6]))
    model = b.build()
    both = lieref.to_pinocchio(model)
    other = both.other
    assert (other.lowerPositionLimit[0], other.upperPositionLimit[0]) == (-1.0, 2.0)
    data = other.createData()
    pin.framesForwardKinematics(other, data, np.array([0.4]))
    names = ["arm", "tool", "corner"]
    poses = lieref.forward_kinematics(model, [0.4], [[0.0]], frames=names)[0]
    for name, found in zip(names, poses, strict=True):
        kind = pin.FrameType.BODY if name == "arm" else pin.FrameType.OP_FRAME
        expected = data.oMf[other.getFrameId(name, kind)].homogeneous
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-15)
    again = lieref.from_pinocchio(other).model
    assert set(again.frames) == set(model.frames)


def test_what_cannot_be_is_refused():
    model = pin.Model()
    i = model.addJoint(0, pin.JointModelEllipsoid(1.0, 2.0, 3.0), pose(1), "egg")
    model.appendBodyToJoint(i, body(1), pin.SE3.Identity())
    with pytest.raises(lieref.ModelError, match="joint 'egg': lieref has no JointModelEllipsoid"):
        lieref.from_pinocchio(model)
    with pytest.raises(lieref.ArgumentError, match="pin_model is a str, expected a pinocchio"):
        lieref.from_pinocchio("robot.urdf")
    with pytest.raises(lieref.ModelError, match="unsupported: 'no', expected 'error' or 'skip'"):
        lieref.from_pinocchio(chain("x"), unsupported="no")
    with pytest.raises(lieref.ArgumentError, match=r"model\.tree"):
        lieref.to_pinocchio(lieref.catalogue.four_bar())
    model = chain("x")
    model.gravity.angular = np.array([0.0, 0.0, 1.0])
    with pytest.raises(lieref.ModelError, match="gravity: an angular part"):
        lieref.from_pinocchio(model)
    with pytest.warns(lieref.ModelWarning, match="left out: gravity"):
        assert len(lieref.from_pinocchio(model, unsupported="skip").skipped) == 1
