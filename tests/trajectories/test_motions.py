"""Motions: poses and twists against closed forms that mpmath differentiates."""

import mpmath
import numpy as np
import pytest
from support.references.tolerances import EPS

import lieref
from lieref.errors import ConfigurationError, NonFiniteError, ShapeError
from lieref.oracle import Mp
from lieref.trajectories import (
    Cosine,
    Exponential,
    Fixed,
    Polynomial,
    Rotation,
    RotationVector,
    Sine,
    Translation,
    euler_angles,
)
from lieref.trajectories.motions import twist_series

DIGITS = 50
ORDER = 4
TIMES = (0.0, 2.3)
AGREE = 1e-44
REPRESENTATIONS = ("body", "spatial", "hybrid", "mixed")
mp = mpmath.MPContext()
mp.dps = 160
# Coefficients of the polynomial through samples at -REACH .. REACH.
REACH = 7
WEIGHTS = mp.inverse(
    mp.matrix([[mp.mpf(j) ** k for k in range(2 * REACH + 1)] for j in range(-REACH, REACH + 1)])
)

YAW = Sine(0.4, 1.3)
SWAY = (Cosine(0.3, 1.1), Polynomial([0.2, -0.5, 0.3]), Sine(0.7, 0.9, 0.4))


def yaw(t):
    return mp.mpf(0.4) * mp.sin(mp.mpf(1.3) * t)


def sway(t):
    return [
        mp.mpf(0.3) * mp.cos(mp.mpf(1.1) * t),
        mp.mpf(0.2) - t / 2 + mp.mpf(0.3) * t * t,
        mp.mpf(0.7) * mp.sin(mp.mpf(0.9) * t + mp.mpf(0.4)),
    ]


def twist_matrix(X):
    x, y, z, a, b, c = X
    return mp.matrix([[0, -z, y, a], [z, 0, -x, b], [-y, x, 0, c], [0, 0, 0, 0]])


def turned(axis, angle):
    length = mp.sqrt(sum(mp.mpf(x) ** 2 for x in axis))
    return mp.expm(twist_matrix([x / length * angle for x in axis] + [0, 0, 0]))


def moved(p):
    C = mp.eye(4)
    for i in range(3):
        C[i, 3] = p[i]
    return C


def euler(t):
    a, b, c = sway(t)
    return turned((0, 0, 1), a) * turned((0, 1, 0), b) * turned((1, 0, 0), c)


PLACE = np.eye(4)
PLACE[:3, :3] = lieref.SO3.exp([0.3, -0.2, 0.5])
PLACE[:3, 3] = (0.4, -1.1, 0.6)


def exact_place():
    """The rotation nearest to the matrix: R (R^T R)^(-1/2)."""
    R = mp.matrix([[float(x) for x in row[:3]] for row in PLACE[:3]])
    R = R * mp.sqrtm(R.T * R) ** -1
    C = moved([float(x) for x in PLACE[:3, 3]])
    for i in range(3):
        for j in range(3):
            C[i, j] = R[i, j]
    return C


MOTIONS = {
    "translation": (Translation(*SWAY), lambda t: moved(sway(t))),
    "rotation": (Rotation((1, -2, 2.5), YAW), lambda t: turned((1, -2, mp.mpf(2.5)), yaw(t))),
    "Euler angles": (euler_angles("zyx", *SWAY), euler),
    "rotation vector": (RotationVector(SWAY), lambda t: mp.expm(twist_matrix(sway(t) + [0] * 3))),
    "large rotation vector": (
        RotationVector([4 * SWAY[0], 5, YAW]),
        lambda t: mp.expm(twist_matrix([4 * sway(t)[0], 5, yaw(t), 0, 0, 0])),
    ),
    "screw coordinates": (
        Exponential([*SWAY, YAW, 0.5, Polynomial([0, 1])]),
        lambda t: mp.expm(twist_matrix([*sway(t), yaw(t), mp.mpf(0.5), t])),
    ),
    "product": (
        Translation(*SWAY) @ Rotation((0, 0, 1), YAW) @ Fixed(PLACE),
        lambda t: moved(sway(t)) * turned((0, 0, 1), yaw(t)) * exact_place(),
    ),
}


def twist(C, dC, representation):
    """(omega, v) from a pose and its rate, from the definitions."""
    R, dR = C[:3, :3], dC[:3, :3]
    rate, p = dC[:3, 3], C[:3, 3]
    body = R.T * dR
    spatial = dR * R.T
    W = body if representation in ("body", "mixed") else spatial
    v = {"body": R.T * rate, "spatial": rate - spatial * p}.get(representation, rate)
    return [W[2, 1], W[0, 2], W[1, 0], *v]


def differentiated(function, r):
    """Derivatives 0 .. r at 0 of a function with a matrix as value, from samples around it.

    The polynomial through 15 samples 1e-12 apart: right to some 1e-96 at order 5.
    """
    h = mp.mpf(10) ** -12
    samples = [function(j * h) for j in range(-REACH, REACH + 1)]
    found = []
    for k in range(r + 1):
        total = samples[0] * 0
        for m, sample in enumerate(samples):
            total += WEIGHTS[k, m] * sample
        found.append(total * mp.factorial(k) / h**k)
    return found


def twist_rates(rates, representation, r):
    """V and its derivatives up to order r: those of the Taylor polynomial of the pose."""

    def near(s, first):
        C = mp.zeros(4, 4)
        for k, x in enumerate(rates[first:]):
            C += x * s**k / mp.factorial(k)
        return C

    def V(s):
        return mp.matrix(twist(near(s, 0), near(s, 1), representation))

    return [list(x) for x in differentiated(V, r)]


@pytest.fixture(scope="module")
def references():
    """Poses and their derivatives of every motion and time, as mpmath finds them."""
    return {
        (name, t): differentiated(lambda s, pose=pose, t=t: pose(mp.mpf(t) + s), ORDER + 1)
        for name, (_, pose) in MOTIONS.items()
        for t in TIMES
    }


@pytest.mark.parametrize("name", MOTIONS)
def test_poses(name, references):
    motion = MOTIONS[name][0]
    K = Mp(DIGITS)
    doubles = motion.poses(np.array(TIMES), ORDER)
    for t, found in zip(TIMES, doubles, strict=True):
        R, p = motion.series(K, K(t), ORDER + 1)
        for k, exact in enumerate(references[name, t][: ORDER + 1]):
            scale = max(1.0, max(abs(float(x)) for x in exact))
            for i in range(3):
                for j in range(4):
                    x = (R[i][j] if j < 3 else p[i])[k]
                    error = abs(mp.make_mpf(x._mpf_) * mp.factorial(k) - exact[i, j])
                    assert error <= AGREE * scale, (t, k, i, j)
            error = np.abs(found[k] - np.array(exact.tolist(), dtype=float)).max()
            assert error <= 64 * (k + 1) * EPS * scale, (t, k)
        assert found[:, 3].tolist() == [[0, 0, 0, 1]] + [[0, 0, 0, 0]] * ORDER


@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("name", MOTIONS)
def test_twists(name, representation, references):
    motion = MOTIONS[name][0]
    K = Mp(DIGITS)
    doubles = motion.twists(np.array(TIMES), ORDER, representation)
    for t, found in zip(TIMES, doubles, strict=True):
        exact = twist_rates(references[name, t], representation, ORDER)
        series = twist_series(*motion.series(K, K(t), ORDER + 2), representation)
        for k, row in enumerate(exact):
            scale = max(1.0, max(abs(float(x)) for x in row))
            for i, x in enumerate(row):
                error = abs(mp.make_mpf(series[i][k]._mpf_) * mp.factorial(k) - x)
                assert error <= AGREE * scale, (t, k, i)
            error = np.abs(found[k] - np.array(row, dtype=float)).max()
            assert error <= 128 * (k + 1) * EPS * scale, (t, k)


@pytest.mark.parametrize("name", MOTIONS)
def test_remark_1_of_ali(name):
    """Two ways to the same twists: this room's, and `twist_derivatives` of this room's poses."""
    motion = MOTIONS[name][0]
    t = np.array(TIMES)
    other = lieref.twist_derivatives(motion.poses(t, ORDER + 1))
    twists = motion.twists(t, ORDER, "spatial")
    for k in range(ORDER + 1):
        scale = np.abs(twists[:, : k + 1]).max(initial=1.0)
        assert np.abs(other[:, k] - twists[:, k]).max() <= 256 * (k + 1) * 2**k * EPS * scale


def test_rotations_stay_rotations():
    t = np.linspace(0.0, 5.0, 101)
    for motion, _ in MOTIONS.values():
        R = motion.poses(t)[:, 0, :3, :3]
        assert np.abs(R.swapaxes(1, 2) @ R - np.eye(3)).max() <= 32 * EPS


def test_who_keeps_the_origin():
    keeps = {name for name, (motion, _) in MOTIONS.items() if motion.keeps_origin}
    assert keeps == {"rotation", "Euler angles", "rotation vector", "large rotation vector"}
    assert Fixed(np.eye(4)).keeps_origin and not Fixed(PLACE).keeps_origin


def test_shapes():
    t = np.zeros((2, 3))
    motion = MOTIONS["product"][0]
    assert motion.poses(t, 2).shape == (2, 3, 3, 4, 4)
    assert motion.twists(t, 2).shape == (2, 3, 3, 6)
    assert motion.poses(0.0).shape == (1, 4, 4) and motion.twists(0.0).shape == (1, 6)


@pytest.mark.parametrize(
    "make, error, message",
    [
        (lambda: Rotation((0, 0, 0), 1.0), ShapeError, "axis: got .* not all of them zero"),
        (lambda: Rotation((0, 0, 0, 1), 1.0), ShapeError, "axis: got .* expected 3 numbers"),
        (lambda: Rotation((0, 0, 1), "x"), ShapeError, "angle: got 'x'"),
        (lambda: euler_angles("zya", 0, 0, 0), ShapeError, "sequence: got 'zya'"),
        (lambda: euler_angles("zy", 0, 0, 0), ShapeError, "sequence: got 'zy'"),
        (lambda: Exponential([0] * 5), ShapeError, "X: .* expected 6 functions or numbers"),
        (lambda: RotationVector(3.0), ShapeError, "w: got 3.0, expected 3"),
        (lambda: Fixed(2 * np.eye(4)), ConfigurationError, "pose"),
        (lambda: Fixed(np.stack([PLACE, PLACE])), ShapeError, r"\(4, 4\) expected"),
        (lambda: Translation().poses(0.0, -1), ShapeError, "r: got -1"),
    ],
)
def test_what_is_no_motion_is_refused(make, error, message):
    with pytest.raises(error, match=message):
        make()


def test_motions_multiply_with_motions_only():
    with pytest.raises(TypeError):
        Translation() @ 2.0
    with pytest.raises(TypeError):
        np.eye(4) @ Translation()


@pytest.mark.parametrize("size", [1e17, 1e100, 1e200, 1e300])
@pytest.mark.parametrize("make", [
    lambda x: RotationVector([x, 0, 0]), lambda x: Exponential([0, x, 0, 1, 2, 3]),
])  # fmt: skip
def test_rotations_beyond_all_digits_are_refused(make, size):
    with pytest.raises(NonFiniteError, match=r"rotation vector of .* rad: no digit"):
        make(size).poses(0.0)
    R = make(1e8).poses(0.0)[..., :3, :3]
    assert abs(R.swapaxes(-1, -2) @ R - np.eye(3)).max() <= 64 * EPS * 1e8
