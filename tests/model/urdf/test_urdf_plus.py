"""Loops in URDF files, and elements that are refused."""

import json
import math
import re

import numpy as np
import pytest
from support.mechanisms.loop_urdf_texts import AT, coupling, four_bar, joint, link, loop, read, text

from lieref.errors import ModelError, ModelWarning, SingularError
from lieref.model.joints.joints import Fixed, Planar, Prismatic, Revolute, Spherical
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.model.urdf import load_urdf


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


def test_flags_without_any_constraint_are_doubtful():
    with pytest.warns(ModelWarning, match=re.escape("joints ['j']")):
        model = read(link("base"), link("a"), joint("j", "base", "a", independent="false"))
    assert isinstance(model, Model)


def test_a_robot_without_loops_is_a_plain_model():
    parts = four_bar()[:-1]
    assert isinstance(read(*parts), Model)
    with pytest.raises(ModelError, match="assembly: given for a model without loops"):
        read(*parts, assembly={"A": 1.0})
    assert math.isinf(read(*parts).upper[0])
