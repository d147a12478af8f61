"""The oracle's centroidal matrix and partials against its momentum."""

from math import comb

import numpy as np
import pytest
from support.trees.oracle_robots import random_state, random_tree, relative_error

from lieref import oracle

K = oracle.Mp(50)
CASES = [
    *(("free_base", base) for base in ("body", "spatial", "hybrid", "mixed")),
    ("fixed_base", "body"),
]


def _times(rows, x):
    return [K.dot(row, [K(y) for y in x]) for row in rows]


@pytest.mark.parametrize(("name", "base"), CASES)
def test_the_matrix_times_the_velocity_is_the_momentum(name, base):
    model = random_tree(name, seed=301)
    q, v, _, _ = random_state(model, 1, seed=302)
    A = oracle.centroidal_momentum_matrix_derivatives(model, q, v[:-1], base, field=K)
    h = oracle.momentum(model, q, v, base, field=K).about_com
    assert len(A) == len(h) == 3
    for k, expected in enumerate(h):
        terms = [[comb(k, j) * x for x in _times(A[j], v[k - j])] for j in range(k + 1)]
        found = [sum(column[1:], column[0]) for column in zip(*terms, strict=True)]
        assert relative_error([found], [expected]) < 1e-40


@pytest.mark.parametrize(("name", "base"), CASES)
def test_the_partials_make_up_the_rate(name, base):
    """h' = dh/dq v + dh/dv a, dh'/da = dh/dv = A, and dh'/dv = dh/dq + A' in body form."""
    model = random_tree(name, seed=303)
    q, v, _, _ = random_state(model, 0, seed=304)
    partials = oracle.centroidal_momentum_partials(model, q, v[0], v[1], base, field=K)
    A = oracle.centroidal_momentum_matrix_derivatives(model, q, v[:1], base, field=K)
    assert relative_error(partials.dh_dv, A[0]) < 1e-40
    assert relative_error(partials.dhdot_da, A[0]) < 1e-40
    if base != "body":
        return
    rate = oracle.momentum(model, q, v, base, field=K).about_com[1]
    terms = _times(partials.dh_dq, v[0]), _times(partials.dh_dv, v[1])
    assert relative_error([[x + y for x, y in zip(*terms, strict=True)]], [rate]) < 1e-40
    sums = [
        [x + y for x, y in zip(*rows, strict=True)]
        for rows in zip(partials.dh_dq, A[1], strict=True)
    ]
    assert relative_error(partials.dhdot_dv, sums) < 1e-40


@pytest.mark.parametrize("base", ["spatial", "hybrid", "mixed"])
def test_partials_of_other_representations(base):
    """dh/dq of the held components against a difference quotient at 50 digits."""
    model = random_tree("free_base", seed=305)
    q, v, _, _ = random_state(model, 0, seed=306)
    found = oracle.centroidal_momentum_partials(model, q, v[0], v[1], base, field=K)
    eps = 1e-6
    for j in (0, 2, 3, 5, 7):
        step = np.eye(model.nv)[j] * eps
        ends = [
            np.array(
                oracle.momentum(model, model.integrate(q, s * step), v, base, field=K).about_com,
                dtype=float,
            )
            for s in (1, -1)
        ]
        quotient = (ends[0] - ends[1]) / (2 * eps)
        for order, matrix in enumerate((found.dh_dq, found.dhdot_dq)):
            column = np.array([float(row[j]) for row in matrix])
            assert abs(column - quotient[order]).max() <= 1e-7 * abs(ends[0][order]).max()
