"""Proposition 1 in its dense form: an independent witness of the recursions."""

import numpy as np
import pytest
from support.references.tolerances import CLOSED_FORMS, DIGITS_50
from support.trees import spatial_robots
from support.trees.robots import ROBOTS
from support.trees.spatial_robots import relative

from lieref import oracle
from lieref.dynamics.closed_forms import coriolis_matrix, joint_space_inertia
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.dynamics.laws.generalized_forces import external_forces, gravity_forces
from lieref.dynamics.matrices.grouped_matrices import (
    closed_form,
    closed_form_rate,
    grouped_matrices,
)
from lieref.errors import ArgumentError, ShapeError
from lieref.kinematics.forward_kinematics import forward_kinematics

SMALL = ("two_link", "arm", "quadruped", "every_joint", "aerial_manipulator")


def motion(robot):
    """Model, q, v (3, nv) and wrenches (2, nbodies, 6)."""
    model, q, v = spatial_robots.motion(robot, 3)
    return model, q, v, np.random.default_rng(5).standard_normal((2, model.nbodies, 6))


@pytest.mark.parametrize("robot", [*SMALL, "two_trees"])
def test_proposition_1_at_fifty_digits_is_the_oracle(robot):
    K = oracle.Arb(55)
    model, q, v, wrenches = motion(robot)
    reference = oracle.inverse_dynamics(model, q, v, "spatial", wrenches.tolist(), field=K)
    given = np.array([[[K(x) for x in w] for w in rows] for rows in wrenches.tolist()], object)
    with K.working():
        dense = grouped_matrices(model, q, v, K)
        for found, row in zip(
            (closed_form(dense, given[0]).total, closed_form_rate(dense, given).total),
            np.array(reference),
            strict=True,
        ):
            # every ball, surely: the largest of balls may be another one's
            assert (abs(found - row) <= DIGITS_50 * abs(row).max()).all()


@pytest.mark.parametrize("robot", [*ROBOTS, "two_trees"])
def test_proposition_1_in_doubles(robot):
    model, q, v, wrenches = motion(robot)
    tau = inverse_dynamics(model, q, v, "spatial", wrenches)
    dense = grouped_matrices(model, q, v)
    first, second = closed_form(dense, wrenches[0]), closed_form_rate(dense, wrenches)
    for terms, row in ((first, tau[0]), (second, tau[1])):
        scale = max(abs(x).max() for x in (*terms, row))
        assert abs(terms.total - row).max() <= CLOSED_FORMS * scale
    H, C = joint_space_inertia(model, q, "spatial"), coriolis_matrix(model, q, v[0], "spatial")
    size = abs(H).max() * abs(v).max()
    assert abs(dense.joint_space_inertia - H).max() <= CLOSED_FORMS * abs(H).max()
    assert abs(dense.coriolis_matrix - C).max() <= CLOSED_FORMS * size
    assert abs(first.inertia - H @ v[1]).max() <= CLOSED_FORMS * size * 10
    assert abs(first.bias - C @ v[0]).max() <= CLOSED_FORMS * size * abs(v).max() * 10
    for found, other in (
        (first.gravity, gravity_forces(model, q, "spatial")),
        (first.external, external_forces(model, q, wrenches[0], "spatial")),
    ):
        assert abs(found - other).max() <= CLOSED_FORMS * max(abs(other).max(), abs(tau).max())
    for name in ("inertia", "bias", "gravity", "external"):
        assert getattr(closed_form(dense), name).shape == (model.nv,)
    assert not closed_form(dense).external.any() and not closed_form_rate(dense).external.any()


def test_table_2():
    model, q, v, _ = motion("every_joint")
    dense = grouped_matrices(model, q, v)
    n = model.nbodies
    blocks = dense.G_p.reshape(n, 6, n, 6)
    for i in range(n):
        above, j = set(), i
        while j >= 0:
            above.add(j)
            j = int(model.parents[j])
        for j in range(n):
            assert np.array_equal(blocks[i, :, j], np.eye(6) * (j in above))
    assert np.array_equal(dense.G_c, dense.G_p.T)
    assert abs(dense.M - dense.M.T).max() <= CLOSED_FORMS * abs(dense.M).max()
    # V = G_p S v and its rates, in the shifted frame: compare the angular parts
    twists = forward_kinematics(model, q, v, "spatial")[1]
    for k, found in enumerate((dense.V, dense.Vdot, dense.Vddot)):
        angular = found.reshape(n, 6)[:, :3]
        assert relative(angular[None], twists[k, None, :, :3])[0] <= CLOSED_FORMS


def test_the_base_block_stands_still():
    model, q, v, _ = motion("aerial_manipulator")
    dense = grouped_matrices(model, q, v)
    assert not dense.Sdot[:6].any() and not dense.Sddot[:6].any()
    assert dense.Sdot[6:].any() and dense.Sddot[6:].any()


def test_rates_of_what_was_not_given_are_zero():
    model, q, v, _ = motion("arm")
    still = grouped_matrices(model, q, v[0])
    assert not still.vdot.any() and not still.vddot.any()
    other = grouped_matrices(model, q, np.vstack([v[0], 0 * v[1:]]))
    assert np.array_equal(still.Vddot, other.Vddot)


def test_rows_of_a_motion():
    model, q, v, _ = motion("arm")
    for bad in (v[:0], np.vstack([v, v])):
        with pytest.raises(ShapeError, match="^v"):
            grouped_matrices(model, q, bad)


@pytest.mark.parametrize("function", [closed_form, closed_form_rate])
def test_what_is_no_matrices_is_an_error(function):
    model, q, v, wrenches = motion("two_link")
    with pytest.raises(ArgumentError, match="grouped_matrices"):
        function(model)
    with pytest.raises(ShapeError, match="^wrenches"):
        function(grouped_matrices(model, q, v), wrenches[None])
    with pytest.raises(ArgumentError, match="^K"):
        grouped_matrices(model, q, v, [])
