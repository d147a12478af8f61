"""Coriolis matrix of Lemma 1: kernel, twin and dense form agree; it is admissible."""

import numpy as np
import pytest
from support.references.tolerances import CLOSED_FORMS, COMPLEX_STEP, DIGITS_50, TWIN
from support.trees.robots import ROBOTS, STATES, draw
from support.trees.spatial_robots import bases, floats, motion, relative

from lieref import oracle
from lieref.dynamics.closed_forms import (
    coriolis_matrix,
    coriolis_matrix_complex,
    joint_space_inertia,
)
from lieref.dynamics.matrices import coriolis_twin as twin
from lieref.dynamics.matrices.grouped_matrices import grouped_matrices
from lieref.dynamics.matrices.joint_space_inertia import joint_space_inertia_derivatives

DOUBLE = oracle.Double()
STEP = 1e-100
SMALL = ("two_link", "arm", "quadruped", "every_joint", "every_joint_free", "aerial_manipulator")


def error(found, expected):
    """Max norm of the difference by that of what is expected."""
    return relative(np.asarray(found)[None], np.asarray(expected)[None])[0]


def size(model, q, v, base):
    """max |H| max |v|: the size of the products that C is the sum of, and may be far below."""
    return abs(joint_space_inertia(model, q, base)).max() * abs(v).max()


def cases(robot, state):
    """(model, q, v, base) for every representation that makes a difference."""
    model, q, v = motion(robot, 3, state)
    return [(model, q, v[0], base) for base in bases(model)]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_kernel_agrees_with_its_twin(robot, state):
    for model, q, v, base in cases(robot, state):
        expected = twin.coriolis_matrix(model, q.tolist(), v.tolist(), DOUBLE, base)
        expected = np.array(expected, float)
        found = coriolis_matrix(model, q, v, base)
        assert abs(found - expected).max() <= TWIN * size(model, q, v, base), base


@pytest.mark.parametrize("robot", SMALL)
def test_twin_at_fifty_digits_is_the_dense_form(robot):
    K = oracle.Arb(55)
    model, q, v = draw(robot, "generic")
    with K.working():
        dense = grouped_matrices(model, q, v[0], K)
        found = twin.coriolis_matrix(model, q.tolist(), v[0].tolist(), K, "spatial")
        expected = dense.coriolis_matrix
        # every ball, surely: the largest of balls may be another one's
        assert (abs(np.array(found) - expected) <= DIGITS_50 * abs(expected).max()).all()
        doubles = floats(expected.tolist())
    assert error(coriolis_matrix(model, q, v[0], "spatial"), doubles) <= CLOSED_FORMS


@pytest.mark.parametrize("robot", SMALL)
def test_twin_at_fifty_digits_gives_the_velocity_forces(robot):
    """C v = h for all representations: the oracle's generalized forces at v, less those at rest."""
    K = oracle.Arb(55)
    model, q, v = draw(robot, "generic")
    still = [0.0] * model.nv
    for base in bases(model):
        moving, resting = (
            np.array(oracle.inverse_dynamics(model, q, [x, still], base, field=K)[0])
            for x in (v[0].tolist(), still)
        )
        with K.working():
            C = np.array(twin.coriolis_matrix(model, q.tolist(), v[0].tolist(), K, base))
            h, reference = C @ [K(x) for x in v[0].tolist()], moving - resting
            assert (abs(h - reference) <= DIGITS_50 * abs(reference).max()).all()


@pytest.mark.parametrize("state", ["generic", "tiny", "near_pi", "fast", "far"])
@pytest.mark.parametrize("robot", [*ROBOTS, "two_trees"])
def test_rate_of_inertia_and_skew_symmetry(robot, state):
    for model, q, v, base in cases(robot, state):
        C = coriolis_matrix(model, q, v, base)
        rate = joint_space_inertia_derivatives(model, q, v[None], base)[1]
        # H' is symmetric, so that H' - 2 C is skew
        assert np.array_equal(rate, rate.T)
        assert abs(C + C.T - rate).max() <= CLOSED_FORMS * size(model, q, v, base), base


@pytest.mark.parametrize("robot", ROBOTS)
def test_complex_step_in_the_velocity(robot):
    """C is linear in v: its derivative along a direction is C at that direction."""
    model, q, v = draw(robot, "generic")
    for base in bases(model):
        found = coriolis_matrix_complex(model, q, v[0] + 1j * STEP * v[1], base)
        along, here = (coriolis_matrix(model, q, x, base) for x in (v[1], v[0]))
        assert error(found.imag / STEP, along) <= COMPLEX_STEP, base
        assert error(found.real, here) <= COMPLEX_STEP, base
