"""The oracle against Lagrange's equations (Hamel's for spherical and free joints)."""

import pytest
from support.references.lagrange import lagrange_inverse_dynamics
from support.trees.oracle_robots import TREES, random_state, random_tree, relative_error

from lieref import oracle


@pytest.mark.parametrize("name", TREES)
def test_agrees_with_lagrange_and_hamel(name):
    model = random_tree(name, seed=11)
    q, v, _, _ = random_state(model, 2, seed=12)
    field = oracle.Arb(60)
    expected = lagrange_inverse_dynamics(model, q, v, field)
    got = oracle.inverse_dynamics(model, q, v, digits=50)
    K = oracle.Mp(60)
    assert (
        relative_error(
            [[K(x) for x in row] for row in got],
            [[K(field.midpoint(x)) for x in row] for row in expected],
        )
        < 1e-40
    )
