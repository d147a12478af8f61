"""Coefficients of the dynamics along a path, by the oracle's dynamics of motions along it."""

from math import factorial

import numpy as np
import pytest
from support.references.tolerances import EPS
from support.trees.robots import ROBOTS, with_physics

import lieref
from lieref.errors import ModelError, ShapeError

R = 3


def motion(u, s):
    """v(t) = u(s(t)) s'(t) and its derivatives, from polynomials in t. s: s', s'', ..."""
    n = len(u)
    place = np.polynomial.Polynomial([0, *(x / factorial(k + 1) for k, x in enumerate(s))])
    rows = np.zeros((n, u.shape[1]))
    for c in range(u.shape[1]):
        path = np.polynomial.Polynomial([x / factorial(k) for k, x in enumerate(u[:, c])])
        v = path(place) * place.deriv()
        rows[:, c] = [v.deriv(k)(0.0) if k else v(0.0) for k in range(n)]
    return rows


def drawn(robot, physics, seed=2):
    print(f"drawn({robot!r}, {physics!r}, {seed})")
    model = ROBOTS[robot]()
    if physics:
        model = with_physics(model, friction="sign")
    rng = np.random.default_rng(seed)
    return model, model.random_configuration(rng), rng.uniform(-1, 1, (R + 2, model.nv))


@pytest.mark.parametrize("base", ["body", "hybrid"])
@pytest.mark.parametrize("physics", [False, True])
@pytest.mark.parametrize("robot", ["two_link", "arm", "every_joint_free"])
def test_torques_along_the_path_are_those_of_the_motion(robot, physics, base):
    model, q, u = drawn(robot, physics)
    found = lieref.path_dynamics(model, q, u, base)
    for s in ([0.7, 0.0, 0.0, 0.0, 0.0], [1.3, -0.8, 0.4, 2.0, -1.0]):
        v = motion(u, s)
        exact = lieref.oracle.inverse_dynamics(model, q, v, base=base, digits=30)
        exact = np.array(exact, float)
        torque = found.torque.along(s)
        # some ten terms of each order, of another size each
        size = np.abs(exact).max(axis=-1) + np.abs(found.torque.along(np.abs(s))).max(axis=-1)
        assert (np.abs(torque - exact).max(axis=-1) <= 256 * EPS * size).all()
        acceleration = found.acceleration.along(s)
        assert np.abs(acceleration - v[1:]).max() <= 256 * EPS * np.abs(v).max()


def test_torque_rates_are_as_the_docstring_says():
    model, q, u = drawn("arm", True)
    x = lieref.path_dynamics(model, q, u).torque
    s1, s2, s3 = 0.7, -0.4, 1.2
    rate = x.a[0] * s3 + (x.a[1] + 2 * x.b[0]) * s1 * s2 + x.b[1] * s1**3
    rate += x.c[1] * s1 + x.d[0] * s2 + x.d[1] * s1**2
    found = x.along([s1, s2, s3])[1]
    assert np.abs(found - rate).max() <= 64 * EPS * np.abs(rate).max()


def test_torques_are_linear_in_the_squared_speed():
    """x(s) = s'^2 of s'' = k s + l: all derivatives are those of a polynomial."""
    model, q, u = drawn("arm", False)
    found = lieref.path_dynamics(model, q, u)
    # x(s) with x' = 2 s'': s'(s) by a polynomial, at s = 0
    speed = np.polynomial.Polynomial([0.9, 0.3, -0.2, 0.5, 0.1, 0.4])
    x = speed**2
    rows = np.array([x.deriv(k)(0.0) if k else x(0.0) for k in range(R + 2)])
    # time derivatives of s: d/dt = s' d/ds
    rates, now = [], speed
    for _ in range(R + 2):
        rates.append(now(0.0))
        now = now.deriv() * speed
    for quantity in (found.torque, found.acceleration):
        E, e = quantity.of_squared_speed(0)
        along = quantity.along(rates)
        size = np.abs(along).max()
        assert np.abs(E @ rows[:2] + e - along[0]).max() <= 256 * EPS * size
        E, e = quantity.of_squared_speed(1)
        assert np.abs((E @ rows[:3] + e) * speed(0.0) - along[1]).max() <= 256 * EPS * size
        # d2/dt2 = s' d/ds (s' d/ds)
        first, (E, e) = E @ rows[:3] + e, quantity.of_squared_speed(2)
        second = E @ rows[:4] + e
        expected = speed(0.0) * (speed.deriv()(0.0) * first + speed(0.0) * second)
        assert np.abs(expected - along[2]).max() <= 256 * EPS * size


def test_batches_are_states():
    model = lieref.catalogue.serial_chain(4)
    rng = np.random.default_rng(1)
    q, u = rng.uniform(-1, 1, (3, 4)), rng.uniform(-1, 1, (3, 4, 4))
    s = rng.uniform(0, 1, (3, 3))
    found = lieref.path_dynamics(model, q, u)
    E, e = found.torque.of_squared_speed(1)
    torque = found.torque.along(s)
    assert torque.shape == (3, 2, 4)
    assert E.shape == (3, 4, 3)
    for i in range(3):
        one = lieref.path_dynamics(model, q[i], u[i])
        assert np.abs(torque[i] - one.torque.along(s[i])).max() <= 1e-13 * np.abs(torque).max()
        assert np.abs(E[i] - one.torque.of_squared_speed(1)[0]).max() <= 1e-13 * np.abs(E).max()
        np.testing.assert_array_equal(found.acceleration.a[i], u[i, :-1])
    many = lieref.path_dynamics(model, q[0], u).torque.along(s[0])
    assert np.abs(many[0] - torque[0]).max() <= 1e-13 * np.abs(torque).max()
    one = lieref.path_dynamics(model, q[0], u[0]).torque.along(s)
    assert np.abs(one[0] - torque[0]).max() <= 1e-13 * np.abs(torque).max()


def test_what_has_no_coefficients_is_refused():
    model = lieref.catalogue.serial_chain(2)
    q, u = np.zeros(2), np.ones((3, 2))
    with pytest.raises(ShapeError, match=r"u has shape \(1, 2\), expected \(r \+ 2, 2\)"):
        lieref.path_dynamics(model, q, u[:1])
    with pytest.raises(ShapeError, match="expected the same batch"):
        lieref.path_dynamics(model, np.zeros((3, 2)), np.ones((2, 3, 2)))
    smooth = model.with_joint_physics(friction=[1.0, 0.0], friction_width=[0.1, 0.0])
    with pytest.raises(ModelError, match="within a width"):
        lieref.path_dynamics(smooth, q, u)
    torque = lieref.path_dynamics(model.with_joint_physics(damping=[1.0, 0.0]), q, u).torque
    with pytest.raises(ModelError, match="not linear in the squared speed"):
        torque.of_squared_speed()
    with pytest.raises(ShapeError, match="k is 2, expected an integer from 0 to 1"):
        torque.of_squared_speed(2)
