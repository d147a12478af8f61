"""The plain twin of FDSVA-SO is the definition, to nearly all digits, in every field."""

import numpy as np
import pytest
from support.partials.fdsva_so_cases import floats
from support.references.tolerances import EPS
from support.trees.oracle_robots import SMALL_TREES, random_state, random_tree

from lieref import oracle
from lieref.errors import SingularError
from lieref.model.mechanisms import catalogue
from lieref.partials.fdsva_so import fdsva_so_twin as twin

# By max norms. Found: 5.2e-50; long chains lose more, see `certified`.
DIGITS_50 = 1e-40


def assert_near(K, found, reference, limit):
    with K.working():
        for mine, theirs in zip(found, reference, strict=True):
            theirs = np.array(theirs, dtype=object)
            size = max(abs(K.to_float(x)) for x in theirs.flat)
            error = max(abs(K.to_float(K(x))) for x in (mine - theirs).flat)
            assert error <= limit * size


# a free root is in test_fdsva_so.py, where the oracle judges the kernel
@pytest.mark.parametrize("tree", [tree for tree in SMALL_TREES if tree != "free_root"])
def test_at_fifty_digits_it_is_the_oracle(tree):
    K = oracle.Arb(50)
    model = random_tree(tree, seed=3)
    q, (v, tau), (wrenches,), _ = random_state(model, 0, seed=4)
    with K.working():
        first = twin.first_partials(model, q, v, tau, K, wrenches)
        second = twin.second_partials(model, q, v, tau, K, wrenches)
    reference = oracle.forward_dynamics_partials(model, q, v, tau, "body", wrenches, field=K)
    assert_near(K, first, reference, DIGITS_50)
    reference = oracle.forward_dynamics_second_partials(model, q, v, tau, "body", wrenches, field=K)
    assert_near(K, second, reference, DIGITS_50)


def state(model, seed=2):
    rng = np.random.default_rng(seed)
    return model.random_configuration(rng), *rng.standard_normal((2, model.nv))


def test_balls_and_decimals_agree():
    """The products of matrices are FLINT's for balls, and numpy's for other scalars."""
    model = catalogue.binary_tree(5)
    q, v, tau = state(model)
    K, M = oracle.Arb(50), oracle.Mp(50)
    with K.working():
        balls = twin.second_partials(model, q, v, tau, K)
        plain = twin.second_partials(model, q, v, tau, M)
        for mine, theirs in zip(balls, plain, strict=True):
            size = max(abs(x) for x in theirs.flat)
            for x, y in zip(mine.flat, theirs.flat, strict=True):
                assert abs(K(y) - K(x)) <= DIGITS_50 * size


def test_certified_ends_where_nothing_is_certified():
    def compute(K):
        return (np.array([K.widen(K(1), 1)]),)

    with pytest.raises(SingularError, match="not certified with 16384 digits: the widest ball is"):
        twin.certified(compute, oracle.Arb, 4)


def test_certified_raises_the_precision_until_the_balls_are_small():
    model = catalogue.serial_chain(4)
    q, v, tau = state(model)
    asked = []

    def compute(K):
        asked.append(K.digits)
        return twin.second_partials(model, q, v, tau, K)

    found = twin.certified(compute, lambda digits: oracle.Arb(digits // 4), model.nv, 40)
    # 12 digits to begin with do not suffice, nor do 24
    assert asked[:3] == [12, 24, 48]
    K = oracle.Arb(asked[-1])
    with K.working():
        assert all(K.radius(x) <= 1e-40 * max(1, abs(K.to_float(x))) for y in found for x in y.flat)
    again = twin.certified(lambda K: twin.second_partials(model, q, v, tau, K), oracle.Arb, 4, 60)
    for mine, theirs in zip(floats(K, found), floats(K, again), strict=True):
        assert (abs(mine - theirs) <= EPS * abs(theirs)).all()
