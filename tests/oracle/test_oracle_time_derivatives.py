"""Orders 1 .. r of the oracle against finite differences in time of its own order 0."""

import numpy as np
import pytest
from support.references.trajectories import state_at
from support.trees.oracle_robots import random_state, random_tree, relative_error

from lieref import oracle

NODES = 3  # on either side of t = 0
DIGITS = 220


def _derivatives_of_samples(K, samples, step):
    """Plain derivatives at 0 of the polynomial through samples at -NODES .. NODES times step."""
    nodes = range(-NODES, NODES + 1)
    coefficients = [K(0)] * len(nodes)
    for j, y in zip(nodes, samples, strict=True):
        basis = [K(1)]
        for m in nodes:
            if m != j:
                shifted, scaled = [K(0), *basis], [*(-m * c for c in basis), K(0)]
                basis = [(a + b) / (j - m) for a, b in zip(shifted, scaled, strict=True)]
        coefficients = [c + y * b for c, b in zip(coefficients, basis, strict=True)]
    out, factorial = [], 1
    for k, c in enumerate(coefficients[:3]):
        factorial *= max(k, 1)
        out.append(factorial * c / step**k)
    return out


def _polynomial_rows(K, rows, t):
    """sum_k rows[k] t^k / k! for nested rows of doubles."""
    total, factor = 0, K(1)
    for k, row in enumerate(rows):
        total = total + np.vectorize(lambda x, f=factor: K(float(x)) * f, otypes=[object])(row)
        factor = factor * t / (k + 1)
    return [total]


@pytest.mark.parametrize(
    ("name", "base", "axes"),
    [
        ("free_base", "body", "inertial"),
        ("free_base", "spatial", "body"),
        ("free_base", "hybrid", "inertial"),
        ("free_base", "mixed", "body"),
        ("fixed_base", "body", "body"),
    ],
)
def test_derivatives_agree_with_finite_differences_of_order_zero(name, base, axes):
    model, order = random_tree(name, seed=21), 2
    q, v, wrenches, tau_ext = random_state(model, order, seed=22)
    K = oracle.Arb(DIGITS)
    with K.working():
        step = K(10) ** -20
        samples = []
        for j in range(-NODES, NODES + 1):
            t = j * step
            qt, vt = state_at(model, K, q, v, base, t)
            samples.append(
                oracle.inverse_dynamics(
                    model,
                    qt,
                    vt,
                    base,
                    _polynomial_rows(K, wrenches, t),
                    axes,
                    _polynomial_rows(K, tau_ext, t),
                    field=K,
                )[0]
            )
        columns = [
            _derivatives_of_samples(K, column, step) for column in zip(*samples, strict=True)
        ]
        expected = list(zip(*columns, strict=True))
    got = oracle.inverse_dynamics(model, q, v, base, wrenches, axes, tau_ext, digits=50)
    with K.working():
        assert relative_error([[K(x) for x in row] for row in got], expected) < 1e-40
