"""Double-double conversions against their twin at 60 digits: every entry rounded once.

The twin is the text over any scalar, `pose_series` and `change_series`, which take R^T for the
inverse of R; so the poses here are turned by quarters, whose matrices are rotations exactly.
"""

from fractions import Fraction
from itertools import permutations
from itertools import product as pairs
from math import comb, factorial

import numpy as np
import pytest
from support.references.kinematic_references import REPRESENTATIONS, K
from support.trees.spatial_robots import EPS

from lieref.algebra import SE3
from lieref.algebra.groups.screw_arrays import coefficients, derivatives, product, times
from lieref.errors import ShapeError
from lieref.kinematics.pose_derivatives import pose_derivatives, twist_derivatives
from lieref.kinematics.representations import (
    change_series,
    convert_inertias,
    convert_twists,
    convert_wrenches,
    factorials,
    pose_series,
)

ORDERS = 7
CHANGES = list(permutations(REPRESENTATIONS, 2))
# Half an ulp of each entry, and what sums of 106 bits leave beside the largest.
ROUNDED, REST = EPS / 2 * (1 + 1e-9), 1e-24


def exact(x):
    return np.array([K(float(y)) for y in x.flat], object).reshape(x.shape)


def assert_rounded(found, reference):
    """Each entry is the double next to the reference value, or as good as that."""
    for k, (x, y) in enumerate(zip(exact(found), reference, strict=True)):
        largest = max(abs(entry) for entry in y.flat)
        limits = [ROUNDED * abs(entry) + REST * largest for entry in y.flat]
        errors = [abs(a - b) for a, b in zip(x.flat, y.flat, strict=True)]
        assert all(a <= b for a, b in zip(errors, limits, strict=True)), k


def quarter_turns():
    """The 24 rotations whose matrices have entries 0, 1 and -1."""
    for order, signs in pairs(permutations(range(3)), pairs((1.0, -1.0), repeat=3)):
        R = np.eye(3)[list(order)] * signs
        if np.linalg.det(R) > 0:
            yield R


def motion(seed):
    """Poses (3, 4, 4) turned by quarters, and stacks (ORDERS, 3, 6) of twists and wrenches."""
    print(f"seed {seed}")
    rng = np.random.default_rng(seed)
    turns = list(quarter_turns())
    C = np.broadcast_to(np.eye(4), (3, 4, 4)).copy()
    C[:, :3, :3] = [turns[i] for i in rng.choice(len(turns), 3, replace=False)]
    C[:, :3, 3] = rng.standard_normal((3, 3))
    return C, rng.standard_normal((ORDERS, 3, 6)), rng.standard_normal((ORDERS, 3, 6)), rng


@pytest.mark.parametrize(("source", "target"), CHANGES)
def test_every_entry_is_rounded_once(source, target):
    C, V, W, rng = motion(CHANGES.index((source, target)))
    M = rng.standard_normal((3, 3, 6, 6))
    x = coefficients(exact(V))
    R, p = pose_series(exact(C[:, :3, :3]), exact(C[:, :3, 3]), x, source, ORDERS)
    T = change_series(R, p, source, target)
    assert_rounded(convert_twists(V, C, source, target), derivatives(product(T, x, times)))
    # V_source = B V_target
    B = change_series(R, p, target, source)
    B_t = B.swapaxes(-1, -2)
    wrenches = derivatives(product(B_t, coefficients(exact(W)), times))
    assert_rounded(convert_wrenches(W, C, source, target, V[:-1]), wrenches)
    inertias = derivatives(product(product(B_t, coefficients(exact(M))), B))
    assert_rounded(convert_inertias(M, C, source, target, V), inertias)


def test_poses_of_twists_and_back():
    """[Ali, Remark 1] at 60 digits, on rotations as they are."""
    rng = np.random.default_rng(2)
    pose = SE3.exp(rng.standard_normal(6))
    pose[:3, :3] += 1e-10 * rng.standard_normal((3, 3))
    V = rng.standard_normal((ORDERS, 6))
    hats = np.full((ORDERS, 4, 4), K(0))
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        hats[:, k, j], hats[:, j, k] = exact(V[:, i]), -exact(V[:, i])
        hats[:, i, 3] = exact(V[:, 3 + i])
    C = [exact(pose)]
    for r in range(1, ORDERS + 1):
        C.append(sum(comb(r - 1, k) * hats[k] @ C[r - 1 - k] for k in range(r)))
    found = pose_derivatives(pose, V)
    assert_rounded(found, np.array(C))
    # back from the doubles that were found
    C = exact(found)
    inverse = K.context.inverse(K.context.matrix(C[0].tolist()))
    inverse = np.array(inverse.tolist(), object).reshape(4, 4)
    back = []
    for r in range(1, ORDERS + 1):
        rest = C[r] - sum(comb(r - 1, k) * back[k] @ C[r - 1 - k] for k in range(r - 1))
        back.append(rest @ inverse)
    W = np.array(back)
    skew = np.stack([W[:, 2, 1] - W[:, 1, 2], W[:, 0, 2] - W[:, 2, 0], W[:, 1, 0] - W[:, 0, 1]], -1)
    twists = twist_derivatives(found)
    reference = np.concatenate([skew / 2, W[:, :3, 3]], -1)
    # two entries of each angular part are rounded before their difference is
    for x, y in zip(exact(twists), reference, strict=True):
        assert max(abs(x - y)) <= EPS * max(abs(y))


def test_factorials_are_sums_of_two_doubles():
    for k, (high, low) in enumerate(factorials(171)):
        # 106 bits
        assert abs(Fraction(high) + Fraction(low) - factorial(k)) <= Fraction(factorial(k), 2**106)


def test_no_frames_and_many_orders():
    none = convert_twists(np.zeros((3, 0, 6)), np.zeros((0, 4, 4)), "body", "spatial")
    assert none.shape == (3, 0, 6)
    assert pose_derivatives(np.zeros((0, 4, 4)), np.zeros((0, 2, 6))).shape == (0, 3, 4, 4)
    assert twist_derivatives(np.zeros((0, 3, 4, 4))).shape == (0, 2, 6)
    # a frame that turns about z once in 2 pi s: derivatives stay of order one up to the last
    V = np.zeros((171, 6))
    V[0] = 0, 0, 1, 1, 0, 0
    found = convert_twists(V, np.eye(4), "body", "hybrid")
    circle = np.array([[np.cos(k * np.pi / 2), np.sin(k * np.pi / 2)] for k in range(171)])
    assert abs(found[:, 3:5] - np.round(circle)).max() <= EPS
    for call in (
        lambda: pose_derivatives(np.eye(4), np.zeros((171, 6))),
        lambda: twist_derivatives(np.broadcast_to(np.eye(4), (172, 4, 4))),
    ):
        with pytest.raises(ShapeError, match="171 orders of the twist, expected at most 170"):
            call()
