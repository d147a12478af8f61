"""Limits of force and velocity: kept by the model, its copies, and every reader and writer."""

import pickle

import numpy as np
import pytest

import lieref
from lieref.check.model_table import from_table, to_table
from lieref.errors import ModelError, ModelWarning

INF = np.inf
INERTIAL = (
    '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
    "</inertial>"
)


def robot():
    """Revolute, prismatic, spherical and universal joints, with and without limits."""
    b = lieref.ModelBuilder()
    solid = {"mass": 1.0, "inertia": np.eye(3)}
    b.add_body("a", None, lieref.Revolute((0, 1, 0)), force_limit=12, velocity_limit=3, **solid)
    b.add_body("b", "a", lieref.Prismatic((1, 0, 0)), force_limit=0.0, limits=(-1, 1), **solid)
    b.add_body("c", "b", lieref.Spherical(), velocity_limit=(1, 2, INF), **solid)
    b.add_body("d", "c", lieref.Universal((1, 0, 0), (0, 1, 0)), force_limit=(5, 6), **solid)
    return b


def urdf(joint='type="revolute"', limit='lower="-1" upper="1" effort="12" velocity="3"'):
    return (
        f'<robot name="r"><link name="w"/><link name="a">{INERTIAL}</link><joint name="j" {joint}>'
        f'<parent link="w"/><child link="a"/><limit {limit}/></joint></robot>'
    )


def test_the_model_keeps_them():
    model = robot().build()
    assert model.force_limit.tolist() == [12, 0, INF, INF, INF, 5, 6]
    assert model.velocity_limit.tolist() == [3, INF, 1, 2, INF, INF, INF]
    assert model.drive_limits.force is model.force_limit
    assert not model.force_limit.flags.writeable
    plain = lieref.catalogue.serial_chain(2)
    assert plain.drive_limits is None
    assert plain.force_limit.tolist() == plain.velocity_limit.tolist() == [INF, INF]


def test_equality_and_pickling_know_them():
    model, other = robot().build(), robot()
    other.add_body("e", "d", lieref.Revolute((0, 1, 0)), mass=1.0, com=(1, 0, 0))
    again = pickle.loads(pickle.dumps(model))
    assert again == model and hash(again) == hash(model)
    assert again.force_limit.tolist() == model.force_limit.tolist()
    chain = [lieref.ModelBuilder() for _ in range(2)]
    for b, force in zip(chain, (1.0, 2.0), strict=True):
        b.add_body("a", None, lieref.Revolute((0, 1, 0)), mass=1.0, force_limit=force)
    assert chain[0].build() != chain[1].build()


def test_copies_keep_them():
    model = robot().build()
    rows = (model.force_limit.tolist(), model.velocity_limit.tolist())
    for copy in (
        model.with_gravity((0, 0, 0)),
        model.with_payload("d", 1.0),
        model.with_inertia("d", 2.0),
        model.with_joint_physics(damping=np.ones(model.nv)).without_joint_physics(),
        model.rename("other", {"a": "z"}),
    ):
        assert (copy.force_limit.tolist(), copy.velocity_limit.tolist()) == rows
    assert model.reduced(["b_joint"]).force_limit.tolist() == [12, INF, INF, INF, 5, 6]
    assert model.subtree("c").velocity_limit.tolist() == [1, 2, INF, INF, INF]
    free = model.with_base("free")
    assert free.force_limit.tolist() == [INF] * 6 + rows[0]
    assert free.with_base("fixed").force_limit.tolist() == rows[0]


def test_a_mechanism_has_those_of_its_independent_coordinates():
    b = lieref.ModelBuilder()
    for name, force in (("a", 1.0), ("b", 2.0)):
        b.add_body(name, None, lieref.Revolute((0, 1, 0)), mass=1.0, com=(1, 0, 0),
                   force_limit=force, velocity_limit=10 * force)  # fmt: skip
    b.couple("b_joint", "a_joint", 2.0)
    model = b.build()
    assert (model.force_limit.tolist(), model.velocity_limit.tolist()) == ([1.0], [10.0])
    assert model.with_gravity((0, 0, 0)).force_limit.tolist() == [1.0]


@pytest.mark.parametrize("name", ["force_limit", "velocity_limit"])
@pytest.mark.parametrize("value", [-1.0, (1, -2)])
def test_what_is_no_limit(name, value):
    with pytest.raises(ModelError, match=f"joint 'a_joint': {name}"):
        lieref.ModelBuilder().add_body(
            "a", None, lieref.Universal((1, 0, 0), (0, 1, 0)), mass=1.0, **{name: value}
        )


@pytest.mark.parametrize("kind", ["revolute", "continuous", "prismatic"])
def test_urdf(kind):
    text = urdf(f'type="{kind}"')
    model = lieref.load_urdf(text)
    assert (model.force_limit.tolist(), model.velocity_limit.tolist()) == ([12], [3])
    written = model.to_urdf()
    assert 'effort="12.0" velocity="3.0"' in written
    again = lieref.load_urdf(written)
    assert (again.force_limit.tolist(), again.velocity_limit.tolist()) == ([12], [3])
    assert (again.lower.tolist(), again.upper.tolist()) == (
        model.lower.tolist(), model.upper.tolist(),
    )  # fmt: skip


def test_urdf_without_limits():
    model = lieref.load_urdf(urdf(limit='lower="-1" upper="1" effort="4"'))
    assert (model.force_limit.tolist(), model.velocity_limit.tolist()) == ([4], [INF])
    assert 'effort="4.0" velocity="1e+09"' in model.to_urdf()
    assert lieref.load_urdf(urdf('type="continuous"', "")).drive_limits is None
    for kind in ("floating", "planar"):
        assert lieref.load_urdf(urdf(f'type="{kind}"')).drive_limits is None


@pytest.mark.parametrize("word", ["-2", "many", "", "1e999"])
def test_urdf_with_a_limit_that_is_none(word):
    text = urdf(limit=f'lower="-1" upper="1" effort="{word}" velocity="3"')
    with pytest.warns(ModelWarning, match=f"joint 'j': .* '{word}', taken as no limit"):
        model = lieref.load_urdf(text)
    assert (model.force_limit.tolist(), model.velocity_limit.tolist()) == ([INF], [3])


def test_sdf():
    b = lieref.ModelBuilder()
    b.add_body("a", None, lieref.Revolute((0, 1, 0)), mass=1.0, force_limit=12)
    limit = b.build().to_sdf().partition("<limit>")[2].partition("</limit>")[0]
    assert "<effort>12.0</effort>" in limit and "velocity" not in limit


def test_the_table_of_the_protocol():
    model = robot().build()
    found = from_table(to_table(model))
    assert found.force_limit.tolist() == model.force_limit.tolist()
    # one limit of three is none that JSON could say
    assert found.velocity_limit.tolist() == [3, *[INF] * 6]
    assert "force_limit" not in to_table(lieref.catalogue.serial_chain(1))["bodies"][0]


def test_pinocchio_both_ways():
    pin = pytest.importorskip("pinocchio")
    model = robot().build().reduced(["c_joint"])
    both = lieref.to_pinocchio(model)
    assert both.other.effortLimit.tolist()[0] == 12 and both.other.velocityLimit.tolist()[0] == 3
    again = lieref.from_pinocchio(both.other).model
    assert again.force_limit.tolist() == model.force_limit.tolist()
    assert again.velocity_limit.tolist() == model.velocity_limit.tolist()
    read = lieref.from_pinocchio(pin.buildModelFromXML(urdf())).model
    assert (read.force_limit.tolist(), read.velocity_limit.tolist()) == ([12], [3])
    free = lieref.from_pinocchio(pin.buildModelFromXML(urdf(), pin.JointModelFreeFlyer())).model
    assert free.force_limit.tolist() == [*[INF] * 6, 12]


MJCF = """<mujoco><worldbody>
 <body><joint name="a" {joint}/><geom size=".1"/></body>
 <body><joint name="b" type="slide"/><geom size=".1"/></body>
</worldbody><actuator>{actuators}</actuator></mujoco>"""


@pytest.mark.parametrize("joint, actuators, force", [
    ("", "", INF),
    ('actuatorfrcrange="-3 4"', "", 4),
    ("", '<motor joint="a" gear="-10" ctrlrange="-1 2"/>', 20),
    ("", '<motor joint="a" gear="10"/>', INF),
    ('actuatorfrcrange="-3 3"', '<motor joint="a" gear="10" ctrlrange="-1 1"/>', 3),
    ("", '<motor joint="a" gear="2" ctrlrange="-9 9" forcerange="-3 3"/>', 6),
    # what a servo may be told is no force
    ("", '<position joint="a" kp="5" ctrlrange="-1 1"/>', INF),
    ("", '<position joint="a" kp="5" ctrlrange="-1 1" forcerange="-7 7"/>', 7),
    ("", '<motor joint="a" ctrlrange="-1 1"/><motor joint="a" ctrlrange="-2 2"/>', 3),
    ("", '<motor joint="a" ctrlrange="-1 1"/><motor joint="a"/>', INF),
])  # fmt: skip
def test_mujoco(joint, actuators, force):
    pytest.importorskip("mujoco")
    model = lieref.from_mjcf(MJCF.format(joint=joint, actuators=actuators)).model
    assert model.force_limit.tolist() == [force, INF]
    assert model.velocity_limit.tolist() == [INF, INF]
