"""Centroidal momentum matrix, center-of-mass Jacobian and partials: oracle, identities, errors."""

from math import comb

import numpy as np
import pytest
from support.references.tolerances import CLOSED_FORMS
from support.trees.robots import ROBOTS
from support.trees.spatial_robots import bases, floats, motion

import lieref
from lieref import oracle
from lieref.errors import ShapeError
from lieref.oracle.scalars.scalars import Arb
from lieref.partials.idsva.centroidal_twin import centroidal_partials

K = Arb(50)
ORDERS = 3
SMALL = ("two_link", "every_joint", "every_joint_free", "aerial_manipulator", "two_trees")


def leibniz(matrices, v):
    """Derivatives of a matrix times v."""
    n = len(matrices)
    return np.array(
        [sum(comb(k, j) * matrices[j] @ v[k - j] for j in range(k + 1)) for k in range(n)]
    )


def assert_near(found, expected, factor=1.0):
    """Entries within the tolerance of the largest of them."""
    expected = np.asarray(expected)
    assert found.shape == expected.shape
    assert abs(found - expected).max() <= factor * CLOSED_FORMS * abs(expected).max()


@pytest.mark.parametrize("robot", SMALL)
def test_matrices_against_the_oracle(robot):
    model, q, v = motion(robot, ORDERS)
    for base in bases(model):
        expected = floats(
            oracle.centroidal_momentum_matrix_derivatives(model, q, v[:-1], base, digits=30)
        )
        found = lieref.centroidal_momentum_matrix_derivatives(model, q, v[:-1], base)
        centre = lieref.center_of_mass_jacobian_derivatives(model, q, v[:-1], base)
        mass = model.masses.sum()
        for k in range(ORDERS):
            assert_near(found[k], expected[k], k + 1)
            assert_near(centre[k], expected[k, 3:] / mass, k + 1)
        assert_near(lieref.centroidal_momentum_matrix(model, q, base), expected[0])
        assert_near(lieref.center_of_mass_jacobian(model, q, base), expected[0, 3:] / mass)
        assert_near(lieref.centroidal_bias(model, q, v[0], base), expected[1] @ v[0], 4)


@pytest.mark.parametrize("robot", [*ROBOTS, "two_trees"])
def test_matrices_times_the_velocity(robot):
    """h = A v, c' = J v, and their derivatives."""
    model, q, v = motion(robot, ORDERS)
    for base in bases(model):
        A = lieref.centroidal_momentum_matrix_derivatives(model, q, v[:-1], base)
        J = lieref.center_of_mass_jacobian_derivatives(model, q, v[:-1], base)
        h = lieref.centroidal_momentum(model, q, v, base)
        rates = lieref.center_of_mass(model, q, np.vstack([v, 0 * v[:1]]), base)[1:]
        for found, expected, matrices in ((leibniz(A, v), h, A), (leibniz(J, v), rates, J)):
            sizes = leibniz(abs(matrices), abs(v)).max(1)
            assert (abs(found - expected).max(1) <= CLOSED_FORMS * sizes).all(), base


@pytest.mark.parametrize("robot", SMALL)
def test_partials_against_the_oracle(robot):
    model, q, v = motion(robot, ORDERS)
    for base in bases(model):
        found = lieref.centroidal_momentum_partials(model, q, v[0], v[1], base)
        expected = oracle.centroidal_momentum_partials(model, q, v[0], v[1], base, digits=30)
        for x, y in zip(found, expected, strict=True):
            assert_near(x, floats(y), 4)


@pytest.mark.parametrize("robot", ["every_joint_free", "two_trees"])
def test_twin_of_the_partials_at_fifty_digits_is_the_oracle(robot):
    model, q, v = motion(robot, ORDERS)
    with K.working():
        found = centroidal_partials(model, q, v[0], v[1], K)
        expected = oracle.centroidal_momentum_partials(model, q, v[0], v[1], field=K)
        names = ("dh_dq", "dhdot_dq", "dhdot_dv", "dh_dv")
        for x, y in zip(found, (getattr(expected, name) for name in names), strict=True):
            difference = [K.to_float(z) for z in (x - np.array(y)).ravel()]
            assert np.abs(difference).max() <= 1e-45


def test_orders():
    model, q, v = motion("two_link", ORDERS)
    for call in (
        lieref.centroidal_momentum_matrix_derivatives,
        lieref.center_of_mass_jacobian_derivatives,
    ):
        assert len(call(model, q, v[:0])) == 1
        with pytest.raises(ShapeError, match="^v has 170 rows, expected at most 169"):
            call(model, q, np.zeros((170, model.nv)))
