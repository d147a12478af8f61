"""Products of forward dynamics' partials of any order with vectors: against the matrices."""

import numpy as np
import pytest
from support.partials.partial_cases import interleaved
from support.trees.oracle_robots import TREES, random_state, random_tree
from support.trees.robots import draw, with_physics

import lieref
from lieref import oracle
from lieref.oracle.scalars.scalars import Arb

K = Arb(40)
BASES = ("body", "spatial", "hybrid", "mixed")
# By the largest of the products, and by the condition of H. Found: 1.0e-12 of r <= 5.
PRODUCTS = 4e-12


def assert_equal(found, expected):
    """Rows, each by its largest number."""
    for x, y in zip(np.atleast_2d(found), np.atleast_2d(expected), strict=True):
        assert abs(x - y).max() <= PRODUCTS * abs(y).max()


def directions(model, n, seed=1):
    """dq, dv, dtau, and weights."""
    rng = np.random.default_rng(seed)
    shapes = ((model.nv,), (model.nv,), (n, model.nv), (n, model.nv))
    return [rng.standard_normal(x) for x in shapes]


def assert_products(model, q, v, base, blocks=None):
    tau = lieref.inverse_dynamics(model, q, v, base)
    dq, dv, dtau, w = directions(model, len(tau))
    if blocks is None:
        blocks = lieref.forward_dynamics_order_partials(model, q, v[0], tau, base)
    by_q, by_v, by_tau = blocks
    da = lieref.forward_dynamics_order_jvp(model, q, v[0], tau, dq, dv, dtau, base)
    assert_equal(da, by_q @ dq + by_v @ dv + np.einsum("kjac,jc->ka", by_tau, dtau))
    found = lieref.forward_dynamics_order_vjp(model, q, v[0], tau, w, base)
    assert_equal(found.da_dq, np.einsum("ka,kac->c", w, by_q))
    assert_equal(found.da_dv, np.einsum("ka,kac->c", w, by_v))
    assert_equal(found.da_dtau, np.einsum("ka,kjac->jc", w, by_tau))


@pytest.mark.parametrize("r", [0, 1, 2, 5])
@pytest.mark.parametrize("name", TREES)
def test_products_are_those_of_the_matrices(name, r):
    model = random_tree(name, seed=5)
    q, v, _, _ = random_state(model, r, seed=6)
    assert_products(model, q, v, "body")


@pytest.mark.parametrize("base", BASES)
def test_products_are_those_of_the_oracle(base):
    model = random_tree("free_base", seed=5)
    q, v, _, _ = random_state(model, 2, seed=6)
    tau = lieref.inverse_dynamics(model, q, v, base)
    exact = oracle.forward_dynamics_order_partials(model, q, v[0], tau, base, field=K)
    with K.working():
        blocks = [np.vectorize(K.to_float)(np.array(x, dtype=object)) for x in exact]
    assert_products(model, q, v, base, blocks)


@pytest.mark.parametrize("base", BASES)
def test_representations(base):
    model, q, v = draw("every_joint_free", "generic", 3)
    assert_products(with_physics(model, 1, "smooth"), q, v, base)


def test_any_numbering():
    model, rng = interleaved(), np.random.default_rng(3)
    assert_products(
        model, model.random_configuration(rng), rng.standard_normal((4, model.nv)), "hybrid"
    )


def test_unlike_orders_and_motions_beyond_range_are_told():
    model = lieref.catalogue.serial_chain(2)
    q, v, tau = np.zeros(2), np.ones(2), np.ones((2, 2))
    with pytest.raises(lieref.ShapeError, match="dtau"):
        lieref.forward_dynamics_order_jvp(model, q, v, tau, q, v, tau[:1])
    with pytest.raises(lieref.ShapeError, match="w"):
        lieref.forward_dynamics_order_vjp(model, q, v, tau, tau[:1])
    with pytest.raises(lieref.NonFiniteError, match="beyond the range"):
        lieref.forward_dynamics_order_vjp(model, q, 1e200 * v, tau, tau)
