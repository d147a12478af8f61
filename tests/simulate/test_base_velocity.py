"""Motions whose free base is given in another representation: body runs, closed forms, loads."""

import numpy as np
import pytest
from support.references.tolerances import EPS
from support.trees.spatial_robots import BASES

import lieref
from lieref.errors import NonFiniteError, ShapeError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free
from lieref.model.mechanisms import catalogue
from lieref.oracle.loops import closed_motions
from lieref.simulate import simulate

METHODS = ("rkmk1", "rkmk2", "rkmk3", "rkmk4", "rkmk54", "variational")
OTHERS = ("spatial", "hybrid", "mixed")
# Two runs of some ten steps that differ in the rounding of velocities and forces, a few eps in
# each evaluation, and in what the bodies beyond the base make of it. Worst in 12 draws: 1.8e-12.
SAME = 1e-11
FINE = {"step": 0.01, "rtol": 1e-10, "atol": 1e-12}
# Of both runs of rkmk54 alike, which would take hundreds of steps with the other ones.
COARSE = {"rtol": 1e-6, "atol": 1e-8}


def state(seed):
    """A free base with a free body, a spherical joint and a hinge beyond it; q and v."""
    print(f"state({seed})")
    model = catalogue.random_tree(5, 0, ("spherical", "free", "revolute"), "free")
    rng = np.random.default_rng(seed)
    return model, model.random_configuration(rng), 0.3 * rng.standard_normal(model.nv)


def root_pose(model, q):
    return lieref.forward_kinematics(model, q, np.zeros((1, model.nv)))[0][0]


def to(base, model, q, v, source="body"):
    """Velocities (nv,) with the six of the root, body 0, in another representation."""
    out = v.copy()
    out[:6] = lieref.convert_twists(v[:6], root_pose(model, q), source, base)
    return out


def torques(base, model, q, tau, source):
    """The same of generalized forces."""
    out = tau.copy()
    out[:6] = lieref.convert_wrenches(tau[:6], root_pose(model, q), source, base)
    return out


def push(model, base):
    """Torque, other forces and wrenches that depend on the velocity as `base` represents it."""
    factors = np.random.default_rng(3).standard_normal(model.nv)

    def torque(t, q, v):
        return 0.3 * np.sin(3 * t + factors) * q[-1] - 0.1 * v

    def other(t, q, v):
        return 0.2 * np.cos(t + factors) + 0.05 * v[::-1]

    def wrenches(t, q, v):
        return 0.1 * np.outer(np.arange(model.nbodies), v[:6])

    def in_body(load):
        return lambda t, q, v: torques("body", model, q, load(t, q, to(base, model, q, v)), base)

    def of_body(load):
        return lambda t, q, v: load(t, q, to(base, model, q, v))

    given = {"torque": torque, "tau_ext": other, "wrenches": wrenches}
    same = {
        "torque": in_body(torque),
        "tau_ext": in_body(other),
        "wrenches": of_body(wrenches),
    }
    return given, same


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("base", OTHERS)
def test_the_same_motion_as_in_body_representation(base, method):
    model, q0, v0 = state(8)
    times = np.array([0.0, 0.03, 0.1])
    given, same = push(model, base)
    options = {"method": method, "wrench_axes": "inertial", **FINE}
    if method == "rkmk54":
        options |= COARSE
    body = simulate(model, q0, v0, times, **same, **options)
    start = to(base, model, q0, v0)
    found = simulate(model, q0, start, times, base=base, **given, **options)
    assert np.array_equal(found.v[0], start)
    assert abs(model.difference(body.q, found.q)).max() <= SAME
    for q, v, expected in zip(found.q, found.v, body.v, strict=True):
        assert abs(to("body", model, q, v, base) - expected).max() <= SAME * abs(expected).max()
    # the loads matter, and so does the representation
    free = simulate(model, q0, v0, times, **options)
    assert abs(model.difference(free.q[-1], found.q[-1])).max() > 1e-4
    assert abs(found.v[-1] - body.v[-1]).max() > 1e-2


@pytest.mark.parametrize("base", OTHERS)
def test_between_the_times(base):
    model, q0, v0 = state(9)
    times = np.linspace(0.0, 0.1, 5)
    body = simulate(model, q0, v0, times)
    found = simulate(model, q0, to(base, model, q0, v0), times, base=base)
    asked = np.array([[0.01, 0.05], [0.075, 0.1]])
    (q, v), (q_body, v_body) = found.at(asked), body.at(asked)
    assert q.shape == (2, 2, model.nq) and v.shape == (2, 2, model.nv)
    assert abs(model.difference(q_body, q)).max() <= SAME
    for i in np.ndindex(2, 2):
        expected = to(base, model, q[i], v_body[i])
        assert abs(v[i] - expected).max() <= SAME * abs(expected).max()
    assert np.array_equal(found.at(times[2])[1], found.v[2])


@pytest.mark.parametrize("base", BASES)
def test_free_body_in_closed_form(base):
    model, motion = closed_motions.free_body()
    (q0, v0), (q1, v1) = motion(0.0), motion(0.5)
    found = simulate(
        model, q0, to(base, model, q0, v0), [0.0, 0.5], None, "rkmk54", rtol=1e-11, atol=1e-11,
        base=base,
    )  # fmt: skip
    # a few hundred steps of 1e-11 at most
    assert abs(model.difference(found.q[-1], q1)).max() <= 1e-9
    expected = to(base, model, q1, v1)
    assert abs(found.v[-1] - expected).max() <= 1e-9 * abs(expected).max()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("base", ["hybrid", "mixed"])
def test_a_constant_force_in_inertial_axes_draws_a_parabola(base, method):
    """p' = v0 + (g + (F + F_ext) / m) t of a body whose frame is at its center of mass."""
    b = ModelBuilder(gravity=(0.4, 0.0, -9.81))
    b.add_body("body", None, Free(), None, 2.0, (0.0, 0.0, 0.0), np.diag([0.4, 0.7, 0.9]))
    model = b.build()
    rng = np.random.default_rng(1)
    q, v = model.random_configuration(rng), rng.standard_normal(6)
    force, other = np.array([1.0, -2.0, 3.0]), np.array([0.0, 4.0, -1.0])
    torque, tau_ext = np.r_[0.0, 0.0, 0.0, force], np.r_[0.0, 0.0, 0.0, other]
    times = np.linspace(0.0, 0.3, 4)
    found = simulate(
        model, q, v, times, torque, method, step=0.01, rtol=1e-11, base=base, tau_ext=tau_ext
    )
    pull = model.gravity + (force + other) / 2.0
    # It runs in body axes, inexact as the body turns; the midpoint rule does not, for
    # the force at the midpoint is that of the whole step. Each about ten times what is seen.
    bound = {"rkmk1": 0.2, "rkmk2": 5e-4, "rkmk3": 1e-6, "rkmk4": 1e-9, "variational": 64 * EPS}
    error = abs(found.v[:, 3:] - (v[3:] + np.outer(times, pull))).max()
    assert error <= bound.get(method, 1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_other_forces_act_beside_the_torque(method):
    model, q, v = state(10)
    times = np.array([0.0, 0.02, 0.05])
    slope = np.linspace(-1.0, 2.0, model.nv)
    rows = 0.1 * (1.0 + times[:, None] * slope)

    def final(torque, tau_ext):
        found = simulate(model, q, v, times, torque, method, **FINE, tau_ext=tau_ext)
        return np.concatenate([found.q[-1], found.v[-1]])

    both = final(0.1 * slope, rows)
    assert abs(both - final(rows + 0.1 * slope, None)).max() <= SAME * abs(both).max()
    assert abs(both - final(rows, lambda t, q, v: 0.1 * slope)).max() <= SAME * abs(both).max()
    none = final(None, None)
    assert np.array_equal(none, final(rows, -rows))
    assert abs(both - none).max() > 1e-4


def test_forces_at_a_time_are_checked():
    model, q, v = state(11)
    with pytest.raises(ShapeError, match=r"tau_ext: shape \(3, \d+\), expected"):
        simulate(model, q, v, [0.0, 0.01], tau_ext=np.zeros((3, model.nv)))
    with pytest.raises(NonFiniteError, match=r"tau_ext at t = 0\.0\[0\] is nan"):
        simulate(
            model, q, v, [0.0, 0.01],
            tau_ext=lambda t, q, v: np.full(model.nv, np.nan), base="hybrid",
        )  # fmt: skip
