"""Inertia, energy and momentum of the oracle against its forces."""

import numpy as np
import pytest
from support.trees.oracle_robots import TREES, random_state, random_tree, relative_error

from lieref import oracle
from lieref.errors import ModelWarning, SingularError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Prismatic, Revolute
from lieref.model.tree.exact import exact_model
from lieref.oracle.scalars import series as ts

ORDER = 3
K = oracle.Mp(50)
TREES_AND_BASES = [
    *(("free_base", base) for base in ("body", "spatial", "hybrid", "mixed")),
    ("fixed_base", "body"),
    ("one_degree", "body"),
]


def _series(rows, column):
    return ts.taylor([K(row[column]) for row in rows])


@pytest.mark.parametrize(("name", "base"), TREES_AND_BASES)
def test_inertia_is_what_unit_accelerations_take(name, base):
    model = random_tree(name, seed=201)
    q, v, _, _ = random_state(model, 0, seed=202)
    H = oracle.joint_space_inertia(model, q, base, field=K)
    rest = oracle.inverse_dynamics(model, q, 0 * v, base, field=K)[0]
    for j in range(model.nv):
        unit = np.zeros((2, model.nv))
        unit[1, j] = 1.0
        taken = oracle.inverse_dynamics(model, q, unit, base, field=K)[0]
        column = [x - y for x, y in zip(taken, rest, strict=True)]
        assert relative_error([[row[j] for row in H]], [column]) < 1e-40
        assert H[j] == [row[j] for row in H]
    kinetic = oracle.energy(model, q, v, base, field=K).kinetic[0]
    velocity = [K(x) for x in v[0]]
    twice = K.dot(velocity, [K.dot(row, velocity) for row in H])
    assert abs(kinetic - twice / 2) < 1e-40 * kinetic


@pytest.mark.parametrize(("name", "base"), TREES_AND_BASES)
def test_energy_changes_by_the_power_of_the_torques(name, base):
    model = random_tree(name, seed=211)
    q, v, _, _ = random_state(model, ORDER, seed=212)
    tau = oracle.inverse_dynamics(model, q, v, base, field=K)
    power = ts.plain(
        ts.dot(
            K,
            [_series(tau, j) for j in range(model.nv)],
            [_series(v[:-1], j) for j in range(model.nv)],
        )
    )
    kinetic, potential = oracle.energy(model, q, v, base, field=K)
    assert len(kinetic) == len(potential) == ORDER + 2
    rate = [x + y for x, y in zip(kinetic[1:], potential[1:], strict=True)]
    assert relative_error([[x] for x in rate], [[x] for x in power]) < 1e-40


def test_energy_of_a_slider_on_a_turntable():
    builder = ModelBuilder(gravity=(0, 0, -9.75))
    inertia = np.diag([1.0, 1.0, 0.5])
    builder.add_body("table", joint=Revolute((0, 0, 1)), mass=3.0, inertia=inertia)
    lifted = np.eye(4)
    lifted[2, 3] = 0.25
    builder.add_body("slider", "table", joint=Prismatic((1, 0, 0)), placement=lifted, mass=2.0)
    kinetic, potential = oracle.energy(
        builder.build(), [0.3, 0.75], [[4.0, 0.5], [0.0, 0.25]], field=K
    )
    # T = (J + m x^2) w^2 / 2 + m u^2 / 2
    assert abs(kinetic[0] - ((0.5 + 2 * 0.75**2) * 16 + 2 * 0.25) / 2) < 1e-45
    assert abs(kinetic[1] - (2 * 0.75 * 0.5 * 16 + 2 * 0.5 * 0.25)) < 1e-45
    assert abs(potential[0] - 2 * 9.75 * 0.25) < 1e-45 and abs(potential[1]) < 1e-45
    about_origin, about_com = oracle.momentum(builder.build(), [0.0, 0.75], [[4.0, 0.5]], field=K)
    # the slider at x = 0.75 moves at (0.5, 3); the center of mass is at (0.3, 0, 0.1)
    first = [-1.5, 0.25, 6.5, 1.0, 6.0, 0.0]
    assert relative_error(about_origin, [[K(x) for x in first]]) < 1e-45
    lever = [K(2) * K(0.75) / 5, K(0), K(2) * K(0.25) / 5]
    spin = [-1.5 + lever[2] * 6, 0.25 - lever[2] * 1, 6.5 - lever[0] * 6]
    assert relative_error(about_com, [[*spin, K(1), K(6), K(0)]]) < 1e-45


def test_momentum_changes_by_the_torque_on_the_base_and_weight():
    """The force on a free base in spatial representation is a wrench about the origin."""
    model = random_tree("free_base", seed=221)
    q, v, _, _ = random_state(model, ORDER, seed=222)
    tau = oracle.inverse_dynamics(model, q, v, "spatial", field=K)
    about_origin, _ = oracle.momentum(model, q, v, "spatial", field=K)
    poses = oracle.body_poses(model, q, v, "spatial", field=K)
    exact = exact_model(model, K)
    g = exact.gravity
    for k in range(ORDER + 1):
        expected = list(tau[k][:6])
        for body, C in zip(exact.bodies, poses[k], strict=True):
            # m c: mass times the k-th derivative of the center of mass
            h = [body.mass * (K.dot(row[:3], body.com) + row[3]) for row in C[:3]]
            for i, j, m in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
                expected[i] = expected[i] + h[j] * g[m] - h[m] * g[j]
                if k == 0:
                    expected[3 + i] = expected[3 + i] + body.mass * g[i]
        assert relative_error([about_origin[k + 1]], [expected]) < 1e-40


@pytest.mark.parametrize("name", TREES)
def test_centroidal_momentum_is_the_other_less_that_of_the_whole(name):
    model = random_tree(name, seed=231)
    q, v, _, _ = random_state(model, ORDER, seed=232)
    about_origin, about_com = oracle.momentum(model, q, v, field=K)
    poses = oracle.body_poses(model, q, v, field=K)
    exact = exact_model(model, K)
    total = sum((body.mass for body in exact.bodies), K(0))
    centre = [[K(0)] * (ORDER + 2) for _ in range(3)]
    for k, matrices in enumerate(poses[: ORDER + 2]):
        for body, C in zip(exact.bodies, matrices, strict=True):
            for i in range(3):
                c = K.dot(C[i][:3], body.com) + C[i][3]
                centre[i][k] = centre[i][k] + body.mass * c / total
    linear = [_series(about_origin, 3 + i) for i in range(3)]
    whole = ts.cross(K, [ts.taylor(c) for c in centre], linear)
    rows = zip(*(ts.plain(x) for x in whole), strict=True)
    for row, (got, origin) in zip(rows, zip(about_com, about_origin, strict=True), strict=True):
        expected = [x - y for x, y in zip(origin, row, strict=False)] + origin[3:]
        assert relative_error([got], [expected]) < 1e-40


def test_no_mass_has_no_center():
    builder = ModelBuilder(doubtful="warn")
    builder.add_body("ghost", joint=Prismatic((1, 0, 0)))
    with pytest.warns(ModelWarning):
        model = builder.build()
    with pytest.raises(SingularError, match="no mass"):
        oracle.momentum(model, [0.0], [[1.0]])
    assert oracle.energy(model, [0.0], [[1.0]]) == ([0], [0])
