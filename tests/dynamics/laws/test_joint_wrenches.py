"""Wrenches of joints against the oracle, forces of the joints and balances of mechanisms."""

import numpy as np
import pytest
from support.trees.robots import draw

import lieref
from lieref import catalogue, loops, oracle

# Of the largest wrench of an order: rounding makes up to 8 eps of trees, 11 of these mechanisms.
LIMIT = 32 * np.finfo(float).eps
MECHANISMS = {
    "four_bar": catalogue.four_bar,
    "stewart": catalogue.stewart_platform,
    "differential": catalogue.differential,
}


@pytest.mark.parametrize("base", ["body", "spatial", "hybrid", "mixed"])
@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize("wrench_axes", ["body", "inertial"])
def test_wrenches_are_those_of_the_oracle(base, axes, wrench_axes):
    model, q, v = draw("every_joint_free", "generic", 2)
    wrenches = np.random.default_rng(3).uniform(-5, 5, (len(v) - 1, model.nbodies, 6))
    found = lieref.joint_wrenches(model, q, v, base, wrenches, wrench_axes, axes)
    given = (model, q, v, base, wrenches, wrench_axes, axes)
    expected = np.array(oracle.joint_wrenches(*given, digits=30), float)
    error = np.abs(found - expected).max(axis=(1, 2)) / np.abs(expected).max(axis=(1, 2))
    assert error.max() <= LIMIT


@pytest.mark.parametrize("axes", ["body", "inertial"])
def test_leading_axes_broadcast(axes):
    model, q, v = draw("every_joint_free", "generic", 1)
    rng = np.random.default_rng(4)
    many = np.stack([[model.random_configuration(rng)] for _ in range(2)])
    wrenches = rng.uniform(-5, 5, (3, len(v) - 1, model.nbodies, 6))
    found = lieref.joint_wrenches(model, many, v, wrenches=wrenches, axes=axes)
    for i, j in np.ndindex(2, 3):
        alone = lieref.joint_wrenches(model, many[i, 0], v, wrenches=wrenches[j], axes=axes)
        assert np.abs(found[i, j] - alone).max() <= LIMIT * np.abs(alone).max()


def test_a_joint_drives_along_its_axis():
    """Its force is the wrench's share of the motion that it gives the body."""
    model, q, v = draw("serial_5", "generic", 0)
    found = lieref.joint_wrenches(model, q, v)[0]
    tau = lieref.inverse_dynamics(model, q, v)[0]
    for i, name in enumerate(model.names):
        J = lieref.jacobian(model, q, name)[:, i]
        assert abs(J @ found[i] - tau[i]) <= LIMIT * np.abs(tau).max()


@pytest.mark.parametrize("name", MECHANISMS)
@pytest.mark.parametrize("wrench_axes", ["body", "inertial"])
def test_joints_of_mechanisms_give_the_forces_of_motors_and_couplings(name, wrench_axes):
    """Others give none along the axes that they move about, at any time."""
    model, rng = MECHANISMS[name](), np.random.default_rng(5)
    q, v = model.assembly, rng.uniform(-1, 1, (4, model.nv))
    wrenches = rng.uniform(-1, 1, (3, model.nbodies, 6))
    found = lieref.joint_wrenches(model, q, v, "body", wrenches, wrench_axes)
    bare = model.without_joint_physics()
    tau = lieref.inverse_dynamics(bare, q, v, "body", wrenches, wrench_axes)
    given = {"wrenches": wrenches, "wrench_axes": wrench_axes}
    expected = loops.constraint_forces(bare, q, v[0], tau, **given).couplings
    expected[:, model.independent] += tau
    scale = np.abs(found).max(axis=(1, 2)) + np.abs(tau).max(axis=1)
    for i, body in enumerate(model.names):
        joint, first = model.tree.joints[i], int(model.tree.idx_v[i])
        # the axes of others turn in the body
        if joint.nv == 1 or joint.kind == "spherical":
            own = slice(first, first + joint.nv)
            along = found[:, i] @ lieref.jacobian(model.tree, q, body)[:, own]
            assert (np.abs(along - expected[:, own]).max(axis=1) <= LIMIT * scale).all()
