"""Mechanisms whose generalized forces are known in closed form."""

import numpy as np
from support.trees.oracle_robots import pendulum

from lieref import oracle
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Helical

K = oracle.Mp(50)


def test_pendulum_and_its_first_two_derivatives():
    q, v = [0.3], [[0.7], [-1.1], [0.4], [2.5]]
    got = oracle.inverse_dynamics(pendulum(), q, v, field=K)
    # J q'' - m g l cos q: turning about +y lowers a mass on +x
    J = 2 * K(0.5) ** 2 + K(0.3)
    w, a, b, c = (K(row[0]) for row in v)
    sine, cosine, weight = K.sin(K(0.3)), K.cos(K(0.3)), 2 * K(9.81) * K(0.5)
    expected = [
        J * a - weight * cosine,
        J * b + weight * sine * w,
        J * c + weight * (cosine * w * w + sine * a),
    ]
    for row, x in zip(got, expected, strict=True):
        assert abs(row[0] - x) < 1e-45


def test_screw_in_its_nut():
    builder = ModelBuilder(gravity=(0, 0, -9.81))
    builder.add_body("nut", joint=Helical((0, 0, 1), 0.5), mass=2.0, inertia=np.diag([1, 1, 3.0]))
    got = oracle.inverse_dynamics(builder.build(), [0.1], [[3.0], [0.25]], field=K)
    # (I + m pitch^2) q'' + m g pitch
    assert abs(got[0][0] - (K(3.5) / 4 + K(9.81))) < 1e-45


def test_free_body_obeys_euler_and_newton():
    builder = ModelBuilder(gravity=(0, 0, 0))
    inertia = np.diag([1.0, 2.0, 4.0])
    builder.add_body("body", joint=Free(), mass=3.0, inertia=inertia)
    v = [[1.0, 2.0, 3.0, 0.5, -1.0, 2.0], [0.25, -0.5, 1.0, 1.0, 0.0, -2.0]]
    got = oracle.inverse_dynamics(builder.build(), [0, 0, 0, 0, 0, 0, 1], v, field=K)[0]
    w, a = np.array(v[0][:3]), np.array(v[1][:3])
    u, b = np.array(v[0][3:]), np.array(v[1][3:])
    expected = [*(inertia @ a + np.cross(w, inertia @ w)), *(3 * (b + np.cross(w, u)))]
    assert [float(x) for x in got] == expected
