"""Joint physics on the joints of a mechanism's tree, independent and dependent ones."""

import numpy as np
import pytest
from support.mechanisms.loop_robots import draw
from support.trees.robots import with_physics

from lieref import forward_dynamics, inverse_dynamics, loops, oracle

MECHANISMS = ("geared_arm", "four_bar", "four_bar_free", "cam")
FORWARD = ("clusters", "projection", "projection_sparse", "multipliers")
# Roundings of projections; found: below 3e-14.
LIMIT = 1e-12


def moving(name, rows=4):
    plain, q, _, rng = draw(name)
    model = plain.with_joint_physics(*with_physics(plain.tree, 1).joint_physics)
    v = rng.standard_normal((rows, model.nv))
    return model, q, v, floats(oracle.loop_inverse_dynamics(model, q, v, digits=30))


def floats(x):
    return np.array(x, dtype=float)


def assert_close(found, reference):
    expected = floats(reference)
    assert abs(floats(found) - expected).max() <= LIMIT * (abs(expected).max() or 1.0)


@pytest.mark.parametrize("name", MECHANISMS)
def test_inverse_and_forward_dynamics(name):
    model, q, v, tau = moving(name)
    assert_close(loops.inverse_dynamics(model, q, v), tau)
    assert_close(loops.inverse_dynamics(model, q, v[:2], method="projected"), tau[:1])
    plain = loops.inverse_dynamics(model.without_joint_physics(), q, v)
    assert abs(tau - plain).max() > 1e-3 * abs(tau).max()
    assert_close(oracle.loop_forward_dynamics(model, q, v[0], tau, digits=30), v[1:])
    for method in FORWARD:
        assert_close(loops.forward_dynamics(model, q, v[0], tau, method=method), v[1:])
        assert_close(loops.forward_dynamics(model, q, v[0], tau[:1], method=method), v[1:2])


@pytest.mark.parametrize("name", [*MECHANISMS, "geared_arm_free", "rod_drive"])
def test_batches(name):
    model, q, v, tau = moving(name)
    states = [np.stack([x] * 3) for x in (q, v[0], tau)]
    assert_close(forward_dynamics(model, *states), np.stack([v[1:]] * 3))
    none = [x[:0] for x in states]
    assert forward_dynamics(model, *none).shape == (0, *tau.shape)


@pytest.mark.parametrize("base", ["spatial", "hybrid", "mixed"])
def test_other_bases(base):
    model, q, v, _ = moving("geared_arm_free")
    tau = floats(oracle.loop_inverse_dynamics(model, q, v, base, digits=30))
    assert_close(loops.inverse_dynamics(model, q, v, base), tau)
    assert_close(loops.forward_dynamics(model, q, v[0], tau, base), v[1:])


@pytest.mark.parametrize("name", MECHANISMS)
def test_accelerations_of_the_tree(name):
    """Forces on all joints, as the multipliers have it."""
    model, q, v, _ = moving(name)
    rates = loops.expand_motion(model, q, v[:2])[0]
    tau = np.random.default_rng(3).standard_normal((1, model.tree.nv))
    found = loops.forward_dynamics(model, q, rates[0], tau, coordinates="tree")
    method = {"coordinates": "tree", "method": "multipliers"}
    assert_close(found, loops.forward_dynamics(model, q, rates[0], tau, **method))
    # and what holds the loops does no work: G^T (tau - inverse dynamics) = 0
    held = loops.constraint_state(model, q, v[0])
    rest = tau[0] - inverse_dynamics(model.tree, q, np.array([rates[0], found[0]]))[0]
    assert abs(held.G.T @ rest).max() <= LIMIT * abs(tau).max() * 100


@pytest.mark.parametrize("name", ["four_bar", "cam"])
def test_constraint_forces(name):
    model, q, v, tau = moving(name, 2)
    held = loops.constraint_forces(model, q, v[0], tau[0])
    assert_close(held.vdot, v[1])
    reference = oracle.loop_constraint_forces(model, q, v, digits=30)
    if name == "four_bar":
        assert_close(held.loops, reference.loops[0])


@pytest.mark.parametrize("name", MECHANISMS)
def test_partials(name):
    model, q, v, tau = moving(name)
    at = (model, q, v[0])
    for kind, x in (("inverse", v[1]), ("forward", tau[0])):
        for order in ("partials", "second_partials"):
            found = getattr(loops, f"{kind}_dynamics_{order}")(*at, x)
            reference = getattr(oracle, f"loop_{kind}_dynamics_{order}")(*at, x, digits=30)
            for mine, expected in zip(found, reference, strict=True):
                assert_close(mine, expected)


@pytest.mark.parametrize("name", ["geared_arm", "four_bar_free"])
def test_inverse_operational_inertia(name):
    model, q, _, _ = moving(name)
    ends = [(model.names[-1], np.eye(4))]
    reference = oracle.loop_inverse_operational_inertia(model, q, ends, digits=30)
    for method in ("clusters", "projected", "projected_sparse"):
        assert_close(loops.inverse_operational_inertia(model, q, ends, method=method), reference)
