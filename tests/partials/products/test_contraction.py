"""Second partials of a combination of forces: twin, kernel, conversions against the reference."""

import tracemalloc

import numpy as np
import pytest
from support.partials.partial_cases import related, same_joint
from support.partials.products_cases import (
    ACTING,
    LOADS,
    along,
    along_size,
    load,
    motion,
    slopes,
    tree,
    weights,
)
from support.references.oracle_directions import K, directions, exact_array, largest
from support.references.tolerances import DIGITS_50, EPS
from support.trees.robots import STATES, draw
from support.trees.spatial_robots import BASES

from lieref import oracle
from lieref.model.mechanisms import catalogue
from lieref.oracle.scalars.scalars import Arb, Double
from lieref.partials.idsva import idsva_twin
from lieref.partials.products import contraction_twin
from lieref.partials.products.products import inverse_dynamics_contraction

ROBOTS = ("free_body", "arm", "every_joint_free", "serial_20_free")
# Kernel and conversions against the oracle's tensors and jets, by the moduli of the terms of the
# sums with w. Found: below 5 eps.
KERNEL = 20 * EPS
# Kernel against its twin in doubles, max norms of one matrix. Found: 38 eps (serial_20_free,
# fast).
TWIN = 160 * EPS


@pytest.fixture(autouse=True)
def _exact():
    with K.working():
        yield


def sums(tensors, w):
    """sum_i w_i of every tensor, and of the moduli of its terms."""
    exact = [exact_array([[list(row) for row in rows] for rows in x]) for x in tensors]
    moduli = (np.vectorize(lambda y: abs(K.to_float(y)), otypes=[float])(x) for x in exact)
    weighed = [np.tensordot(exact_array(w), x, 1) for x in exact]
    return weighed, [np.tensordot(abs(w), x, 1).max() for x in moduli]


@pytest.mark.parametrize("loaded", LOADS[1:])
@pytest.mark.parametrize("name", ["fixed_base", "interleaved"])
def test_twin_at_fifty_digits_is_the_oracle(name, loaded):
    model = tree(name)
    *state, wrenches = motion(model)
    acting = load(wrenches, loaded)
    r, s = directions(model, 43)
    w = exact_array(weights(model, 44))
    _, reference = slopes(model, state, r, s, "body", acting)
    found = contraction_twin.inverse_dynamics_contraction(model, *state, w, K, *acting)
    assert largest([along(found, r, s) - w @ reference]) < DIGITS_50 * largest(reference)


@pytest.mark.parametrize("name", ["free_inside", "spherical_leaf", "interleaved"])
def test_twin_at_fifty_digits_is_the_sum_of_the_tensors(name):
    """Entry by entry, Algorithm 1 and its contraction: two ways to sum the same terms."""
    model = tree(name)
    *state, wrenches = motion(model, 45)
    w = exact_array(weights(model, 46))
    tensors = idsva_twin.second_partials(model, *state, K, wrenches)
    found = contraction_twin.inverse_dynamics_contraction(model, *state, w, K, wrenches)
    for name, mine in zip(found._fields, found, strict=True):
        expected = np.tensordot(w, getattr(tensors, f"d2tau_{name}"), 1)
        assert largest(mine - expected) < DIGITS_50 * largest(expected), name


@pytest.mark.parametrize("name", ["free_inside", "spherical_leaf"])
def test_kernel_is_the_sum_of_the_oracles_tensors(name):
    model = tree(name)
    q, v, a, wrenches = motion(model, 47)
    w = weights(model, 48)
    acting = ("body", wrenches, "inertial")
    reference = oracle.inverse_dynamics_second_partials(model, q, v, a, *acting, field=Arb(30))
    found = inverse_dynamics_contraction(model, q, v, a, w, *acting)
    for mine, expected, size in zip(found, *sums(reference, w), strict=True):
        assert largest(exact_array(mine) - expected) <= KERNEL * size


@pytest.mark.parametrize("base, loaded", ACTING)
def test_kernel_along_directions(base, loaded):
    model = tree("interleaved")
    *state, wrenches = motion(model, 49)
    acting = load(wrenches, loaded)
    w = weights(model, 50)
    found = inverse_dynamics_contraction(model, *state, w, base, *acting)
    r, s = directions(model, 51)
    _, reference = slopes(model, state, r, s, base, acting)
    assert largest([along(found, r, s) - exact_array(w) @ reference]) < KERNEL * along_size(
        found, r, s
    )


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_kernel_against_twin(robot, state):
    model, q, (v, a) = draw(robot, state, r=0)
    w = weights(model, 52)
    wrenches = np.random.default_rng(53).standard_normal((model.nbodies, 6))
    acting = load(wrenches, "inertial" if state == "generic" else "body")
    found = inverse_dynamics_contraction(model, q, v, a, w, "body", *acting)
    twin = contraction_twin.inverse_dynamics_contraction(model, q, v, a, w, Double(), *acting)
    # of a motion so slow that dq_dv and dv_dv consist of what cancels, their terms
    least = abs(found.d2tau_dv_dv).max() * abs(v).max()
    for mine, theirs in zip(found, twin, strict=True):
        size = max(abs(mine).max(), least if mine is found.d2tau_dq_dv else 0.0)
        assert abs(mine - theirs.astype(float)).max() <= TWIN * size


@pytest.mark.parametrize("base", BASES)
def test_only_coordinates_of_one_joint_of_several_degrees_do_not_commute(base):
    model = tree("interleaved")
    *state, wrenches = motion(model, 54)
    found = inverse_dynamics_contraction(
        model, *state, weights(model, 55), base, wrenches, "inertial"
    )
    skew = found.d2tau_dq_dq - found.d2tau_dq_dq.T
    assert np.array_equal(found.d2tau_dv_dv, found.d2tau_dv_dv.T)
    several = np.repeat([joint.nv > 1 for joint in model.joints], [j.nv for j in model.joints])
    assert not skew[~(same_joint(model) & several)].any()


@pytest.mark.parametrize("base", BASES)
def test_pattern_is_that_of_the_tree(base):
    model = tree("interleaved")
    *state, wrenches = motion(model, 56)
    found = inverse_dynamics_contraction(
        model, *state, weights(model, 57), base, wrenches, "inertial"
    )
    pattern = related(model)
    assert not any(matrix[~pattern].any() for matrix in found)


def test_memory_is_that_of_the_result():
    """N = 200: four matrices of 320 kB and scratch of some 400 numbers a body, no tensor."""
    model = catalogue.serial_chain(200)
    rng = np.random.default_rng(59)
    arguments = (model.random_configuration(rng), *rng.standard_normal((3, model.nv)))
    inverse_dynamics_contraction(model, *arguments)
    tracemalloc.start()
    try:
        inverse_dynamics_contraction(model, *arguments)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8 * (4 * model.nv**2 + 400 * model.nv)
