"""Identities between the operations, in doubles."""

import numpy as np
import pytest
from support.trees.algebra_samples import LOG_LIMIT, MATRIX_LIMIT, PRODUCT_LIMIT, screws

from lieref.algebra import SE3, SO3
from lieref.algebra.groups import inertia

RNG_SEED = 41
N = 50


def sample(kind="uniform", n=N):
    """Screws and their poses."""
    X = screws(np.random.default_rng(RNG_SEED), kind, n)
    return X, SE3.exp(X)


def largest(*arrays):
    """Product of 6 times the largest entries: scale of a chain of 6x6 products."""
    return float(np.prod([6.0 * abs(a).max() for a in arrays]))


def test_adjoint_is_a_homomorphism():
    _, C = sample()
    A, B = C[: N // 2], C[N // 2 :]
    product = SE3.Ad(A) @ SE3.Ad(B)
    error = abs(SE3.Ad(SE3.compose(A, B)) - product).max()
    assert error <= PRODUCT_LIMIT * largest(SE3.Ad(A), SE3.Ad(B))


def test_ad_is_a_homomorphism():
    X, _ = sample()
    V, Y = X[: N // 2], X[N // 2 :]
    bracket = SE3.ad(V) @ SE3.ad(Y) - SE3.ad(Y) @ SE3.ad(V)
    assert abs(SE3.ad(SE3.ad_mul(V, Y)) - bracket).max() <= PRODUCT_LIMIT * largest(V, Y)


def test_matrix_forms_and_their_products_agree():
    X, C = sample()
    V, W = X, X[::-1]
    limit = PRODUCT_LIMIT * largest(SE3.Ad(C), X)
    for product, matrix in (
        (SE3.Ad_mul(C, W), SE3.Ad(C)),
        (SE3.Ad_t_mul(C, W), SE3.Ad_t(C)),
        (SE3.Ad_inv_mul(C, W), SE3.Ad(SE3.inverse(C))),
        (SE3.Ad_inv_t_mul(C, W), SE3.Ad_t(SE3.inverse(C))),
        (SE3.ad_mul(V, W), SE3.ad(V)),
        (SE3.ad_t_mul(V, W), SE3.ad_t(V)),
    ):
        assert abs(product - (matrix @ W[..., None])[..., 0]).max() <= limit


def test_transposes_pair_with_the_same_power():
    X, C = sample()
    V, W = X, X[::-1]
    limit = PRODUCT_LIMIT * largest(SE3.Ad(C), X, X)
    assert np.array_equal(SE3.Ad_t(C), SE3.Ad(C).swapaxes(-1, -2))
    assert np.array_equal(SE3.ad_t(V), SE3.ad(V).swapaxes(-1, -2))
    for forward, backward in ((SE3.Ad_mul, SE3.Ad_t_mul), (SE3.Ad_inv_mul, SE3.Ad_inv_t_mul)):
        power = (forward(C, V) * W).sum(-1) - (V * backward(C, W)).sum(-1)
        assert abs(power).max() <= limit
    power = (SE3.ad_mul(V, W) * X).sum(-1) - (W * SE3.ad_t_mul(V, X)).sum(-1)
    assert abs(power).max() <= PRODUCT_LIMIT * largest(X, X, X)


@pytest.mark.parametrize("kind", ["log-uniform", "uniform", "near pi"])
def test_log_inverts_exp(kind):
    X, C = sample(kind)
    # Ad of C carries the rounding of C into X; 6 bounds |dexp^-1| up to pi
    limit = 6.0 * LOG_LIMIT * np.maximum(1.0, abs(X).max(-1))
    again = SE3.exp(SE3.log(C))
    assert (abs(again - C).max((-1, -2)) <= limit).all()
    assert (abs(SO3.exp(SO3.log(C[:, :3, :3])) - C[:, :3, :3]).max((-1, -2)) <= limit).all()


@pytest.mark.parametrize("kind", ["log-uniform", "uniform", "near pi", "around 2", "around 4.5"])
def test_dexp_inv_inverts_dexp(kind):
    X, _ = sample(kind)
    D, D_inv = SE3.dexp(X), SE3.dexp_inv(X)
    limit = 2.0 * MATRIX_LIMIT * largest(D, D_inv)
    assert abs(D @ D_inv - np.eye(6)).max() <= limit
    assert abs(SO3.dexp(X[:, :3]) @ SO3.dexp_inv(X[:, :3]) - np.eye(3)).max() <= limit


def test_left_and_right_differential_differ_by_the_adjoint():
    X, C = sample()
    D = SE3.dexp(X)
    limit = 2.0 * MATRIX_LIMIT * largest(SE3.Ad(C), D)
    assert abs(SE3.Ad(C) @ SE3.dexp(-X) - D).max() <= limit


def test_exp_of_minus_is_the_inverse():
    X, C = sample()
    assert abs(SE3.exp(-X) - SE3.inverse(C)).max() <= 2.0 * MATRIX_LIMIT * largest(C)


def test_quaternion_product_is_the_product_of_rotations():
    X, C = sample()
    a, b = SO3.exp_quaternion(X[:25, :3]), SO3.exp_quaternion(X[25:, :3])
    product = SO3.from_quaternion(SO3.quaternion_product(a, b))
    assert abs(product - C[:25, :3, :3] @ C[25:, :3, :3]).max() <= 6.0 * MATRIX_LIMIT


def test_quaternions_slightly_off_the_unit_sphere_mean_their_direction():
    q = SO3.exp_quaternion(sample()[0][:, :3])
    for factor in (1.0 - 9e-10, 1.0 + 9e-10):
        R = SO3.from_quaternion(factor * q)
        assert abs(R - SO3.from_quaternion(q)).max() <= MATRIX_LIMIT
        assert abs(SO3.log_quaternion(factor * q) - SO3.log_quaternion(q)).max() <= LOG_LIMIT


def test_energy_and_momentum_do_not_depend_on_the_frame():
    rng = np.random.default_rng(RNG_SEED)
    X, C = sample()
    mass, com = rng.uniform(0.1, 3.0, N), rng.normal(size=(N, 3))
    root = rng.normal(size=(N, 3, 3))
    about_com = root @ root.swapaxes(-1, -2)
    V = screws(rng, "uniform", N)
    M = inertia.spatial_inertia(mass, com, about_com)
    assert np.array_equal(M, M.swapaxes(-1, -2)) or abs(M - M.swapaxes(-1, -2)).max() <= (
        PRODUCT_LIMIT * largest(M)
    )
    h = inertia.product(M, V)
    limit = PRODUCT_LIMIT * largest(M, V)
    assert abs(inertia.momentum(mass, com, about_com, V) - h).max() <= limit
    moved, V_moved = inertia.transform(C, M), SE3.Ad_mul(C, V)
    limit = PRODUCT_LIMIT * largest(moved, V_moved, SE3.Ad(C))
    assert abs(inertia.product(moved, V_moved) - SE3.Ad_inv_t_mul(C, h)).max() <= limit
    energies = (h * V).sum(-1), (inertia.product(moved, V_moved) * V_moved).sum(-1)
    assert abs(energies[0] - energies[1]).max() <= limit * abs(V_moved).max() * 6.0
