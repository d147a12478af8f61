"""Where a mechanism is assembled, its independent configurations, and joints that are locked."""

import numpy as np
import pytest
from support.mechanisms.loop_builders import shift as at

import lieref
from lieref import loops

Z, BOX = lieref.Revolute((0, 0, 1)), 0.01 * np.eye(3)


def four_bar(independent=None, assembly=None):
    b = lieref.ModelBuilder(gravity=(0, -9.81, 0))
    for name, parent, x in (("crank", None, 0), ("coupler", "crank", 0.2), ("rocker", None, 0.45)):
        b.add_body(name, parent, Z, at(x), 1.0, (0.1, 0.02, 0.01), BOX)
    b.add_loop("close", "coupler", "rocker", Z, at(0.5), at(0.4))
    return b.build(independent, assembly)


@pytest.mark.parametrize("independent", [["crank_joint"], None])
def test_a_joint_that_is_named_stays(independent):
    model = four_bar(independent=independent, assembly={"crank_joint": 1.0})
    assert model.assembly[0] == 1.0
    assert np.abs(loops.loop_residual(model, model.assembly)).max() <= 1e-15
    # what cannot be reached is a start
    far = four_bar(independent=independent, assembly={"rocker_joint": 0.6})
    assert far.assembly[2] > 1.2
    assert np.abs(loops.loop_residual(far, far.assembly)).max() <= 1e-15


def test_joints_that_are_named_and_do_not_fit_move():
    given = {"crank_joint": 1.0, "coupler_joint": -0.55, "rocker_joint": 1.3}
    model = four_bar(assembly=given)
    assert np.abs(model.assembly - list(given.values())).max() < 0.01
    assert np.abs(loops.loop_residual(model, model.assembly)).max() <= 1e-15
    # so do those that are nearly closed
    near = dict(zip(given, (model.assembly + 1e-11).tolist(), strict=True))
    again = four_bar(assembly=near)
    assert np.abs(loops.loop_residual(again, again.assembly)).max() <= 1e-15


def test_a_start_that_is_open_is_named():
    model = four_bar(assembly={"crank_joint": 1.0})
    for call in (
        lambda near: loops.expand(model, [1.0], near),
        lambda near: loops.inverse_dynamics(model, [1.0], [[1.0], [0.0]], near=near),
    ):
        with pytest.raises(lieref.ConfigurationError, match="near: loop 'close' is open by 0.075"):
            call(np.zeros(3))
    # a closed one that does not lead there
    with pytest.raises(lieref.ConfigurationError, match="^loop 'close': does not close beyond"):
        loops.expand(four_bar(["rocker_joint"], {"crank_joint": 1.0}), [-3.0], model.assembly)


def test_independent_configurations_are_integrated():
    model = four_bar(independent=["crank_joint"], assembly={"crank_joint": 1.0})
    y = model.integrate(model.neutral(), [0.1])
    assert y == pytest.approx([1.1], rel=1e-15)
    assert model.difference(model.neutral(), y) == pytest.approx([0.1], rel=1e-14)
    q = model.integrate(model.assembly, [0.1, 0.2, 0.3])
    assert q == pytest.approx(model.assembly + [0.1, 0.2, 0.3], rel=1e-15)
    with pytest.raises(lieref.ShapeError, match="q1"):
        model.difference(model.neutral(), model.assembly)


def test_independent_joints_of_several_degrees_and_batches():
    model = lieref.catalogue.four_bar(base="free")
    y, tree = model.neutral(), model.tree
    rng = np.random.default_rng(2)
    steps = 0.1 * rng.standard_normal((5, model.nv))
    moved = model.integrate(np.tile(y, (5, 1)), steps)
    assert moved.shape == (5, model.nq)
    whole = np.zeros((5, tree.nv))
    whole[:, model.independent] = steps
    wanted = tree.integrate(np.tile(model.assembly, (5, 1)), whole)[:, model.independent_q]
    assert np.array_equal(moved, wanted)
    np.testing.assert_allclose(model.difference(np.tile(y, (5, 1)), moved), steps, atol=1e-15)


def test_locked_joints():
    model = lieref.catalogue.five_bar()
    joint = model.joint_names[0]
    locked = model.reduced({joint: model.assembly[0]}, "locked")
    assert (locked.name, locked.nv, locked.nbodies) == ("locked", 1, model.nbodies - 1)
    np.testing.assert_allclose(locked.assembly, model.assembly[1:], rtol=0, atol=1e-12)
    # the same motion, and its force
    rng = np.random.default_rng(3)
    v = rng.standard_normal((2, 1))
    state = loops.constraint_state(locked, locked.assembly, v[0])
    rates, _ = loops.expand_motion(locked, locked.assembly, v)
    whole = np.insert(rates, 0, 0.0, axis=1)
    assert np.abs(loops.loop_jacobian(model, model.assembly) @ whole[0]).max() <= 1e-14
    tau = lieref.inverse_dynamics(model, model.assembly, whole[:, model.independent])
    along = np.insert(state.G[:, 0], 0, 0.0)[model.independent]
    found = lieref.inverse_dynamics(locked, locked.assembly, v)
    np.testing.assert_allclose(found[0], tau[0] @ along, rtol=1e-12)


def test_joints_that_are_not_locked_stay_at_the_assembly():
    b = lieref.ModelBuilder()
    for name, parent, x in (("crank", None, 0), ("coupler", "crank", 0.2), ("rocker", None, 0.45)):
        b.add_body(name, parent, Z, at(x), 1.0, (0.1, 0.02, 0.01), BOX)
    b.add_body("tool", "coupler", Z, at(0.25), 1.0, (0.1, 0, 0), BOX)
    b.add_loop("close", "coupler", "rocker", Z, at(0.5), at(0.4))
    model = b.build(assembly={"crank_joint": 1.0})
    locked = model.reduced(["tool_joint"])
    assert locked.nv == 1
    np.testing.assert_allclose(locked.assembly, model.assembly[:3], rtol=0, atol=1e-15)


def test_what_cannot_be_locked():
    model = four_bar(independent=["crank_joint"], assembly={"crank_joint": 1.0})
    with pytest.raises(lieref.ModelError, match="over-constrained|leave no mobility"):
        model.reduced({"crank_joint": 1.0})
    with pytest.raises(lieref.ModelError, match="assembly: not closed"):
        model.reduced(["crank_joint"])
    geared = lieref.catalogue.geared_motor()
    driven = geared.joint_names[0]
    with pytest.raises(lieref.ModelError, match=f"joint '{driven}' is locked, but coupling"):
        geared.reduced([driven])
