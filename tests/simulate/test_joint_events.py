"""Joints that stick, slide and stop, against motions that are known in closed form."""

import numpy as np
import pytest
from support.trees.robots import ROBOTS

import lieref
from lieref.errors import ArgumentError, ConfigurationError, IntegrationError, ShapeError
from lieref.simulate.bounded_multipliers import bounded_multipliers
from lieref.simulate.simulate import simulate

MASS, G = 2.0, 9.81
METHODS = {"rkmk54": {}, "rkmk4": {"step": 0.01}, "rkmk2": {"step": 0.01}}
# Constant forces: the methods are exact, and an event is located to rounding of its time.
ROUNDING = 1e-12


def block(gravity=(0, 0, 0), **physics):
    b = lieref.ModelBuilder(gravity=gravity)
    b.add_body("block", None, lieref.Prismatic((1, 0, 0)), mass=MASS, **physics)
    return b.build()


def pendulum(**physics):
    b = lieref.ModelBuilder()
    own, com = np.eye(3) * 1e-3, (0, 0, -0.5)
    b.add_body("rod", None, lieref.Revolute((0, 1, 0)), None, 1.0, com, own, **physics)
    return b.build()


@pytest.mark.parametrize("method", METHODS)
def test_a_sliding_block_comes_to_rest(method):
    model = block(friction=3.0)
    t = np.linspace(0.0, 2.0, 21)
    found = simulate(model, [0.0], [1.5], t, method=method, **METHODS[method])
    end, decay = MASS * 1.5 / 3.0, 3.0 / MASS
    s = np.minimum(t, end)
    assert abs(found.q[:, 0] - (1.5 * s - decay * s * s / 2)).max() <= ROUNDING
    assert abs(found.v[:, 0] - np.where(t < end, 1.5 - decay * t, 0.0)).max() <= ROUNDING
    assert [what[1:] for what in found.events] == [("block_joint", "sticks")]
    assert abs(found.events[0][0] - end) <= ROUNDING


def test_weight_on_an_incline_is_held_up_to_the_friction():
    # 6 N down the incline
    weight = (3.0, 0, -1)
    t = [0.0, 0.5, 1.0]
    held = simulate(block(weight, friction=6.1), [0.2], [0.0], t)
    assert np.array_equal(held.q[:, 0], [0.2] * 3) and held.events == (
        (0.0, "block_joint", "sticks"),
    )
    slides = simulate(block(weight, friction=5.0), [0.2], [0.0], t)
    assert abs(slides.q[:, 0] - (0.2 + 0.25 * np.square(t))).max() <= ROUNDING


@pytest.mark.parametrize("method", METHODS)
def test_a_growing_pull_sets_a_block_free(method):
    """6 N of friction against t N: it moves from t = 6 s on, with x = (t - 6)^3 / 12."""
    model = block(friction=6.0)
    t = np.array([0.0, 5.0, 7.0, 8.0])
    found = simulate(
        model, [0.0], [0.0], t, lambda t, q, v: np.array([t]), method, **METHODS[method]
    )
    expected = np.maximum(t - 6.0, 0.0) ** 3 / (6 * MASS)
    limit = 1e-9 if method == "rkmk54" else 1e-4 if method == "rkmk2" else ROUNDING
    assert abs(found.q[:, 0] - expected).max() <= limit
    assert [what for _, _, what in found.events] == ["sticks", "moves"]
    assert abs(found.events[1][0] - 6.0) <= 1e-9


def test_a_block_on_a_spring_loses_twice_the_same_every_half_swing():
    """It turns at x = +-(x_0 - 2 n F / k), and stays where the spring pulls less than F."""
    k, F = 50.0, 4.0
    model = block(friction=F, stiffness=k)
    found = simulate(model, [0.5], [0.0], np.linspace(0.0, 5.0, 51), rtol=1e-11, atol=1e-13)
    half = np.pi * np.sqrt(MASS / k)
    # 0.5, -0.34, 0.18, -0.02: at the last one the spring pulls 1 N
    moments = [when for when, _, what in found.events if what == "moves"]
    assert np.allclose(moments[1:], half * np.arange(1, 3), atol=1e-8, rtol=0)
    assert found.events[-1][2] == "sticks" and abs(found.events[-1][0] - 3 * half) <= 1e-8
    assert abs(found.q[-1, 0] + 0.02) <= 1e-8 and found.v[-1, 0] == 0.0


def test_a_pendulum_turns_where_friction_has_taken_its_energy():
    """m g l (cos b - cos a) is the friction times the angle from a to b; rest below its torque."""
    friction = 0.3
    model = pendulum(friction=friction)
    found = simulate(model, [1.0], [0.0], np.linspace(0.0, 12.0, 121), rtol=1e-11, atol=1e-13)
    moments = [when for when, _, _ in found.events]
    turns = simulate(model, [1.0], [0.0], moments[: len(moments)], rtol=1e-11, atol=1e-13)
    at, weight = turns.q[:, 0], G * 0.5
    for a, b in zip(at[:-1], at[1:], strict=True):
        assert abs(weight * (np.cos(b) - np.cos(a)) - friction * abs(b - a)) <= 1e-8
    assert weight * abs(np.sin(found.q[-1, 0])) <= friction and found.v[-1, 0] == 0.0
    assert weight * abs(np.sin(at[-2])) > friction


def test_friction_with_damping_and_on_a_free_base():
    found = simulate(pendulum(friction=0.3, damping=0.05), [1.0], [0.0], np.linspace(0, 10, 11))
    assert found.v[-1, 0] == 0.0
    # the momentum of a free base is kept while its joints stick
    plain = ROBOTS["quadruped"]()
    friction = np.where(np.arange(plain.nv) < 6, 0.0, 5.0)
    model = plain.with_joint_physics(friction=friction).with_gravity((0, 0, 0))
    rng = np.random.default_rng(2)
    q, v = model.random_configuration(rng), rng.standard_normal(model.nv)
    found = simulate(model, q, v, [0.0, 2.0], base="hybrid")
    assert not found.v[-1, 6:].any()
    before, after = (
        lieref.momentum(model, *state, base="hybrid")
        for state in ((q, v[None]), (found.q[-1], found.v[-1][None]))
    )
    assert abs(after - before).max() <= 1e-7 * abs(before).max()


@pytest.mark.parametrize("method", METHODS)
def test_a_falling_block_stops_and_is_lifted_again(method):
    """It falls to 0 in 1/7 s, rests, and leaves when the pull exceeds its weight."""
    model = block((-G, 0, 0), limits=(0.0, 1.0))
    t = np.array([0.0, 0.1, 0.5, 1.0, 2.0])
    pull = 40.0
    found = simulate(
        model, [0.1], [0.0], t, lambda t, q, v: np.array([pull * t]), method,
        limits="stop", **METHODS[method],
    )  # fmt: skip
    off = MASS * G / pull
    leave = (pull / MASS) * (t[2:4] - off) ** 3 / 6
    assert abs(found.q[2:4, 0] - leave).max() <= (1e-3 if method == "rkmk2" else 1e-9)
    assert [what for _, _, what in found.events] == ["stops", "moves", "stops"]
    assert abs(found.events[1][0] - off) <= 1e-9
    assert found.q[:, 0].min() >= -1e-12
    assert found.q[-1, 0] == pytest.approx(1.0, abs=1e-12) and found.v[-1, 0] == 0.0


def train(**first):
    """A block of 3 kg, and one of 1 kg that slides on it between stops."""
    b = lieref.ModelBuilder(gravity=(0, 0, 0))
    b.add_body("one", None, lieref.Prismatic((1, 0, 0)), mass=3.0, **first)
    b.add_body("two", "one", lieref.Prismatic((1, 0, 0)), mass=1.0, limits=(-1.0, 0.5))
    return b.build()


@pytest.mark.parametrize("first", [{"limits": (0.0, 9.0)}, {"friction": 0.4}])
def test_an_impulse_sets_free_what_rests(first):
    """At its own stop or held by friction: both go on with a quarter of the velocity."""
    model = train(**first)
    found = simulate(model, [0.0, 0.0], [0.0, 2.0], [0.0, 0.25, 0.5], limits="stop")
    # 0.4 N on 4 kg for 0.25 s
    after = 0.5 - 0.1 * 0.25 * ("friction" in first)
    assert abs(found.v[-1] - [after, 0.0]).max() <= ROUNDING
    assert abs(found.q[-1] - [0.125 - 0.0125 * 0.25 * ("friction" in first), 0.5]).max() <= ROUNDING
    what = [(joint, what) for when, joint, what in found.events if when > 0]
    assert what == [("one_joint", "moves"), ("two_joint", "stops")]


def test_a_block_leaves_the_limit_that_it_starts_from():
    found = simulate(block((G, 0, 0), limits=(0.0, 9.0)), [0.0], [0.0], [0.0, 1.0], limits="stop")
    assert abs(found.q[-1, 0] - G / 2) <= ROUNDING and found.events == ()


def test_wrenches_slide_a_block_against_friction():
    model, push = block(friction=3.0), np.array([[0, 0, 0, 7.0, 0, 0]])
    found = simulate(model, [0.0], [0.0], [0.0, 1.0, 2.0], wrenches=push)
    assert abs(found.q[:, 0] - [0.0, 1.0, 4.0]).max() <= ROUNDING


def test_a_stop_takes_no_more_than_the_velocity_along_it():
    """Two blocks in a row: the impulse on the second slows the first by its share of the mass."""
    model = train()
    found = simulate(model, [0.0, 0.0], [1.0, 2.0], [0.0, 1.0], limits="stop")
    # momentum 3 * 1 + 1 * 3 is that of both together
    assert abs(found.v[-1] - [1.5, 0.0]).max() <= ROUNDING
    assert abs(found.q[-1] - [0.25 + 1.5 * 0.75, 0.5]).max() <= ROUNDING
    assert found.events == ((pytest.approx(0.25), "two_joint", "stops"),)


def test_a_four_bar_with_friction_in_all_joints_comes_to_rest():
    """It is held if the sum of friction times |G| is at least the torque of its weight."""
    plain = lieref.catalogue.four_bar()
    q = plain.assembly
    tau = lieref.gravity_forces(plain, q)
    G = lieref.loops.constraint_state(plain, q, np.zeros(1)).G[:, 0]
    just = abs(tau[0]) / abs(G).sum()
    times = np.linspace(0.0, 3.0, 4)
    for share in (1.01, 0.99):
        model = plain.with_joint_physics(friction=np.full(3, share * just))
        found = simulate(model, q, [0.0], times[:2])
        moved = abs(found.q[1] - q).max()
        assert moved <= 1e-15 if share > 1 else moved > 1e-4
    model = plain.with_joint_physics(friction=np.full(3, 0.5 * just))
    found = simulate(model, q, [1.0], times)
    assert abs(found.v[-1]).max() <= 1e-12 and found.events[-1][2] == "sticks"
    held = lieref.gravity_forces(model, found.q[-1])
    G = lieref.loops.constraint_state(plain, found.q[-1], np.zeros(1)).G[:, 0]
    assert abs(held[0]) <= 0.5 * just * abs(G).sum()


def test_multipliers_meet_their_conditions():
    rng = np.random.default_rng(3)
    for _ in range(200):
        n = int(rng.integers(1, 7))
        A = rng.standard_normal((n, int(rng.integers(1, 7))))
        W, w = A @ A.T, A @ rng.standard_normal(A.shape[1])
        lower, upper = -rng.uniform(0.0, 1.0, n), rng.uniform(0.0, 1.0, n)
        lower[rng.random(n) < 0.3] = -np.inf
        upper[rng.random(n) < 0.3] = np.inf
        x, slope = bounded_multipliers(W, w, lower, upper)
        assert (lower <= x).all() and (x <= upper).all()
        assert abs(W @ x + w - slope).max() <= 1e-10 * (abs(W).max() * abs(x).max() + abs(w).max())
        # up from the lower bound, down from the upper one, nothing in between
        assert (x[slope > 0] == lower[slope > 0]).all() and (x[slope < 0] == upper[slope < 0]).all()


def test_what_is_refused():
    model = block(limits=(0.0, 1.0))
    with pytest.raises(ConfigurationError, match="joint 'block_joint' is 1.5, beyond its limits"):
        simulate(model, [1.5], [0.0], [0.0, 1.0], limits="stop")
    with pytest.raises(ArgumentError, match="limits is 'bounce', expected one of"):
        simulate(model, [0.5], [0.0], [0.0, 1.0], limits="bounce")
    with pytest.raises(ArgumentError, match="'variational' has 'ignore' only"):
        simulate(model, [0.5], [0.0], [0.0, 1.0], limits="stop", method="variational")
    with pytest.raises(IntegrationError, match="dry friction jumps .* `friction_width`"):
        simulate(pendulum(friction=0.3), [1.0], [0.0], [0, 10], method="variational", step=0.01)
    with pytest.raises(ShapeError, match="expected each later"):
        simulate(model, [0.5], [0.0], [1.0, 0.0], limits="stop")
    assert simulate(model, [0.5], [1.0], [0.0, 1.0]).q[-1, 0] > 1.4
