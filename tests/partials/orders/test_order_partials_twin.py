"""Partials of any order: the plain twin at fifty digits against the definition."""

import numpy as np
import pytest
from support.trees.oracle_robots import TREES, random_state, random_tree

from lieref import oracle
from lieref.oracle.scalars.scalars import Arb
from lieref.partials.orders.order_partials_twin import order_partials

K = Arb(60)
DIGITS = 1e-45


def assert_equal(mine, theirs):
    """Matrices of scalars of K, relative to the largest of theirs."""
    size = max(abs(K.to_float(x)) for row in theirs for x in row)
    for row, expected in zip(mine, theirs, strict=True):
        for x, y in zip(row, expected, strict=True):
            assert abs(K.to_float(x - y)) <= DIGITS * size


@pytest.mark.parametrize("base", ["body", "spatial", "hybrid", "mixed"])
@pytest.mark.parametrize("name", TREES)
def test_twin_at_fifty_digits_is_the_oracle(name, base):
    model = random_tree(name, seed=5)
    q, v, _, _ = random_state(model, 2, seed=6)
    reference = oracle.inverse_dynamics_order_partials(model, q, v, base, field=K)
    with K.working():
        dq, dv = order_partials(model, q, v, K, base)
        for k in range(3):
            assert_equal(dq[k], reference.dtau_dq[k])
            for j in range(k + 2):
                assert_equal(dv[k, j], reference.dtau_dv[k][j])
            for j in range(k + 2, 4):
                assert np.all([[x == 0 for x in row] for row in dv[k, j]])


@pytest.mark.parametrize("name", TREES)
def test_order_zero_is_that_of_the_first_partials(name):
    model = random_tree(name, seed=7)
    q, v, _, _ = random_state(model, 0, seed=8)
    reference = oracle.inverse_dynamics_partials(model, q, *v, field=K)
    with K.working():
        found = oracle.inverse_dynamics_order_partials(model, q, v, field=K)
        assert_equal(found.dtau_dq[0], reference.dtau_dq)
        assert_equal(found.dtau_dv[0][0], reference.dtau_dv)
        assert_equal(found.dtau_dv[0][1], reference.dtau_da)
