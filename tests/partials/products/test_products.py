"""Products of first partials with vectors: twin and kernel against jets, and against each other."""

import numpy as np
import pytest
from support.partials.products_cases import (
    ACTING,
    LOADS,
    load,
    motion,
    slopes,
    tree,
    weights,
)
from support.references.oracle_directions import K, directions, exact_array, largest
from support.references.tolerances import DIGITS_50, EPS
from support.trees.robots import STATES, draw

from lieref.oracle.scalars.scalars import Double
from lieref.partials.idsva.inverse_dynamics_partials import inverse_dynamics_partials
from lieref.partials.products import products_twin
from lieref.partials.products.products import inverse_dynamics_jvp, inverse_dynamics_vjp

TREES = ("fixed_base", "interleaved")
ROBOTS = ("free_body", "arm", "every_joint_free", "serial_20_free")
# Kernel and conversions against jets, by the largest sum of moduli of the matrices times the
# vector. Found: below 4 eps.
KERNEL = 16 * EPS
# Kernel against its twin in doubles, on the same scale. Found: 13 eps (serial_20_free, fast).
TWIN = 48 * EPS


@pytest.fixture(autouse=True)
def _exact():
    with K.working():
        yield


def reach(model, q, v, a, base="body", acting=(None, "body")):
    """Moduli of the three matrices; dtau/dv consists of products with v, which may cancel."""
    moved, rated, lifted = (
        abs(x) for x in inverse_dynamics_partials(model, q, v, a, base, *acting)
    )
    return moved, rated + lifted * abs(v).max(), lifted


@pytest.mark.parametrize("loaded", LOADS[1:])
@pytest.mark.parametrize("name", TREES)
def test_twin_at_fifty_digits_is_the_oracle(name, loaded):
    model = tree(name)
    *state, wrenches = motion(model)
    acting = load(wrenches, loaded)
    r, s = directions(model, 43)
    w = exact_array(weights(model, 44))
    reference, _ = slopes(model, state, r, s, "body", acting)
    forward = products_twin.inverse_dynamics_jvp(model, *state, *r, K, *acting)
    assert largest(forward - reference) < DIGITS_50 * largest(reference)
    back = products_twin.inverse_dynamics_vjp(model, *state, w, K, *acting)
    found = sum(x @ y for x, y in zip(back, exact_array(r), strict=True))
    assert largest([found - w @ reference]) < DIGITS_50 * largest(reference)


@pytest.mark.parametrize("base, loaded", ACTING)
def test_kernel_against_the_oracle(base, loaded):
    model = tree("interleaved")
    *state, wrenches = motion(model, 45)
    acting = load(wrenches, loaded)
    r, s = directions(model, 46)
    w = weights(model, 47)
    reference, _ = slopes(model, state, r, s, base, acting)
    sizes = reach(model, *state, base, acting)
    size = max(sum(x @ abs(y) for x, y in zip(sizes, r, strict=True)))
    forward = inverse_dynamics_jvp(model, *state, *r, base, *acting)
    assert largest(exact_array(forward) - reference) < KERNEL * size
    back = inverse_dynamics_vjp(model, *state, w, base, *acting)
    found = sum(exact_array(x) @ exact_array(y) for x, y in zip(back, r, strict=True))
    size = sum(abs(w) @ x @ abs(y) for x, y in zip(sizes, r, strict=True))
    assert largest([found - exact_array(w) @ reference]) < KERNEL * size


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_kernel_against_twin(robot, state):
    model, q, (v, a) = draw(robot, state, r=0)
    r, _ = directions(model, 48)
    wrenches = np.random.default_rng(49).standard_normal((model.nbodies, 6))
    acting = load(wrenches, "inertial" if state == "generic" else "none")
    K2 = Double()
    sizes = reach(model, q, v, a, "body", acting)
    forward = inverse_dynamics_jvp(model, q, v, a, *r, "body", *acting)
    twin = products_twin.inverse_dynamics_jvp(model, q, v, a, *r, K2, *acting).astype(float)
    size = max(sum(x @ abs(y) for x, y in zip(sizes, r, strict=True)))
    assert abs(forward - twin).max() <= TWIN * size
    back = inverse_dynamics_vjp(model, q, v, a, r[0], "body", *acting)
    twins = products_twin.inverse_dynamics_vjp(model, q, v, a, r[0], K2, *acting)
    for mine, theirs, matrix in zip(back, twins, sizes, strict=True):
        size = (abs(r[0]) @ matrix).max()
        assert abs(mine - theirs.astype(float)).max() <= TWIN * size


def test_no_direction_is_no_work():
    model = tree("free_base")
    *state, _ = motion(model)
    none = np.zeros((0, model.nv))
    for base in ("body", "spatial"):
        assert inverse_dynamics_jvp(model, *state, none, none, none, base).shape == none.shape
        assert all(x.shape == none.shape for x in inverse_dynamics_vjp(model, *state, none, base))


def test_unit_directions_are_the_matrices():
    model = tree("free_base")
    *state, wrenches = motion(model)
    acting = ("body", wrenches, "inertial")
    matrices = inverse_dynamics_partials(model, *state, *acting)
    one, none = np.eye(model.nv), np.zeros((model.nv, model.nv))
    back = inverse_dynamics_vjp(model, *state, one, *acting)
    for i, matrix in enumerate(matrices):
        moves = [none, none, none]
        moves[i] = one
        found = inverse_dynamics_jvp(model, *state, *moves, *acting)
        assert abs(found.T - matrix).max() <= KERNEL * abs(matrix).max()
        assert abs(back[i] - matrix).max() <= KERNEL * abs(matrix).max()
