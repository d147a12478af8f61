"""Tensor algebra of Section III against the definitions, entry by entry.

Integers: every product is exact in every arithmetic. The properties of the operators are tested
in tests/verification/formulas/test_tensor_identities.py.
"""

from fractions import Fraction

import numpy as np
import pytest

from lieref.algebra import SE3
from lieref.errors import LierefError
from lieref.partials import tensor_algebra as ta

RNG = np.random.default_rng(61)
U, V = RNG.integers(-9, 10, (6, 3)), RNG.integers(-9, 10, (6, 2))
F = RNG.integers(-9, 10, (6, 4))
INERTIA = RNG.integers(-9, 10, (6, 6))
TENSOR = RNG.integers(-9, 10, (4, 3, 2))


def exact(x):
    """The same numbers as fractions."""
    return np.array([Fraction(int(y)) for y in x.ravel()], dtype=object).reshape(x.shape)


def test_cross_products_are_those_of_three_dimensions():
    w, u, x, y = U[:3, 0], U[3:, 0], V[:3, 0], V[3:, 0]
    n, g = F[:3, 0], F[3:, 0]
    assert np.array_equal(ta.skew(w) @ x, np.cross(w, x))
    motion = [*np.cross(w, x), *(np.cross(u, x) + np.cross(w, y))]
    force = [*(np.cross(w, n) + np.cross(u, g)), *np.cross(w, g)]
    assert np.array_equal(ta.motion_cross(U[:, 0]) @ V[:, 0], motion)
    assert np.array_equal(ta.force_cross(U[:, 0]) @ F[:, 0], force)
    assert np.array_equal(ta.swapped_cross(F[:, 0]) @ U[:, 0], force)


def test_motion_cross_is_ad_of_the_algebra():
    v = RNG.standard_normal(6)
    assert np.array_equal(ta.motion_cross(v), SE3.ad(v))


@pytest.mark.parametrize("numbers", [np.asarray, exact])
@pytest.mark.parametrize(
    ("tensor", "matrix"),
    [
        (ta.motion_crosses, ta.motion_cross),
        (ta.force_crosses, ta.force_cross),
        (ta.swapped_crosses, ta.swapped_cross),
    ],
)
def test_pages_are_the_operators_of_the_columns(tensor, matrix, numbers):
    got = tensor(numbers(U))
    assert got.shape == (6, 6, 3)
    for k in range(3):
        assert np.array_equal(got[:, :, k], matrix(U[:, k]))


@pytest.mark.parametrize("numbers", [np.asarray, exact])
def test_products(numbers):
    B, A = numbers(RNG.integers(-9, 10, (3, 5))), numbers(RNG.integers(-9, 10, (5, 4)))
    Y = numbers(TENSOR)
    # (18): Z_ijk = sum_l A_ilk B_lj;  (20): Y_ijk = sum_l B_il A_ljk
    assert np.array_equal(ta.tensor_times_matrix(Y, B), np.einsum("ilk,lj->ijk", TENSOR, B))
    assert np.array_equal(ta.matrix_times_tensor(A, Y), np.einsum("il,ljk->ijk", A, TENSOR))


def test_transposes():
    for i, j, k in np.ndindex(TENSOR.shape):
        assert ta.transposed(TENSOR)[j, i, k] == TENSOR[i, j, k]
        assert ta.rotated(TENSOR)[i, k, j] == TENSOR[i, j, k]
        # A^{R~,T~}: first R~, then T~; A_ijk goes to B_kij
        assert ta.transposed(ta.rotated(TENSOR))[k, i, j] == TENSOR[i, j, k]


def test_coriolis_matrix_turns_forces_as_the_paper_says():
    """B(I, v) v = v x* I v, and I' = B + B^T for a symmetric I that moves with v."""
    symmetric, v = exact(INERTIA + INERTIA.T), exact(U[:, 0])
    B = ta.coriolis_matrix(symmetric, v)
    momentum = symmetric @ v
    assert np.array_equal(B @ v, ta.force_cross(v) @ momentum)
    rate = ta.force_cross(v) @ symmetric - symmetric @ ta.motion_cross(v)
    assert np.array_equal(B + B.T, rate)
    assert B[0, 1] != rate[0, 1]


@pytest.mark.parametrize("numbers", [np.asarray, exact])
def test_coriolis_matrices_are_those_of_the_columns(numbers):
    got = ta.coriolis_matrices(numbers(INERTIA), numbers(V))
    assert got.shape == (6, 6, 2)
    for k in range(2):
        twice = (
            ta.force_cross(V[:, k]) @ INERTIA
            - INERTIA @ ta.motion_cross(V[:, k])
            + ta.swapped_cross(INERTIA @ V[:, k])
        )
        assert np.array_equal(2 * got[:, :, k], twice)


def test_products_of_other_lengths_are_refused():
    with pytest.raises(LierefError, match="axes n2 differ"):
        ta.tensor_times_matrix(TENSOR, U)
    with pytest.raises(LierefError, match="axes n2 differ"):
        ta.matrix_times_tensor(U, TENSOR)
    assert ta.motion_crosses(np.empty((6, 0))).shape == (6, 6, 0)
