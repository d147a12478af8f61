"""Each primitive against a NumPy one-liner over stacks of every shape."""

import numpy as np
import pytest
from support.trees.algebra_samples import EPS, PRODUCT_LIMIT, SERIES_LIMIT, SHAPES, series

from lieref.algebra import SE3, SO3
from lieref.algebra.arguments import UNIT_TOLERANCE
from lieref.algebra.groups import inertia
from lieref.errors import ConfigurationError


def hat(w):
    return np.cross(w, np.eye(3)).T


def hat4(X):
    return np.vstack([np.hstack([hat(X[:3]), X[3:, None]]), np.zeros((1, 4))])


def ad(V):
    return np.block([[hat(V[:3]), np.zeros((3, 3))], [hat(V[3:]), hat(V[:3])]])


def Ad(C):
    R, p = C[:3, :3], C[:3, 3]
    return np.block([[R, np.zeros((3, 3))], [hat(p) @ R, R]])


def spatial(m, c, inertia_c):
    return np.block([[inertia_c - m * hat(c) @ hat(c), m * hat(c)], [-m * hat(c), m * np.eye(3)]])


def quaternion_product(a, b):
    return np.r_[a[3] * b[:3] + b[3] * a[:3] + np.cross(a[:3], b[:3]), a[3] * b[3] - a[:3] @ b[:3]]


def quaternion_matrix(q):
    return np.eye(3) + 2.0 * (q[3] * hat(q[:3]) + hat(q[:3]) @ hat(q[:3]))


def vectors(n):
    return lambda rng, shape: rng.uniform(-1.0, 1.0, shape + (n,))


def scalars(rng, shape):
    return rng.uniform(0.5, 2.0, shape)


def skew(rng, shape):
    return np.cross(rng.normal(size=shape + (1, 3)), np.eye(3))


def quaternions(rng, shape):
    q = rng.normal(size=shape + (4,))
    return q / np.linalg.norm(q, axis=-1, keepdims=True)


def poses(rng, shape):
    C = np.zeros(shape + (4, 4))
    Q = np.linalg.qr(rng.normal(size=shape + (3, 3)))[0]
    C[..., :3, :3] = Q * np.linalg.det(Q)[..., None, None]
    C[..., :3, 3] = rng.normal(size=shape + (3,))
    C[..., 3, 3] = 1.0
    return C


def matrices(n):
    return lambda rng, shape: rng.normal(size=shape + (n, n))


# function, makers of its arguments with their core dimensions, one-liner, limit
PRIMITIVES = [
    (SO3.hat, [(vectors(3), 1)], hat, 0.0),
    (SO3.vee, [(skew, 2)], lambda W: np.array([W[2, 1], W[0, 2], W[1, 0]]), 0.0),
    (SO3.exp, [(vectors(3), 1)], lambda w: series(hat(w), 0), SERIES_LIMIT),
    (SO3.dexp, [(vectors(3), 1)], lambda w: series(hat(w), 1), SERIES_LIMIT),
    (SO3.dexp_inv, [(vectors(3), 1)], lambda w: np.linalg.inv(series(hat(w), 1)), SERIES_LIMIT),
    (SO3.from_quaternion, [(quaternions, 1)], quaternion_matrix, PRODUCT_LIMIT),
    (
        SO3.exp_quaternion,
        [(vectors(3), 1)],
        lambda w: np.r_[
            np.sinc(np.linalg.norm(w / 2) / np.pi) * w / 2, np.cos(np.linalg.norm(w / 2))
        ],
        PRODUCT_LIMIT,
    ),
    (
        SO3.log_quaternion,
        [(quaternions, 1)],
        lambda q: np.sign(q[3]) * 2 * np.arccos(abs(q[3])) * q[:3] / np.linalg.norm(q[:3]),
        SERIES_LIMIT,
    ),
    (
        SO3.quaternion_product,
        [(quaternions, 1), (quaternions, 1)],
        quaternion_product,
        PRODUCT_LIMIT,
    ),
    (SE3.exp, [(vectors(6), 1)], lambda X: series(hat4(X), 0), SERIES_LIMIT),
    (SE3.dexp, [(vectors(6), 1)], lambda X: series(ad(X), 1), SERIES_LIMIT),
    (SE3.dexp_inv, [(vectors(6), 1)], lambda X: np.linalg.inv(series(ad(X), 1)), SERIES_LIMIT),
    (SE3.inverse, [(poses, 2)], np.linalg.inv, SERIES_LIMIT),
    (SE3.compose, [(poses, 2), (poses, 2)], lambda A, B: A @ B, PRODUCT_LIMIT),
    (SE3.Ad, [(poses, 2)], Ad, PRODUCT_LIMIT),
    (SE3.Ad_t, [(poses, 2)], lambda C: Ad(C).T, PRODUCT_LIMIT),
    (SE3.Ad_mul, [(poses, 2), (vectors(6), 1)], lambda C, V: Ad(C) @ V, PRODUCT_LIMIT),
    (SE3.Ad_t_mul, [(poses, 2), (vectors(6), 1)], lambda C, W: Ad(C).T @ W, PRODUCT_LIMIT),
    (
        SE3.Ad_inv_mul,
        [(poses, 2), (vectors(6), 1)],
        lambda C, V: np.linalg.inv(Ad(C)) @ V,
        SERIES_LIMIT,
    ),
    (
        SE3.Ad_inv_t_mul,
        [(poses, 2), (vectors(6), 1)],
        lambda C, W: np.linalg.inv(Ad(C)).T @ W,
        SERIES_LIMIT,
    ),
    (SE3.ad, [(vectors(6), 1)], ad, 0.0),
    (SE3.ad_t, [(vectors(6), 1)], lambda V: ad(V).T, 0.0),
    (SE3.ad_mul, [(vectors(6), 1), (vectors(6), 1)], lambda V, Y: ad(V) @ Y, PRODUCT_LIMIT),
    (SE3.ad_t_mul, [(vectors(6), 1), (vectors(6), 1)], lambda V, W: ad(V).T @ W, PRODUCT_LIMIT),
    (
        inertia.spatial_inertia,
        [(scalars, 0), (vectors(3), 1), (matrices(3), 2)],
        spatial,
        PRODUCT_LIMIT,
    ),
    (inertia.product, [(matrices(6), 2), (vectors(6), 1)], lambda M, V: M @ V, PRODUCT_LIMIT),
    (
        inertia.momentum,
        [(scalars, 0), (vectors(3), 1), (matrices(3), 2), (vectors(6), 1)],
        lambda m, c, inertia_c, V: spatial(m, c, inertia_c) @ V,
        PRODUCT_LIMIT,
    ),
    (
        inertia.transform,
        [(poses, 2), (matrices(6), 2)],
        lambda C, M: np.linalg.inv(Ad(C)).T @ M @ np.linalg.inv(Ad(C)),
        SERIES_LIMIT,
    ),
]
IDS = [f"{row[0].__module__.rsplit('.', 1)[-1]}.{row[0].__name__}" for row in PRIMITIVES]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("function", "makers", "one_liner", "limit"), PRIMITIVES, ids=IDS)
def test_against_numpy(function, makers, one_liner, limit, shape):
    rng = np.random.default_rng(31)
    arguments = [make(rng, shape) for make, _ in makers]
    copies = [argument.copy() for argument in arguments]
    result = function(*arguments)
    assert result.shape[: len(shape)] == shape and result.dtype == np.float64
    for index in np.ndindex(*shape):
        items = [a[index] for a in arguments]
        reference = one_liner(*items)
        # the scale of a sum of six products of the arguments' largest entries
        scale = 6.0 * np.prod([max(1.0, abs(item).max()) for item in items])
        if function in (inertia.momentum, inertia.spatial_inertia, inertia.transform):
            scale *= 6.0 * max(1.0, *(abs(item).max() for item in items)) ** 2
        assert result[index].shape == reference.shape
        assert abs(result[index] - reference).max() <= limit * scale
    for argument, copy in zip(arguments, copies, strict=True):
        assert np.array_equal(argument, copy)


@pytest.mark.parametrize(
    ("function", "makers"), [(f, m) for f, m, _, _ in PRIMITIVES if len(m) > 1]
)
def test_leading_axes_broadcast(function, makers):
    rng = np.random.default_rng(33)
    first = makers[0][0](rng, (4, 1))
    rest = [make(rng, (3,)) for make, _ in makers[1:]]
    result = function(first, *rest)
    assert result.shape[:2] == (4, 3)
    for i, j in np.ndindex(4, 3):
        assert np.array_equal(result[i, j], function(first[i, 0], *(a[j] for a in rest)))


# Arguments that are no rotations, no poses and no quaternions; others are in tests/sweep.
C, R, Q = np.eye(4), np.eye(3), np.array([0.0, 0.0, 0.0, 1.0])


def test_integers_booleans_and_small_floats_are_accepted():
    for dtype in (bool, np.int8, np.int64, np.uint32, np.float16, np.float32):
        assert np.array_equal(SE3.exp(np.ones(6, dtype=dtype)), SE3.exp(np.ones(6)))
        assert np.array_equal(SE3.log(np.eye(4, dtype=dtype)), np.zeros(6))


@pytest.mark.parametrize("factor", [1.0 + 0.6 * UNIT_TOLERANCE, -1.0, 0.0, 1e300])
def test_not_a_rotation(factor):
    rotations = np.stack([R, R, factor * R])
    poses = np.stack([C, C, np.diag([factor, factor, factor, 1.0])])
    for function in (SO3.log, SO3.to_quaternion):
        with pytest.raises(ConfigurationError, match=r"R at index \(2,\)"):
            function(rotations)
    for function in (SE3.log, SE3.inverse, SE3.Ad, SE3.Ad_t):
        with pytest.raises(ConfigurationError, match=r"C at index \(2,\)"):
            function(poses)


def test_within_the_tolerance_is_accepted():
    near = R + 0.4 * UNIT_TOLERANCE * np.ones((3, 3))
    # its nearest rotation is I; sums of entries of 4e-10 that cancel, fused or not
    assert abs(SO3.log(near)).max() <= 4 * EPS * UNIT_TOLERANCE


def test_last_row_quaternion_and_skewness():
    bad = C.copy()
    bad[3, 0] = 1e-8
    with pytest.raises(ConfigurationError, match=r"last row .* 1e-08"):
        SE3.log(bad)
    for factor in (0.0, 1.0 + 2 * UNIT_TOLERANCE, 1e300):
        for function in (SO3.from_quaternion, SO3.log_quaternion):
            with pytest.raises(ConfigurationError, match=r"q at index \(1,\): the norm"):
                function([Q, factor * Q])
    with pytest.raises(ConfigurationError, match="W at index .* W \\+ W"):
        SO3.vee(R)
