"""Couplings and coupled mimics in URDF files, and each of them that is refused."""

import numpy as np
import pytest
from support.mechanisms.loop_urdf_texts import AT, coupling, four_bar, gamma, joint, link, read

from lieref.errors import ModelError
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model


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


def crossed(one, two, kind="continuous"):
    """one * qa = qb + qc and two * (qa + qe) = qb, both for qa and qb; kind: of qb and qc."""
    limit = '<limit lower="-1" upper="1" effort="1" velocity="1"/>' if kind == "prismatic" else ""
    return read(
        *map(link, ("base", "a", "b", "c", "e")),
        joint("qa", "base", "a", independent="false"),
        joint("qb", "base", "b", kind=kind, independent="false", extra=limit),
        joint("qc", "b", "c", kind=kind, extra=limit),
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


@pytest.mark.parametrize("length", [2.0**-60, 1.0, 2.0**60])
def test_whether_couplings_can_be_solved_does_not_depend_on_the_unit_of_length(length):
    """Ratios of slides to turns, the slides in m times the unit."""
    (both,) = crossed(repr(2 * length), repr(3 * length), "prismatic").couplings
    # turns by slides, turns by turns, slides by slides, slides by turns
    units = np.array([[1 / length, 1.0], [1.0, length]])
    assert np.abs(both.ratios / units + [[1, 3], [3, 6]]).max() <= 32 * np.finfo(float).eps
    # 1/3 and 0.1 are not doubles: a sum that cancels leaves a rounding error
    with pytest.raises(ModelError, match="'first': cannot be solved for .*'qa', 'qb'"):
        crossed(repr(0.1 * 3 * length), repr(0.3 * length), "prismatic")


def test_a_driven_joint_of_a_loop_is_not_asked_to_be_independent():
    parts = [*four_bar("false", "false", None), link("rotor"), joint("R", "base", "rotor")]
    model = read(*parts, coupling("c", "rotor", "rocker", "0.1"), assembly=AT | {"R": 15.0})
    assert [model.joint_names[i] for i in model.independent] == ["R"]


def test_couplings_need_joints_of_one_degree():
    parts = [p.replace('"C" type="continuous"', '"C" type="planar"') for p in four_bar()[:-1]]
    with pytest.raises(ModelError, match="coupling 'c': joint 'C' is planar, expected one degree"):
        read(*parts, coupling("c", "crank", "rocker"))


def test_a_missing_ratio_is_one():
    part = '<coupling name="c"><predecessor link="crank"/><successor link="rocker"/></coupling>'
    assert gamma(read(*four_bar(closing=part)))["C"] == [1, 0]


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
