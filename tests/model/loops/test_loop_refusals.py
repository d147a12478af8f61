"""Loops and couplings that the builder refuses, and what it says of them."""

import json
import math
import re

import numpy as np
import pytest
from support.mechanisms.loop_builders import (
    BOX,
    START,
    X,
    Z,
    chain,
    four_bar,
    shift,
)

from lieref.errors import (
    ModelError,
    NonFiniteError,
    ShapeError,
    SingularError,
)
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import (
    Fixed,
    Free,
    Prismatic,
    Revolute,
    Spherical,
)
from lieref.model.model import Model


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("a", "l1", "l1", Revolute(Z)), ModelError, "loop 'a': joins body 'l1' to itself"),
        (("a", "l0", "l1", Free()), ModelError, "loop 'a': a free joint closes nothing"),
        (("a", "l0", "l1", Revolute), ModelError, "loop 'a': .* is no joint"),
        (("", "l0", "l1", Revolute(Z)), ModelError, "name of a loop"),
        (("a", "l0", None, Revolute(Z)), ModelError, "loop 'a': successor"),
        (("a", "l0", "l1", Fixed(), 2 * np.eye(4)), ModelError, "predecessor_frame: last row"),
    ],
)
def test_loops_that_cannot_be(arguments, error, message):
    with pytest.raises(error, match=message):
        chain().add_loop(*arguments)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (((), "l0_joint", 1.0), ModelError, "driven: \\(\\), expected the name"),
        (("l0_joint", "l0_joint", 1.0), ModelError, "named more than once: \\['l0_joint'\\]"),
        (("l0_joint", "l1_joint"), ModelError, "neither ratios nor function"),
        (("l0_joint", "l1_joint", 1.0, 0.0, sum), ModelError, "beside a function"),
        (("l0_joint", "l1_joint", None, None, 3), ModelError, "function 3 cannot be called"),
        (("l0_joint", "l1_joint", [1.0, 2.0]), ShapeError, "ratios of shape \\(2,\\)"),
        ((("l0_joint", "l1_joint"), "l2_joint", [[1.0, 2.0]]), ShapeError, "expected \\(2, 1\\)"),
        (("l0_joint", ("l1_joint", "l2_joint"), [[1.0], [2.0]]), ShapeError, "expected \\(1, 2\\)"),
        (("l0_joint", "l1_joint", 1.0, [1.0, 2.0]), ShapeError, "offsets: shape"),
    ],
)
def test_couplings_that_cannot_be(arguments, error, message):
    with pytest.raises(error, match=message):
        chain().couple(*arguments)


def built(*constraints, n=3, joint=None, **arguments):
    b = chain(n, joint)
    for constrain in constraints:
        constrain(b)
    return b.build(**arguments)


def loop(*arguments):
    return lambda b: b.add_loop(*arguments)


def couple(*arguments, **named):
    return lambda b: b.couple(*arguments, **named)


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        ([loop("a", None, "tool", Revolute(Z))], "loop 'a': unknown body 'tool'"),
        ([loop("a", "tool", "l1", Revolute(Z))], "loop 'a': unknown body 'tool'"),
        ([loop("a", None, "l1", Fixed(), None, np.eye(4))] * 2, "loop names used more than once"),
        ([couple("l0_joint", "x", 1.0)], "coupling of l0_joint.*unknown joint 'x'"),
        (
            [couple(driven, "l1_joint", 1.0, name="c") for driven in ("l0_joint", "l2_joint")],
            "coupling names used more than once",
        ),
        ([couple("l0_joint", "l1_joint", 1.0)] * 2, "joint 'l0_joint' is driven twice"),
        ([couple("l0", "l1_joint", 1.0)], "unknown joint 'l0'; .* its joint is 'l0_joint'"),
        ([couple("l0_joint", "l1_joint", function=lambda y, m: [y[1]])], "joint': .*IndexError"),
        (
            [lambda b: b.constrain(["l0_joint", "l1_joint"], lambda y, m: y)],
            "^constraint 'constraint of l0_joint, l1_joint': its function returned",
        ),
        (
            [
                couple("l0_joint", "l1_joint", 1.0, name="c"),
                couple("l0_joint", "l2_joint", 1.0, name="d"),
            ],
            "joint 'l0_joint' is driven twice, by the couplings 'c' and 'd'",
        ),
        (
            [
                couple("l0_joint", "l1_joint", 1.0, name="c"),
                couple("l1_joint", "l2_joint", 1.0, name="d"),
                couple("l2_joint", "l0_joint", 1.0, name="e"),
            ],
            "circle: \\['c', 'd', 'e'\\]",
        ),
    ],
)
def test_constraints_that_the_tree_cannot_have(constraints, message):
    with pytest.raises(ModelError, match=message):
        built(*constraints)


def test_a_joint_of_several_degrees_cannot_be_coupled():
    with pytest.raises(ModelError, match="joint 'l0_joint' is spherical, expected one degree"):
        built(couple("l0_joint", "l1_joint", 1.0), joint=Spherical())


def test_arguments_for_loops_without_loops():
    with pytest.raises(ModelError, match="independent: given for a model without loops"):
        chain().build(independent=["l0_joint"])
    with pytest.raises(ModelError, match="assembly: given for a model without loops"):
        chain().build(assembly=[0, 0, 0])
    assert isinstance(chain().build(), Model)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({}, ModelError, "assembly: not closed.*loop 'close' by 0.0"),
        ({"assembly": [0.0, 0.0]}, ShapeError, "assembly: shape"),
        ({"assembly": [0.0, 0.0, math.nan]}, NonFiniteError, "assembly\\[2\\]"),
        ({"assembly": {"x": 1.0}}, ModelError, "assembly: unknown joint 'x'"),
        ({"assembly": {"crank_joint": math.inf}}, NonFiniteError, "joint 'crank_joint'"),
        ({"independent": "crank_joint"}, ModelError, "expected a sequence of names"),
        ({"independent": ["x"]}, ModelError, "independent: unknown joint 'x'"),
        ({"independent": ["crank_joint"] * 2}, ModelError, "'crank_joint' is named twice"),
        (
            {"independent": ["crank_joint", "rocker_joint"], "assembly": START},
            ModelError,
            "have 2 velocity coordinates, but loop 'close' leaves 1 independent",
        ),
    ],
)
def test_what_build_refuses(arguments, error, message):
    with pytest.raises(error, match=message):
        four_bar().build(**arguments)


def test_a_mechanism_that_is_too_short_names_its_gap():
    with pytest.raises(ModelError, match="loop 'close' by 0\\.[0-9]+; expected at most"):
        four_bar((0.1, 0.1, 0.1, 2.2)).build(assembly=START)


@pytest.mark.parametrize("given", [[0.0, 0.0, 0.0], [1.87, 1.375, -0.5]], ids=["toggle", "far"])
def test_where_a_loop_that_is_open_may_be_assembled(given):
    with pytest.raises(ModelError, match="give a start that closes, for example assembly=") as told:
        four_bar().build(assembly=given)
    start = json.loads(re.search(r"assembly=({.*?})", str(told.value))[1])
    assert four_bar().build(assembly=start).nv == 1


def test_no_mobility_left():
    with pytest.raises(ModelError, match="loop 'a': over-constrained, 3 .* leave no mobility"):
        built(loop("a", None, "l2", Fixed()), assembly=[0.5, 1.0, 0.7])


# The chain's joints stand on a line between two pins: it turns as a whole, or not at all.
STRETCHED = [(), (shift(3.0),)]


@pytest.mark.parametrize("frames", STRETCHED)
def test_a_stretched_chain_is_singular(frames):
    with pytest.raises(SingularError, match="loop 'a': closed at .* cannot move.*none was found"):
        built(loop("a", None, "l2", Revolute(Z), *frames))


def parallelograms(count):
    """A floating base with parallelograms that are laid flat, and toes beyond them."""
    b = ModelBuilder()
    b.add_body("base", None, Free(), None, 5.0, (0, 0, 0), BOX)
    for i in range(count):
        b.add_body(f"crank{i}", "base", Revolute(Z), shift(0, i), 1.0, (0.5, 0, 0), BOX)
        b.add_body(f"coupler{i}", f"crank{i}", Revolute(Z), shift(0.1), 1.0, (0.5, 0, 0), BOX)
        b.add_body(f"rocker{i}", "base", Revolute(Z), shift(0.2, i), 1.0, (0.5, 0, 0), BOX)
        b.add_loop(f"close{i}", f"coupler{i}", f"rocker{i}", Revolute(Z), shift(0.2), shift(0.1))
        b.add_body(f"toe{i}", f"coupler{i}", Revolute(Z), shift(0.2), 1.0, (0.5, 0, 0), BOX)
    return b


TOGGLES = {
    "parallelogram": lambda: four_bar((1.0, 2.0, 1.0, 2.0)),
    "in space": lambda: four_bar((1.0, 2.0, 1.0, 2.0), Spherical()),
    "small and two": lambda: parallelograms(2),
}


@pytest.mark.parametrize("name", TOGGLES)
def test_an_assembly_away_from_a_toggle_is_named(name):
    with pytest.raises(SingularError, match="rank-deficient at the assembly, 1 inst") as raised:
        TOGGLES[name]().build()
    told = json.loads(re.search(r"assembly=(\{.*\})$", str(raised.value))[1])
    model = TOGGLES[name]().build(assembly=told)
    # what is told is closed as far as its three digits say
    for joint, value in told.items():
        i = model.joint_names.index(joint)
        assert abs(model.assembly[model.tree.idx_q[i]] - value) <= 0.01 * abs(value)


def test_what_was_given_stays_in_the_assembly_that_is_named():
    b = parallelograms(1)
    given = {"toe0_joint": 0.12345678}
    with pytest.raises(SingularError, match='"toe0_joint": 0.12345678'):
        b.build(assembly=given)


def test_independent_joints_have_to_determine_the_others():
    # the slider of an elbow at its dead center: its own velocity is zero whatever the crank's is
    b = ModelBuilder()
    b.add_body("crank", None, Revolute(Z), None, 1.0, (0.5, 0, 0), BOX)
    b.add_body("rod", "crank", Revolute(Z), shift(1.0), 1.0, (1, 0, 0), BOX)
    b.add_body("slider", None, Prismatic(X), None, 1.0)
    b.add_loop("pin", "rod", "slider", Revolute(Z), shift(2.0), np.eye(4))
    at = {"slider_joint": 3.0}
    assert b.build(["crank_joint"], at).independent.tolist() == [0]
    with pytest.raises(ModelError, match=r"\['slider_joint'\] do not determine the other joints"):
        b.build(["slider_joint"], at)
