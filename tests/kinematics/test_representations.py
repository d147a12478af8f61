"""Conversions between representations: definitions at 60 digits, round trips, duality."""

import numpy as np
import pytest
from support.references.kinematic_references import (
    DIGITS,
    REPRESENTATIONS,
    K,
    error,
    poses,
    state,
    twists,
)
from support.trees.spatial_robots import EPS, relative

from lieref.algebra import SE3
from lieref.algebra.groups import inertia
from lieref.algebra.groups.screw_arrays import ad, coefficients, derivatives, product, times
from lieref.errors import ConfigurationError, NonFiniteError, ShapeError
from lieref.kinematics.representations import (
    change_series,
    convert_inertias,
    convert_twists,
    convert_wrenches,
    pose_series,
)
from lieref.oracle.scalars import series as ts

PAIRS = [(a, b) for a in REPRESENTATIONS for b in REPRESENTATIONS]
# There and back, by the sum of the terms' moduli, body by body. Worst seen in 8 draws: 1.5e-16 at
# order 0, 4.9e-16 up to order 4; then 1.7e-15, the rounding of the stack in between through the
# rotation's own derivatives, which the moduli do not count (the claim `conversions_round_trip`).
ROUND_TRIP = 1e-15 * np.array([1.0, 1.0, 1.0, 1.0, 1.0, 4.0])
# Two conversions of doubles in a row, or against the oracle. Worst seen: 5 to 10 eps (k + 1).
CONVERTED = 40 * EPS


def motion(rows, seed=1):
    """Poses (2, 5, 4, 4) and stacks of twists (rows, 2, 5, 6)."""
    rng = np.random.default_rng(seed)
    C = SE3.exp(rng.standard_normal((2, 5, 6)))
    return C, rng.standard_normal((rows, 2, 5, 6)), rng


@pytest.mark.parametrize("source", REPRESENTATIONS)
def test_twists_are_their_definitions(source):
    model, q, v = state("free_root", 4, 2)
    for body in (0, model.names.index("hand")):
        pose = poses(model, q, v)[body]
        reference = twists(pose, (0.0, 0.0, 0.0))
        rates = {r: np.array(reference[r], object).T[:4] for r in REPRESENTATIONS}
        R0 = np.array([[x[0] for x in row] for row in pose.R], object)
        p0 = np.array([x[0] for x in pose.p], object)
        R, p = pose_series(R0, p0, rates[source], source, 4)
        assert (
            error(R, np.array([[x[:4] for x in row] for row in pose.R]).transpose(2, 0, 1)) < DIGITS
        )
        for target in REPRESENTATIONS:
            T = change_series(R, p, source, target)
            assert error(product(T, rates[source], times), rates[target]) < DIGITS
            found = convert_twists(*_plain(rates[source], R0, p0), source, target)
            expected = _plain(rates[target], R0, p0)[0]
            assert (relative(found, expected) < CONVERTED * np.arange(1, 5)).all()


def _plain(series, R, p):
    """Derivatives and pose in doubles."""
    columns = [[float(x) for x in ts.plain(list(column))] for column in series.T]
    C = np.eye(4)
    C[:3, :3], C[:3, 3] = R.astype(float), p.astype(float)
    return np.array(columns).T, C


def sizes(x, first, second):
    """Largest entry of each order and body of second (first x), all by their moduli."""
    terms = product(second, product(first, coefficients(abs(x)), times), times)
    return _largest(derivatives(terms))


def _largest(x):
    """(n, 2, 5, ...) to (n, 2, 5)."""
    return x.reshape(*x.shape[:3], -1).max(-1)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("source, target", PAIRS)
def test_round_trips(source, target, seed):
    C, V, rng = motion(6, seed)
    # a rotation off by 1e-10 comes back as well as one that is accurate to the last bit
    C[..., :3, :3] += 1e-10 * (seed - 1) * rng.standard_normal((2, 5, 3, 3))
    W, M = rng.standard_normal(V.shape), rng.standard_normal((*V.shape, 6))
    there = convert_twists(V, C, source, target)
    wrenches = convert_wrenches(W, C, source, target, V[:5])
    inertias = convert_inertias(M, C, source, target, V)
    place = pose_series(C[..., :3, :3], C[..., :3, 3], coefficients(V), source, 6)
    T, B = (abs(change_series(*place, *way)) for way in ((source, target), (target, source)))
    T_t, B_t = T.swapaxes(-1, -2), B.swapaxes(-1, -2)
    inner = product(product(B_t, product(coefficients(abs(M)), B)), T)
    for back, given, size in (
        (convert_twists(there, C, target, source), V, sizes(V, T, B)),
        (convert_wrenches(wrenches, C, target, source, there), W, sizes(W, B_t, T_t)),
        (
            convert_inertias(inertias, C, target, source, there[:5]),
            M,
            _largest(derivatives(product(T_t, inner))),
        ),
    ):
        assert (_largest(abs(back - given)) <= ROUND_TRIP[:, None, None] * size).all()
    if source == target:
        for x, y in ((there, V), (wrenches, W), (inertias, M)):
            assert np.array_equal(x, y)


@pytest.mark.parametrize("source, target", PAIRS)
def test_power_and_energy_are_the_same_in_every_representation(source, target):
    """W . V and V . M V with all their time derivatives."""
    C, V, rng = motion(4, 5)
    W, M = rng.standard_normal(V.shape), rng.standard_normal((*V.shape, 6))
    V2 = convert_twists(V, C, source, target)
    W2 = convert_wrenches(W, C, source, target, V)
    M2 = convert_inertias(M, C, source, target, V)
    binomials = [[1], [1, 1], [1, 2, 1], [1, 3, 3, 1]]

    def powers(V, W):
        return [
            sum(c * (W[j] * V[k - j]).sum(-1) for j, c in enumerate(row))
            for k, row in enumerate(binomials)
        ]

    def momenta(M, V):
        return [
            sum(c * times(M[j], V[k - j]) for j, c in enumerate(row))
            for k, row in enumerate(binomials)
        ]

    for k, (a, b) in enumerate(zip(powers(V, W), powers(V2, W2), strict=True)):
        size = max(abs(x).max() for x in (V, W, V2, W2)) ** 2
        assert abs(a - b).max() <= CONVERTED * size * 8
        Pi, Pi2 = momenta(M, V), momenta(M2, V2)
        energy, energy2 = powers(V, Pi)[k], powers(V2, Pi2)[k]
        assert (
            abs(energy - energy2).max() <= CONVERTED * abs(np.array(Pi2)).max() * abs(V2).max() * 8
        )


def test_inertias_are_those_of_the_group():
    """(34), (47), and (37): M^s' = -ad_V^T M^s - M^s ad_V."""
    C, V, rng = motion(1, 7)
    mass, com = rng.uniform(1, 2, (2, 5)), rng.standard_normal((2, 5, 3))
    M = inertia.spatial_inertia(mass, com, np.broadcast_to(np.diag([1.0, 2, 2.5]), (2, 5, 3, 3)))
    stack = np.stack([M, np.zeros_like(M)])
    found = convert_inertias(stack, C, "body", "spatial", V)
    Ms = inertia.transform(C, M)
    assert abs(found[0] - Ms).max() <= CONVERTED * abs(Ms).max()
    A = ad(convert_twists(V[0], C, "body", "spatial"))
    rate = -A.swapaxes(-1, -2) @ Ms - Ms @ A
    assert abs(found[1] - rate).max() <= CONVERTED * abs(rate).max()
    R = C[..., :3, :3]
    hybrid = convert_inertias(M, C, "body", "hybrid")
    turned = R @ M[..., :3, :3] @ R.swapaxes(-1, -2)
    assert abs(hybrid[..., :3, :3] - turned).max() <= CONVERTED * abs(turned).max()
    lever = M[..., 3:, :3]
    mixed = convert_inertias(M, C, "body", "mixed")[..., 3:, :3]
    assert abs(mixed - R @ lever).max() <= CONVERTED * abs(lever).max()


def test_a_stack_may_have_no_axis_of_derivatives():
    C, V, _ = motion(1)
    alone = convert_twists(V[0], C, "body", "hybrid")
    assert alone.shape == (2, 5, 6)
    assert np.array_equal(alone, convert_twists(V, C, "body", "hybrid")[0])
    one = convert_wrenches(V[0, 0, 0], C[0, 0], "hybrid", "spatial")
    assert one.shape == (6,)
    whole = convert_wrenches(V, C, "hybrid", "spatial")
    assert np.array_equal(one, whole[0, 0, 0])


def test_what_does_not_fit_is_refused():
    C, V, _ = motion(2)
    tilted = C.copy()
    tilted[0, 0, 0, 1] += 1e-6
    M = np.zeros((2, 2, 5, 6, 6))
    for call in (
        lambda: convert_twists(V[:, :, 0], C, "body", "spatial"),
        lambda: convert_twists(V[:0], C, "body", "spatial"),
        lambda: convert_twists(np.zeros((172, 2, 5, 6)), C, "body", "spatial"),
        # derivatives of wrenches and inertias need those of the pose
        lambda: convert_wrenches(V, C, "body", "spatial"),
        lambda: convert_wrenches(np.concatenate([V, V]), C, "body", "spatial", V),
        lambda: convert_inertias(M, C, "body", "spatial"),
    ):
        with pytest.raises(ShapeError):
            call()
    with pytest.raises(NonFiniteError), np.errstate(all="ignore"):
        convert_inertias(np.full((2, 5, 6, 6), 1e308), C, "hybrid", "spatial")
    with pytest.raises(ConfigurationError):
        convert_twists(V, tilted, "body", "spatial")


def test_twist_of_a_known_motion():
    """A frame at (1, 0, 0), turned by a quarter about z, that turns about the inertial z axis."""
    C = np.array([[0.0, -1, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    spatial = np.zeros((3, 6))
    spatial[0, 2] = 2.0
    hybrid = convert_twists(spatial, C, "spatial", "hybrid")
    assert np.array_equal(hybrid[:, 3:], [[0, 2, 0], [-4, 0, 0], [0, -8, 0]])
    body = convert_twists(spatial, C, "spatial", "body")
    assert np.array_equal(body[:, 3:], [[2, 0, 0], [0, 0, 0], [0, 0, 0]])
    assert float(K(2)) == hybrid[0, 2] == body[0, 2]
