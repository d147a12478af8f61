"""Screw algebra on arrays of any scalar: against the compiled room, exactly over the integers."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from support.trees.spatial_robots import EPS

from lieref.algebra import SE3
from lieref.algebra.groups import screw_arrays as sa

# One dot product of three or six terms. Worst seen: 2 eps of the largest entry.
ROUNDED = 8 * EPS


def draws(seed, *shape):
    """Small integers, as objects."""
    return np.random.default_rng(seed).integers(-9, 9, shape).astype(object)


@pytest.mark.parametrize("seed", [1, 2])
def test_identities_over_the_integers(seed):
    X, Y, Z, W = draws(seed, 4, 3, 2, 6)
    assert (sa.bracket(X, Y) == sa.times(sa.ad(X), Y)).all()
    assert (sa.bracket(X, Y) == -sa.bracket(Y, X)).all()
    # Jacobi   [(116)]
    cyclic = ((X, Y, Z), (Y, Z, X), (Z, X, Y))
    assert (sum(sa.bracket(a, sa.bracket(b, c)) for a, b, c in cyclic) == 0).all()
    # ad_V^T W . Y = W . ad_V Y
    left = (sa.ad_t_times(X, W) * Y).sum(-1)
    assert (left == (W * sa.bracket(X, Y)).sum(-1)).all()
    x, y = X[..., :3], Y[..., :3]
    assert (sa.times(sa.skew(x), y) == sa.cross(x, y)).all()
    assert (sa.cross(x, y) == np.cross(x.astype(int), y.astype(int))).all()


def test_against_the_compiled_groups():
    rng = np.random.default_rng(3)
    X, Y = rng.standard_normal((2, 5, 6))
    C = SE3.exp(X)
    for found, reference in (
        (sa.Ad(C[:, :3, :3], C[:, :3, 3]), SE3.Ad(C)),
        (sa.ad(X), SE3.ad(X)),
        (sa.bracket(X, Y), SE3.ad_mul(X, Y)),
        (sa.ad_t_times(X, Y), SE3.ad_t_mul(X, Y)),
    ):
        assert abs(found - reference).max() <= ROUNDED * abs(reference).max()


def test_series_are_derivatives_over_factorials():
    """(a b)^(k) = sum_j binom(k, j) a^(j) b^(k-j), exactly over the rationals."""
    a = np.vectorize(Fraction, otypes=[object])(draws(4, 5, 3, 3))
    b = np.vectorize(Fraction, otypes=[object])(draws(5, 6, 3, 3))
    found = sa.derivatives(sa.product(sa.coefficients(a), sa.coefficients(b)))
    assert len(found) == 5
    for k in range(5):
        assert (found[k] == sum(comb(k, j) * a[j] @ b[k - j] for j in range(k + 1))).all()
    vector = sa.product(a, b[..., 0], sa.times)
    assert (vector == sa.product(a, b)[..., 0]).all()
    constant = sa.constant(a[0], 4)
    assert (constant[0] == a[0]).all() and not constant[1:].any()
