"""exp, log, dexp, dexp^-1 against the twin at 130 digits; and the twin against its definitions."""

import numpy as np
import pytest
from support.trees.algebra_samples import (
    EPS,
    LOG_LIMIT,
    MATRIX_BASELINE,
    MATRIX_LIMIT,
    REFERENCE,
    exactly,
    flat,
    relative_error,
    screws,
)

from lieref.algebra import SE3, SO3
from lieref.algebra.groups import se3_twin as twin

KINDS = ["log-uniform", "uniform", "near pi", "around 2", "around 4.5"]


def nearer_branch(w, result):
    """w, or the other rotation vector of the same rotation where rounding chose that one at pi."""
    if twin.dot(w, exactly(result)) > 0:
        return w
    angle = REFERENCE.sqrt(twin.dot(w, w))
    # the angle of a vector of doubles next to pi is known to about pi eps, twice that covers it
    assert abs(angle - REFERENCE.context.pi) <= 2 * np.pi * EPS
    return [(1 - 2 * REFERENCE.context.pi / angle) * x for x in w]


@pytest.mark.parametrize("scale", [1.0, 1e-3, 1e3])
@pytest.mark.parametrize("kind", KINDS)
def test_exp_dexp_dexp_inv(kind, scale):
    X = screws(np.random.default_rng(21), kind, 25, scale)
    for name in ("exp", "dexp", "dexp_inv"):
        result = getattr(SE3, name)(X)
        rotations = getattr(SO3, name)(X[:, :3])
        for x, matrix, rotation in zip(exactly(X), result, rotations, strict=True):
            reference = getattr(twin, name)(REFERENCE, x)
            assert relative_error(matrix, reference) <= MATRIX_BASELINE <= MATRIX_LIMIT
            assert relative_error(rotation, [row[:3] for row in reference[:3]]) <= MATRIX_BASELINE


@pytest.mark.parametrize("spread", [0.0, 1e-10])
@pytest.mark.parametrize("kind", ["log-uniform", "uniform", "near pi"])
def test_log_of_the_nearest_rotation(kind, spread):
    rng = np.random.default_rng(22)
    C = SE3.exp(screws(rng, kind, 40))
    C[:, :3, :3] += spread * rng.uniform(-1.0, 1.0, (40, 3, 3))
    for pose, X, w in zip(C, SE3.log(C), SO3.log(C[:, :3, :3]), strict=True):
        branch = nearer_branch(twin.log(REFERENCE, exactly(pose))[:3], w)
        D_inv = twin.dexp_inv(REFERENCE, branch + [REFERENCE(0)] * 3)
        p = [row[3] for row in exactly(pose)[:3]]
        reference = branch + twin.matvec([row[:3] for row in D_inv[:3]], p)
        assert relative_error(X, reference) <= LOG_LIMIT
        assert relative_error(w, reference[:3]) <= LOG_LIMIT
        assert np.array_equal(w, X[:3])


@pytest.mark.parametrize("kind", ["log-uniform", "uniform", "near pi"])
def test_quaternions(kind):
    w = screws(np.random.default_rng(23), kind, 60)[:, :3]
    q = SO3.exp_quaternion(w)
    for vector, quaternion, back in zip(w, q, SO3.log_quaternion(q), strict=True):
        exact = exactly(vector)
        half = REFERENCE.sqrt(twin.dot(exact, exact)) / 2
        reference = [REFERENCE.sin(half) / half / 2 * x for x in exact] + [REFERENCE.cos(half)]
        assert relative_error(quaternion, reference) <= MATRIX_LIMIT
        assert relative_error(quaternion[:3], reference[:3]) <= MATRIX_LIMIT
        # the rounding of q alone moves the angle by eps; then as log
        assert relative_error(back, nearer_branch(exact, back)) <= LOG_LIMIT
    for quaternion, R in zip(q, SO3.exp(w), strict=True):
        # from doubles on both sides: the rounding of q and of R, each below 4 eps in R
        assert abs(SO3.from_quaternion(quaternion) - R).max() <= 2 * MATRIX_LIMIT
        back = SO3.to_quaternion(R)
        assert back[3] >= 0.0
        # next to the angle pi q and -q are one rotation, and rounding chooses
        sign = np.sign(back @ quaternion)
        assert abs(sign * back - quaternion).max() <= 2 * MATRIX_LIMIT


def test_quaternions_slightly_off_the_unit_sphere_mean_their_direction():
    q = SO3.exp_quaternion(screws(np.random.default_rng(41), "uniform", 50)[:, :3])
    for factor in (1.0 - 9e-10, 1.0 + 9e-10):
        R = SO3.from_quaternion(factor * q)
        assert abs(R - SO3.from_quaternion(q)).max() <= MATRIX_LIMIT
        assert abs(SO3.log_quaternion(factor * q) - SO3.log_quaternion(q)).max() <= LOG_LIMIT


@pytest.mark.parametrize("axis", np.vstack([np.eye(3), -np.eye(3), [[0.6, 0.0, 0.8]]]))
def test_half_turns(axis):
    R = 2.0 * np.outer(axis, axis) - np.eye(3)
    w = SO3.log(R)
    assert abs(np.linalg.norm(w) - np.pi) <= LOG_LIMIT * np.pi
    assert abs(SO3.exp(w) - R).max() <= LOG_LIMIT


def test_tiny_and_zero_screws():
    for t in (0.0, 5e-324, 1e-200, 1e-160, 1e-20):
        X = np.array([t, -t, 0.5 * t, 1.0, 2.0, 3.0])
        C = SE3.exp(X)
        assert np.array_equal(C[:3, 3], X[3:]) and np.array_equal(np.diag(C), np.ones(4))
        assert C[2, 1] == t and C[0, 2] == -t and C[1, 0] == 0.5 * t
        assert np.array_equal(SE3.log(C)[:3], X[:3])
        assert abs(SE3.dexp_inv(X) @ SE3.dexp(X) - np.eye(6)).max() <= MATRIX_LIMIT


def test_revolute_screw_of_huge_angle_keeps_its_translation():
    # the textbook form t v + (1 - cos t) W v + (t - sin t) W^2 v is wrong by 5e-9 at t = 1e8
    X = np.array([0.0, 0.0, 1e8, 0.0, -1e8, 0.0])
    assert relative_error(SE3.exp(X), twin.exp(REFERENCE, exactly(X))) <= MATRIX_LIMIT


def test_huge_angles():
    # |omega| is no double: without the part that a double cannot hold the error is angle * eps
    X = screws(np.random.default_rng(26), "huge", 30)
    for name in ("exp", "dexp"):
        for x, matrix in zip(X, getattr(SE3, name)(X), strict=True):
            reference = getattr(twin, name)(REFERENCE, exactly(x))
            assert relative_error(matrix, reference) <= MATRIX_LIMIT


@pytest.mark.parametrize("size", [7e7, 1e12, 1e16, 1e20, 1e150])
def test_rotations_by_any_angle_are_rotations(size):
    # beyond 1e15 the angle is known to no digit; a rotation it must be, and a unit quaternion
    for x in screws(np.random.default_rng(27), "uniform", 10)[:, :3]:
        w = size * x
        for R in (SO3.exp(w), SE3.exp([*w, 1.0, 2.0, 3.0])[:3, :3]):
            assert abs(R.T @ R - np.eye(3)).max() <= 4 * MATRIX_LIMIT
        assert abs(np.linalg.norm(SO3.exp_quaternion(w)) - 1.0) <= MATRIX_LIMIT
        assert abs(SO3.dexp(w)).max() <= 1.0 + MATRIX_LIMIT


def test_twin_closed_forms_are_the_series():
    tolerance = REFERENCE(10) ** -100
    for X in exactly(screws(np.random.default_rng(24), "uniform", 2)):
        exp, dexp = twin.exp_series(REFERENCE, X), twin.dexp_series(REFERENCE, X)
        product = twin.matmul(twin.dexp_inv(REFERENCE, X), dexp)
        for got, reference in (
            (twin.exp(REFERENCE, X), exp),
            (twin.dexp(REFERENCE, X), dexp),
            (product, twin.identity(REFERENCE, 6)),
            (twin.log(REFERENCE, exp), X),
        ):
            assert (
                max(abs(a - b) for a, b in zip(flat(got), flat(reference), strict=True)) < tolerance
            )


def test_dexp_is_the_left_differential_of_exp():
    # hat(dexp_X Y) = d/ds exp(X + s Y) exp(-X), by a central difference of step 1e-30: error 1e-60
    K, step = REFERENCE, REFERENCE(10) ** -30
    X, Y = exactly(screws(np.random.default_rng(25), "uniform", 2))
    ahead = twin.exp(K, [x + step * y for x, y in zip(X, Y, strict=True)])
    behind = twin.exp(K, [x - step * y for x, y in zip(X, Y, strict=True)])
    rate = twin.combine((1 / (2 * step), ahead), (-1 / (2 * step), behind))
    spatial = twin.matmul(rate, twin.inverse(K, twin.exp(K, X)))
    expected = twin.hat(K, twin.matvec(twin.dexp(K, X), Y))
    for a, b in zip(flat(spatial), flat(expected), strict=True):
        assert abs(a - b) < REFERENCE(10) ** -55
