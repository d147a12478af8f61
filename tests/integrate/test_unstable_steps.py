"""Steps that are too long are IntegrationErrors, and the default keeps to its tolerances."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.errors import IntegrationError, ShapeError, SingularError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Prismatic, Revolute
from lieref.model.mechanisms import catalogue
from lieref.simulate import simulate

FIXED = ("rkmk1", "rkmk2", "rkmk3", "rkmk4", "variational")
ARM = catalogue.serial_chain(7)
# Largest error over the tolerance: four times the largest found, 6.4, for 1e-6 to 1e-10.
MOST_ERROR = 25.0
Q, V = np.linspace(0.3, 1.0, 7), np.full(7, 0.5)


def test_default_keeps_to_its_tolerances_whatever_the_times():
    times = np.arange(0.0, 1.01, 0.05)

    def rate(t, y):
        a = forward_dynamics(ARM, y[:7], y[7:], np.zeros((1, 7)))[0]
        return np.concatenate([y[7:], a])

    exact = solve_ivp(rate, (0.0, times[-1]), np.concatenate([Q, V]), "DOP853", times,
                      rtol=1e-13, atol=1e-13).y.T  # fmt: skip
    for options in ({}, *({"rtol": x, "atol": x} for x in (1e-6, 1e-8, 1e-10))):
        found = simulate(ARM, Q, V, times, **options)
        error = abs(np.hstack([found.q, found.v]) - exact).max()
        assert error <= MOST_ERROR * options.get("rtol", 1e-9)


@pytest.mark.parametrize("method", FIXED)
@pytest.mark.parametrize("speed", [30.0, 300.0])
def test_step_that_is_too_long_says_time_step_and_remedy(method, speed):
    with pytest.raises(IntegrationError, match=r"step from t = .* of 0\.2 s: .*rkmk54"):
        simulate(ARM, Q, speed * V, np.arange(0.0, 4.1, 0.2), method=method)


@pytest.mark.parametrize("method", FIXED[:4])
def test_feedback_that_overflows_is_no_singular_joint(method):
    with pytest.raises(IntegrationError, match=r"step from t = .* of 0\.05 s: .*rkmk54"):
        # a damper that a step of 0.05 s cannot follow
        simulate(ARM, Q, V, np.arange(0.0, 60.0, 0.05), lambda t, q, v: -1e4 * v, method=method)


@pytest.mark.parametrize("method, right, wrong", [("rkmk1", 0.02, 0.03), ("rkmk2", 0.04, 0.05)])
def test_coarse_steps_are_told_from_unstable_ones(method, right, wrong):
    """The wrong steps stay in the range of double: the energy alone tells them."""
    simulate(ARM, Q, V, right * np.arange(41), method=method)
    with pytest.raises(IntegrationError, match="unstable: the kinetic energy is"):
        simulate(ARM, Q, V, wrong * np.arange(41), method=method)


def test_a_step_beyond_the_range_of_double_is_no_wrong_argument():
    with pytest.raises(IntegrationError, match=r"step from t = 0\.0 of 0\.1 s: unstable"):
        simulate(ARM, Q, V, [0.0, 0.1], np.full(7, 1e200), method="rkmk1")


def cart():
    b = ModelBuilder(gravity=(0.0, 0.0, 0.0))
    b.add_body("cart", None, Prismatic((1.0, 0.0, 0.0)), None, 2.0)
    return b.build()


@pytest.mark.parametrize("method", FIXED)
@pytest.mark.parametrize("begin, end", [(0.0, 0.1), (0.1, 9.0), (0.05, 0.3)])
def test_torque_that_is_switched_is_no_instability(method, begin, end):
    def push(t, q, v):
        return [5.0] if begin <= t < end else [0.0]

    simulate(cart(), [0.0], [0.0], np.arange(0.0, 1.01, 0.1), push, method)


@pytest.mark.parametrize("method", FIXED)
def test_a_fall_from_rest_is_no_instability(method):
    for steps in range(1, 9):
        simulate(ARM, Q, np.zeros(7), 0.01 * np.arange(steps + 1), method=method)


@pytest.mark.parametrize("method", FIXED)
def test_a_callback_may_fill_one_array_again(method):
    given = np.empty(1)

    def push(t, q, v):
        given[0] = 5.0 if t < 0.1 else 0.0
        return given

    times = np.arange(0.0, 1.01, 0.1)
    found = simulate(cart(), [0.0], [0.0], times, push, method)
    assert np.array_equal(
        found.v, simulate(cart(), [0.0], [0.0], times, lambda *at: push(*at).copy(), method).v
    )


@pytest.mark.parametrize("method", FIXED[:4])
def test_back_in_time_a_brake_gives(method):
    found = simulate(cart(), [0.0], [0.0], [0.0, -0.5, -1.0, -1.5], [-4.0], method)
    assert abs(found.v[-1, 0] - 3.0) <= 1e-12


def test_wrenches_do_work():
    pushed = simulate(
        cart(), [0.0], [0.0], [0.0, 1.0, 2.0], wrenches=[[0, 0, 0, 8.0, 0, 0]], method="rkmk4"
    )
    assert abs(pushed.v[-1, 0] - 8.0) <= 1e-12


@pytest.mark.parametrize("method", [*FIXED, "rkmk54"])
def test_joint_without_inertia_stays_a_singular_error(method):
    b = ModelBuilder()
    b.add_body("bead", None, Revolute((0.0, 0.0, 1.0)), None, 1.0)
    with pytest.raises(SingularError):
        simulate(b.build(), [0.0], [1.0], [0.0, 0.1], [1.0], method)


def test_an_interval_takes_no_more_steps_than_it_may():
    """A turning force far beyond the times' scale: 1e5 rad/s would take millions of steps."""
    message = r"at t = .*, on the way to t = 10\.0, 100 steps were tried .* `max_steps`"
    with pytest.raises(IntegrationError, match=message):
        simulate(ARM, Q, 1e5 * V, [0.0, 10.0], max_steps=100)
    # the bound is one of each interval
    times = np.linspace(0.0, 1.0, 21)
    found = simulate(ARM, Q, V, times)
    assert found.steps + found.rejected > 100
    assert (simulate(ARM, Q, V, times, max_steps=100).q == found.q).all()


@pytest.mark.parametrize("wrong", [0, -1, 2.5, None, True])
def test_the_most_steps_are_a_positive_integer(wrong):
    with pytest.raises(ShapeError, match="max_steps"):
        simulate(ARM, Q, V, [0.0, 0.1], max_steps=wrong)
