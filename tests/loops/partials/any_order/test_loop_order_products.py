"""Products with partials of any order through loops: by differences, and both sides agree."""

import numpy as np
import pytest
from support.mechanisms.closed_chains import four_bar
from support.mechanisms.loop_robots import LOOP_ROBOTS, draw
from support.references.tolerances import EPS

import lieref
from lieref import loops

R, STEP = 2, 2.0**-13


def drawn(name):
    model, q, _, rng = draw(name, 4)
    v, tau, dv, dtau = rng.uniform(-1, 1, (4, R + 2, model.nv))
    dq, w = rng.uniform(-1, 1, model.nv), rng.uniform(-1, 1, (R + 1, model.nv))
    return model, q, v, tau[:-1], dq, dv, dtau[:-1], w


def slope(function, *moved):
    """Central difference along the directions of pairs (value, direction)."""
    ahead, behind = (function(*(x + sign * STEP * d for x, d in moved)) for sign in (1.0, -1.0))
    return (ahead - behind) / (2 * STEP)


def assert_near(found, expected, tolerance):
    """By the largest entry of each order."""
    for x, y in zip(found, expected, strict=True):
        assert abs(x - y).max() <= tolerance * max(abs(y).max(), 1.0)


def test_directions_by_differences():
    # an error of h^2, and cancellation
    model, rng = four_bar(), np.random.default_rng(2)
    closed = model.random_configuration(rng)
    q, n = closed[model.independent_q], model.nv
    v, dv, dtau, tau = rng.uniform(-1, 1, (4, R + 2, n))
    dq = rng.uniform(-1, 1, n)

    def torques(y, rates):
        return lieref.inverse_dynamics(model, loops.expand(model, y, closed), rates)

    def accelerations(y, rate, forces):
        return lieref.forward_dynamics(model, loops.expand(model, y, closed), rate, forces)

    found = lieref.inverse_dynamics_order_jvp(model, closed, v, dq, dv)
    assert_near(found, slope(torques, (q, dq), (v, dv)), 1e-5)
    tau, dtau = tau[:-1], dtau[:-1]
    found = lieref.forward_dynamics_order_jvp(model, closed, v[0], tau, dq, dv[0], dtau)
    assert_near(found, slope(accelerations, (q, dq), (v[0], dv[0]), (tau, dtau)), 1e-5)


@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_weights_and_directions_meet(name):
    model, q, v, tau, dq, dv, dtau, w = drawn(name)
    forces = lieref.inverse_dynamics_order_jvp(model, q, v, dq, dv)
    by_q, by_v = lieref.inverse_dynamics_order_vjp(model, q, v, w)
    parts = [*(by_q * dq), *np.ravel(by_v * dv)]
    assert abs(np.sum(parts) - np.sum(w * forces)) <= 1000 * EPS * np.abs(parts).sum()
    rates = lieref.forward_dynamics_order_jvp(model, q, v[0], tau, dq, dv[0], dtau)
    by_q, by_v, by_tau = lieref.forward_dynamics_order_vjp(model, q, v[0], tau, w)
    parts = [*(by_q * dq), *(by_v * dv[0]), *np.ravel(by_tau * dtau)]
    assert abs(np.sum(parts) - np.sum(w * rates)) <= 1000 * EPS * np.abs(parts).sum()
