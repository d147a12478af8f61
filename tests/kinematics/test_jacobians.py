"""Jacobians and their time derivatives against the definitions and each other."""

from math import comb

import numpy as np
import pytest
from support.references.kinematic_references import (
    DIGITS,
    POINT,
    REPRESENTATIONS,
    ROOTS,
    K,
    error,
    jacobians,
    poses,
    state,
    twists,
)
from support.trees.robots import draw
from support.trees.spatial_robots import EPS, bases

from lieref.algebra.groups.screw_arrays import product, times
from lieref.errors import ArgumentError, ShapeError
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.kinematics.jacobian import jacobian
from lieref.kinematics.jacobian_columns import column_series
from lieref.kinematics.jacobians import (
    jacobian_derivatives,
    system_jacobian,
    system_jacobian_derivatives,
)
from lieref.kinematics.posture import posture_over

# Doubles against the definitions at 60 digits, each order by its largest entry: terms of order k
# grow as the joint rates to the k, results less. Worst seen: 2.8, 8.9, 28, 48 eps at orders 0 to 3.
DOUBLES = 12 * EPS * 3.0 ** np.arange(4)
# Two ways to the same twists: sums over all columns. Worst seen: 23 eps at orders up to 3.
SUMS = 100 * EPS


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize("seed", [1])
def test_every_representation_is_its_definition(root, seed):
    model, q, v = state(root, 3, seed)
    bodies = [model.names.index("hand"), model.names.index("side")]
    reference = jacobians(model, q, v, bodies, POINT)
    at = posture_over(K, model, list(q), v.tolist())
    arm = np.array([[K(x) for x in POINT]], object)
    for body in bodies:
        for representation in REPRESENTATIONS:
            # order, coordinate, component
            series = np.array(reference[body][representation], object).transpose(2, 0, 1)[:4]
            found = column_series(at, np.array([body]), arm, representation, 4)[:, 0]
            doubles = jacobian_derivatives(model, q, v, body, representation, POINT)
            for k in range(4):
                assert error(found[k], series[k]) < DIGITS
                plain = np.array([[float(x) for x in row] for row in series[k]]).T
                plain *= [1, 1, 2, 6][k]
                assert abs(doubles[k] - plain).max() < DOUBLES[k] * abs(plain).max()
            now = jacobian(model, q, model.names[body], representation, POINT)
            assert abs(now - doubles[0]).max() < DOUBLES[0] * abs(now).max()


@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("robot", ["every_joint_free", "quadruped", "arm"])
def test_jacobian_times_velocity_is_the_twist(robot, representation):
    model, q, v = draw(robot, "generic", r=2)
    for base in bases(model):
        _, V = forward_kinematics(model, q, v, base, representation)
        J = system_jacobian_derivatives(model, q, v[:3], representation, base)
        for k in range(4):
            # V^(k) = sum_j binom(k, j) J^(j) v^(k-j)
            total = sum(comb(k, j) * J[j] @ v[k - j] for j in range(k + 1)).reshape(-1, 6)
            assert abs(total - V[k]).max() < SUMS * abs(V[k]).max()
        assert np.array_equal(system_jacobian(model, q, representation, base), J[0])
        for body in range(model.nbodies):
            rows = slice(6 * body, 6 * body + 6)
            one = jacobian_derivatives(model, q, v[:3], body, representation, base=base)
            assert abs(one - J[:, rows]).max() < SUMS * abs(J).max()


@pytest.mark.parametrize("base", REPRESENTATIONS)
def test_every_base_at_sixty_digits(base):
    """J v and its derivatives are the twists of the oracle's poses."""
    model, q, v = state("free_root", 3, 6)
    reference = poses(model, q, v, base)
    at = posture_over(K, model, list(q), v.tolist(), base)
    body = model.names.index("hand")
    arm = np.array([[K(x) for x in POINT]], object)
    for representation in REPRESENTATIONS:
        J = at.in_base(column_series(at, np.array([body]), arm, representation, 3))[:, 0]
        V = product(J.swapaxes(1, 2), at.rates, times)
        expected = np.array(twists(reference[body], POINT)[representation], object)
        assert error(V, expected.T[:3]) < DIGITS


def test_as_many_derivatives_as_v_has_rows():
    model, q, v = draw("quadruped", "generic", r=2)
    longer = jacobian_derivatives(model, q, v, 3, "hybrid")
    assert longer.shape == (len(v) + 1, 6, model.nv)
    none = jacobian_derivatives(model, q, v[:0], 3, "hybrid")
    assert none.shape == (1, 6, model.nv)
    assert np.array_equal(none[0], longer[0])
    assert longer.flags.c_contiguous


def test_bodies_and_orders_that_are_none_are_refused():
    model, q, _ = draw("quadruped", "generic", r=1)
    for body in ("tail", model.nbodies, -1, 1.0, True):
        with pytest.raises((ArgumentError, ShapeError)):
            jacobian(model, q, body)
    with pytest.raises(ShapeError):
        jacobian_derivatives(model, q, np.zeros((171, model.nv)), 0)
