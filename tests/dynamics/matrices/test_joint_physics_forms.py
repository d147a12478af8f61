"""Closed forms of models whose joints have physics of their own."""

import numpy as np
import pytest
from support.references.tolerances import CLOSED_FORMS, DIGITS_50
from support.trees.robots import draw, with_physics

import lieref
from lieref import oracle

ROBOTS = ("arm", "every_joint_free", "quadruped")
FRICTION = ("smooth", "sign")


def state(robot, friction):
    """A model with physics, q, and v, a and the derivative of a (3, nv)."""
    model, q, v = draw(robot, "generic", r=1)
    return with_physics(model, 3, friction), q, v


@pytest.mark.parametrize("friction", FRICTION)
@pytest.mark.parametrize("robot", ROBOTS)
def test_forces_are_those_of_inverse_dynamics(robot, friction):
    model, q, v = state(robot, friction)
    tau = lieref.inverse_dynamics(model, q, v)
    bare = lieref.inverse_dynamics(model.without_joint_physics(), q, v)
    assert (abs(tau - bare).max(1) > 1e-3 * abs(bare).max(1)).all()
    for found in (
        lieref.euler_jourdain(model, q, *v[:2]),
        lieref.momentum_jourdain(model, q, *v[:2]),
    ):
        assert abs(found - tau[0]).max() <= CLOSED_FORMS * abs(tau[0]).max()
    tau = lieref.inverse_dynamics(model, q, v, "spatial")
    dense = lieref.grouped_matrices(model, q, v)
    for terms, row in zip(
        (lieref.closed_form(dense), lieref.closed_form_rate(dense)), tau, strict=True
    ):
        scale = max(abs(x).max() for x in (*terms, row))
        assert abs(terms.total - row).max() <= CLOSED_FORMS * scale


@pytest.mark.parametrize("friction", FRICTION)
def test_closed_forms_at_fifty_digits_are_the_oracle(friction):
    K = oracle.Arb(55)
    model, q, v = state("every_joint_free", friction)
    reference = np.array(oracle.inverse_dynamics(model, q, v, "spatial", field=K))
    with K.working():
        dense = lieref.grouped_matrices(model, q, v, K)
        for terms, row in zip(
            (lieref.closed_form(dense), lieref.closed_form_rate(dense)), reference, strict=True
        ):
            assert (abs(terms.total - row) <= DIGITS_50 * abs(row).max()).all()


@pytest.mark.parametrize("robot", ROBOTS)
def test_lagrange_matrices_have_the_armature_and_nothing_else(robot):
    model, q, v = state(robot, "smooth")
    found = lieref.lagrange_matrices(model, q, v[0])
    bare = lieref.lagrange_matrices(model.without_joint_physics(), q, v[0])
    H = lieref.joint_space_inertia(model, q)
    assert abs(found.H - H).max() <= CLOSED_FORMS * abs(H).max()
    assert np.array_equal(found.C_factored, bare.C_factored)
    assert np.array_equal(found.C_skew, bare.C_skew)
