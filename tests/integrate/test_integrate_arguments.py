"""What is refused, with the argument, the index or the time in the message."""

import numpy as np
import pytest
from support.trees.robots import draw
from support.trees.spatial_robots import BASES

from lieref.errors import (
    ArgumentError,
    ConfigurationError,
    LierefError,
    NonFiniteError,
    ShapeError,
)
from lieref.integrate import Group, IntegrationError, solve
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Prismatic
from lieref.simulate import simulate

METHODS = ("rkmk1", "rkmk4", "rkmk54", "variational")
MODEL, Q, V = draw("free_body", "generic", 0)
V = V[0]
TIMES = np.array([0.0, 0.1])


@pytest.mark.parametrize(
    ("changed", "kind", "message"),
    [
        ({"times": 0.1}, ShapeError, r"times: shape \(\), expected \(n\)"),
        ({"times": []}, ShapeError, r"times has shape \(0,\)"),
        ({"times": [0.0, 0.1, 0.1]}, ShapeError, "times: expected each later"),
        ({"times": [0.0, 0.1, 0.05]}, ShapeError, "times: expected each later"),
        (
            {"coordinates": "cayley", "method": "variational"},
            ShapeError,
            "'variational' has 'exponential' only",
        ),
        ({"step": 0.0}, ShapeError, "step is 0.0, expected a positive number"),
        ({"step": -0.1, "method": "variational"}, ShapeError, "step is -0.1"),
        ({"rtol": 0.0}, ShapeError, "rtol is 0.0"),
        ({"torque": np.zeros(5)}, ShapeError, r"torque: shape \(5,\), expected \(6\)"),
        ({"torque": np.zeros((3, 6))}, ShapeError, r"expected \(6,\) or \(2, 6\)"),
    ],
)
def test_refused(changed, kind, message):
    arguments = {"q0": Q, "v0": V, "times": TIMES} | changed
    with pytest.raises(kind, match=message):
        simulate(MODEL, **arguments)


@pytest.mark.parametrize("method", METHODS)
def test_a_callback_that_returns_nan_is_told_when(method):
    def torque(t, q, v):
        return np.full(6, np.nan) if t > 0.05 else np.zeros(6)

    def wrenches(t, q, v):
        return torque(t, q, v)[None]

    with pytest.raises(NonFiniteError, match=r"torque at t = 0\.0\d+\[0\] is nan"):
        simulate(MODEL, Q, V, TIMES, torque, method, step=0.01)
    with pytest.raises(NonFiniteError, match=r"wrenches at t = 0\.0\d+\[0, 0\] is nan"):
        simulate(MODEL, Q, V, TIMES, method=method, step=0.01, wrenches=wrenches)
    with pytest.raises(ShapeError, match=r"torque at t = 0\.\d+: shape \(5,\), expected \(6\)"):
        simulate(MODEL, Q, V, TIMES, lambda t, q, v: np.zeros(5), method, step=0.01)
    with pytest.raises(ShapeError, match=r"torque at t = 0\.\d+: None"):
        simulate(MODEL, Q, V, TIMES, lambda t, q, v: None, method, step=0.01)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("method", METHODS)
def test_callbacks_cannot_change_the_state(method, base):
    def torque(t, q, v):
        q[:], v[:] = 7.0, 7.0
        return np.zeros(6)

    given = Q.copy(), V.copy()
    spoilt = simulate(MODEL, Q, V, TIMES, torque, method, base=base)
    clean = simulate(MODEL, Q, V, TIMES, None, method, base=base)
    assert np.array_equal(spoilt.q, clean.q) and np.array_equal(spoilt.v, clean.v)
    assert np.array_equal(Q, given[0]) and np.array_equal(V, given[1])


def test_a_singular_motion_underflows():
    """v' = 1 + v^2: v is infinite at pi / 2."""
    group = Group(["R"])
    with pytest.raises(IntegrationError, match=r"step size underflow at t = 1\.5707963"):
        solve(group, lambda t, q, v: 1 + v * v, [0.0], [0.0], [0.0, 2.0], "rkmk54")


@pytest.mark.parametrize("method", ["rkmk4", "variational"])
@pytest.mark.parametrize("end, step", [(1.0, 1e-300), (1e300, 1e-300), (1e9, 1e-9)])
def test_a_fixed_step_that_is_rounding_underflows(method, end, step):
    with pytest.raises(IntegrationError, match=r"step size underflow at t = 0.0: a step of 1e-"):
        simulate(MODEL, Q, V, [0.0, end], None, method, step=step)


def test_a_force_that_jumps_without_end_underflows():
    b = ModelBuilder(gravity=(0.0, 0.0, 0.0))
    b.add_body("cart", None, Prismatic((1.0, 0.0, 0.0)), None, 1.0)
    model = b.build()

    def torque(t, q, v):
        # a singular place: no step that crosses it is small enough
        return [0.0] if q[0] < 1.0 else [1.0 / (q[0] - 1.0) ** 2 + 1e9]

    with pytest.raises(IntegrationError, match=r"step size underflow at t = 0\.99"):
        simulate(model, [0.0], [1.0], [0.0, 2.0], torque, "rkmk54")


@pytest.mark.parametrize("method", ["rkmk4", "variational"])
def test_a_step_of_more_than_half_a_turn(method):
    v = np.array([0.0, 0.0, 40.0, 0.0, 0.0, 0.0])
    with pytest.raises(
        IntegrationError, match=r"step from t = 0\.0 of 0\.4 s: .* half a turn: shorten the"
    ):
        simulate(MODEL, Q, v, [0.0, 0.4], None, method)


def test_a_variational_step_that_has_no_solution():
    b = ModelBuilder(gravity=(0.0, 0.0, 0.0))
    b.add_body("cart", None, Prismatic((1.0, 0.0, 0.0)), None, 1.0)

    def torque(t, q, v):
        # dry friction that throws the cart back: no midpoint velocity is its own answer
        return -30.0 * np.copysign(1.0, v)

    with pytest.raises(
        IntegrationError, match=r"step from t = 0\.0 of .* s: .* do not converge in 60 .*rkmk54"
    ):
        simulate(b.build(), [0.0], [0.1], TIMES, torque, "variational")
    assert issubclass(IntegrationError, LierefError)


def test_solve_checks_what_it_is_given():
    group = Group(["R", "SO3"])
    q, v = [0.0, 0.0, 0.0, 0.0, 1.0], np.zeros(4)

    def rest(t, q, v):
        return np.zeros(4)

    assert solve(group, rest, q, v, [0.0, 1.0]).q.shape == (2, 5)
    with pytest.raises(ConfigurationError, match=r"q0: quaternion of factor 1 \(SO3\) has norm"):
        solve(group, rest, [0.0, 0.0, 0.0, 0.0, 1.1], v, [0.0, 1.0])
    with pytest.raises(ShapeError, match=r"q0: shape \(4,\)"):
        solve(group, rest, q[1:], v, [0.0, 1.0])
    with pytest.raises(ArgumentError, match="method is 'variational', expected one of"):
        solve(group, rest, q, v, [0.0, 1.0], "variational")
    with pytest.raises(NonFiniteError, match=r"acceleration at t = 0\.5\[2\] is nan"):
        solve(
            group,
            lambda t, q, v: np.array([0, 0, np.nan if t else 0, 0]),
            q,
            v,
            [0.0, 1.0],
            method="rkmk4",
        )
    with pytest.raises(ShapeError, match=r"acceleration at t = 0\.0: shape \(3,\)"):
        solve(group, lambda t, q, v: np.zeros(3), q, v, [0.0, 1.0])
    # descending times, and nothing to do
    assert solve(group, rest, q, v, [1.0, 0.0], "rkmk54").steps >= 1
    assert solve(group, rest, q, v, [1.0], "rkmk54").q.shape == (1, 5)
    assert solve(Group([]), lambda t, q, v: [], [], [], [0.0, 1.0]).q.shape == (2, 0)


def test_times_outside_of_a_solution():
    found = simulate(MODEL, Q, V, [0.1, 0.0], step=0.01)
    for wrong, kind, message in (
        (0.2, ShapeError, "times: 0.2 is outside of 0.0 to 0.1"),
        ([0.0, -1e-9], ShapeError, "outside"),
        (np.nan, NonFiniteError, "times is nan"),
        ("soon", ShapeError, "times: 'soon'"),
    ):
        with pytest.raises(kind, match=message):
            found.at(wrong)
    single = simulate(MODEL, Q, V, [0.1])
    assert np.array_equal(single.at(0.1)[0], Q)


def test_what_is_no_group_or_no_function_is_an_error():
    with pytest.raises(ArgumentError, match="^group"):
        solve(None, lambda t, q, v: v, [0.0], [1.0], [0.0, 1.0])
    with pytest.raises(ArgumentError, match="^acceleration"):
        solve(Group(["R"]), "x", [0.0], [1.0], [0.0, 1.0])
