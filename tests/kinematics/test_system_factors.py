"""The factors of the system Jacobian, their inverse, and the accelerations that they give."""

import numpy as np
import pytest
from support.references.kinematic_references import DIGITS, REPRESENTATIONS, ROOTS, K, error, state
from support.trees.spatial_robots import EPS

from lieref.algebra.groups.screw_arrays import ad, times
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.kinematics.jacobian_columns import column_series
from lieref.kinematics.jacobians import system_jacobian, system_jacobian_derivatives
from lieref.kinematics.posture import posture_over
from lieref.kinematics.system_factors import (
    FORMS,
    block_brackets,
    diagonal,
    factors,
    system_factors,
)

# Products of factors by the product of their largest entries. Worst seen: below 4 eps.
PRODUCTS = 16 * EPS
# Sums over all columns, by the result. Worst seen: below 25 eps.
SUMS = 100 * EPS


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("root", ROOTS)
def test_factors_of_the_system_jacobian(root, form):
    model, q, v = state(root, 2, 4)
    representation = form.partition("_")[0]
    rest = np.zeros((0, model.nv)).tolist()
    home = posture_over(K, model, list(model.neutral()), rest)
    at = posture_over(K, model, list(q), rest)
    exact = factors(at, home, model.parents, form)
    bodies, arms = np.arange(model.nbodies), np.zeros((model.nbodies, 3), object)
    J = column_series(at, bodies, arms, representation, 1)[0].swapaxes(1, 2)
    assert error(exact.A @ exact.X, J.reshape(-1, model.nv)) < DIGITS
    one = np.eye(6 * model.nbodies, dtype=int).astype(object)
    assert error(exact.A @ exact.inverse, one) < DIGITS
    for base in REPRESENTATIONS:
        found = system_factors(model, q, form, base)
        whole = system_jacobian(model, q, representation, base)
        scale = abs(found.A).max() * abs(found.X).max()
        assert abs(found.A @ found.X - whole).max() < PRODUCTS * scale
        unit = abs(found.A @ found.inverse - np.eye(len(found.A))).max()
        assert unit < PRODUCTS * abs(found.A).max() * abs(found.inverse).max()


@pytest.mark.parametrize("root", ROOTS)
def test_accelerations_by_the_factors(root):
    """(10), (18) of Müller, and (8) in the form that holds for joints of several degrees."""
    model, q, v = state(root, 2, 5)
    for representation in ("body", "spatial"):
        _, V = forward_kinematics(model, q, v, "body", representation)
        f = system_factors(model, q, representation)
        J, J_rate = system_jacobian_derivatives(model, q, v[:1], representation)
        if representation == "body":
            a = block_brackets((f.X @ v[0]).reshape(-1, 6))
            bias = -f.A @ a @ V[0].ravel()
            rate = -f.A @ a @ (J - f.X)
        else:
            b = block_brackets(V[0])
            bias = f.A @ b @ f.X @ v[0]
            rate = f.A @ b @ f.X
        assert abs(J_rate - rate).max() < SUMS * abs(rate).max()
        assert abs(J @ v[1] + bias - V[1].ravel()).max() < SUMS * abs(V[1]).max()


def test_block_brackets_are_brackets():
    rng = np.random.default_rng(2)
    V, W = rng.standard_normal((2, 4, 6))
    blocks = block_brackets(V)
    assert np.array_equal(blocks, diagonal(ad(V)))
    product = (blocks @ W.ravel()).reshape(4, 6)
    assert abs(product - times(ad(V), W)).max() <= 4 * EPS * abs(product).max()
    turned = np.cross(V[:, :3], W[:, :3])
    moved = np.cross(V[:, 3:], W[:, :3]) + np.cross(V[:, :3], W[:, 3:])
    assert abs(product - np.hstack([turned, moved])).max() <= 4 * EPS * abs(product).max()
