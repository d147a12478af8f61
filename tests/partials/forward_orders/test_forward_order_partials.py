"""Partials of forward dynamics of any order: against the definition and each other."""

import numpy as np
import pytest
from support.partials.partial_cases import interleaved
from support.references.tolerances import EPS
from support.trees.oracle_robots import TREES, random_state, random_tree
from support.trees.robots import draw, translation
from support.trees.spatial_robots import BASES

import lieref
from lieref import oracle
from lieref.oracle.scalars.scalars import Arb
from lieref.partials.forward_orders.order_solve_twin import forward_order_partials

K = Arb(60)
DIGITS = 1e-45
# Each block relative to its largest entry, besides by the condition of H, 4e2. Found: 1.4e-14 of
# r <= 5.
KERNEL = 512 * EPS
# Residual of the equations by the sum of the moduli of their terms. Found: 3e-13.
SOLVED = 1e-11


def blocks(partials):
    """Every matrix, those that are zero by causality left out."""
    for k in range(len(partials[0])):
        yield partials[0][k]
        yield partials[1][k]
        for j in range(k + 1):
            yield partials[2][k][j]


def exact(block):
    """As an array of scalars of K."""
    return np.array([list(row) for row in block], dtype=object)


def assert_equal(found, expected, limit):
    for mine, theirs in zip(blocks(found), blocks(expected), strict=True):
        with K.working():
            lacking = max(abs(K.to_float(K(x) - y)) for x, y in zip(
                np.ravel(mine).tolist(), exact(theirs).flat, strict=True))  # fmt: skip
            size = max(abs(K.to_float(x)) for x in exact(theirs).flat)
        assert lacking <= limit * size


def motion(name, r, base="body"):
    """A tree, and a state with forces and their derivatives."""
    model = random_tree(name, seed=5)
    q, v, _, _ = random_state(model, r, seed=6)
    return model, q, v[0], lieref.inverse_dynamics(model, q, v, base)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("name", TREES)
def test_twin_at_fifty_digits_is_the_oracle(name, base):
    model, q, v, tau = motion(name, 1, base)
    with K.working():
        vdot = oracle.forward_dynamics(model, q, v, tau, base, field=K)
    expected = oracle.forward_dynamics_order_partials(model, q, v, tau, base, field=K)
    with K.working():
        found = forward_order_partials(model, q, [[K(x) for x in v], *vdot], K, base)
    assert_equal(found, expected, DIGITS)


@pytest.mark.parametrize("base", BASES)
def test_representations_against_the_oracle(base):
    model, q, v, tau = motion("free_base", 2, base)
    found = lieref.forward_dynamics_order_partials(model, q, v, tau, base)
    expected = oracle.forward_dynamics_order_partials(model, q, v, tau, base, field=K)
    assert_equal(found, expected, KERNEL)


@pytest.mark.parametrize("r", [0, 1, 2, 5])
@pytest.mark.parametrize("name", TREES)
def test_kernel_against_twin(name, r):
    model, q, v, tau = motion(name, r)
    found = lieref.forward_dynamics_order_partials(model, q, v, tau)
    vdot = oracle.forward_dynamics(model, q, v, tau, field=K)
    with K.working():
        expected = forward_order_partials(model, q, [[K(x) for x in v], *vdot], K)
    assert_equal(found, expected, KERNEL)
    for k in range(r):
        assert not found.da_dtau[k, k + 1 :].any()


def assert_undone(model, q, v):
    """Inverse dynamics along the solutions gives the forces that were asked for."""
    dq, dv = lieref.inverse_dynamics_order_partials(model, q, v)
    tau = lieref.inverse_dynamics(model, q, v)
    a = lieref.forward_dynamics_order_partials(model, q, v[0], tau)
    unit, zero = np.eye(model.nv), np.zeros((model.nv, model.nv))
    for k in range(len(tau)):
        cases = [(dq[k], a.da_dq, zero), (dv[k, 0], a.da_dv, zero)]
        cases += [(zero, a.da_dtau[:, m], unit * (m == k)) for m in range(k + 1)]
        for start, moved, expected in cases:
            terms = [dv[k, j] @ moved[j - 1] for j in range(1, k + 2)]
            size = sum(abs(dv[k, j]) @ abs(moved[j - 1]) for j in range(1, k + 2)).max()
            assert abs(start + sum(terms) - expected).max() <= SOLVED * size


@pytest.mark.parametrize("robot", ["every_joint_free", "quadruped", "arm"])
def test_forward_dynamics_undoes_inverse_dynamics(robot):
    assert_undone(*draw(robot, "generic", 3))


def test_any_numbering():
    model, rng = interleaved(), np.random.default_rng(1)
    assert_undone(model, model.random_configuration(rng), rng.standard_normal((4, model.nv)))


def needle():
    """A free trunk, and a point mass on the axis of its joint."""
    builder = lieref.ModelBuilder()
    builder.add_body("trunk", None, lieref.Free(), None, 1.0, inertia=np.eye(3))
    builder.add_body("needle", "trunk", lieref.Revolute((0, 0, 1)), translation(0, 0, 1), 0.5)
    return builder.build()


@pytest.mark.parametrize("base", ["body", "hybrid"])
@pytest.mark.parametrize("r", [0, 1])
def test_a_singular_joint_is_named(base, r):
    model = needle()
    q, v, tau = model.neutral(), np.ones(model.nv), np.ones((r + 1, model.nv))
    with pytest.raises(lieref.SingularError, match="needle"):
        lieref.forward_dynamics_order_partials(model, q, v, tau, base)
    with pytest.raises(lieref.SingularError, match="needle"):
        lieref.forward_dynamics_order_partials(model, q, v, np.stack([tau, tau]), base)


def test_orders_and_motions_beyond_range_are_told():
    model = lieref.catalogue.serial_chain(2)
    q, v, tau = np.zeros(2), np.ones(2), np.ones((2, 2))
    function = lieref.forward_dynamics_order_partials
    for rows in (tau[:0], np.ones((2, 300, 2))):
        with pytest.raises(lieref.ShapeError, match="order r from 0"):
            function(model, q, v, rows)
    with pytest.raises(lieref.NonFiniteError, match="beyond the range"):
        function(model, q, 1e200 * v, tau)
    with pytest.raises(lieref.ShapeError, match="workers"):
        function(model, q, v, tau, workers=0)
