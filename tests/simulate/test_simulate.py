"""Motions of whole models: another integrator, conservation laws, loads, and what lies between."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from support.references.tolerances import EPS
from support.trees.robots import draw

from lieref.algebra import SO3
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.laws.energy import energy
from lieref.dynamics.laws.momentum import center_of_mass, centroidal_momentum, momentum
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free
from lieref.model.mechanisms import catalogue
from lieref.simulate import simulate

METHODS = ("rkmk1", "rkmk2", "rkmk3", "rkmk4", "rkmk54", "variational")
TIGHT = {"rtol": 1e-12, "atol": 1e-12}


def free_chain(gravity=(0.0, 0.0, 0.0)):
    """A free body with spherical and revolute joints beyond it."""
    return catalogue.random_tree(4, 0, ("spherical", "revolute"), "free", gravity=gravity)


def start(model, seed=0):
    rng = np.random.default_rng(seed)
    return model.random_configuration(rng), rng.standard_normal(model.nv)


def states(found):
    return zip(found.q, found.v, strict=True)


def total_energy(model, q, v):
    return sum(part[0] for part in energy(model, q, v[None]))


def swing(model):
    """A torque that depends on time, configuration and velocity."""
    factors = np.random.default_rng(3).standard_normal(model.nv)

    def torque(t, q, v):
        return 0.3 * np.sin(3 * t + factors) * q[-1] - 0.1 * v

    return torque


@pytest.mark.parametrize("robot", ["every_joint_free", "quadruped", "arm"])
def test_scipy_comes_to_the_same_place(robot):
    model, q0, v0 = draw(robot, "generic", 0)
    v0, torque = 0.3 * v0[0], swing(model)

    def coordinates_rate(q, v):
        # q' of an embedded quaternion: q (omega, 0) / 2
        rate = np.zeros(model.nq)
        for joint, iq, iv in zip(model.joints, model.idx_q, model.idx_v, strict=True):
            if joint.nv == 1:
                rate[iq] = v[iv]
                continue
            if joint.kind == "free":
                rotation = SO3.from_quaternion(q[iq + 3 : iq + 7])
                rate[iq : iq + 3] = rotation @ v[iv + 3 : iv + 6]
                iq = iq + 3
            omega = v[iv : iv + 3]
            vector, scalar = q[iq : iq + 3], q[iq + 3]
            rate[iq : iq + 3] = (scalar * omega + np.cross(vector, omega)) / 2
            rate[iq + 3] = -vector @ omega / 2
        return rate

    def right_side(t, y):
        q, v = model.normalize(y[: model.nq]), y[model.nq :]
        a = forward_dynamics(model, q, v, torque(t, q, v)[None])[0]
        return np.concatenate([coordinates_rate(q, v), a])

    times = np.array([0.0, 0.1, 0.25])
    # a step to a tenth of its own: no chart is left half way round
    reference = solve_ivp(
        right_side, (0.0, 0.25), np.concatenate([q0, v0]), "DOP853", times, rtol=1e-12, atol=1e-12
    )
    found = simulate(model, q0, v0, times, torque, "rkmk54", **TIGHT)
    for k in range(len(times)):
        q, v = model.normalize(reference.y[: model.nq, k]), reference.y[model.nq :, k]
        # two integrators at 1e-12 a step, some hundred steps, light bodies with fast joints
        assert abs(model.difference(found.q[k], q)).max() <= 1e-9
        assert abs(found.v[k] - v).max() <= 1e-9 * max(1.0, abs(v).max())


def test_energy_and_momentum_of_the_adaptive_method():
    model = free_chain((0.0, 0.0, -9.81))
    q, v = start(model)
    found = simulate(model, q, v, np.linspace(0, 1, 5), None, "rkmk54", **TIGHT)
    energies = [total_energy(model, *state) for state in states(found)]
    assert np.ptp(energies) <= 1e-9 * abs(energies[0])
    spins = [centroidal_momentum(model, q, v[None])[0, :3] for q, v in states(found)]
    assert np.ptp(spins, axis=0).max() <= 1e-9 * abs(spins[0]).max()


@pytest.mark.parametrize("torque", [None, "inner"])
def test_variational_method_conserves_spatial_momentum(torque):
    model = free_chain()
    q, v = start(model)
    if torque:
        # any torque between bodies, friction too
        def torque(t, q, v):
            return np.concatenate([np.zeros(6), np.cos(t) - 0.2 * v[6:]])

    found = simulate(model, q, v, np.linspace(0, 5, 26), torque, "variational", step=0.01)
    assert found.steps == 500
    momenta = np.array([momentum(model, q, v[None])[0] for q, v in states(found)])
    # of the product of place and linear momentum: solving H v = p, and the measure itself
    scale = abs(momenta).max() * (1 + abs(found.q[:, :3]).max())
    assert abs(momenta - momenta[0]).max() <= 16 * EPS * scale


def test_variational_method_does_not_drift_in_energy():
    model = free_chain()
    q, v = start(model)
    found = simulate(model, q, v, np.linspace(0, 10, 401), None, "variational", step=0.025)
    energies = [total_energy(model, *state) for state in states(found)]
    early, late = np.mean(energies[:200]), np.mean(energies[201:])
    # the swing of a symplectic method is of the second order of the step; its mean stays
    swing = np.ptp(energies)
    assert 1e-6 * energies[0] < swing < 1e-2 * energies[0]
    assert abs(late - early) <= 0.1 * swing


def test_weight_is_all_that_changes_the_momentum_of_a_falling_chain():
    model = free_chain((0.5, 0.0, -9.81))
    q, v = start(model)
    found = simulate(model, q, v, [0.0, 0.5, 1.0], None, "variational", step=0.01)
    pushed = [momentum(model, q, v[None])[0, 3:] for q, v in states(found)]
    weight = model.masses.sum() * model.gravity
    for t, linear in zip(found.times, pushed, strict=True):
        assert abs(linear - pushed[0] - t * weight).max() <= 64 * EPS * abs(weight).max()
    # a parabola, which the midpoint rule follows exactly but for the velocities that it reports
    centre = [center_of_mass(model, q, v[None])[0] for q, v in states(found)]
    fallen = centre[0] + pushed[0] / model.masses.sum() + model.gravity / 2
    assert abs(centre[-1] - fallen).max() <= 1e-3


# Reversible up to the rounding of a hundred steps and its growth, 4e-13 to 7e-12 with one kernel of
# OpenBLAS or another (OPENBLAS_CORETYPE); the other method up to its truncation.
@pytest.mark.parametrize(("method", "bound"), [("variational", 5e-11), ("rkmk4", 1e-8)])
def test_there_and_back(method, bound):
    model = free_chain((0.0, 0.0, -9.81))
    q, v = start(model)
    there = simulate(model, q, v, [0.0, 0.5], None, method, step=0.01)
    back = simulate(model, there.q[-1], there.v[-1], [0.5, 0.0], None, method, step=0.01)
    assert abs(model.difference(q, back.q[-1])).max() <= bound
    assert abs(back.v[-1] - v).max() <= bound
    assert abs(model.difference(q, there.q[-1])).max() > 0.1


@pytest.mark.parametrize("method", METHODS)
def test_forms_of_a_torque(method):
    model, q, v = draw("arm", "generic", 0)
    v, times = 0.1 * v[0], np.array([0.0, 0.01, 0.03])
    slope = np.linspace(-1.0, 2.0, model.nv)
    constant, rows = np.ones(model.nv), 1.0 + times[:, None] * slope

    def final(torque, at=times):
        solution = simulate(model, q, v, at, torque, method, step=0.01, rtol=1e-8)
        return np.concatenate([solution.q[-1], solution.v[-1]])

    assert np.array_equal(final(constant), final(lambda t, q, v: [1.0] * model.nv))
    assert np.array_equal(final(constant), final(np.ones((3, model.nv))))
    linear = final(lambda t, q, v: 1.0 + t * slope)
    assert abs(final(rows) - linear).max() <= 64 * EPS * abs(linear).max()
    assert abs(final(rows) - final(constant)).max() > 1e-4
    assert np.array_equal(final(None), final(np.zeros(model.nv)))
    assert np.array_equal(final(None, times[:1]), np.concatenate([q, v]))
    # backwards, the rows belong to the times all the same
    backwards = final(rows[::-1], times[::-1])
    assert abs(backwards - final(lambda t, q, v: 1.0 + t * slope, times[::-1])).max() <= 1e-12


@pytest.mark.parametrize("method", METHODS)
def test_wrenches_push(method):
    """A body whose weight a wrench carries moves as it would without weight."""

    def body(gravity):
        b = ModelBuilder(gravity=gravity)
        inertia = np.diag([0.4, 0.7, 0.9])
        b.add_body("body", None, Free(), None, 1.5, (0.3, -0.2, 0.1), inertia)
        return b.build()

    heavy, light = body((0.0, 0.0, -10.0)), body((0.0, 0.0, 0.0))
    q, v = start(light)
    times = np.linspace(0, 0.2, 3)
    com, lift = light.coms[0], np.array([0.0, 0.0, 15.0])

    def inertial(t, q, v):
        return np.concatenate([np.cross(SO3.from_quaternion(q[3:]) @ com, lift), lift])[None]

    def own_axes(t, q, v):
        rotation = SO3.from_quaternion(q[3:])
        return (inertial(t, q, v).reshape(2, 3) @ rotation).reshape(1, 6)

    options = {"method": method, "step": 0.01}
    free = simulate(light, q, v, times, **options)
    for wrenches, axes in ((inertial, "inertial"), (own_axes, "body")):
        held = simulate(heavy, q, v, times, wrenches=wrenches, wrench_axes=axes, **options)
        assert abs(held.q - free.q).max() <= 1e-12
        assert abs(held.v - free.v).max() <= 1e-12
    still = simulate(light, q, v, times, wrenches=np.zeros((1, 6)), **options)
    assert np.array_equal(still.v, free.v)


def test_steps_between_the_times():
    model, q, v = draw("every_joint", "generic", 0)
    every = simulate(model, q, 0.1 * v[0], np.linspace(0, 0.1, 11), method="rkmk4")
    some = simulate(model, q, 0.1 * v[0], [0.0, 0.05, 0.1], method="rkmk4", step=0.01)
    uneven = simulate(model, q, 0.1 * v[0], [0.0, 0.05, 0.1], method="rkmk4", step=0.012)
    assert every.steps == some.steps == uneven.steps == 10
    # the same steps but for the rounding of their lengths
    assert abs(every.v[[0, 5, 10]] - some.v).max() <= 1e-12
    assert np.array_equal(some.q, uneven.q)


@pytest.mark.parametrize("backwards", [1, -1])
def test_between_the_times(backwards):
    model = free_chain((0.0, 0.0, -9.81))
    q0, v0 = start(model)
    errors = []
    for count in (20, 40, 80):
        nodes = backwards * np.linspace(0, 0.8, count + 1)
        fine = backwards * np.linspace(0, 0.8, 4 * count + 1)
        exact = simulate(model, q0, v0, fine, None, "rkmk54", rtol=1e-11, atol=1e-11)
        coarse = simulate(model, q0, v0, nodes, None, "rkmk54", rtol=1e-11, atol=1e-11)
        q, v = coarse.at(fine)
        errors.append((abs(model.difference(exact.q, q)).max(), abs(exact.v - v).max()))
        again, velocities = coarse.at(nodes.reshape(-1, 1))
        assert np.array_equal(again[:-1, 0], coarse.q[:-1])
        assert np.array_equal(velocities[:-1, 0], coarse.v[:-1])
        assert abs(model.difference(again[-1, 0], coarse.q[-1])).max() <= 16 * EPS
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert abs(orders[-1] - [4, 3]).max() <= 0.2
    state = coarse.at(backwards * 0.1)
    assert state[0].shape == (model.nq,) and state[1].shape == (model.nv,)
