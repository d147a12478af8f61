"""Products of partials of any order with vectors: against the matrices, and each other."""

import numpy as np
import pytest
from support.partials.partial_cases import interleaved
from support.references.tolerances import EPS
from support.trees.oracle_robots import TREES, random_state, random_tree
from support.trees.robots import draw, with_physics

import lieref
from lieref.dynamics.shared.motion_rows import factorials
from lieref.oracle.scalars.scalars import Arb
from lieref.partials.orders.order_directions import motion
from lieref.partials.orders.order_directions_twin import forces, gradients, moves, weights
from lieref.partials.orders.order_partials_twin import series_of_partials
from lieref.partials.orders.order_products_twin import series_jvp, series_vjp

K = Arb(60)
DIGITS = 1e-45
BASES = ("body", "spatial", "hybrid", "mixed")
# By the largest of the products. Found: 2e-15.
PRODUCTS = 64 * EPS


def assert_equal(found, expected, limit=PRODUCTS):
    """Rows, each by its largest number."""
    for x, y in zip(np.atleast_2d(found), np.atleast_2d(expected), strict=True):
        assert abs(x - y).max() <= limit * abs(y).max()


def assert_products(model, q, v, base, seed=1):
    rng, n = np.random.default_rng(seed), len(v) - 1
    dq, dv, w = (rng.standard_normal(x) for x in ((model.nv,), v.shape, (n, model.nv)))
    by_q, by_v = lieref.inverse_dynamics_order_partials(model, q, v, base)
    tau = lieref.inverse_dynamics_order_jvp(model, q, v, dq, dv, base)
    assert_equal(tau, by_q @ dq + np.einsum("kjac,jc->ka", by_v, dv))
    found = lieref.inverse_dynamics_order_vjp(model, q, v, w, base)
    assert_equal(found.dtau_dq, np.einsum("ka,kac->c", w, by_q))
    assert_equal(found.dtau_dv, np.einsum("ka,kjac->jc", w, by_v))


@pytest.mark.parametrize("name", TREES)
def test_twin_at_fifty_digits_is_the_product(name):
    model, rng = random_tree(name, seed=5), np.random.default_rng(1)
    q, v, _, _ = random_state(model, 2, seed=6)
    with K.working():
        xi, dv, da = (
            np.array([[K(x) for x in row] for row in rng.standard_normal((3, model.nv))])
            for _ in range(3)
        )
        matrices = series_of_partials(model, q, v, K)
        tau = series_jvp(model, q, v, xi, dv, da, K)
        rows = series_vjp(model, q, v, xi, K)
        for k in range(3):
            pairs = [(tau[k], sum(
                X[k - i] @ x[i] for X, x in zip(matrices, (xi, dv, da), strict=True)
                for i in range(k + 1)
            ))]  # fmt: skip
            pairs += [
                (row[k], sum(xi[i] @ X[k - i] for i in range(k + 1)))
                for row, X in zip(rows, matrices, strict=True)
            ]
            for mine, theirs in pairs:
                size = max(abs(K.to_float(x)) for x in theirs)
                assert all(
                    abs(K.to_float(x - y)) <= DIGITS * size
                    for x, y in zip(mine, theirs, strict=True)
                )


@pytest.mark.parametrize("r", [0, 1, 2, 5])
@pytest.mark.parametrize("name", TREES)
def test_products_are_those_of_the_matrices(name, r):
    model = random_tree(name, seed=5)
    q, v, _, _ = random_state(model, r, seed=6)
    assert_products(model, q, v, "body")


def exactly(function, model, at, *series):
    """A twin of the products, of doubles and rounded to doubles."""
    with K.working():
        exact = [np.array([[K(x) for x in row] for row in rows]) for rows in series]
        found = function(model, at.q, list(at.v), *exact, K)
        return np.vectorize(K.to_float)(found)


@pytest.mark.parametrize("base", BASES)
def test_kernel_against_twin(base):
    """Directions and weights on both sides of the products."""
    model, q, v = draw("every_joint_free", "generic", 2)
    rng, n = np.random.default_rng(4), len(v) - 1
    dq, dv, w = (rng.standard_normal(x) for x in ((model.nv,), v.shape, (n, model.nv)))
    at, whole = motion(model, q, v, base), factorials(n)[:, None]
    series = moves(at, dq, dv)
    tau = forces(at, exactly(series_jvp, model, at, *series), series[0])
    assert_equal(lieref.inverse_dynamics_order_jvp(model, q, v, dq, dv, base), tau * whole)
    body, turned = weights(at, w * whole)
    of_xi, of_v, of_a = exactly(series_vjp, model, at, body[::-1])[:, ::-1]
    of_q, of_rates = gradients(at, of_xi + turned, of_v, of_a)
    found = lieref.inverse_dynamics_order_vjp(model, q, v, w, base)
    assert_equal(found.dtau_dq, of_q)
    assert_equal(found.dtau_dv, of_rates)


@pytest.mark.parametrize("base", BASES)
def test_representations(base):
    model, q, v = draw("every_joint_free", "generic", 3)
    assert_products(with_physics(model, 1, "smooth"), q, v, base)


def test_any_numbering():
    model, rng = interleaved(), np.random.default_rng(3)
    assert_products(
        model, model.random_configuration(rng), rng.standard_normal((4, model.nv)), "hybrid"
    )


def test_two_free_roots():
    rng, builder = np.random.default_rng(5), lieref.ModelBuilder()
    for name, parent, joint in (
        ("a", None, lieref.Free()),
        ("b", None, lieref.Free()),
        ("c", "b", lieref.Revolute((0.6, 0, 0.8))),
    ):
        com = rng.uniform(-0.2, 0.2, 3)
        builder.add_body(name, parent, joint, None, 1.0, com, np.diag(rng.uniform(0.1, 0.15, 3)))
    model = builder.build()
    q = model.random_configuration(rng)
    assert_products(model, q, rng.standard_normal((4, model.nv)), "spatial")


def test_unlike_orders_and_motions_beyond_range_are_told():
    model = lieref.catalogue.serial_chain(2)
    q, v = np.zeros(2), np.ones((3, 2))
    with pytest.raises(lieref.ShapeError, match="dv"):
        lieref.inverse_dynamics_order_jvp(model, q, v, q, v[:2])
    with pytest.raises(lieref.ShapeError, match="w"):
        lieref.inverse_dynamics_order_vjp(model, q, v, v)
    with pytest.raises(lieref.NonFiniteError, match="beyond the range"):
        lieref.inverse_dynamics_order_vjp(model, q, 1e200 * v, v[:2])
