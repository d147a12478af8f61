"""Loops, couplings and coupled mimics in URDF files, and each of them that is refused."""

import json
import math
import re

import numpy as np
import pytest

from lieref.errors import ModelError, ModelWarning, SingularError
from lieref.model.joints.joints import Fixed, Planar, Prismatic, Revolute, Spherical
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.model.urdf import load_urdf, read_urdf

INERTIAL = (
    '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'
    "</inertial>"
)


def link(name):
    return f'<link name="{name}">{INERTIAL}</link>'


def joint(name, parent, child, xyz="0 0 0", kind="continuous", independent=None, extra=""):
    flag = "" if independent is None else f' independent="{independent}"'
    return (
        f'<joint name="{name}" type="{kind}"{flag}><parent link="{parent}"/>'
        f'<child link="{child}"/><origin xyz="{xyz}"/><axis xyz="0 0 1"/>{extra}</joint>'
    )


def loop(name, predecessor, successor, one="0 0 0", other="0 0 0", kind="revolute", extra=None):
    axis = '<axis xyz="0 0 2"/>' if extra is None else extra
    return (
        f'<loop name="{name}" type="{kind}"><predecessor link="{predecessor}">'
        f'<origin xyz="{one}" rpy="0 0 0"/></predecessor><successor link="{successor}">'
        f'<origin xyz="{other}"/></successor>{axis}</loop>'
    )


def coupling(name, predecessor, successor, ratio="6"):
    return (
        f'<coupling name="{name}"><predecessor link="{predecessor}"/>'
        f'<successor link="{successor}"/><ratio value="{ratio}"/></coupling>'
    )


def text(*parts):
    return ('<robot name="thing">\n' + "\n".join(parts) + "\n</robot>").encode()


def read(*parts, **arguments):
    return read_urdf(text(*parts), "thing.urdf", **arguments)


def four_bar(*flags, closing=None):
    """Base, crank 1, coupler 2, rocker 1.5, ground 2.2; flags of crank, coupler and rocker."""
    a, b, c = flags or (None,) * 3
    return (
        *map(link, ("base", "crank", "coupler", "rocker")),
        joint("A", "base", "crank", independent=a),
        joint("B", "crank", "coupler", "1 0 0", independent=b),
        joint("C", "base", "rocker", "2.2 0 0", independent=c),
        loop("D", "coupler", "rocker", "2 0 0", "1.5 0 0") if closing is None else closing,
    )


AT = {"A": 1.0, "B": -0.5, "C": 1.5}


def test_a_loop_that_is_flat_at_neutral_says_what_to_write():
    flat = (
        *map(link, ("base", "crank", "coupler", "rocker")),
        joint("A", "base", "crank"),
        joint("B", "crank", "coupler", "1 0 0"),
        joint("C", "base", "rocker", "2 0 0"),
        loop("D", "coupler", "rocker", "2 0 0", "1 0 0"),
    )
    with pytest.raises(SingularError, match="'D': rank-deficient at the assembly") as raised:
        read(*flat)
    told = json.loads(re.search(r"assembly=(\{.*\})$", str(raised.value))[1])
    assert read(*flat, assembly=told).nv == 1


def test_four_bar():
    model = read(*four_bar("true", "false", "False"), assembly=AT)
    assert isinstance(model, LoopModel)
    assert model.names == ("crank", "coupler", "rocker") and model.nv == 1
    assert model.independent.tolist() == [0]
    (closing,) = model.loops
    assert (closing.name, closing.predecessor, closing.successor) == ("D", "coupler", "rocker")
    assert closing.joint == Revolute((0, 0, 1))
    assert closing.predecessor_frame[:3, 3].tolist() == [2, 0, 0]
    assert closing.successor_frame[:3, 3].tolist() == [1.5, 0, 0]
    a, b, c = model.assembly
    tip = np.exp(1j * a) + 2 * np.exp(1j * (a + b))
    assert abs(tip - 2.2 - 1.5 * np.exp(1j * c)) <= 1e-8


def test_four_bar_from_a_file(tmp_path):
    path = tmp_path / "four_bar.urdf"
    path.write_bytes(text(*four_bar()))
    model = load_urdf(path, base="free", assembly=AT)
    # the coordinate that stays is the builder's choice, the base is a cluster of its own
    assert [c.bodies for c in model.clusters] == [(0,), (1, 2, 3)] and model.nv == 7
    with pytest.raises(ModelError, match="assembly: not closed.*loop 'D' by"):
        load_urdf(path)


@pytest.mark.parametrize(("flags", "kept"), [("ftf", 1), ("fft", 2), ("tff", 0), ("ff-", 2)])
def test_independent_joints(flags, kept):
    words = [{"t": "true", "f": "false", "-": None}[flag] for flag in flags]
    assert read(*four_bar(*words), assembly=AT).independent.tolist() == [kept]


def test_independent_joints_that_cannot_be():
    with pytest.raises(ModelError, match=r"independent: \['B', 'A'\] have 2 velocity coord"):
        read(*four_bar("true", "true", "false"), assembly=AT)
    with pytest.raises(ModelError, match="thing.urdf:6: joint 'A': independent 'maybe'"):
        read(*four_bar("maybe", "true", "false"), assembly=AT)
    with pytest.warns(ModelWarning, match=r"independent all the same.*joints \['B'\]"):
        # three flags for two constraints: one of the joints has to move freely
        model = read(*four_bar("false", "false", "false"), assembly=AT)
    assert model.independent.tolist() == [1]


def test_toggle_at_zero_is_named():
    flat = [p.replace("2.2 0 0", "1.5 0 0") for p in four_bar()]
    with pytest.raises(SingularError, match="loop 'D': rank-deficient"):
        read(*flat)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("revolute", Revolute((0, 0, 1))),
        ("continuous", Revolute((0, 0, 1))),
        ("prismatic", Prismatic((0, 0, 1))),
        ("planar", Planar((0, 0, 1))),
        ("spherical", Spherical()),
        ("fixed", Fixed()),
    ],
)
def test_types_of_loops(kind, expected):
    axes = ["1 0 0", "0 1 0", "0 0 1", "0 1 1", "1 0 1", "1 1 0", "1 2 3", "3 -1 2"]
    names = [f"l{i}" for i in range(9)]
    parts = list(map(link, names))
    for i, axis in enumerate(axes):
        part = joint(f"j{i}", names[i], names[i + 1], f"0.3 {0.1 * i} 0.2")
        parts.append(part.replace('<axis xyz="0 0 1"/>', f'<axis xyz="{axis}"/>'))
    # the ends meet at zero: the sum of all origins
    total = np.sum([[0.3, 0.1 * i, 0.2] for i in range(8)], axis=0)
    one = " ".join(map(str, total + [0.1, 0.2, 0.3]))
    model = read(*parts, loop("L", "l0", "l8", one, "0.1 0.2 0.3", kind))
    assert model.loops[0].joint == expected and model.loops[0].predecessor is None
    assert model.rank == (6 - {"planar": 3, "spherical": 3, "fixed": 0}.get(kind, 1),)


def test_an_end_on_the_base_is_the_predecessor():
    """The reader turns a loop round whose successor is fixed to the world."""
    parts = four_bar()[:-1]
    away = "2.2 0 0"
    turned = [p for p in parts if 'name="C"' not in p and "rocker" not in p]
    rod = [link("rod"), joint("E", "coupler", "rod", "2 0 0")]
    at = {"A": 1.0, "B": -0.5, "E": -2.0}
    there = read(*turned, *rod, loop("D", "base", "rod", away, "1.5 0 0"), assembly=at)
    back = read(*turned, *rod, loop("D", "rod", "base", "1.5 0 0", away), assembly=at)
    assert back.loops[0].predecessor is None and back.loops[0].successor == "rod"
    assert np.array_equal(back.loops[0].successor_frame, there.loops[0].successor_frame)
    assert np.array_equal(back.assembly, there.assembly)


def test_links_behind_fixed_joints():
    """A loop frame on a link that was merged into a body is moved along."""
    parts = list(four_bar(closing=loop("D", "tip", "rocker", "0.5 0 0", "1.5 0 0")))
    parts += [link("tip"), joint("weld", "coupler", "tip", "1.5 0 0", "fixed")]
    model = read(*parts, assembly=AT)
    assert model.loops[0].predecessor == "coupler"
    assert model.loops[0].predecessor_frame[:3, 3].tolist() == [2, 0, 0]
    assert np.abs(model.assembly - read(*four_bar(), assembly=AT).assembly).max() <= 1e-8


# A leg: hip and knee with a rotor each; the knee's rotor is on the hip's axis side of the thigh.
def geared_leg(*flags):
    hip, hip_rotor, knee, knee_rotor = flags or (None, "false", None, "false")
    return (
        *map(link, ("base", "thigh", "hip_rotor", "shank", "knee_rotor")),
        joint("hip", "base", "thigh", independent=hip),
        joint("hip_r", "base", "hip_rotor", "0 0 0.1", independent=hip_rotor),
        joint("knee", "thigh", "shank", "0 -0.3 0", independent=knee),
        joint("knee_r", "thigh", "knee_rotor", "0 0 0.1", independent=knee_rotor),
    )


def gamma(model):
    """The couplings as a matrix: coordinates of the tree by the independent ones, and the names."""
    n = model.tree.nv
    G = np.zeros((n, model.nv))
    G[model.independent, range(model.nv)] = 1.0
    index = {name: i for i, name in enumerate(model.joint_names)}
    for c in model.couplings:
        G[[index[d] for d in c.driven]] = c.ratios @ G[[index[s] for s in c.sources]]
    return {name: G[i].tolist() for name, i in index.items()}


def test_geared_leg():
    parts = geared_leg(), coupling("a", "thigh", "hip_rotor"), coupling("b", "shank", "knee_rotor")
    model = read(*parts[0], *parts[1:])
    assert [c.bodies for c in model.clusters] == [(0, 3), (1, 2)]
    # bodies are ordered depth first by joint names
    assert model.joint_names == ("hip", "knee", "knee_r", "hip_r")
    assert gamma(model) == {"hip": [1, 0], "knee": [0, 1], "knee_r": [0, 6], "hip_r": [6, 0]}
    # without the attribute the last joint of the successor is driven
    free = read(*geared_leg(None, None, None, None), *parts[1:])
    assert gamma(free) == gamma(model)
    # the rotors stay, the joints follow
    rotors = read(*geared_leg("false", None, "false", None), *parts[1:])
    assert gamma(rotors)["hip"] == [0, 1 / 6] and gamma(rotors)["knee"] == [1 / 6, 0]


def test_belt_along_two_joints():
    """The ankle's motor on the thigh turns by the sum of knee and ankle times the ratio."""
    parts = (
        *map(link, ("base", "thigh", "shank", "foot", "rotor")),
        joint("hip", "base", "thigh"),
        joint("knee", "thigh", "shank", "0 -0.3 0"),
        joint("ankle", "shank", "foot", "0 -0.3 0"),
        joint("motor", "thigh", "rotor", independent="false"),
    )
    model = read(*parts, coupling("belt", "foot", "rotor", "12"))
    assert gamma(model)["motor"] == [0, 12, 12]
    assert [c.bodies for c in model.clusters] == [(0,), (1, 2, 3)]


def differential(*flags):
    hip, knee, left, right = flags
    return (
        *map(link, ("base", "thigh", "shank", "motor_l", "motor_r")),
        joint("hip", "base", "thigh", independent=hip),
        joint("knee", "thigh", "shank", "0 -0.3 0", independent=knee),
        joint("left", "base", "motor_l", independent=left),
        joint("right", "base", "motor_r", independent=right),
    )


def test_differential_leg():
    # 2 (hip + knee) = left, 3 hip = right: solved for the motors one by one
    pair = coupling("one", "shank", "motor_l", "2"), coupling("two", "thigh", "motor_r", "3")
    model = read(*differential(None, None, "false", "false"), *pair)
    assert gamma(model) == {"hip": [1, 0], "knee": [0, 1], "left": [2, 2], "right": [3, 0]}
    # and for hip and knee together, in the order that the equations allow
    model = read(*differential("false", "false", None, None), *pair)
    assert np.abs(np.array(gamma(model)["hip"]) - [0, 1 / 3]).max() <= 1e-15
    assert np.abs(np.array(gamma(model)["knee"]) - [1 / 2, -1 / 3]).max() <= 1e-15


def test_couplings_in_the_order_that_their_unknowns_allow():
    # 2 (hip + knee) = left and 3 (hip + knee + toe) = right for knee and toe
    parts = (
        *differential(None, "false", None, None),
        link("foot"),
        joint("toe", "shank", "foot", "0 -0.3 0", independent="false"),
    )
    solved = gamma(
        read(
            *parts,
            coupling("two", "foot", "motor_r", "3"),
            coupling("one", "shank", "motor_l", "2"),
        )
    )
    at = {name: solved[name].index(1.0) for name in ("hip", "left", "right")}
    for name, expected in {
        "knee": {"hip": -1, "left": 1 / 2, "right": 0},
        "toe": {"hip": 0, "left": -1 / 2, "right": 1 / 3},
    }.items():
        for source, ratio in expected.items():
            assert abs(solved[name][at[source]] - ratio) <= 1e-15


def crossed(one, two):
    """one * qa = qb + qc and two * (qa + qe) = qb, both for qa and qb."""
    return read(
        *map(link, ("base", "a", "b", "c", "e")),
        joint("qa", "base", "a", independent="false"),
        joint("qb", "base", "b", independent="false"),
        joint("qc", "b", "c"),
        joint("qe", "a", "e"),
        coupling("first", "a", "c", one),
        coupling("second", "e", "b", two),
    )


def test_couplings_that_are_solved_together():
    model = crossed("2", "3")
    (both,) = model.couplings
    assert both.name == "first, second" and both.driven == ("qa", "qb")
    assert both.sources == ("qc", "qe")
    # qa = -qc - 3 qe and qb = -3 qc - 6 qe
    assert np.abs(both.ratios + [[1, 3], [3, 6]]).max() <= 32 * np.finfo(float).eps
    with pytest.raises(ModelError, match="'first': cannot be solved for .*'qa', 'qb'"):
        crossed("2", "2")


def test_a_driven_joint_of_a_loop_is_not_asked_to_be_independent():
    parts = [*four_bar("false", "false", None), link("rotor"), joint("R", "base", "rotor")]
    model = read(*parts, coupling("c", "rotor", "rocker", "0.1"), assembly=AT | {"R": 15.0})
    assert [model.joint_names[i] for i in model.independent] == ["R"]


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ('<loop type="revolute"/>', "9: <loop> without 'name'"),
        ('<loop name="D"/>', "9: loop 'D': no <predecessor>"),
        (loop("D", "coupler", "rocker", kind="floating"), "9: loop 'D': type 'floating', expected"),
        (loop("D", "coupler", "x"), "9: loop 'D': its successor 'x' is no link"),
        (loop("D", "x", "coupler"), "9: loop 'D': its predecessor 'x' is no link"),
        (loop("D", "coupler", "coupler"), "9: loop 'D': both its links belong to body 'coupler'"),
        (loop("D", "base", "base"), "9: loop 'D': both its links belong to body None"),
        (loop("D", "coupler", "rocker", one="1 2"), "9: loop 'D': predecessor: origin xyz: '1 2'"),
        (loop("D", "coupler", "rocker", other="nan 0 0"), "successor: origin xyz: 'nan 0 0'"),
        (loop("D", "coupler", "rocker", extra='<axis xyz="0 0 0"/>'), "9: .*axis is zero"),
        (loop("D", "coupler", "rocker", extra='<axis xyz="0 0"/>'), "9: .*axis: '0 0', expected 3"),
        (loop("D", "coupler", "rocker") * 2, "loop names used more than once: \\['D'\\]"),
        ('<coupling name="c"/>', "9: coupling 'c': no <predecessor>"),
        (
            '<coupling name="c"><predecessor/><successor link="rocker"/></coupling>',
            "<predecessor> without 'link'",
        ),
        (coupling("c", "crank", "rocker", "x"), "coupling 'c': ratio: 'x', expected 1 decimal"),
        (coupling("c", "crank", "rocker", "1 2"), "coupling 'c': ratio: '1 2'"),
        (coupling("c", "crank", "rocker").replace("value", "val"), "<ratio> without 'value'"),
        (coupling("c", "crank", "rocker") * 2, "coupling names used more than once"),
        (coupling("c", "coupler", "crank"), "9: coupling 'c': no moving joint leads to its succ"),
        (coupling("c", "base", "crank"), "9: coupling 'c': the joints \\['A'\\] depend on no oth"),
        (
            coupling("c", "crank", "rocker") + coupling("d", "coupler", "rocker"),
            "1 coupling\\(s\\) \\['d'\\] for 0 dependent joint",
        ),
    ],
)
def test_broken_elements(part, message):
    with pytest.raises(ModelError, match=message):
        read(*four_bar(closing=part))


def test_couplings_need_joints_of_one_degree():
    parts = [p.replace('"C" type="continuous"', '"C" type="planar"') for p in four_bar()[:-1]]
    with pytest.raises(ModelError, match="coupling 'c': joint 'C' is planar, expected one degree"):
        read(*parts, coupling("c", "crank", "rocker"))


def test_flags_without_any_constraint_are_doubtful():
    with pytest.warns(ModelWarning, match=re.escape("joints ['j']")):
        model = read(link("base"), link("a"), joint("j", "base", "a", independent="false"))
    assert isinstance(model, Model)


def test_a_missing_ratio_is_one():
    part = '<coupling name="c"><predecessor link="crank"/><successor link="rocker"/></coupling>'
    assert gamma(read(*four_bar(closing=part)))["C"] == [1, 0]


# ------------------------------------------------------------------------------------------ mimics


def gripper(content='<mimic joint="left" multiplier="-2" offset="0.5"/>', source="continuous"):
    return (
        *map(link, ("base", "one", "two")),
        joint("left", "base", "one", kind=source),
        joint("right", "base", "two", extra=content),
    )


def test_mimics_are_kept_or_coupled():
    kept = read(*gripper())
    assert isinstance(kept, Model) and kept.nv == 2 and kept.mimics[0].multiplier == -2
    coupled = read(*gripper(), mimics="couple")
    assert isinstance(coupled, LoopModel) and coupled.nv == 1 and coupled.tree.mimics == ()
    assert gamma(coupled)["right"] == [-2] and coupled.assembly.tolist() == [0, 0.5]
    assert coupled.couplings[0].name == "mimic of right"
    assert isinstance(read(*four_bar()[:-1], mimics="couple"), Model)


def test_mimics_that_cannot_be_coupled():
    with pytest.raises(ModelError, match="mimics: 'drop', expected 'keep' or 'couple'"):
        read(*gripper(), mimics="drop")
    with pytest.raises(ModelError, match="mimic of joint 'right': its source 'left' is no moving"):
        read(*gripper(source="fixed"), mimics="couple")
    with pytest.raises(ModelError, match="its source 'x' is no moving joint"):
        read(*gripper('<mimic joint="x"/>'), mimics="couple")
    with pytest.raises(ModelError, match="joints named more than once: \\['right'\\]"):
        read(*gripper('<mimic joint="right"/>'), mimics="couple")


def test_a_robot_without_loops_is_a_plain_model():
    parts = four_bar()[:-1]
    assert isinstance(read(*parts), Model)
    with pytest.raises(ModelError, match="assembly: given for a model without loops"):
        read(*parts, assembly={"A": 1.0})
    assert math.isinf(read(*parts).upper[0])
