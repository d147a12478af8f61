"""Joint physics in models: builder, URDF, writers, changed copies, equality, notebooks."""

import pickle

import numpy as np
import pytest
from support.trees.robots import ROBOTS, with_physics
from support.trees.urdf_texts import robot

import lieref
from lieref.errors import ModelError, ModelWarning
from lieref.model.tree.tree_model import JointPhysics
from lieref.model.urdf import read_urdf

FIELDS = JointPhysics._fields
Z = lieref.Revolute((0, 0, 1))
LINK = (
    '<link name="{0}"><inertial><mass value="{1}"/><origin xyz="1 0 0"/>'
    '<inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial></link>'
)


def one(joint=Z, **physics):
    b = lieref.ModelBuilder()
    b.add_body("link", None, joint, mass=1.0, inertia=np.eye(3), joint_name="turn", **physics)
    return b.build()


def urdf(dynamics, kind="continuous", rest='<axis xyz="0 -1 0"/>'):
    return robot(
        '<link name="base"/>',
        LINK.format("arm", 2.22),
        f'<joint name="turn" type="{kind}"><parent link="base"/><child link="arm"/>{rest}'
        f"{dynamics}</joint>",
    ).encode()


def test_builder_keeps_what_it_is_given():
    given = dict(zip(FIELDS, (0.1, 0.2, 0.3, 0.4, 0.5, -0.6), strict=True))
    model = one(**given)
    assert isinstance(model.joint_physics, JointPhysics)
    for name, value in given.items():
        assert getattr(model, name).tolist() == [value] == getattr(model.joint_physics, name)
        assert not getattr(model, name).flags.writeable
    plain = one()
    assert plain.joint_physics is None
    assert all(getattr(plain, name).tolist() == [0.0] for name in FIELDS)
    # what acts on nothing is no physics
    assert one(rest=0.3, friction_width=0.2).joint_physics is None
    assert one(damping=0.0) == plain


def test_joints_of_several_degrees():
    model = one(lieref.Spherical(), damping=(0.1, 0.2, 0.3), armature=0.4)
    assert model.damping.tolist() == [0.1, 0.2, 0.3] and model.armature.tolist() == [0.4] * 3
    model = one(lieref.Universal((1, 0, 0), (0, 1, 0)), stiffness=(1.0, 2.0), rest=0.5)
    assert model.stiffness.tolist() == [1.0, 2.0] and model.rest.tolist() == [0.5, 0.5]


@pytest.mark.parametrize("name", [name for name in FIELDS if name != "rest"])
def test_no_number_is_negative(name):
    with pytest.raises(ModelError, match=f"joint 'turn': {name} .*-0.1.*expected at least 0"):
        one(**{name: -0.1})


@pytest.mark.parametrize("given, text", [
    ({"friction_width": 1e-200}, "joint 'turn': friction_width 1e-200, expected 0 or"),
    ({"joint": lieref.Free(), "damping": 0.1}, "joint 'turn': damping of a free joint"),
    ({"joint": lieref.Spherical(), "stiffness": 1.0}, "a spring of a spherical joint"),
    ({"joint": lieref.Spherical(), "rest": 1.0}, "a spring of a spherical joint"),
])  # fmt: skip
def test_what_cannot_be_is_refused(given, text):
    with pytest.raises(ModelError, match=text):
        one(**given)


def test_the_file_counts():
    """The torque that a held arm of 2.22 kg wants at 0.7 rad/s: 21.778 N m, and 0.35 of damping."""
    state = [0.0], [[0.7], [0.0]]
    data = urdf('<dynamics damping="0.5"/>')
    counted = lieref.inverse_dynamics(read_urdf(data), *state)[0, 0]
    ignored = lieref.inverse_dynamics(read_urdf(data, joint_physics=False), *state)[0, 0]
    assert f"{counted:.3f} {ignored:.3f}" == "22.128 21.778"
    assert read_urdf(data, joint_physics=False) == read_urdf(urdf(""))
    assert read_urdf(data).without_joint_physics() == read_urdf(urdf(""))


def test_urdf_dynamics(tmp_path):
    model = read_urdf(urdf('<dynamics damping="0.5" friction="0.25"/>'))
    assert (model.damping[0], model.friction[0], model.friction_width[0]) == (0.5, 0.25, 0.0)
    assert read_urdf(urdf('<dynamics friction="1e-3"/>')).friction[0] == 1e-3
    assert read_urdf(urdf("<dynamics/>")).joint_physics is None
    path = tmp_path / "arm.urdf"
    path.write_bytes(urdf('<dynamics damping="0.5"/>'))
    assert lieref.load_urdf(path).damping[0] == 0.5
    assert lieref.load_urdf(path, joint_physics=False).joint_physics is None
    with pytest.raises(ModelError, match="joint_physics: 1, expected True or False"):
        lieref.load_urdf(path, joint_physics=1)


@pytest.mark.parametrize("text, error", [
    ('<dynamics damping="-1"/>', "joint 'turn': damping -1.0, expected at least 0"),
    ('<dynamics friction="much"/>', "joint 'turn': friction: 'much', expected 1 decimal"),
    ('<dynamics damping="1"/><dynamics damping="2"/>', "a second <dynamics>"),
])  # fmt: skip
def test_wrong_dynamics(text, error):
    with pytest.raises(ModelError, match=error):
        read_urdf(urdf(text))


@pytest.mark.parametrize("kind", ["floating", "planar"])
def test_dynamics_of_several_degrees_are_not_read(kind):
    with pytest.warns(ModelWarning, match=f"<dynamics> of a {kind} joint, which is not read"):
        model = read_urdf(urdf('<dynamics damping="1"/>', kind))
    assert model.joint_physics is None


def test_urdf_is_written_and_read():
    model = read_urdf(urdf('<dynamics damping="0.1" friction="0.3"/>'))
    again = read_urdf(model.to_urdf().encode())
    assert again.joint_physics == model.joint_physics
    for name in ("armature", "stiffness"):
        with pytest.raises(ModelError, match=f"joint 'turn': URDF has no {name}"):
            one(**{name: 1.0}).to_urdf()
    with pytest.raises(ModelError, match="URDF has no friction_width"):
        one(friction=1.0, friction_width=0.1).to_urdf()


def test_sdf_is_written():
    text = one(damping=0.1, friction=0.2, stiffness=0.3, rest=0.4).to_sdf()
    for key, x in (("damping", 0.1), ("friction", 0.2), ("spring_stiffness", 0.3)):
        assert f"<{key}>{x}</{key}>" in text
    assert "<spring_reference>0.4</spring_reference>" in text
    assert "<dynamics>" not in one().to_sdf()
    with pytest.raises(ModelError, match="joint 'turn': SDF has no armature"):
        one(armature=1.0).to_sdf()
    with pytest.raises(ModelError, match="SDF has no damping of a ball joint"):
        one(lieref.Spherical(), damping=1.0).to_sdf()


def test_changed_copies_keep_it():
    model = with_physics(ROBOTS["every_joint_free"]())
    kept = model.joint_physics
    for copy in (
        model.with_gravity((0, 0, -1)),
        model.with_payload(model.names[3], 1.0),
        model.with_inertia(model.names[3], mass=2.0),
        model.rename("other"),
        pickle.loads(pickle.dumps(model)),
    ):
        assert all(map(np.array_equal, copy.joint_physics, kept))
    fixed = ROBOTS["arm"]()
    model = with_physics(fixed)
    locked = model.reduced([fixed.joint_names[2]])
    assert np.array_equal(locked.damping, np.delete(model.damping, 2))
    assert np.array_equal(model.subtree(fixed.names[3]).rest, model.rest[3:])
    free = model.with_base("free", mass=1.0)
    assert np.array_equal(free.armature, np.append(np.zeros(6), model.armature))
    assert free.with_base("fixed").joint_physics is not None


def test_content():
    model = one(damping=0.1)
    assert model == one(damping=0.1) and hash(model) == hash(one(damping=0.1))
    assert model != one() and model != one(damping=0.2) and model != one(friction=0.1)
    assert "joint physics" in repr(model) and "joint physics" not in repr(one())
    assert "damping 0.1" in model._repr_html_() and "friction" not in model._repr_html_()
    assert model.without_joint_physics() == one()


def test_with_joint_physics():
    arm = ROBOTS["arm"]()
    model = arm.with_joint_physics(damping=np.arange(arm.nv))
    assert np.array_equal(model.damping, np.arange(arm.nv)) and not model.friction.any()
    with pytest.raises(ModelError, match=f"joint '{arm.joint_names[1]}': friction -1.0"):
        arm.with_joint_physics(friction=-1.0 * (np.arange(arm.nv) == 1))
    free = ROBOTS["every_joint_free"]()
    with pytest.raises(ModelError, match="damping of a free joint"):
        free.with_joint_physics(damping=np.ones(free.nv))
