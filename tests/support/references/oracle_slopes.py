"""Slopes of functions of a state by central differences, and partial derivatives along directions.

A direction is a triple (of q, of v, of accelerations or forces). A function of a state is called
as value(r, s, x, y): the state is moved x steps along r and y along s, the configuration along s
first.
"""

from __future__ import annotations

import numpy as np
from support.references.trajectories import state_at

from lieref import oracle

FINE = oracle.Arb(210)
# central differences: errors of 1e-100 by the step, 1e-210 / 1e-100 by rounding
with FINE.working():
    STEP = FINE(1) / 10**50


def displaced(model, q, direction, steps):
    """q * exp(direction * steps * STEP) by the series of a constant body velocity."""
    if not any(direction) or not steps:
        return q
    return state_at(model, FINE, q, [direction], "body", steps * STEP)[0]


def stepped(values, r, s, x, y):
    """Vectors moved x steps along r and y along s."""
    return [
        [FINE(float(c)) + STEP * (x * FINE(a) + y * FINE(b)) for c, a, b in zip(*z, strict=True)]
        for z in zip(values, r, s, strict=True)
    ]


def first_difference(value, r):
    """Slope along r."""
    none = [[0.0] * len(r[0])] * 3
    ahead, behind = (value(r, none, x, 0) for x in (1, -1))
    return [(a - b) / (2 * STEP) for a, b in zip(ahead, behind, strict=True)]


def second_difference(value, r, s):
    """Slope along s of the slope along r."""
    corners = [value(r, s, x, y) for x, y in ((1, 1), (-1, -1), (1, -1), (-1, 1))]
    return [(a + b - c - d) / (4 * STEP**2) for a, b, c, d in zip(*corners, strict=True)]


def along(matrix, x):
    """Matrix times a direction."""
    return [sum(FINE(a) * FINE(b) for a, b in zip(row, x, strict=True)) for row in matrix]


def along_both(second, r, s):
    """Second derivative along r, then s, from the tensors of either kind of dynamics."""
    dq_dq, dv_dv, dq_dv, dlast_dq = second
    pairs = [(dq_dq, r[0], s[0]), (dv_dv, r[1], s[1]), (dq_dv, r[0], s[1]), (dq_dv, s[0], r[1])]
    pairs += [(dlast_dq, r[2], s[0]), (dlast_dq, s[2], r[0])]
    rows = [[along([along(rows, y)], x)[0] for rows in tensor] for tensor, x, y in pairs]
    return [sum(terms) for terms in zip(*rows, strict=True)]


def relative(got, expected):
    """Largest difference relative to the largest expected modulus."""
    size = max(abs(e) for e in expected)
    return max(abs(g - e) for g, e in zip(got, expected, strict=True)) / size


def directions(nv, seed):
    """Two random directions."""
    return np.random.default_rng(seed).uniform(-1, 1, (2, 3, nv))


def assert_indices(tensor, value, first, then, direction):
    """Each second partial by `first` and `then` is in its place, of a function of the state."""
    n = len(direction)
    for j in range(n):
        r, s = np.zeros((2, 3, n))
        r[first, j], s[then] = 1.0, direction
        got = [along([rows[j]], direction)[0] for rows in tensor]
        expected = second_difference(value, r, s)
        assert max(abs(g - e) for g, e in zip(got, expected, strict=True)) < 1e-40


def assert_enclosed(reference, balls):
    """Balls are small, and hold the reference value."""
    for pair in zip(reference, balls, strict=True):
        exact, enclosed = (np.ravel(np.array(x)) for x in pair)
        for x, ball in zip(exact, enclosed, strict=True):
            assert ball.rad() < 1e-30 and abs(FINE(x) - ball.mid()) <= ball.rad() + 1e-80
