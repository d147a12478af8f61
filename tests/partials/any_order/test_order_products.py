"""Products of partials of any order with vectors: against the matrices, and each other."""

import numpy as np
import pytest
from support.partials.partial_cases import interleaved
from support.references.tolerances import EPS
from support.trees.oracle_robots import TREES, random_state, random_tree
from support.trees.robots import draw, with_physics
from support.trees.spatial_robots import BASES

import lieref
from lieref import oracle
from lieref.dynamics.shared.motion_rows import factorials
from lieref.oracle.scalars.scalars import Arb
from lieref.partials.any_order.inverse.directions import motion
from lieref.partials.any_order.inverse.directions_twin import forces, gradients, moves, weights
from lieref.partials.any_order.inverse.series_partials_twin import series_of_partials
from lieref.partials.any_order.inverse.series_products_twin import series_jvp, series_vjp

K = Arb(60)
DIGITS = 1e-45
# By the largest of the products; of forward dynamics besides by the condition of H. Found: 2e-15,
# and 1.0e-12 of r <= 5.
PRODUCTS = {"inverse": 64 * EPS, "forward": 4e-12}

each_dynamics = pytest.mark.parametrize("dynamics", PRODUCTS)


def assert_equal(found, expected, limit):
    """Rows, each by its largest number."""
    for x, y in zip(np.atleast_2d(found), np.atleast_2d(expected), strict=True):
        assert abs(x - y).max() <= limit * abs(y).max()


def assert_products(dynamics, model, q, v, base, blocks=None):
    """By the matrices, which are those of the kernels unless they are given."""
    rng, n, limit = np.random.default_rng(1), len(v) - 1, PRODUCTS[dynamics]
    w = rng.standard_normal((n, model.nv))
    dq, dv, dtau = (rng.standard_normal(x) for x in ((model.nv,), v.shape, (n, model.nv)))
    if dynamics == "inverse":
        given, along = (v,), (dq, dv)
    else:
        given, along = (v[0], lieref.inverse_dynamics(model, q, v, base)), (dq, dv[0], dtau)
    jvp, vjp, partials = (
        getattr(lieref, f"{dynamics}_dynamics_order_{kind}") for kind in ("jvp", "vjp", "partials")
    )
    blocks = partials(model, q, *given, base) if blocks is None else blocks
    # matrices of one order for each row, or of each order of the derivatives
    moved = sum(
        np.einsum("kac,c->ka" if x.ndim == 3 else "kjac,jc->ka", x, y)
        for x, y in zip(blocks, along, strict=True)
    )
    assert_equal(jvp(model, q, *given, *along, base), moved, limit)
    for x, y in zip(vjp(model, q, *given, w, base), blocks, strict=True):
        expected = np.einsum("ka,kac->c" if y.ndim == 3 else "ka,kjac->jc", w, y)
        assert_equal(x, expected, limit)


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
    rng, n, limit = np.random.default_rng(4), len(v) - 1, PRODUCTS["inverse"]
    dq, dv, w = (rng.standard_normal(x) for x in ((model.nv,), v.shape, (n, model.nv)))
    at, whole = motion(model, q, v, base), factorials(n)[:, None]
    series = moves(at, dq, dv)
    tau = forces(at, exactly(series_jvp, model, at, *series), series[0])
    assert_equal(lieref.inverse_dynamics_order_jvp(model, q, v, dq, dv, base), tau * whole, limit)
    body, turned = weights(at, w * whole)
    of_xi, of_v, of_a = exactly(series_vjp, model, at, body[::-1])[:, ::-1]
    of_q, of_rates = gradients(at, of_xi + turned, of_v, of_a)
    found = lieref.inverse_dynamics_order_vjp(model, q, v, w, base)
    assert_equal(found.dtau_dq, of_q, limit)
    assert_equal(found.dtau_dv, of_rates, limit)


@each_dynamics
@pytest.mark.parametrize("r", [0, 1, 2, 5])
@pytest.mark.parametrize("name", TREES)
def test_products_are_those_of_the_matrices(name, r, dynamics):
    model = random_tree(name, seed=5)
    q, v, _, _ = random_state(model, r, seed=6)
    assert_products(dynamics, model, q, v, "body")


@pytest.mark.parametrize("base", BASES)
def test_products_of_forward_dynamics_are_those_of_the_oracle(base):
    model = random_tree("free_base", seed=5)
    q, v, _, _ = random_state(model, 2, seed=6)
    tau = lieref.inverse_dynamics(model, q, v, base)
    exact = oracle.forward_dynamics_order_partials(model, q, v[0], tau, base, field=K)
    with K.working():
        blocks = [np.vectorize(K.to_float)(np.array(x, dtype=object)) for x in exact]
    assert_products("forward", model, q, v, base, blocks)


@each_dynamics
@pytest.mark.parametrize("base", BASES)
def test_representations(base, dynamics):
    model, q, v = draw("every_joint_free", "generic", 3)
    assert_products(dynamics, with_physics(model, 1, "smooth"), q, v, base)


@each_dynamics
def test_any_numbering(dynamics):
    model, rng = interleaved(), np.random.default_rng(3)
    q, v = model.random_configuration(rng), rng.standard_normal((4, model.nv))
    assert_products(dynamics, model, q, v, "hybrid")


@each_dynamics
def test_two_free_roots(dynamics):
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
    assert_products(dynamics, model, q, rng.standard_normal((4, model.nv)), "spatial")


@each_dynamics
def test_unlike_orders_and_motions_beyond_range_are_told(dynamics):
    model = lieref.catalogue.serial_chain(2)
    q, v = np.zeros(2), np.ones((3, 2))
    given, along = ((v,), (q, v[:2])) if dynamics == "inverse" else ((q, v[1:]), (q, q, v[:1]))
    jvp, vjp = (getattr(lieref, f"{dynamics}_dynamics_order_{kind}") for kind in ("jvp", "vjp"))
    with pytest.raises(lieref.ShapeError, match="dv|dtau"):
        jvp(model, q, *given, *along)
    with pytest.raises(lieref.ShapeError, match="w"):
        vjp(model, q, *given, v)
    with pytest.raises(lieref.NonFiniteError, match="beyond the range"):
        vjp(model, q, *(1e200 * (x + 1) for x in given), v[:2])
