"""Second partials of inverse dynamics: against the definition, identities, the tree's pattern."""

import numpy as np
import pytest
from support.partials.partial_cases import interleaved, motion, same_joint
from support.partials.second_partial_cases import on_one_path, tensor_sizes
from support.references.tolerances import EPS
from support.trees.oracle_robots import random_state, random_tree
from support.trees.robots import ROBOTS, STATES, translation

from lieref import oracle
from lieref.check.metrics import rmsre
from lieref.dynamics.matrices.joint_space_inertia import joint_space_inertia_derivatives
from lieref.errors import NonFiniteError, ShapeError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Revolute
from lieref.model.mechanisms import catalogue
from lieref.oracle.scalars.scalars import Arb
from lieref.partials.idsva.idsva_twin import second_partials
from lieref.partials.idsva.inverse_dynamics_partials import inverse_dynamics_partials
from lieref.partials.idsva_so.inverse_dynamics_second_partials import (
    inverse_dynamics_second_partials,
)
from lieref.partials.results import InverseDynamicsSecondPartials

K = Arb(50)
# Kernel against the definition, relative to the tensor's largest terms. Found: 5 eps.
KERNEL = 20 * EPS
# Relations to first partials and to Hdot, whose kernels round as well. Found: 10 eps.
IDENTITY = 40 * EPS
# Required, root mean square of relative errors of each tensor.
CHAIN, TREE = 5e-15, 3e-15
# Written nowhere by chance.
SENTINEL = 0.7372982


def floats(tensor):
    with K.working():
        return np.vectorize(K.to_float, otypes=[float])(np.array(tensor, dtype=object))


def assert_oracle(model, q, v, a, **options):
    found = inverse_dynamics_second_partials(model, q, v, a, **options)
    reference = oracle.inverse_dynamics_second_partials(model, q, v, a, field=K, **options)
    for mine, theirs, size in zip(found, reference, tensor_sizes(model, q, v, found), strict=True):
        assert abs(mine - floats(theirs)).max() <= KERNEL * size


@pytest.mark.parametrize("name", ["free_inside", "spherical_leaf", "one_degree"])
def test_against_the_oracle(name):
    model = random_tree(name, seed=3)
    q, (v, a), (wrenches,), _ = random_state(model, 0, seed=4)
    assert_oracle(model, q, v, a, wrenches=wrenches)


@pytest.mark.parametrize("base", ["spatial", "mixed"])
def test_representations_against_the_oracle(base):
    model = random_tree("free_root", seed=3)
    q, (v, a), (wrenches,), _ = random_state(model, 0, seed=4)
    assert_oracle(model, q, v, a, base=base, wrenches=wrenches, wrench_axes="inertial")


def far_chain(bodies):
    """A chain on a base that is fixed a thousand kilometres from the origin."""
    chain, builder = catalogue.serial_chain(bodies), ModelBuilder()
    far = translation(6e5, -4.8e5, 6.4e5)
    for i in range(bodies):
        placement = far if i == 0 else translation(0.06, -0.05, 0.06)
        parent = f"b{i - 1}" if i else None
        com, inertia = chain.coms[i], chain.inertias[i]
        axis = chain.joints[i].axis
        builder.add_body(f"b{i}", parent, Revolute(axis), placement, chain.masses[i], com, inertia)
    return builder.build()


@pytest.mark.parametrize(
    ("make", "bodies", "limit"),
    [
        (catalogue.serial_chain, 10, CHAIN),
        (catalogue.serial_chain, 18, CHAIN),
        (far_chain, 10, CHAIN),
        (catalogue.binary_tree, 15, TREE),
    ],
)
def test_accuracy_that_the_issue_demands(make, bodies, limit):
    assert_demanded(make(bodies), limit)


@pytest.mark.parametrize("distance", [0.0, 1e6])
def test_accuracy_of_a_free_chain_anywhere(distance):
    assert_demanded(catalogue.serial_chain(10, "free"), CHAIN, distance)


def assert_demanded(model, limit, distance=0.0):
    rng = np.random.default_rng(model.nv)
    q = model.random_configuration(rng)
    q[:3] += distance
    v, a = rng.uniform(-1, 1, (2, model.nv))
    found = inverse_dynamics_second_partials(model, q, v, a)
    with K.working():
        reference = second_partials(model, q, v, a, K)
    for name, mine in zip(found._fields, found, strict=True):
        assert rmsre(mine, floats(getattr(reference, name))) <= limit, name


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ["arm", "quadruped", "every_joint_free"])
def test_relations_to_first_partials(robot, state):
    model, q, v, a, wrenches = motion(robot, state)
    still = np.zeros(model.nv)
    first = inverse_dynamics_partials(model, q, v, a, wrenches=wrenches)
    at_rest = inverse_dynamics_partials(model, q, still, a, wrenches=wrenches)
    coasting = inverse_dynamics_partials(model, q, v, still, wrenches=wrenches)
    found = inverse_dynamics_second_partials(model, q, v, a, wrenches=wrenches)
    scale = max(*(abs(x).max() for x in first), *tensor_sizes(model, q, v, found))
    size = scale * max(abs(v).max(), abs(a).max(), 1.0)
    # tau = H a + v^T B v + g
    assert abs(found.d2tau_dv_dv @ v - first.dtau_dv).max() <= IDENTITY * size
    moved = np.einsum("ijk,j->ik", found.d2tau_da_dq, a)
    assert abs(moved - (first.dtau_dq - coasting.dtau_dq)).max() <= IDENTITY * size
    bent = found.d2tau_dq_dv @ v / 2
    assert abs(bent - (first.dtau_dq - at_rest.dtau_dq)).max() <= IDENTITY * size
    # Hdot = dH/dq v
    Hdot = joint_space_inertia_derivatives(model, q, v[None])[1]
    assert abs(found.d2tau_da_dq @ v - Hdot).max() <= IDENTITY * size


@pytest.mark.parametrize("robot", [*ROBOTS, "interleaved"])
def test_symmetries(robot):
    model, q, v, a = generic(robot)
    found = inverse_dynamics_second_partials(model, q, v, a)
    qq, vv, _, aq = found
    sizes = tensor_sizes(model, q, v, found)
    assert abs(vv - vv.transpose(0, 2, 1)).max() <= IDENTITY * sizes[1]
    assert not np.einsum("iii->i", vv).any()
    assert abs(aq - aq.transpose(1, 0, 2)).max() <= IDENTITY * sizes[3]
    skewed = abs(qq - qq.transpose(0, 2, 1))
    assert skewed[:, ~same_joint(model)].max(initial=0.0) <= IDENTITY * sizes[0]


def generic(robot):
    """Model, q, v, a"""
    if robot != "interleaved":
        return motion(robot, "generic")[:4]
    model, rng = interleaved(), np.random.default_rng(2)
    return model, model.random_configuration(rng), *rng.standard_normal((2, model.nv))


@pytest.mark.parametrize("robot", [*ROBOTS, "interleaved"])
def test_entries_outside_the_pattern_stay_untouched(robot):
    model, q, v, a = generic(robot)
    fresh = inverse_dynamics_second_partials(model, q, v, a)
    out = InverseDynamicsSecondPartials(*(np.full((model.nv,) * 3, SENTINEL) for _ in range(4)))
    inverse_dynamics_second_partials(model, q, v, a, out=out)
    path = on_one_path(model)
    for mine, reference in zip(out, fresh, strict=True):
        untouched = mine == SENTINEL
        assert untouched[~path].all()
        assert not reference[untouched].any()
        assert (mine == reference)[~untouched].all()
    # each ordered triple of joints on one path has an entry somewhere
    bodies = np.repeat(np.arange(model.nbodies), [joint.nv for joint in model.joints])
    reached = np.zeros((model.nbodies,) * 3, dtype=bool)
    expected = reached.copy()
    for mine in out:
        np.logical_or.at(reached, tuple(bodies[i] for i in np.nonzero(mine != SENTINEL)), True)
    np.logical_or.at(expected, tuple(bodies[i] for i in np.nonzero(path)), True)
    assert (reached == expected).all()


@pytest.mark.parametrize("robot", ["serial_20_free", "every_joint_free"])
def test_memory_of_a_former_result_may_be_used_again(robot):
    model, q, v, a, wrenches = motion(robot, "generic")
    expected = inverse_dynamics_second_partials(model, q, v, a, wrenches=wrenches)
    out = inverse_dynamics_second_partials(model, *motion(robot, "fast")[1:4])
    assert inverse_dynamics_second_partials(model, q, v, a, wrenches=wrenches, out=out) is out
    for x, y in zip(out, expected, strict=True):
        assert (x == y).all()
    options = {"base": "mixed", "wrenches": wrenches, "wrench_axes": "inertial"}
    expected = inverse_dynamics_second_partials(model, q, v, a, **options)
    inverse_dynamics_second_partials(model, q, v, a, **options, out=out)
    for x, y in zip(out, expected, strict=True):
        assert (x == y).all()


@pytest.mark.parametrize("robot", ["quadruped", "aerial_manipulator_5x4", "serial_20_free"])
def test_no_entry_beyond_the_range_of_double_is_missed(robot):
    model, q, v, a, _ = motion(robot, "generic")
    refused = 0
    # the largest entries leave the range first
    for factor in np.geomspace(1e152, 1e156, 80):
        try:
            found = inverse_dynamics_second_partials(model, q, factor * v, a)
        except NonFiniteError as error:
            refused += "beyond the range of double" in str(error)
        else:
            assert all(np.isfinite(x).all() for x in found)
    assert 0 < refused < 80


@pytest.mark.parametrize(
    "way", [{}, {"base": "hybrid", "wrench_axes": "inertial"}, {"method": "chain_rule"}]
)
def test_memory_for_the_result_must_fit(way):
    model, *state, wrenches = motion("quadruped", "generic")

    def call(**out):
        return inverse_dynamics_second_partials(model, *state, wrenches=wrenches, **way, **out)

    good = call()
    frozen = good.d2tau_dv_dv.copy()
    frozen.flags.writeable = False
    for bad in (
        good.d2tau_dv_dv[:-1],
        good.d2tau_dv_dv.astype(np.float32),
        good.d2tau_dv_dv.transpose(),
        good.d2tau_dv_dv.tolist(),
        frozen,
    ):
        with pytest.raises(ShapeError, match=r"^out\.d2tau_dv_dv is no writeable contiguous"):
            call(out=good._replace(d2tau_dv_dv=bad))
    with pytest.raises(ShapeError, match="^out is tuple"):
        call(out=tuple(good))


@pytest.mark.parametrize("error", [MemoryError("no room"), ValueError("array is too big")])
def test_tensors_that_do_not_fit(monkeypatch, error):
    model, *state = motion("quadruped", "generic")[:4]

    def refuse(shape):
        raise error

    monkeypatch.setattr(np, "zeros", refuse)
    with pytest.raises(MemoryError, match=r"^four tensors of 18\^3 numbers do not fit$"):
        inverse_dynamics_second_partials(model, *state)
