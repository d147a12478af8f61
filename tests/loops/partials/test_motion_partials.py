"""Partials of the tree's motion, and first partials of many states by them."""

from dataclasses import replace

import numpy as np
import pytest
from support.mechanisms.closed_chains import LOOP_JOINTS, closed_chains, coupled_chains, curved
from support.mechanisms.loop_robots import LOOP_ROBOTS, draw
from support.references.tolerances import BATCHES, EPS

import lieref
from lieref import loops
from lieref.errors import ShapeError
from lieref.loops.constraints.constraint_partials import cluster_partials
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.partials.chain_rule import Motion, directions, inverse_first
from lieref.loops.partials.dynamics_partials import checked_state, open_tree
from lieref.loops.partials.first_partials import forward_partials
from lieref.loops.partials.motion_partials import motion_partials
from lieref.model.loops.loop_assembly import close

# Of both: solutions with the pivots, by the largest number of each array. Found: 13 eps.
SLOPES = 64 * EPS
COUNT = 9
HELD = [("body", "body"), ("hybrid", "inertial")]


def chains(kind):
    structure, q = coupled_chains() if kind == "coupled" else closed_chains(kind)
    independent = None
    if kind == "revolute":
        # joints of several degrees are independent in part
        joints = zip(structure.joint_names, structure.tree.joints, strict=True)
        independent = [name for name, joint in joints if joint.nv == 1 or name == "base_joint"]
    return close(structure.tree, structure.loops, structure.couplings, independent, q), q


def near(found, expected, tolerance):
    scale = np.abs(expected).max(initial=0.0)
    return np.abs(found - expected).max(initial=0.0) <= tolerance * (scale or 1.0)


def assert_slopes(model, q):
    """Against those of displaced configurations, in second-order numbers."""
    y, a = np.random.default_rng(1).uniform(-1, 1, (2, model.nv))
    found = motion_partials(model, q, y, a)
    rates, G = loops.expand_motion(model, q, np.array([y, a]))
    clusters = cluster_partials(model, q, y, G[0], False)
    to = directions(Motion(y, a, G[0], clusters))
    dense = loop_tables(model).dense
    assert near(found.rates, rates, SLOPES)
    assert near(dense(found.maps[0]), G[0], SLOPES)
    for packed, expected in zip(found.maps[1:], (to.dv_dq, to.da_dq, to.da_dv), strict=True):
        assert near(dense(packed, 0.0), expected, SLOPES)
    dG = np.concatenate([np.zeros(0), *(c.dG.ravel() for c in clusters)])
    assert found.dG.shape == dG.shape
    assert near(found.dG, dG, SLOPES)


@pytest.mark.parametrize("kind", ["coupled", *LOOP_JOINTS])
def test_slopes_of_every_loop_joint(kind):
    assert_slopes(*chains(kind))


@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_slopes_of_mechanisms(name):
    assert_slopes(*draw(name)[:2])


def branching(y, m):
    """As `curved`, of values: no trace can follow."""
    return curved(y, m) if y[0] < 1e9 else [y[0]]


def test_couplings_that_cannot_be_traced():
    traced, q = chains("coupled")
    functions = [
        replace(c, function=branching) if c.function is curved else c for c in traced.couplings
    ]
    model = close(traced.tree, traced.loops, functions, None, q)
    assert model.untraced == ("curved",) and not traced.untraced
    y, a = np.random.default_rng(2).uniform(-1, 1, (2, model.nv))
    for found, expected in zip(
        motion_partials(model, q, y, a), motion_partials(traced, q, y, a), strict=True
    ):
        assert found.shape == expected.shape
        for one, other in zip(np.atleast_2d(found), np.atleast_2d(expected), strict=True):
            assert near(one, other, SLOPES)
    for found, expected in zip(
        loops.inverse_dynamics_partials(model, q, y, a),
        loops.inverse_dynamics_partials(traced, q, y, a),
        strict=True,
    ):
        assert near(found, expected, 4 * SLOPES)


def batch(name, axes):
    """A mechanism, states of it, and wrenches."""
    rng = np.random.default_rng(5)
    drawn = [draw(name, seed) for seed in range(COUNT)]
    model, q = drawn[0][0], np.array([x[1] for x in drawn])
    v, a, tau = rng.standard_normal((3, COUNT, model.nv))
    return model, q, v, a, tau, rng.standard_normal((COUNT, model.nbodies, 6))


@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_first_partials_are_those_of_the_plain_implementation(name):
    model, q, v, a, _, loads = batch(name, "body")
    at, (y, rate), options = checked_state(
        model, q[0], None, "body", loads[0], "body", False, None, v=v[0], a=a[0]
    )
    plain = inverse_first(open_tree(model, at, y, rate, options, False).forces)
    found = loops.inverse_dynamics_partials(model, q[0], v[0], a[0], "body", loads[0])
    for one, other in zip(found, plain, strict=True):
        assert near(one, other, 4 * SLOPES)
    H = plain.dtau_da
    by_q, by_v, inverse = forward_partials(plain)
    condition = np.linalg.cond(H)
    assert near(by_q, np.linalg.solve(H, -plain.dtau_dq), 4 * BATCHES * condition)
    assert near(by_v, np.linalg.solve(H, -plain.dtau_dv), 4 * BATCHES * condition)
    assert near(inverse, np.linalg.inv(H), 4 * BATCHES * condition)
    many = forward_partials([np.stack([2 * x, x]) for x in plain])
    for x, one in zip(many, (by_q, by_v, inverse), strict=True):
        assert np.array_equal(x[1], one)


@pytest.mark.parametrize(("base", "axes"), HELD)
@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_first_partials_of_many_states_are_those_of_each(name, base, axes):
    model, q, v, a, _, loads = batch(name, axes)
    try:
        lieref.inverse_dynamics_partials(model, q[0], v[0], a[0], base)
    except ShapeError:
        pytest.skip("a loop goes through the base")
    found = lieref.inverse_dynamics_partials(model, q, v, a, base, loads, axes, workers=2)
    for k in range(COUNT):
        alone = loops.inverse_dynamics_partials(model, q[k], v[k], a[k], base, loads[k], axes)
        scale = np.abs(loops.constraint_state(model, q[k], v[k]).G).max()
        for many, one in zip(found, alone, strict=True):
            assert near(many[k], one, 4 * BATCHES * scale)


def test_axes_broadcast_and_independent_coordinates_are_closed_first():
    model = lieref.catalogue.four_bar()
    y = np.linspace(0.2, 0.9, 5)[:, None]
    v = np.ones((3, 1, 1))
    found = lieref.inverse_dynamics_partials(model, y, v, v, workers=3)
    assert found.dtau_dq.shape == (3, 5, 1, 1)
    alone = lieref.inverse_dynamics_partials(model, y[4], v[0, 0], v[0, 0])
    assert near(found.dtau_dq[1, 4], alone.dtau_dq, BATCHES)
    chained = lieref.inverse_dynamics_partials(model, y, v, v, method="chain_rule")
    assert near(chained.dtau_dq, found.dtau_dq, 1e-12)
