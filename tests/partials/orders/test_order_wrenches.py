"""Wrenches on the bodies in the partials of any order: against the definition, and each other."""

import numpy as np
import pytest
from support.partials.partial_cases import interleaved
from support.references.tolerances import EPS
from support.trees.oracle_robots import random_state, random_tree
from support.trees.robots import draw
from support.trees.spatial_robots import BASES

import lieref
from lieref import oracle
from lieref.oracle.scalars.scalars import Arb

K = Arb(40)
AXES = ("body", "inertial")
# Each block relative to its largest entry. Found: 1.8e-15.
BLOCKS = 64 * EPS
# Besides by the condition of H. Found: 1.0e-14.
FORWARD = 512 * EPS


def assert_equal(found, expected, limit):
    with K.working():
        exact = np.vectorize(K.to_float)(np.array(expected, dtype=object))
    found = found.reshape(-1, *found.shape[-2:])
    for mine, theirs in zip(found, exact.reshape(found.shape), strict=True):
        assert abs(mine - theirs).max() <= limit * abs(theirs).max()


def case(name, r, seed=6):
    model = random_tree(name, seed=5)
    q, v, _, _ = random_state(model, r, seed=seed)
    wrenches = 3 * np.random.default_rng(seed).standard_normal((r + 1, model.nbodies, 6))
    return model, q, v, wrenches


@pytest.mark.parametrize("axes", AXES)
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("r", [0, 3])
def test_inverse_dynamics_against_the_oracle(base, axes, r):
    model, q, v, wrenches = case("free_base", r)
    found = lieref.inverse_dynamics_order_partials(model, q, v, base, wrenches, axes)
    expected = oracle.inverse_dynamics_order_partials(model, q, v, base, wrenches, axes, field=K)
    for mine, theirs in zip(found, expected, strict=True):
        assert_equal(mine, theirs, BLOCKS)


@pytest.mark.parametrize("axes", AXES)
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("r", [0, 1])
def test_forward_dynamics_against_the_oracle(base, axes, r):
    model, q, v, wrenches = case("free_base", r)
    tau = lieref.inverse_dynamics(model, q, v, base, wrenches, axes)
    args = (model, q, v[0], tau, base, wrenches, axes)
    found = lieref.forward_dynamics_order_partials(*args)
    expected = oracle.forward_dynamics_order_partials(*args, field=K)
    for mine, theirs in zip(found, expected, strict=True):
        assert_equal(mine, theirs, FORWARD)


@pytest.mark.parametrize("axes", AXES)
def test_any_numbering(axes):
    model, rng = interleaved(), np.random.default_rng(1)
    q, v = model.random_configuration(rng), rng.standard_normal((4, model.nv))
    wrenches = rng.standard_normal((3, model.nbodies, 6))
    found = lieref.inverse_dynamics_order_partials(model, q, v, "body", wrenches, axes)
    expected = oracle.inverse_dynamics_order_partials(model, q, v, "body", wrenches, axes, field=K)
    for mine, theirs in zip(found, expected, strict=True):
        assert_equal(mine, theirs, BLOCKS)


@pytest.mark.parametrize("axes", AXES)
def test_order_zero_is_that_of_the_first_partials(axes):
    model, q, v = draw("quadruped", "generic", 0)
    wrenches = np.random.default_rng(1).standard_normal((1, model.nbodies, 6))
    found = lieref.inverse_dynamics_order_partials(model, q, v, "hybrid", wrenches, axes)
    first = lieref.inverse_dynamics_partials(model, q, *v, "hybrid", wrenches[0], axes)
    pairs = zip((found.dtau_dq[0], *found.dtau_dv[0]), first, strict=True)
    for mine, theirs in pairs:
        assert abs(mine - theirs).max() <= BLOCKS * abs(theirs).max()


@pytest.mark.parametrize("base", ["body", "mixed"])
def test_batches_are_their_states(base):
    model, q, v = draw("arm", "generic", 1)
    rng = np.random.default_rng(1)
    wrenches = rng.standard_normal((2, 2, model.nbodies, 6))
    tau = lieref.inverse_dynamics(model, q, v, base)
    options = {"base": base, "wrench_axes": "inertial"}
    found = lieref.inverse_dynamics_order_partials(model, q, v, wrenches=wrenches, **options)
    solved = lieref.forward_dynamics_order_partials(
        model, q, v[0], tau, wrenches=wrenches, **options
    )
    for i, w in enumerate(wrenches):
        one = lieref.inverse_dynamics_order_partials(model, q, v, wrenches=w, **options)
        assert all((x[i] == y).all() for x, y in zip(found, one, strict=True))
        one = lieref.forward_dynamics_order_partials(model, q, v[0], tau, wrenches=w, **options)
        assert all((x[i] == y).all() for x, y in zip(solved, one, strict=True))


def test_wrenches_of_fewer_orders_are_refused():
    model, q, v = draw("arm", "generic", 1)
    wrenches = np.zeros((2, model.nbodies, 6))
    for function, rows in (
        (lieref.inverse_dynamics_order_partials, (v,)),
        (lieref.forward_dynamics_order_partials, (v[0], v[1:])),
    ):
        with pytest.raises(lieref.ShapeError, match="wrenches has shape"):
            function(model, q, *rows, wrenches=wrenches[:1])
        with pytest.raises(lieref.NonFiniteError, match=r"wrenches\[0, 0, 0\]"):
            function(model, q, *rows, wrenches=wrenches + np.nan)
        # of one state and of many, whether there are wrenches or not
        for at in (q, q[None]):
            for loads in (wrenches, None):
                with pytest.raises(lieref.ArgumentError, match="wrench_axes"):
                    function(model, at, *rows, wrenches=loads, wrench_axes="world")
