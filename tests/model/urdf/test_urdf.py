"""The URDF reader on small robots: each feature of the format, and each robot it refuses."""

import math
import re
import warnings

import numpy as np
import pytest
from support.trees.urdf_texts import inertial, joint, link, read, robot

from lieref.errors import ModelError, ModelWarning, NonFiniteError
from lieref.model.joints.joints import Free, Mimic, Prismatic, Revolute
from lieref.model.mechanisms import catalogue
from lieref.model.urdf import load_urdf, read_urdf

EPS = np.finfo(float).eps


def one_joint(content='<limit lower="-1" upper="2"/>', kind="revolute", base="fixed"):
    return read(link("base"), link("arm"), joint("j", "base", "arm", kind, content), base=base)


def rotation(roll, pitch, yaw):
    """Rz(yaw) Ry(pitch) Rx(roll), from the three matrices."""
    (a, b, c), (s, t, u) = np.cos([roll, pitch, yaw]), np.sin([roll, pitch, yaw])
    rx = np.array([[1, 0, 0], [0, a, -s], [0, s, a]])
    ry = np.array([[b, 0, t], [0, 1, 0], [-t, 0, b]])
    rz = np.array([[c, -u, 0], [u, c, 0], [0, 0, 1]])
    return rz @ ry @ rx


def close(actual, expected, scale=1.0):
    return np.abs(np.asarray(actual) - expected).max() <= 16 * EPS * scale


def test_fixed_base():
    model = one_joint()
    assert (model.name, model.names, model.joint_names) == ("thing", ("arm",), ("j",))
    assert model.joints == (Revolute((1, 0, 0)),)
    assert (model.lower.tolist(), model.upper.tolist()) == ([-1], [2])
    assert model.masses.tolist() == [1.0] and np.diag(model.inertias[0]).tolist() == [1, 2, 3]
    assert model.gravity.tolist() == [0, 0, -9.81]


def test_free_base():
    model = one_joint(base="free")
    assert (model.names, model.joint_names) == (("base", "arm"), ("root_joint", "j"))
    assert model.joints == (Free(), Revolute((1, 0, 0)))
    assert model.parents.tolist() == [-1, 0]


def test_file_and_gravity(tmp_path):
    path = tmp_path / "r\u00f6bot.urdf"
    text = robot(link("base"), link("arm"), joint("j", "base", "arm"))
    for encoding in ("utf-8", "utf-16", "latin-1"):
        declared = f'<?xml version="1.0" encoding="{encoding}"?>\n<!-- \u00e9 -->{text}'
        path.write_bytes(declared.encode(encoding))
        assert load_urdf(path, gravity=(0, 0, 1.62)).gravity.tolist() == [0, 0, 1.62]
    assert load_urdf(str(path), base="free").nv == 7
    with pytest.raises(FileNotFoundError):
        load_urdf(tmp_path / "absent.urdf")


def test_a_name_is_led_to_what_finds_robots_by_name():
    with pytest.raises(FileNotFoundError, match=r"lieref\.check\.named_model\('panda'\)"):
        load_urdf("panda")


@pytest.mark.parametrize("head", ["", "\n  ", '<?xml version="1.0" encoding="latin-1"?>\n'])
def test_the_text_itself(head):
    text = head + robot(link("base"), link("ärm"), joint("j", "base", "ärm"))
    model = load_urdf(text)
    assert model.names == ("ärm",) and model == load_urdf(text.encode("utf-16"))
    with pytest.raises(ModelError, match="URDF:2: root element <mujoco>"):
        load_urdf("\n<mujoco/>")


@pytest.mark.parametrize("base", ["floating", None, 1])
def test_unknown_base(base):
    with pytest.raises(ModelError, match="base: "):
        one_joint(base=base)


def test_origin_of_a_joint():
    model = one_joint('<origin xyz="1 -2 .5" rpy="0.1 -0.7 2.5"/><limit/>')
    assert close(model.placements[0][:3, :3], rotation(0.1, -0.7, 2.5))
    assert model.placements[0][:3, 3].tolist() == [1, -2, 0.5]
    assert model.placements[0][3].tolist() == [0, 0, 0, 1]
    assert np.array_equal(one_joint('<origin rpy="0 0 0"/><limit/>').placements[0], np.eye(4))


def test_axis_is_scaled_to_unit_norm():
    assert one_joint('<axis xyz="0 -3 4"/><limit/>').joints == (Revolute((0, -0.6, 0.8)),)
    tiny = one_joint('<axis xyz="0 -3e-200 4e-200"/><limit/>').joints[0].axis
    huge = one_joint('<axis xyz="0 -3e300 4e300"/><limit/>').joints[0].axis
    assert close(tiny, (0, -0.6, 0.8)) and close(huge, (0, -0.6, 0.8))
    with pytest.raises(ModelError, match="joint 'j': axis is zero"):
        one_joint('<axis xyz="0 0 0"/><limit/>')
    # a fixed joint has no axis to speak of
    fixed = joint("f", "arm", "tool", "fixed", '<axis xyz="0 0 0"/>')
    assert read(link("base"), link("arm"), link("tool"), joint("j", "base", "arm"), fixed).nv == 1


def test_joint_types():
    assert one_joint("<limit/>", "prismatic").joints == (Prismatic((1, 0, 0)),)
    continuous = one_joint('<axis xyz="0 0 1"/>', "continuous")
    assert continuous.joints == (Revolute((0, 0, 1)),) and continuous.nq == 1
    assert (continuous.lower[0], continuous.upper[0]) == (-math.inf, math.inf)
    assert one_joint("", "floating").joints == (Free(),)
    planar = one_joint('<axis xyz="0 0 2"/>', "planar")
    assert planar.joints == (Prismatic((1, 0, 0)), Prismatic((0, 1, 0)), Revolute((0, 0, 1)))
    assert planar.names == ("arm:1", "arm:2", "arm") and planar.joint_names == ("j:1", "j:2", "j")


def test_limits_default_to_zero_and_must_be_there():
    model = one_joint('<limit upper="0.5" effort="1" velocity="2"/>')
    assert (model.lower[0], model.upper[0]) == (0.0, 0.5)
    for kind in ("revolute", "prismatic"):
        with pytest.raises(ModelError, match=rf"thing.urdf:4: joint 'j': no <limit>.*{kind}"):
            one_joint("", kind)


def test_inertial_frame_is_turned_into_link_axes():
    origin = '<origin xyz="0.1 0.2 -0.3" rpy="0.4 -0.5 0.6"/>'
    content = inertial(2.0, (1, 0.1, 0.2, 2, 0.3, 3), origin)
    model = read(link("base"), link("arm", content), joint("j", "base", "arm"))
    turn = rotation(0.4, -0.5, 0.6)
    own = np.array([[1, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.3, 3]])
    assert model.masses.tolist() == [2.0] and model.coms[0].tolist() == [0.1, 0.2, -0.3]
    assert close(model.inertias[0], turn @ own @ turn.T, 3)
    assert np.array_equal(model.inertias[0], model.inertias[0].T)


def test_fixed_links_are_merged_like_point_clouds():
    # the reference value: second moments of points, seen from the moving link
    rng = np.random.default_rng(5)
    clouds, parts, poses = {}, [], {"arm": np.eye(4)}
    for name, above in (("arm", None), ("tool", "arm"), ("tip", "tool"), ("ballast", "arm")):
        points, weights = rng.standard_normal((9, 3)), rng.uniform(0.1, 1.0, 9)
        mass, com = weights.sum(), weights @ points / weights.sum()
        d = points - com
        spread = np.einsum("i,ij,ik->jk", weights, d, d)
        own = np.trace(spread) * np.eye(3) - spread
        upper = [float(own[i, j]) for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))]
        at = f'<origin xyz="{" ".join(map(repr, com.tolist()))}"/>'
        parts.append(link(name, inertial(repr(float(mass)), upper, at)))
        if above:
            xyz, rpy = rng.standard_normal(3).tolist(), rng.standard_normal(3).tolist()
            text = f'<origin xyz="{xyz[0]} {xyz[1]} {xyz[2]}" rpy="{rpy[0]} {rpy[1]} {rpy[2]}"/>'
            parts.append(joint(f"to_{name}", above, name, "fixed", text))
            step = np.eye(4)
            step[:3, :3], step[:3, 3] = rotation(*rpy), xyz
            poses[name] = poses[above] @ step
        clouds[name] = points @ poses[name][:3, :3].T + poses[name][:3, 3], weights
    model = read(link("base"), *parts, joint("j", "base", "arm"))
    points = np.concatenate([cloud for cloud, _ in clouds.values()])
    weights = np.concatenate([weight for _, weight in clouds.values()])
    com = weights @ points / weights.sum()
    spread = np.einsum("i,ij,ik->jk", weights, points - com, points - com)
    assert model.names == ("arm",)
    assert close(model.masses[0], weights.sum(), weights.sum())
    assert close(model.coms[0], com, np.abs(points).max())
    assert close(model.inertias[0], np.trace(spread) * np.eye(3) - spread, np.trace(spread))


def test_joint_behind_a_fixed_link_hangs_on_the_moving_body():
    model = read(
        link("base"),
        link("arm"),
        link("flange"),
        link("hand"),
        joint("j", "base", "arm"),
        joint("f", "arm", "flange", "fixed", '<origin xyz="1 0 0" rpy="0 0 1.5707963267948966"/>'),
        joint("k", "flange", "hand", content='<origin xyz="2 0 0"/><limit/>'),
    )
    assert model.names == ("arm", "hand") and model.parents.tolist() == [-1, 0]
    assert close(model.placements[1][:3, 3], (1, 2, 0))
    assert close(model.placements[1][:3, :3], rotation(0, 0, math.pi / 2))


def test_fixed_base_drops_what_is_fixed_to_the_world():
    parts = (
        link("world", ""),
        link("base"),
        link("arm"),
        joint("f", "world", "base", "fixed", '<origin xyz="0 0 1"/>'),
        joint("j", "base", "arm", content='<origin xyz="0 2 0"/><limit/>'),
    )
    fixed, free = read(*parts), read(*parts, base="free")
    assert fixed.names == ("arm",) and fixed.placements[0][:3, 3].tolist() == [0, 2, 1]
    assert free.names == ("world", "arm") and free.masses.tolist() == [1.0, 1.0]
    assert free.coms[0].tolist() == [0, 0, 1]


def test_order_is_depth_first_by_the_name_of_the_joint():
    model = read(
        *map(link, ("base", "a", "b", "c", "d", "e")),
        joint("z", "base", "a"),
        joint("m", "base", "b", "fixed", ""),
        joint("q", "b", "c"),
        joint("B", "a", "d"),
        joint("a", "a", "e"),
    )
    assert model.joint_names == ("q", "z", "B", "a")
    assert model.names == ("c", "a", "d", "e")


def mimics(content, kind="revolute", source_kind="revolute"):
    limit = '<limit lower="0" upper="1"/>'
    return read(
        *map(link, ("base", "a", "b")),
        joint("ja", "base", "a", source_kind, limit),
        joint("jb", "a", "b", kind, limit + content),
    )


def test_mimic_is_kept_and_the_joint_stays_free_to_move():
    model = mimics('<mimic joint="ja" multiplier="-0.5" offset="0.1"/>')
    assert model.mimics == (Mimic("jb", "ja", -0.5, 0.1),) and model.nv == 2
    assert mimics('<mimic joint="ja"/>').mimics == (Mimic("jb", "ja", 1.0, 0.0),)


def test_mimic_that_cannot_be_imposed_is_never_dropped_silently():
    with pytest.warns(ModelWarning, match="no joint of the model: {'jb': 'ghost'}"):
        assert mimics('<mimic joint="ghost"/>').mimics == (Mimic("jb", "ghost"),)
    with pytest.warns(ModelWarning, match="no joint of the model: {'jb': 'ja'}"):
        mimics('<mimic joint="ja"/>', source_kind="fixed")
    with pytest.warns(ModelWarning, match=r"thing.urdf:6: joint 'jb': mimic of a fixed joint, dro"):
        assert mimics('<mimic joint="ja"/>', kind="fixed").mimics == ()
    with pytest.raises(ModelError, match="mimic of joint 'jb': joint 'ja' is planar"):
        mimics('<mimic joint="ja"/>', source_kind="planar")
    with pytest.raises(ModelError, match="mimic of joint 'jb': joint 'jb' is floating"):
        mimics('<mimic joint="ja"/>', kind="floating")
    with pytest.raises(ModelError, match="<mimic> without 'joint'"):
        mimics("<mimic/>")
    with pytest.raises(ModelError, match="mimic of joint 'jb': multiplier: 'two'"):
        mimics('<mimic joint="ja" multiplier="two"/>')


def test_massless_link_that_moves_gives_a_warning():
    parts = (link("base"), link("arm"), joint("j", "base", "arm"))
    tip = (link("tip", ""), joint("k", "arm", "tip"))
    with pytest.warns(ModelWarning, match="thing: joint 'k': moves no mass"):
        assert read(*parts, *tip).masses.tolist() == [1.0, 0.0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read(*parts, link("tip", ""), joint("k", "arm", "tip", "fixed", ""))
        read(*parts, *tip, link("end"), joint("l", "tip", "end"))


def test_inertias_that_no_body_has():
    def arm(content):
        return read(link("base"), link("arm", content), joint("j", "base", "arm"))

    with pytest.warns(ModelWarning, match="body 'arm': inertia is not positive semidefinite"):
        assert arm(inertial(1.0, (1, 2, 0, 1, 0, 1))).inertias[0, 0, 1] == 2
    with pytest.raises(ModelError, match="thing.urdf:3: link 'arm': moments of inertia"):
        arm(inertial(1.0, (1, 0, 0, 1, 0, -1e-6)))
    with pytest.raises(ModelError, match="thing.urdf:3: link 'arm': mass -1.0"):
        arm(inertial(-1.0))
    with pytest.raises(ModelError, match="link 'arm': <inertial> without <mass>"):
        arm("<inertial/>")
    with pytest.raises(ModelError, match="<inertia> without 'izz'"):
        arm(inertial().replace("izz", "zzz"))


def test_nothing_moves():
    with pytest.warns(ModelWarning, match="thing: no body: nothing of this model moves"):
        assert read(link("only")).names == ()
    assert read(link("only"), base="free").names == ("only",)


ABC = (link("a"), link("b"), link("c"))
STRUCTURE = {
    "thing.urdf:1: an empty robot, expected": (),
    "link names used more than once: ['a']": (link("a"), link("a")),
    "joint names used more than once: ['j']": (*ABC, joint("j", "a", "b"), joint("j", "b", "c")),
    "several root links, expected one: ['a', 'c']": (*ABC, joint("j", "a", "b")),
    "form a cycle, each the child of the next: ['a', 'c', 'b']": (
        *ABC,
        *(joint(f"j{i}", *ends) for i, ends in enumerate(("ab", "bc", "ca"))),
    ),
    "cycle, each the child of the next: ['b', 'c']": (
        *ABC,
        joint("j", "b", "c"),
        joint("k", "c", "b"),
    ),
    "joint 'k': its parent 'x' is no link": (*ABC, joint("j", "a", "b"), joint("k", "x", "c")),
    "joint 'k': its child 'x' is no link": (*ABC, joint("j", "a", "b"), joint("k", "a", "x")),
    "link 'b' is the child of two joints, 'j' and 'k'": (
        *ABC,
        joint("j", "a", "b"),
        joint("k", "c", "b"),
    ),
    "joint 'j': type 'ball', expected one of revolute": (*ABC, joint("j", "a", "b", "ball")),
    "thing.urdf:2: <link> without 'name'": ("<link/>",),
    "<joint> without 'name'": (*ABC, "<joint/>"),
    "<joint> without 'type'": (*ABC, '<joint name="j"/>'),
    "joint 'j': no <parent>": (*ABC, '<joint name="j" type="fixed"/>'),
    "joint 'j': no <child>": (*ABC, '<joint name="j" type="fixed"><parent link="a"/></joint>'),
    "<parent> without 'link'": (*ABC, '<joint name="j" type="fixed"><parent/></joint>'),
    "a second <inertial> in <link>": (link("a", inertial() * 2),),
    "a second <parent> in <joint>": (*ABC, joint("j", "a", "b", content='<parent link="c"/>')),
    "joint names used more than once: ['root_joint']": (
        link("a"),
        link("b"),
        joint("root_joint", "a", "b"),
    ),
}


@pytest.mark.parametrize("message", STRUCTURE)
def test_structure_that_is_no_tree(message):
    with pytest.raises(ModelError, match=re.escape(message)):
        read(*STRUCTURE[message], base="free")


def test_root_element():
    with pytest.raises(
        ModelError, match="x.xml:1: root element <mujoco>, expected <robot>; .*from_mjcf"
    ):
        read_urdf(b"<mujoco/>", "x.xml")
    with pytest.raises(ModelError, match="an empty robot without a name"):
        read_urdf(b"<robot/>")


@pytest.mark.parametrize(
    "text",
    ["", "1 2", "1 2 3 4", "1,2,3", "1 2 x", "1 2 nan", "1 2 inf", "1 2 1_0", "1 2 0x1", "1 2 ${a}"]
    + ["1 2 \u0663", "1 2 --1", "1 2 1e", "1 2 1e999"],
)
def test_numbers_are_finite_decimal_numbers(text):
    with pytest.raises(ModelError, match="joint 'j': origin xyz"):
        one_joint(f'<origin xyz="{text}"/><limit/>')


def test_a_long_text_is_not_shown_whole():
    with pytest.raises(ModelError) as caught:
        one_joint(f'<origin xyz="{"1 " * 10**5}"/><limit/>')
    assert "(200000 characters), expected 3" in str(caught.value) and len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "text, found",
    [
        ('<xacro:arm side="left"/>', "<xacro:arm>"),
        ('<link name="arm"><xacro:box/></link>', "<xacro:box>"),
        ('<link name="${side}_arm"/>', re.escape("'${side}_arm'")),
    ],
)
def test_macros_that_were_not_expanded(text, found):
    with pytest.raises(ModelError, match=rf"x.urdf:2: .*{found}, expected a file without macros"):
        read_urdf(f'<robot name="r"><link name="a"/>\n{text}</robot>'.encode(), "x.urdf")


def test_a_rotation_that_is_not_read():
    with pytest.raises(ModelError, match="joint 'j': origin with 'quat_xyzw', which is not read"):
        one_joint('<origin xyz="0 0 0" quat_xyzw="0 0 1 0"/><limit/>')


def test_errors_of_the_builder_name_the_file():
    with pytest.raises(ModelError, match=r"^thing.urdf: mimic joints follow each other"):
        mimics('<mimic joint="jb"/>')


def test_numbers_that_are_accepted():
    model = one_joint('<origin xyz=" +1.\t-.5e-1  2E+2 "/><limit/>')
    assert model.placements[0][:3, 3].tolist() == [1.0, -0.05, 200.0]


def test_overflow_on_the_way_is_reported():
    far = '<origin xyz="1.7e308 0 0"/>'
    with pytest.raises(NonFiniteError, match=r"body 'arm': placement\[0, 3\] is inf"):
        read(
            *map(link, ("base", "plate", "arm")),
            joint("f", "base", "plate", "fixed", far),
            joint("j", "plate", "arm", content=far + "<limit/>"),
        )


@pytest.mark.parametrize("blank", ["", "\n "])
def test_a_text_behind_a_byte_order_mark(blank, tmp_path):
    text = blank + catalogue.serial_chain(1).to_urdf()
    if blank:
        text = text.replace("<?xml version='1.0'?>", "")
    for given in (f"\ufeff{text}", text.encode("utf-8-sig"), text.encode("utf-16")):
        assert load_urdf(given).nv == 1
    path = tmp_path / "marked.urdf"
    path.write_text(text, encoding="utf-8-sig")
    assert load_urdf(path).nv == 1
    assert load_urdf(path.read_text(encoding="utf-8")).nv == 1
