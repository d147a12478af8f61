"""Newton-Euler equations against the rates of momentum of a moving body, at 60 digits."""

import numpy as np
import pytest
from support.references.kinematic_references import REPRESENTATIONS, K, error, state
from support.references.kinematic_references import poses as pose_reference
from support.trees.spatial_robots import EPS

from lieref.algebra.groups import inertia as inertias
from lieref.algebra.groups.screw_arrays import Ad, product, skew, times
from lieref.dynamics.laws import newton_euler as room
from lieref.dynamics.laws.newton_euler import (
    inertia_in_frame,
    momentum_balance,
    newton_euler,
    newton_euler_components,
    newton_euler_in_frame,
)
from lieref.errors import ArgumentError, ConfigurationError, NonFiniteError, ShapeError
from lieref.kinematics.representations import change_series

DIGITS = K(10) ** -50
# Sums of a dozen products, by the largest term. Worst seen: 0.8 eps.
DOUBLES = 4 * EPS
MASS, COM = 1.7, (0.2, -0.4, 0.3)
INERTIA = ((0.9, 0.1, -0.05), (0.1, 0.7, 0.2), (-0.05, 0.2, 0.5))


def objects(x):
    return np.vectorize(K, otypes=[object])(np.asarray(x))


def frame_series(seed, n=4):
    """R (n, 3, 3), p (n, 3) of a frame that moves at random, from the oracle."""
    model, q, v = state("free_root", n, seed)
    pose = pose_reference(model, q, v)[model.names.index("neck")]
    R = np.array([[x[:n] for x in row] for row in pose.R], object).transpose(2, 0, 1)
    return R, np.array([x[:n] for x in pose.p], object).T


def rate(x):
    """Derivative of a series."""
    return np.stack([k * x[k] for k in range(1, len(x))])


def angular(R):
    """w in inertial axes, w~ = R' R^T."""
    turn = product(rate(R), R.swapaxes(1, 2))
    return np.stack([turn[:, 2, 1], turn[:, 0, 2], turn[:, 1, 0]], -1)


def cross(a, b):
    return product(skew(a), b, times)


@pytest.fixture(scope="module", params=[1, 2])
def body(request):
    """Pose, spatial twist and momentum of a body, and the wrench, its momentum's rate."""
    R, p = frame_series(request.param)
    w = angular(R)
    c = p + product(R, objects(COM)[None] * np.array([1, 0, 0, 0])[:, None], times)
    linear = objects(MASS) * rate(c)
    spin = product(product(R, R.swapaxes(1, 2) * 0 + _constant(INERTIA)), R.swapaxes(1, 2))
    momentum = product(spin, w, times) + cross(c, linear)
    Pi = np.concatenate([momentum, linear], -1)
    V = np.concatenate([w, rate(p) + cross(p, w)], -1)
    return {"R": R, "p": p, "V": V, "Pi": Pi, "W": rate(Pi)[0]}


def _constant(matrix):
    out = np.zeros((4, 3, 3), object)
    out[0] = objects(matrix)
    return out


def represented(body, representation):
    """V, V', W, M, Pi, Pi' in a representation: (T M T), from definitions by T and its dual."""
    T = change_series(body["R"], body["p"], "spatial", representation)
    back = change_series(body["R"], body["p"], representation, "spatial").swapaxes(-1, -2)
    V = product(T, body["V"], times)
    Pi = product(back, body["Pi"], times)
    return V[0], V[1], times(back[0], body["W"]), Pi[0], Pi[1]


def body_inertia():
    d, m = objects(COM), objects(MASS)
    M = np.zeros((6, 6), object)
    arm = skew(d)
    M[:3, :3] = objects(INERTIA) - m * (arm @ arm)
    M[:3, 3:], M[3:, :3] = m * arm, -m * arm
    M[3:, 3:] = m * np.eye(3, dtype=int)
    return M


def converted_inertia(body, representation):
    T = change_series(body["R"], body["p"], representation, "body")[0]
    return T.T @ body_inertia() @ T


@pytest.mark.parametrize("representation", REPRESENTATIONS)
def test_every_form_is_the_rate_of_momentum(body, representation):
    V, A, W, Pi, Pi_rate = represented(body, representation)
    M, R = converted_inertia(body, representation), body["R"][0]
    turn = R if representation == "mixed" else None
    assert error(times(M, V), Pi) < DIGITS
    assert error(room._newton_euler(M, V, A, representation, turn), W) < DIGITS
    assert error(room._momentum_balance(Pi, Pi_rate, V, representation, turn), W) < DIGITS
    floats = [x.astype(float) for x in (M, V, A, W, Pi, Pi_rate, R)]
    M, V, A, W, Pi, Pi_rate, R = floats
    size = (abs(M) @ abs(A)).max() + (abs(M) @ abs(V)).max() * abs(V).max()
    assert abs(newton_euler(M, V, A, representation, R) - W).max() < DOUBLES * size
    found = momentum_balance(Pi, Pi_rate, V, representation, R)
    assert abs(found - W).max() < DOUBLES * size
    if representation != "spatial":
        parts = objects(MASS), objects(COM), objects(INERTIA)
        exact = room._components(parts, *(objects(x) for x in (V, A)), representation, objects(R))
        found = newton_euler_components(MASS, COM, INERTIA, V, A, representation, R)
        assert abs(found - exact.astype(float)).max() < DOUBLES * size
        assert abs(found - W).max() < DOUBLES * size


@pytest.mark.parametrize("representation", ["body", "hybrid", "mixed"])
def test_components_at_sixty_digits(body, representation):
    V, A, W, _, _ = represented(body, representation)
    parts = objects(MASS), objects(COM), objects(INERTIA)
    assert error(room._components(parts, V, A, representation, body["R"][0]), W) < DIGITS


def test_arbitrary_frames(body):
    """(60) and (63): F_j moves, F_k turns, neither has to do with the body."""
    R_j, p_j = frame_series(11)
    R_k, _ = frame_series(12)
    # spatial to F_j in the axes of F_k: Ad_{R_kj} Ad_{C_j}^-1
    back = R_k.swapaxes(1, 2)
    one = np.zeros_like(R_k)
    one[0] = np.eye(3, dtype=int)
    shift = np.zeros((4, 6, 6), object)
    shift[:, :3, :3] = shift[:, 3:, 3:] = back
    shift[:, 3:, :3] = -product(back, skew(p_j))
    V = product(shift, body["V"], times)
    V_j = np.concatenate([times(back[0], angular(R_j)[0]), times(back[0], p_j[1])])
    w = times(back[0], angular(R_k)[0] - angular(R_j)[0])
    M_s = converted_inertia(body, "spatial")
    C_j = np.zeros((4, 4), object)
    C_j[:3, :3], C_j[:3, 3] = R_j[0], p_j[0]
    M = room._inertia_in_frame(M_s, C_j, R_j[0].T @ R_k[0])
    dual = Ad(R_k[0], p_j[0]).T
    W = times(dual, body["W"])
    assert error(room._in_frame(M, V[0], V[1], V_j, w), W) < DIGITS
    M, V0, V1, V_j, w, W = (x.astype(float) for x in (M, V[0], V[1], V_j, w, W))
    size = (abs(M) @ abs(V1)).max() + (abs(M) @ abs(V0)).max() * max(abs(V0).max(), abs(V_j).max())
    assert abs(newton_euler_in_frame(M, V0, V1, V_j, w) - W).max() < DOUBLES * size
    rotation = (R_j[0].T @ R_k[0]).astype(float)
    found = inertia_in_frame(M_s.astype(float), C_j.astype(float) + _last_row(), rotation)
    assert abs(found - M).max() < DOUBLES * abs(M_s.astype(float)).max() * 4


def _last_row():
    out = np.zeros((4, 4))
    out[3, 3] = 1.0
    return out


def test_special_cases_of_arbitrary_frames(body):
    """F_j on the body, at rest in the origin, and on the body with axes at rest."""
    for representation in ("body", "spatial", "hybrid"):
        V, A, W, _, _ = (x.astype(float) for x in represented(body, representation))
        M = converted_inertia(body, representation).astype(float)
        frame = 0 * V if representation == "spatial" else V
        turning = -V[:3] if representation == "hybrid" else None
        found = newton_euler_in_frame(M, V, A, frame, turning)
        size = (abs(M) @ abs(A)).max() + (abs(M) @ abs(V)).max() * abs(V).max()
        assert abs(found - W).max() < DOUBLES * size


def test_leading_axes_broadcast():
    rng = np.random.default_rng(6)
    V, A = rng.standard_normal((2, 3, 4, 6))
    M = inertias.spatial_inertia(MASS, COM, INERTIA)
    R = frame_series(7)[0][0].astype(float)
    for representation in REPRESENTATIONS:
        found = newton_euler(M, V, A, representation, R)
        assert found.shape == (3, 4, 6)
        for i in range(4):
            one = newton_euler(M, V[2, i], A[2, i], representation, R)
            assert abs(found[2, i] - one).max() <= DOUBLES * abs(one).max()
    assert newton_euler_in_frame(M, V, A, V[0, 0], A[..., :3]).shape == (3, 4, 6)
    assert newton_euler_components([1.0, 2, 3, 4], COM, INERTIA, V, A).shape == (3, 4, 6)
    C = np.eye(4)
    assert inertia_in_frame(M, C, R[None]).shape == (1, 6, 6)
    assert np.array_equal(inertia_in_frame(M, C), M)
    assert momentum_balance(V, A, V[0]).shape == (3, 4, 6)


def test_what_has_no_meaning_is_refused():
    M, V, R = np.eye(6), np.ones(6), np.eye(3)
    bent = R + 1e-6
    for call in (
        # without the rotation, or about another point than the body's
        lambda: newton_euler(M, V, V, "mixed"),
        lambda: newton_euler(M, np.ones((2, 6)), np.ones((3, 6))),
        lambda: newton_euler_components(1.0, V[:3], R, V, V, "spatial"),
        lambda: newton_euler_components(1.0, V[:3], R, V, V, "hybrid"),
        lambda: momentum_balance(V, V, V, "mixed"),
    ):
        with pytest.raises((ArgumentError, ShapeError)):
            call()
    with pytest.raises(NonFiniteError), np.errstate(all="ignore"):
        newton_euler(M * 1e300, V * 1e200, V)
    for call in (
        lambda: newton_euler(M, V, V, "mixed", bent),
        lambda: inertia_in_frame(M, np.eye(4), bent),
    ):
        with pytest.raises(ConfigurationError):
            call()
