"""Power balance at every order: force times velocity is the rate of energy less applied power."""

from math import factorial

import pytest
from support.trees.oracle_robots import random_state, random_tree

from lieref import oracle
from lieref.model.tree.exact import exact_model

ORDER = 4


def _product(a, b):
    return [sum(a[j] * b[k - j] for j in range(k + 1)) for k in range(min(len(a), len(b)))]


def _rate(a):
    return [k * a[k] for k in range(1, len(a))]


def _sum(*terms):
    return [sum(column) for column in zip(*terms, strict=False)]


def _scaled(factor, a):
    return [factor * x for x in a]


def _energy_and_power(body, C, gravity, acting, in_body):
    """Series of T + U of one body and of the power of the wrench that acts on it.

    Energy of the mass at the center of mass, and of the rotation from R^T dR/dt.
    """
    R, p = [row[:3] for row in C], [row[3] for row in C]
    com = [_sum(p[i], *(_scaled(c, R[i][j]) for j, c in enumerate(body.com))) for i in range(3)]
    rates = [_rate(x) for x in com]
    energy = [_scaled(body.mass / 2, _product(x, x)) for x in rates]
    energy += [_scaled(-body.mass * g, x) for g, x in zip(gravity, com, strict=True)]
    pairs = ((2, 1), (0, 2), (1, 0))
    w = [_sum(*(_product(R[m][i], _rate(R[m][j])) for m in range(3))) for i, j in pairs]
    for i in range(3):
        energy += [_scaled(body.inertia[i][j] / 2, _product(w[i], w[j])) for j in range(3)]
    spin = [_sum(*(_product(R[i][j], w[j]) for j in range(3))) for i in range(3)]
    velocity = [_rate(x) for x in p]
    if in_body:
        spin = w
        velocity = [_sum(*(_product(R[m][j], velocity[m]) for m in range(3))) for j in range(3)]
    power = _sum(*(_product(x, y) for x, y in zip(acting, spin + velocity, strict=True)))
    return _sum(*energy), power


@pytest.mark.parametrize("base", ["body", "spatial", "hybrid", "mixed"])
@pytest.mark.parametrize(
    ("name", "axes"), [("free_base", "body"), ("free_base", "inertial"), ("fixed_base", "body")]
)
def test_power_balance_at_every_order(name, base, axes):
    model = random_tree(name, seed=31)
    q, v, wrenches, tau_ext = random_state(model, ORDER, seed=32)
    K = oracle.Mp(50)

    def series(derivatives):
        return [K(x) / factorial(k) for k, x in enumerate(derivatives)]

    poses = oracle.body_poses(model, q, v, base, field=K)
    exact = exact_model(model, K)
    energies, powers = [], []
    for i, body in enumerate(exact.bodies):
        C = [[series([row[i][a][b] for row in poses]) for b in range(4)] for a in range(3)]
        acting = [series(wrenches[:, i, c]) for c in range(6)]
        energy, power = _energy_and_power(body, C, exact.gravity, acting, axes == "body")
        energies.append(energy)
        powers.append(power)
    tau = oracle.inverse_dynamics(model, q, v, base, wrenches, axes, tau_ext, field=K)
    for i in range(model.nv):
        # what drives coordinate i: the computed generalized force and the given tau_ext
        torque = [K(row[i]) + K(e) for row, e in zip(tau, tau_ext[:, i], strict=True)]
        powers.append(_product(series(torque), series(v[:, i])))
    balance = _sum(*powers)
    rate = _rate(_sum(*energies))[: ORDER + 1]
    for got, expected in zip(balance, rate, strict=True):
        assert abs(got - expected) < 1e-40 * max(abs(x) for x in rate)
