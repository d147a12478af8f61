"""Generated inverse dynamics with adjacent orders in vector lanes."""

import numpy as np
import pytest
from support.programs.compiling import assert_passes, called
from support.programs.generated_robots import joints_of_every_kind, with_physics
from support.trees.robots import ROBOTS, example_robot

import lieref
from lieref.codegen.generated_functions import FUNCTIONS
from lieref.codegen.tracing import traced
from lieref.errors import ArgumentError

FLAGS = ("-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic")


@pytest.mark.parametrize("order_lanes", [2, 4, 8])
@pytest.mark.parametrize("order", [1, 2, 5])
@pytest.mark.parametrize("robot", [ROBOTS["quadruped"], joints_of_every_kind])
def test_all_orders(robot, order, order_lanes, tmp_path):
    model, rng = with_physics(robot()), np.random.default_rng(order)
    q, v = model.random_configuration(rng), rng.standard_normal((order + 2, model.nv))
    code = lieref.generate(model, order=order, order_lanes=order_lanes, states=0)
    _, (found,) = called(code, tmp_path, (q, v), [(order + 1, model.nv)], flags=FLAGS)
    for row, exact in zip(found, lieref.inverse_dynamics(model, q, v), strict=True):
        np.testing.assert_allclose(row, exact, rtol=0, atol=1e-13 * np.abs(exact).max())


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize("scalar", ["double", "float"])
def test_the_test_program_passes(scalar, axes, tmp_path):
    model = with_physics(joints_of_every_kind())
    code = lieref.generate(
        model, order=3, order_lanes=2, scalar=scalar, wrenches=[0, 2], wrench_axes=axes, states=1
    )
    assert_passes(code, tmp_path, FLAGS)


def test_statements_of_several_orders():
    """A vector of four orders takes as few operations as a number."""
    model = example_robot("ur5", "fixed")
    single, several = (
        traced(model, FUNCTIONS["inverse_dynamics"], 3, None, lanes).operations for lanes in (1, 4)
    )
    assert several["add"] + several["mul"] <= 0.45 * (single["add"] + single["mul"])
    assert several["lanes"] <= 0.1 * (single["add"] + single["mul"])


@pytest.mark.parametrize(
    ("function", "options"),
    [
        ("forward_dynamics", {}),
        ("inverse_dynamics", {"lanes": 2}),
        ("inverse_dynamics", {"base": "hybrid"}),
        ("inverse_dynamics", {"order_lanes": 3}),
    ],
)
def test_what_has_no_orders_in_lanes(function, options):
    with pytest.raises(ArgumentError, match="order_lanes"):
        lieref.generate(ROBOTS["two_link"](), function, states=0, **{"order_lanes": 4} | options)
    with pytest.raises(ArgumentError, match="order_lanes"):
        lieref.generate(lieref.catalogue.four_bar(), order_lanes=4, states=0)
