"""Partials in other representations and with inertial wrenches: conversions against the oracle."""

import numpy as np
import pytest
from support.references.oracle_directions import (
    K,
    along_both,
    contracted,
    directions,
    exact_array,
    largest,
    represented_partials,
)
from support.references.tolerances import DIGITS_50, EPS, KERNEL
from support.trees.oracle_robots import GRAVITY, random_state, random_tree
from support.trees.spatial_robots import BASES

from lieref.dynamics.forward.roots import base_changes
from lieref.dynamics.laws.generalized_forces import external_forces
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Revolute, Spherical
from lieref.oracle.scalars.scalars import Double
from lieref.partials.coordinates import represented
from lieref.partials.idsva import idsva_twin, inertial_wrenches
from lieref.partials.idsva import inertial_wrenches_twin as twin
from lieref.partials.results import InverseDynamicsPartials, InverseDynamicsSecondPartials

# The twin in doubles, then a dozen products with T; max norms of one tensor. Found: below 20 eps;
# in the spatial representation of a base 1e6 m away 26 eps.
CONVERTED = 80 * EPS


def two_roots(shift=0.0):
    """Two free trees and a fixed one on one world, with rotated placements; roots shifted, m."""
    rng = np.random.default_rng(11)
    builder = ModelBuilder(gravity=GRAVITY)
    kinds = ((Free(), None), (Revolute((0.6, 0, 0.8), (0.1, 0.2, 0.3)), 0), (Free(), None))
    for i, (joint, parent) in enumerate((*kinds, (Spherical(), 2), (Revolute((1, 0, 0)), None))):
        placement = np.eye(4)
        rotation = np.linalg.qr(rng.standard_normal((3, 3)))[0]
        placement[:3, :3] = rotation * np.linalg.det(rotation)
        placement[:3, 3] = rng.uniform(-1, 1, 3)
        placement[:3, 3] += shift if parent is None else 0.0
        above = None if parent is None else f"b{parent}"
        com, inertia = rng.uniform(-0.2, 0.2, 3), np.diag(rng.uniform(0.1, 0.15, 3))
        builder.add_body(f"b{i}", above, joint, placement, 1.0 + i, com, inertia)
    return builder.build()


def robot(name):
    return two_roots() if name == "two_roots" else random_tree(name, seed=41)


@pytest.fixture(autouse=True)
def _exact():
    with K.working():
        yield


def run_first(model, q, v, a, wrenches):
    """The twin in doubles; of wrenches it takes none."""
    assert wrenches is None
    found = idsva_twin.first_partials(model, q, v, a, Double())
    return InverseDynamicsPartials(*(x.astype(float) for x in found))


def run_second(model, q, v, a, wrenches):
    assert wrenches is None
    found = idsva_twin.second_partials(model, q, v, a, Double())
    # that tau is quadratic in v holds in the twin up to rounding
    found.d2tau_dv_dv = (found.d2tau_dv_dv + found.d2tau_dv_dv.swapaxes(1, 2)) / 2
    names = InverseDynamicsSecondPartials._fields
    return InverseDynamicsSecondPartials(*(getattr(found, x).astype(float) for x in names))


def in_doubles(model, q, v, a, base, wrenches):
    """Both public functions, one after the other."""
    acting = (base, wrenches, "inertial")
    return (
        *represented.first(run_first, model, q, v, a, *acting),
        *represented.second(run_first, run_second, model, q, v, a, *acting),
    )


@pytest.mark.parametrize(
    ("name", "base"),
    [
        *((name, base) for name in ("free_root", "two_roots") for base in BASES),
        *((name, "body") for name in ("free_base", "fixed_base", "one_degree")),
    ],
)
def test_representations_and_inertial_wrenches_are_those_of_the_oracle(name, base):
    model = robot(name)
    q, v, wrenches, _ = random_state(model, 0, seed=42)
    r, s = directions(model, 43)
    found = represented_partials(model, q, *v, base, wrenches[0])
    references = along_both(model, q, *v, r, s, base, wrenches[0], "inertial")[1:]
    for got, reference in zip(contracted(*found, r, s), references, strict=True):
        assert largest(got - reference) < DIGITS_50 * largest(reference)


@pytest.mark.parametrize("far", [0.0, 1e6])
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("name", ["free_root", "two_roots"])
def test_doubles(name, base, far):
    """A base far away moves as one nearby: its spatial twist is large, its body twist is not."""
    model = robot(name)
    q, v, wrenches, _ = random_state(model, 0, seed=46)
    q[:3] += far * np.array([0.6, -0.48, 0.64])
    for change in base_changes(model, q, None, base, 1):
        v[:, change.here] = v[:, change.here] @ change.inverse[0].T
    found = in_doubles(model, q, *v, base, wrenches[0])
    references = represented_partials(model, q, *v, base, wrenches[0])
    for got, reference in zip(found, (*references[0], *references[1]), strict=True):
        assert largest(exact_array(got) - reference) < CONVERTED * largest(reference)


@pytest.mark.parametrize("base", ["body", "hybrid", "mixed"])
def test_the_place_of_the_base_does_not_matter(base):
    model = two_roots()
    q, v, wrenches, _ = random_state(model, 0, seed=47)
    far = q.copy()
    far[:3] += 1e6
    near, there = (in_doubles(model, x, *v, base, wrenches[0]) for x in (q, far))
    assert all(np.array_equal(x, y) for x, y in zip(near, there, strict=True))


@pytest.mark.parametrize("order", ["first_partials", "second_partials"])
def test_the_place_of_a_fixed_base_does_not_matter(order):
    q, _, wrenches, _ = random_state(two_roots(), 0, seed=52)
    near, far = (
        getattr(inertial_wrenches, order)(two_roots(shift), q, wrenches[0]) for shift in (0.0, 1e6)
    )
    assert np.array_equal(near, far)


@pytest.mark.parametrize("order", ["first_partials", "second_partials"])
@pytest.mark.parametrize("name", ["free_base", "fixed_base", "one_degree", "two_roots"])
def test_kernel_of_inertial_wrenches_is_its_twin(name, order):
    model = robot(name)
    q, _, wrenches, _ = random_state(model, 0, seed=53)
    axes = twin.tree_axes(model, q, K)
    reference = getattr(twin, order)(model, axes, exact_array(wrenches[0]))
    got = getattr(inertial_wrenches, order)(model, q, wrenches[0])
    assert largest(exact_array(got) - reference) < KERNEL * largest(reference)
    # off the paths the twin leaves zeros that are no numbers of K
    assert not got[np.vectorize(lambda x: isinstance(x, int))(reference)].any()


@pytest.mark.parametrize("base", BASES)
def test_symmetries_are_exact(base):
    model = two_roots()
    q, v, wrenches, _ = random_state(model, 0, seed=48)
    _, _, dtau_da, dq_dq, dv_dv, _, da_dq = in_doubles(model, q, *v, base, wrenches[0])
    joint = np.repeat(np.arange(model.nbodies), [joint.nv for joint in model.joints])
    apart = joint[:, None] != joint[None, :]
    assert np.array_equal(dtau_da, dtau_da.T)
    assert np.array_equal(dq_dq[:, apart], dq_dq.swapaxes(1, 2)[:, apart])
    assert np.array_equal(dv_dv, dv_dv.swapaxes(1, 2))
    assert np.array_equal(da_dq, da_dq.swapaxes(0, 1))


@pytest.mark.parametrize("name", ["free_base", "fixed_base"])
def test_torques_of_inertial_wrenches(name):
    model = robot(name)
    q, _, wrenches, _ = random_state(model, 0, seed=49)
    got = twin.torques(model, twin.tree_axes(model, q, Double()), wrenches[0])
    expected = -external_forces(model, q, wrenches[0], wrench_axes="inertial")
    assert np.abs(got - expected).max() < CONVERTED * np.abs(expected).max()


def test_body_components_and_body_wrenches_are_handed_through():
    model = two_roots()
    q, v, wrenches, _ = random_state(model, 0, seed=50)
    loads, asked = wrenches[0], []

    def run(*arguments):
        asked.append(arguments)
        return len(asked)

    acting = ("body", loads, "body")
    assert represented.first(run, model, q, *v, *acting) == 1
    assert represented.second(None, run, model, q, *v, *acting) == 2
    for _, at, rate, lift, held in asked:
        assert at is q and held is loads
        assert np.array_equal(rate, v[0]) and np.array_equal(lift, v[1])


def test_first_partials_of_a_run_are_not_changed():
    model = two_roots()
    q, v, wrenches, _ = random_state(model, 0, seed=51)
    kept, second = run_first(model, q, *v, None), run_second(model, q, *v, None)
    before = [x.copy() for x in kept]
    acting = ("spatial", wrenches[0], "inertial")
    represented.first(lambda *_: kept, model, q, *v, *acting)
    represented.second(lambda *_: kept, lambda *_: second, model, q, *v, *acting)
    assert all(np.array_equal(x, y) for x, y in zip(before, kept, strict=True))
