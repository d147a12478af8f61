"""Directional forms of forward dynamics: against the oracle, and what undoes them."""

import numpy as np
import pytest
from support.partials.partial_cases import floats, interleaved, same_joint
from support.partials.products_cases import (
    ACTING,
    load,
    motion,
    same_tree,
    tree,
    weights,
)
from support.references.oracle_directions import directions
from support.references.tolerances import EPS
from support.trees.spatial_robots import BASES

from lieref import oracle
from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.oracle.scalars.scalars import Arb
from lieref.partials.products.products import inverse_dynamics_jvp
from lieref.partials.products.products_forward import (
    forward_dynamics_contraction,
    forward_dynamics_jvp,
    forward_dynamics_vjp,
)

K = Arb(40)
# By the sum of the moduli of the terms, times what H^-1 may magnify. Found: below 1 eps.
KERNEL = 4 * EPS
# dtau of the da that dtau gives, by the moduli of its terms. Found: 2 eps.
RESIDUAL = 8 * EPS


def magnified(model, q, base="body"):
    """max | |H^-1| |H| |: by so much errors of the entries of H may come out larger."""
    H = joint_space_inertia(model, q, base)
    return (abs(np.linalg.inv(H)) @ abs(H)).sum(1).max()


def tensors(reference):
    """Third-order results of the oracle as arrays of doubles."""
    return [np.array(floats(K, x)) for x in reference]


@pytest.mark.parametrize(
    "name, base, loaded",
    [("free_root", "hybrid", "inertial"), ("spherical_leaf", "body", "body")],
)
def test_contraction_is_the_sum_of_the_oracles_tensors(name, base, loaded):
    model = tree(name)
    q, v, tau, wrenches = motion(model, 61)
    acting = (base, *load(wrenches, loaded))
    w = weights(model, 62)
    reference = oracle.forward_dynamics_second_partials(model, q, v, tau, *acting, field=K)
    found = forward_dynamics_contraction(model, q, v, tau, w, *acting)
    limit = KERNEL * magnified(model, q, base)
    for mine, theirs in zip(found, tensors(reference), strict=True):
        size = np.tensordot(abs(w), abs(theirs), 1).max()
        assert abs(mine - np.tensordot(w, theirs, 1)).max() <= limit * size


@pytest.mark.parametrize(
    "name, base",
    [
        *(("free_root", base) for base in BASES),
        ("free_inside", "body"),
        ("spherical_root", "body"),
        ("spherical_leaf", "body"),
    ],
)
def test_products_are_those_of_the_oracles_matrices(name, base):
    model = tree(name)
    q, v, tau, wrenches = motion(model, 63)
    acting = (base, wrenches, "inertial")
    along = np.random.default_rng(64).uniform(-1, 1, (3, 2, model.nv))
    reference = floats(K, oracle.forward_dynamics_partials(model, q, v, tau, *acting, field=K))
    limit = KERNEL * magnified(model, q, base)
    forward = forward_dynamics_jvp(model, q, v, tau, *along, *acting)
    expected = sum(x @ matrix.T for x, matrix in zip(along, reference, strict=True))
    size = sum(abs(x) @ abs(matrix).T for x, matrix in zip(along, reference, strict=True)).max()
    assert abs(forward - expected).max() <= limit * size
    back = forward_dynamics_vjp(model, q, v, tau, along[0], *acting)
    for mine, matrix in zip(back, reference, strict=True):
        size = (abs(along[0]) @ abs(matrix)).max()
        assert abs(mine - along[0] @ matrix).max() <= limit * size


@pytest.mark.parametrize("base, loaded", ACTING)
def test_inverse_dynamics_undoes_it(base, loaded):
    model = interleaved()
    q, v, tau, wrenches = motion(model, 65)
    acting = (base, *load(wrenches, loaded))
    r, _ = directions(model, 66)
    da = forward_dynamics_jvp(model, q, v, tau, *r, *acting)
    loads = None if acting[1] is None else wrenches[None]
    a = forward_dynamics(model, q, v, tau[None], base, loads, acting[2])[0]
    moved = inverse_dynamics_jvp(model, q, v, a, r[0], r[1], da, *acting)
    # the two terms that add up to dtau, and the sums that H da is made of
    H = joint_space_inertia(model, q, base)
    parts = inverse_dynamics_jvp(model, q, v, a, r[0], r[1], 0 * da, *acting)
    size = (abs(H) @ abs(da) + abs(parts)).max()
    assert abs(moved - r[2]).max() <= RESIDUAL * size


@pytest.mark.parametrize("base", BASES)
def test_symmetries(base):
    model = interleaved()
    q, v, tau, wrenches = motion(model, 69)
    found = forward_dynamics_contraction(
        model, q, v, tau, weights(model, 70), base, wrenches, "inertial"
    )
    assert np.array_equal(found.d2a_dv_dv, found.d2a_dv_dv.T)
    skew = found.d2a_dq_dq - found.d2a_dq_dq.T
    assert abs(skew[~same_joint(model)]).max() <= 4 * EPS * abs(found.d2a_dq_dq).max()


@pytest.mark.parametrize("base", BASES)
def test_other_trees_stay(base):
    """What one tree's forces do to another is exactly nothing."""
    model = interleaved()
    q, v, tau, _ = motion(model, 73)
    found = forward_dynamics_vjp(model, q, v, tau, np.eye(model.nv), base)
    apart = ~same_tree(model)
    assert all(not x[apart].any() for x in found)
    w = np.where(apart[0], 0.0, weights(model, 74))
    for x in forward_dynamics_contraction(model, q, v, tau, w, base):
        assert not x[apart | apart[0]].any()


def test_forces_of_any_size():
    """H^-1 b is linear to the last bit, however weak the forces are beside gravity."""
    model = tree("free_base")
    q, v, tau, _ = motion(model, 75)
    w = weights(model, 76)
    sizes = 2.0 ** np.array([0, -1000, -60, 60, 200])
    found = forward_dynamics_vjp(model, q, v, tau, sizes[:, None] * w).da_dtau
    assert all(np.array_equal(x, size * found[0]) for x, size in zip(found, sizes, strict=True))
    assert not forward_dynamics_vjp(model, q, v, tau, 0 * w).da_dtau.any()
