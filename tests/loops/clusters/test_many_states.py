"""Many states of a mechanism at once: each is the single call's, whatever else is in the batch."""

from functools import cache

import numpy as np
import pytest
from support.mechanisms.loop_robots import LOOP_ROBOTS, draw, robot
from support.references.tolerances import BATCHES, EPS

import lieref
from lieref import catalogue, loops
from lieref.errors import (
    SingularError,
)

# Neither a multiple of any number of lanes nor smaller than the widest.
COUNT = 11
# An order, the axes of wrenches, and where other forces act.
CALLS = [(0, "body", "independent"), (1, "inertial", "tree"), (3, "inertial", "independent")]


@cache
def configurations(name):
    """COUNT of a mechanism; not written to."""
    return np.array([draw(name, seed)[1] for seed in range(COUNT)])


def states(name, r, axes="body", ext="independent"):
    """A mechanism, COUNT configurations and motions of order r, and the options of a call."""
    model, q, rng = robot(name), configurations(name), np.random.default_rng(r)
    v = rng.standard_normal((COUNT, r + 2, model.nv))
    options = {
        "wrenches": rng.standard_normal((COUNT, r + 1, model.nbodies, 6)),
        "wrench_axes": axes,
        "tau_ext": rng.standard_normal(
            (COUNT, r + 1, model.nv if ext == "independent" else model.tree.nv)
        ),
    }
    return model, q, v, options


def at_state(options, k):
    return {name: x if isinstance(x, str) else x[k] for name, x in options.items()}


def assert_orders(found, reference, tolerance):
    """Each order's largest difference by the largest number of this order or one before it."""
    size = np.maximum.accumulate(np.abs(reference).reshape(len(reference), -1).max(axis=1))
    assert np.all(np.abs(found - reference).max(axis=1) <= tolerance * size)


@pytest.mark.parametrize(("r", "axes", "ext"), CALLS)
@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_inverse_dynamics_of_many_states_is_that_of_each(name, r, axes, ext):
    model, q, v, options = states(name, r, axes, ext)
    found = lieref.inverse_dynamics(model, q, v, **options)
    assert found.shape == (COUNT, r + 1, model.nv)
    for k in range(COUNT):
        alone = lieref.inverse_dynamics(model, q[k], v[k], **at_state(options, k))
        scale = np.abs(loops.constraint_state(model, q[k], v[k, 0]).G).max()
        assert_orders(found[k], alone, 4 * BATCHES * scale)


@pytest.mark.parametrize(("r", "axes", "ext"), CALLS)
@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_forward_dynamics_of_many_states_has_their_forces(name, r, axes, ext):
    model, q, v, options = states(name, r, axes, ext)
    tau = np.random.default_rng(r).standard_normal((COUNT, r + 1, model.nv))
    found = lieref.forward_dynamics(model, q, v[:, 0], tau, **options)
    motion = np.concatenate([v[:, :1], found], axis=1)
    again = lieref.inverse_dynamics(model, q, motion, **options)
    for k in range(COUNT):
        alone = lieref.forward_dynamics(model, q[k], v[k, 0], tau[k], **at_state(options, k))
        one = np.concatenate([v[k, :1], alone])
        own = lieref.inverse_dynamics(model, q[k], one, **at_state(options, k))
        # as well as the single call, whose forces cancel where orders grow
        size = np.abs(own - tau[k]).max(axis=1) + EPS * np.abs(loads(model, q[k], one)).max(axis=1)
        assert np.all(np.abs(again[k] - tau[k]).max(axis=1) <= 64 * size)


def loads(model, q, motion):
    """What the forces of a motion are the sum of: the tree's own, by G."""
    rates, G = loops.expand_motion(model, q, motion)
    torques = np.abs(lieref.inverse_dynamics(model.tree, q, rates))
    return np.maximum.accumulate(torques.max(axis=1) * np.abs(G[0]).max())[:, None]


@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_reduced_inertia_of_many_states_is_that_of_each(name):
    model, q, _, _ = states(name, 0)
    found = lieref.joint_space_inertia(model, q, workers=2)
    assert np.array_equal(found, found.swapaxes(1, 2))
    for k in range(COUNT):
        alone = lieref.joint_space_inertia(model, q[k])
        scale = np.abs(loops.constraint_state(model, q[k], np.zeros(model.nv)).G).max() ** 2
        assert np.abs(found[k] - alone).max() <= BATCHES * scale * np.abs(alone).max()
    base = "hybrid" if model.tree.joints[0].kind == "free" else "body"
    found = lieref.joint_space_inertia(model, q[:2], base)
    assert np.array_equal(found[1], lieref.joint_space_inertia(model, q[1], base))


@pytest.mark.parametrize("function", ["inverse_dynamics", "forward_dynamics"])
def test_workers_and_axes_change_nothing(function):
    model, q, v, options = states("rod_drive", 1, "inertial", "tree")
    given = (v,) if function == "inverse_dynamics" else (v[:, 0], v[:, :2])
    call = getattr(lieref, function)
    found = call(model, q, *given, **options)
    assert np.array_equal(call(model, q, *given, **options, workers=3), found)
    # every state with each motion, by broadcasting, from arrays with any strides
    wide = call(model, q[:3, None], *(np.asfortranarray(x[:4]) for x in given))
    assert wide.shape == (3, 4, 2, model.nv)
    for i in range(3):
        assert np.array_equal(wide[i], call(model, q[i], *(x[:4] for x in given)))
    # one state for several workers
    alone = call(model, q[0], *(x[0] for x in given), workers=2)
    assert alone.shape == (2, model.nv)
    assert call(model, q[:0], *(x[:0] for x in given)).shape == (0, 2, model.nv)


def test_a_state_does_not_depend_on_its_neighbors():
    # pivots are found state by state: neighbors that turn other rows up change nothing
    model, q, v, _ = states("four_bar", 1)
    whole = lieref.inverse_dynamics(model, q, v)
    for k in range(COUNT):
        repeated = lieref.inverse_dynamics(model, np.tile(q[k], (9, 1)), v[k])
        assert np.array_equal(repeated[4], whole[k])


def test_independent_coordinates_are_closed_first():
    model = catalogue.four_bar()
    y = np.linspace(0.2, 0.9, 5)[:, None]
    at = np.array([loops.expand(model, x) for x in y])
    v = np.ones((5, 3, 1))
    found = lieref.inverse_dynamics(model, y, v)
    assert np.array_equal(found, lieref.inverse_dynamics(model, at, v))
    assert np.array_equal(
        lieref.joint_space_inertia(model, y), lieref.joint_space_inertia(model, at)
    )


def test_a_joint_without_inertia_is_named():
    b = lieref.ModelBuilder(name="weightless", doubtful="warn")
    b.add_body("one", None, lieref.Revolute((0, 0, 1)), None, 1.0, (0, 0, 0), np.eye(3))
    b.add_body("two", "one", lieref.Revolute((0, 0, 1)), None, 0.0, (0, 0, 0), np.zeros((3, 3)))
    b.add_body("rotor", None, lieref.Revolute((0, 0, 1)), None, 1.0, (0, 0, 0), np.eye(3))
    b.couple("rotor_joint", "one_joint", 3)
    with pytest.warns(match="moves no mass"):
        model = b.build()
    with pytest.raises(SingularError, match=r"state \[0\]: joints 'two_joint'"):
        lieref.forward_dynamics(model, np.zeros((9, 3)), np.zeros((9, 2)), np.zeros((9, 1, 2)))


@pytest.mark.parametrize("name", ["four_bar_free", "rod_drive"])
def test_wrenches_alone_may_have_batches(name):
    model, q, _, options = states(name, 1)
    for axes in ((6,), (2, 3)):
        loads = options["wrenches"][:6, 0].reshape(*axes, model.nbodies, 6)
        for call in (lieref.external_forces, loops.external_forces):
            found = call(model, q[0], loads)
            assert found.shape == (*axes, model.nv)
            for k in np.ndindex(*axes):
                alone = call(model, q[0], loads[k])
                assert np.abs(found[k] - alone).max() <= 16 * BATCHES * np.abs(found).max()
