"""Models as URDF and SDF texts: what is read again is the same robot."""

from xml.etree import ElementTree

import numpy as np
import pytest

import lieref
from lieref.errors import ModelError
from lieref.model.tree.angles import from_roll_pitch_yaw, roll_pitch_yaw
from lieref.model.urdf import read_urdf

EPS = np.finfo(float).eps


def by_names(ours, theirs):
    """Indices q, v: their coordinate n is ours[indices[n]]."""
    numbers = [ours.joint_names.index(name) for name in theirs.joint_names]
    spans = [
        [int(start) + k for i in numbers for start in [starts[i]] for k in range(size(i))]
        for starts, size in (
            (ours.idx_q, lambda i: ours.joints[i].nq),
            (ours.idx_v, lambda i: ours.joints[i].nv),
        )
    ]
    return np.array(spans[0]), np.array(spans[1])


def again(model, base):
    return read_urdf(model.to_urdf().encode(), base=base, gravity=model.gravity)


@pytest.mark.parametrize("kinds", [("revolute",), ("revolute", "prismatic"), ("revolute", "free")])
@pytest.mark.parametrize("base", ["fixed", "free"])
def test_dynamics_after_a_round_trip(kinds, base):
    rng = np.random.default_rng(5)
    model = lieref.catalogue.random_tree(7, 4, kinds, base, gravity=(1.0, -2.0, 9.0))
    bare = np.array_equal(model.placements[0], np.eye(4))
    other = again(model, "free" if base == "free" and bare else "fixed")
    assert sorted(other.names) == sorted(model.names)
    to_q, to_v = by_names(model, other)
    for _ in range(5):
        q = model.random_configuration(rng)
        v, a = rng.standard_normal((2, model.nv))
        want = lieref.inverse_dynamics(model, q, [v, a])[0][to_v]
        got = lieref.inverse_dynamics(other, q[to_q], [v[to_v], a[to_v]])[0]
        # of an ulp in each of 16 numbers of 7 bodies, which some 20 terms of a row may add up
        assert abs(got - want).max() <= 20 * 7 * EPS * abs(want).max()


def test_a_robot_of_decimals_keeps_every_number():
    text = b"""<robot name="arm &amp; hand"><link name="base"/>
      <link name="a"><inertial><origin xyz="0.1 0 0.3"/><mass value="1.7"/>
        <inertia ixx="0.1" ixy="0.01" ixz="0.02" iyy="0.2" iyz="-0.03" izz="0.3"/></inertial></link>
      <link name="b"/>
      <joint name="j" type="revolute"><origin xyz="0.1 0.2 0.3" rpy="0.4 -1.2 2.9"/>
        <parent link="base"/><child link="a"/><axis xyz="0 1 0"/><limit lower="-1" upper="2"/>
      </joint>
      <joint name="k" type="continuous"><origin xyz="0 0 1" rpy="1.5707963267948966 0 0"/>
        <parent link="a"/><child link="b"/><axis xyz="0 0 -1"/><mimic joint="j" multiplier="-0.5"/>
      </joint></robot>"""
    with pytest.warns(lieref.ModelWarning):
        model = read_urdf(text)
    with pytest.warns(lieref.ModelWarning):
        other = again(model, "fixed")
    assert other.name == "arm & hand"
    assert (other.names, other.joint_names, other.joints, other.mimics) == (
        model.names,
        model.joint_names,
        model.joints,
        model.mimics,
    )
    for name in ("placements", "masses", "coms", "inertias", "lower", "upper", "parents"):
        np.testing.assert_array_equal(getattr(other, name), getattr(model, name), err_msg=name)


def test_angles_of_every_rotation():
    rng = np.random.default_rng(2)
    straight = [(x, y, z) for x in (0.0, 3.0) for y in (np.pi / 2, -np.pi / 2) for z in (0.0, -1.0)]
    for angles in [*rng.uniform(-np.pi, np.pi, (50, 3)).tolist(), *straight]:
        R = np.array(from_roll_pitch_yaw(tuple(angles))).reshape(3, 3)
        found = np.array(from_roll_pitch_yaw(roll_pitch_yaw(R))).reshape(3, 3)
        # two roundings of an angle below 4 move an entry by at most 2 ulp of 4 each
        assert abs(found - R).max() <= 8 * EPS
    assert roll_pitch_yaw(np.reshape(from_roll_pitch_yaw((0.4, -1.2, 2.9)), (3, 3))) == (
        *(0.4, -1.2, 2.9),
    )


@pytest.mark.parametrize("kind, form, text", [
    ("spherical", "to_urdf", "URDF has no spherical joint"),
    ("helical", "to_urdf", "URDF has no helical joint"),
    ("free", "to_sdf", "SDF has no free joint between two bodies"),
])  # fmt: skip
def test_what_a_format_lacks_is_refused_by_name(kind, form, text):
    model = lieref.catalogue.random_tree(3, 1, ("revolute", kind), "fixed")
    with pytest.raises(ModelError, match=f"joint 'body1_joint': {text}"):
        getattr(model, form)()


def test_names_that_are_markup_or_the_world():
    builder = lieref.ModelBuilder()
    for name, parent in (("world", None), ('<a "b">', "world")):
        builder.add_body(
            name, parent, lieref.Prismatic((0.0, 0.0, 1.0)), mass=1.0, inertia=np.eye(3)
        )
    model = builder.build()
    other = again(model, "fixed")
    assert other.names == model.names
    # the format demands limits of a prismatic joint
    assert (other.lower.tolist(), other.upper.tolist()) == ([-1e9] * 2, [1e9] * 2)


def test_sdf_says_what_the_model_is():
    model = lieref.catalogue.random_tree(4, 1, ("revolute", "helical", "spherical", "prismatic"))
    root = ElementTree.fromstring(model.to_sdf())
    links, joints = root.findall(".//link"), root.findall(".//joint")
    assert [x.get("name") for x in links] == list(model.names)
    assert [x.get("type") for x in joints] == ["revolute", "screw", "ball", "prismatic"]
    for i, (link, joint) in enumerate(zip(links, joints, strict=True)):
        parent = int(model.parents[i])
        pose = [float(x) for x in link.findtext("pose").split()]
        assert link.find("pose").get("relative_to") == (
            model.names[parent] if parent >= 0 else None
        )
        np.testing.assert_array_equal(pose[:3], model.placements[i][:3, 3])
        R = np.reshape(from_roll_pitch_yaw(tuple(pose[3:])), (3, 3))
        assert abs(R - model.placements[i][:3, :3]).max() <= 8 * EPS
        assert float(link.findtext("inertial/mass")) == model.masses[i]
        com = [float(x) for x in link.findtext("inertial/pose").split()]
        assert com == [*model.coms[i], 0.0, 0.0, 0.0]
        assert float(link.findtext("inertial/inertia/iyz")) == model.inertias[i][1, 2]
        assert joint.findtext("parent") == (model.names[parent] if parent >= 0 else "world")
        assert joint.findtext("child") == model.names[i]
    turn = float(joints[1].findtext("screw_thread_pitch"))
    assert turn == 2 * np.pi * model.joints[1].pitch
    free = lieref.catalogue.random_tree(2, 1, ("revolute",), "free")
    assert len(ElementTree.fromstring(free.to_sdf()).findall(".//joint")) == 1
