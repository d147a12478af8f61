"""The algebra of the body-fixed recursion at 55 digits: 6x6 matrices, (66c), (41)."""

import numpy as np
import pytest
from support.trees.robots import draw
from support.trees.spatial_robots import largest

from lieref.algebra.groups.se3_twin import Ad, ad, inverse, matvec, transpose
from lieref.algebra.series import taylor
from lieref.dynamics.inverse.body import body_twin
from lieref.dynamics.shared.joint_frames_twin import joint_frames
from lieref.model.tree.exact import exact_model
from lieref.oracle import Mp
from lieref.oracle.scalars import series as ts

K = Mp(55)
DIGITS = K(10) ** -45


def _frames(order):
    """Joints of every kind on a free body, order + 2 coefficients."""
    model, q, v = draw("every_joint_free", "generic", r=order)
    columns = [ts.taylor([K(x) for x in column]) for column in v.T.tolist()]
    return joint_frames(K, exact_model(model, K), [K(x) for x in q.tolist()], columns)


def _shorten(frame, n):
    """As many coefficients of the relative pose as the twists have."""
    frame.Q = [[x[:n] for x in row] for row in frame.Q]
    frame.p = [x[:n] for x in frame.p]


def _constant(numbers):
    return [[K(x)] for x in numbers]


def _values(series):
    return [x[0] for x in series]


def _away(found, expected):
    return largest([a - b for a, b in zip(found, expected, strict=True)])


def _drawn(seed=7):
    return [[K(x) for x in row] for row in np.random.default_rng(seed).standard_normal((2, 6))]


def test_twists_and_wrenches_move_by_the_adjoint_matrix():
    V, W = _drawn()
    for frame in _frames(0):
        _shorten(frame, 1)
        rotation = [_values(row) for row in frame.Q]
        pose = [[*row, x] for row, x in zip(rotation, _values(frame.p), strict=True)]
        A = Ad(K, inverse(K, [*pose, [0, 0, 0, 1]]))
        moved = _values(body_twin.to_child(frame, _constant(V)))
        assert _away(moved, matvec(A, V)) < DIGITS
        back = _values(body_twin.to_parent(frame, _constant(W)))
        assert _away(back, matvec(transpose(A), W)) < DIGITS


def test_bracket_is_the_matrix_ad():
    V, X = _drawn()
    found = _values(body_twin.bracket(_constant(V), _constant(X)))
    assert _away(found, matvec(ad(K, V), X)) < DIGITS


def test_wrench_of_a_body_is_that_of_the_matrices():
    V, A = _drawn()
    for frame in _frames(0):
        x, y, z = frame.h
        skew = [[0, -z, y], [z, 0, -x], [-y, x, 0]]
        upper = [[*a, *b] for a, b in zip(frame.J, skew, strict=True)]
        lower = [
            [*(-c for c in row), *(frame.m * int(i == j) for j in range(3))]
            for i, row in enumerate(skew)
        ]
        M = upper + lower
        turned = matvec(transpose(ad(K, V)), matvec(M, V))
        expected = [a - b for a, b in zip(matvec(M, A), turned, strict=True)]
        found = _values(body_twin.body_wrench(frame, _constant(V), _constant(A)))
        assert _away(found, expected) <= DIGITS * largest(expected)


@pytest.mark.parametrize("order", [1, 4])
def test_the_recursion_of_accelerations_is_the_derivative_of_the_twists(order):
    frames = _frames(order)
    n = order + 1
    for frame in frames:
        _shorten(frame, n)
    twists, accelerations = body_twin.motions(frames, (K(0), K(0), K(0)))
    for V, dV in zip(twists, accelerations, strict=True):
        for x, dx in zip(V, dV, strict=True):
            rate = taylor.derivative(x)
            assert _away(rate, dx[: n - 1]) < DIGITS * (1 + largest(rate))
