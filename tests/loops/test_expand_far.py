"""`expand` for independent coordinates that are far away: whole turns, and ways without an end."""

import math
import signal

import numpy as np
import pytest

from lieref import loops
from lieref.errors import ConfigurationError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Prismatic, Revolute
from lieref.model.loops.loop_configuration import whole_turns_close
from lieref.model.mechanisms.linkages import four_bar
from lieref.oracle.loops.loop_positions import loop_configuration

Z = (0, 0, 1)
# roundings of sines and cosines of four angles, magnified by the four-bar's Jacobian
CLOSE = 64 * np.finfo(float).eps


@pytest.mark.parametrize("angle", [50.0, 600.0, 1000.0, -1000.0, 1e6, 1e12, -3e15])
def test_whole_turns_do_not_matter(angle):
    model = four_bar()
    q = loops.expand(model, [angle])
    assert q[model.independent_q].tolist() == [angle]
    assert np.abs(loops.loop_residual(model, q)).max() < CLOSE
    same = loops.expand(model, [math.atan2(math.sin(angle), math.cos(angle))])
    assert np.abs(np.exp(1j * q) - np.exp(1j * same)).max() < 16 * CLOSE
    a = loops.forward_dynamics(model, [angle], [0.5], [[1.0]])
    b = loops.forward_dynamics(model, same, [0.5], [[1.0]])
    assert np.abs(a - b).max() < 256 * CLOSE * np.abs(b).max()


@pytest.mark.parametrize("factor", [1e6, 3e16, 1e300])
def test_a_start_beyond_all_digits_ends(factor):
    model = four_bar()
    q = model.assembly
    try:
        found = loops.expand(model, q[model.independent_q], near=q * factor)
    except ConfigurationError:
        return
    assert np.abs(loops.loop_residual(model, found)).max() < 1e-9


def shift(x):
    pose = np.eye(4)
    pose[0, 3] = x
    return pose


def geared_four_bar(ratio):
    """A four-bar and a wheel that its crank turns."""
    b = ModelBuilder()
    inertia = np.eye(3) / 10
    b.add_body("crank", None, Revolute(Z), None, 1.0, (0.5, 0, 0), inertia)
    b.add_body("coupler", "crank", Revolute(Z), shift(1.0), 1.0, (1, 0, 0), inertia)
    b.add_body("rocker", None, Revolute(Z), shift(2.2), 1.0, (0.7, 0, 0), inertia)
    b.add_loop("close", "coupler", "rocker", Revolute(Z), shift(2.0), shift(1.5))
    b.add_body("wheel", None, Revolute(Z), shift(5.0), 1.0, (0.1, 0, 0), inertia)
    b.couple("wheel_joint", "crank_joint", ratio)
    start = {"crank_joint": 1.0, "coupler_joint": -0.5, "rocker_joint": 1.5}
    return b.build(assembly=start, independent=["crank_joint"])


def test_a_coupling_that_counts_turns_keeps_them():
    whole, geared = geared_four_bar(-3.0), geared_four_bar(2.5)
    loop = next(k for k, cluster in enumerate(whole.clusters) if cluster.loops)
    assert whole_turns_close(whole, loop) and not whole_turns_close(geared, loop)
    q = loops.expand(whole, [1e6])
    assert q[whole.tree.names.index("wheel")] == -3e6
    q = loops.expand(geared, [1000.0])
    assert q[geared.tree.names.index("wheel")] == 2500.0
    with pytest.raises(ConfigurationError, match="way from `near`.*longer than 32768 rad"):
        loops.expand(geared, [1e6])


def test_the_oracle_leaves_out_the_same_turns():
    model = four_bar()
    for angle in (1000.0, 3e15):
        exact = [float(x) for x in loop_configuration(model, [angle], digits=30)]
        found = loops.expand(model, [angle])
        assert np.abs(found - exact)[1:].max() < CLOSE


def oldham_coupling():
    """A crank that carries the disc of an Oldham coupling: it turns twice as fast as the shafts."""
    b = ModelBuilder()
    inertia = np.eye(3) / 10
    b.add_body("crank", None, Revolute(Z), None, 1.0, (0.5, 0, 0), inertia)
    b.add_body("disc", "crank", Revolute(Z), shift(1.0), 1.0, (0.1, 0, 0), inertia)
    b.add_body("left", None, Revolute(Z), shift(-1.0), 1.0, (0.1, 0, 0), inertia)
    b.add_body("right", None, Revolute(Z), shift(1.0), 1.0, (0.1, 0, 0), inertia)
    b.add_loop("along", "disc", "left", Prismatic((1, 0, 0)), np.eye(4), np.eye(4))
    b.add_loop("across", "disc", "right", Prismatic((0, 1, 0)), np.eye(4), np.eye(4))
    # the angle at the circumference is half of that at the center
    start = {"crank_joint": 1.0, "disc_joint": -0.5, "left_joint": 0.5, "right_joint": 0.5}
    return b.build(assembly=start, independent=["crank_joint"])


@pytest.mark.parametrize("turns, shaft", [
    # gone whole: the shaft has turned, and after an odd number the loops are on another branch
    (1, math.pi), (2, 2 * math.pi), (-15, -15 * math.pi),
    # beyond 100 rad the crank's turns are left out, and the shaft is where it was
    (16, 0.0), (17, 0.0), (-1001, 0.0),
])  # fmt: skip
def test_a_mechanism_that_closes_after_two_turns(turns, shaft):
    model = oldham_coupling()
    near = model.assembly
    angle = near[0] + 2 * math.pi * turns
    q = loops.expand(model, [angle], near=near)
    assert np.abs(loops.loop_residual(model, q)).max() < CLOSE
    left = model.tree.names.index("left")
    # the rounding of the angle that was asked for
    assert abs(q[left] - near[left] - shaft) < CLOSE + np.spacing(abs(angle))


class Interrupt(Exception):
    pass


def test_a_long_way_is_interrupted():
    model = geared_four_bar(2.5)
    fired = 0

    def interrupt(number, frame):
        # twice may be before the way and after it
        nonlocal fired
        fired += 1
        if fired > 2:
            raise Interrupt

    before = signal.signal(signal.SIGVTALRM, interrupt)
    try:
        # in seconds of this process's own time, of which the way takes some hundred times as many
        signal.setitimer(signal.ITIMER_VIRTUAL, 1e-3, 1e-3)
        with pytest.raises(Interrupt):
            loops.expand(model, [10000.0])
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def sarrus(independent):
    """A platform on two arms of two links at right angles, which fold where they lie flat."""
    b = ModelBuilder()
    body = {"mass": 1.0, "com": (0, 0, 0.5), "inertia": 0.1 * np.eye(3)}
    chains = (((1, 0), (0, 1, 0), ("A1", "A2", "P")), ((0, 1), (1, 0, 0), ("B1", "B2")))
    for start, axis, names in chains:
        parent, place = None, (*start, 0)
        for name in names:
            b.add_body(name, parent, Revolute(axis), shifted(place), **body)
            parent, place = name, (0, 0, 1)
    b.add_loop("close", "B2", "P", Revolute((1, 0, 0)), shifted((0, 0, 1)), shifted((-1, 1, 0)))
    return b.build([independent], [0.7, -1.4, 0.7, -0.7, 1.4])


def shifted(place):
    pose = np.eye(4)
    pose[:3, 3] = place
    return pose


@pytest.mark.parametrize("independent", ["A1_joint", "A2_joint", "P_joint", "B2_joint"])
def test_random_configurations_of_a_linkage_that_folds_are_no_toggles(independent):
    model = sarrus(independent)
    for seed in range(30):
        q = model.random_configuration(seed)
        loops.constraint_state(model, q, [1.0])
        assert loops.toggle_measure(model, q)[0] > 1e-4


def test_a_fold_ends_the_way():
    """Beyond it lies a branch on which the loop has lost rank for good."""
    model = sarrus("A1_joint")
    rng = np.random.default_rng(7)
    for _ in range(100):
        a = math.pi / 2 - 10 ** rng.uniform(-5, 0)
        near = np.array([a, -2 * a, a, -a, 2 * a])
        with pytest.raises(ConfigurationError, match="does not close beyond"):
            loops.expand(model, [math.pi / 2 + 10 ** rng.uniform(-5, 0)], near)
