"""Spatial vector algebra of matrices and third-order tensors   [Singh, Sec. III].

A spatial vector has its angular part first; a spatial matrix (6, n) is n motion or force vectors,
side by side. An operator on it is a tensor (6, 6, n): page k, the last index, belongs to column k.

    v x, v x*, f x-bar*       motion_cross, force_cross, swapped_cross
    U x~, U x~*, F x~-bar*    motion_crosses, force_crosses, swapped_crosses: one page a column
    A B, B A                  tensor_times_matrix, matrix_times_tensor
    transposes T~, R~         transposed (rows and columns), rotated (columns and pages)
    B(I, v), B(I, V)          coriolis_matrix, coriolis_matrices

Arrays of any scalar, numpy's own or objects. What holds of all this, properties M1 to M27 and
identities K1 to K16, is put to the test by `verification.measurements.formulas.tensor_identities`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.errors import NonFiniteError

Array = NDArray[Any]


def skew(x: Array) -> Array:
    """Return x~ (3, 3) of x (3,): x~ y = x x y."""
    zero = x[0] * 0
    return np.array([[zero, -x[2], x[1]], [x[2], zero, -x[0]], [-x[1], x[0], zero]])


def motion_cross(v: Array) -> Array:
    """Return v x of a motion vector, acting on motion vectors.

    Source: Singh et al., (6): v x = [[w~, 0], [u~, w~]], v = (w, u).

    Parameters
    ----------
    v : (6,)

    Returns
    -------
    (6, 6) array
    """
    w, u = skew(v[:3]), skew(v[3:])
    return np.block([[w, w * 0], [u, w]])


def force_cross(v: Array) -> Array:
    """Return v x* of a motion vector, acting on force vectors.

    Source: Singh et al., (7): v x* = [[w~, u~], [0, w~]] = -(v x)^T, v = (w, u).

    Parameters
    ----------
    v : (6,)

    Returns
    -------
    (6, 6) array
    """
    return -motion_cross(v).T


def swapped_cross(f: Array) -> Array:
    """Return f x-bar* of a force vector, acting on motion vectors.

    Source: Singh et al., below (7): (f x-bar*) v = (v x*) f.

    Parameters
    ----------
    f : (6,)

    Returns
    -------
    (6, 6) array
        -[[n~, g~], [g~, 0]] of f = (n, g).
    """
    n, g = skew(f[:3]), skew(f[3:])
    return -np.block([[n, g], [g, n * 0]])


def motion_crosses(U: Array) -> Array:
    """Return U x~, page k being U_k x   [Singh, Fig. 4].

    Parameters
    ----------
    U : (6, n)

    Returns
    -------
    (6, 6, n) array
    """
    return _paged(motion_cross, U)


def force_crosses(U: Array) -> Array:
    """Return U x~*, page k being U_k x*; U (6, n), the result (6, 6, n)."""
    return _paged(force_cross, U)


def swapped_crosses(F: Array) -> Array:
    """Return F x~-bar*, page k being F_k x-bar*; F (6, n), the result (6, 6, n)."""
    return _paged(swapped_cross, F)


def tensor_times_matrix(A: Array, B: Array) -> Array:
    """Return the product of a tensor and a matrix.

    Source: Singh et al., (18): Z_ijk = sum_l A_ilk B_lj.

    Parameters
    ----------
    A : (n1, n2, n4)
    B : (n2, n3)

    Returns
    -------
    (n1, n3, n4) array
    """
    return _in_range(lambda: rotated(np.tensordot(A, B, ([1], [0]))))


def matrix_times_tensor(B: Array, A: Array) -> Array:
    """Return the product of a matrix and a tensor.

    Source: Singh et al., (20): Y_ijk = sum_l B_il A_ljk.

    Parameters
    ----------
    B : (n1, n2)
    A : (n2, n3, n4)

    Returns
    -------
    (n1, n3, n4) array
    """
    return _in_range(lambda: np.tensordot(B, A, 1))


def transposed(A: Array) -> Array:
    """Return A^T~, rows and columns exchanged on every page: A_jik   [Singh, Fig. 5a]."""
    return A.transpose(1, 0, 2)


def rotated(A: Array) -> Array:
    """Return A^R~, columns and pages exchanged: A_ikj   [Singh, Fig. 5b]."""
    return A.transpose(0, 2, 1)


def coriolis_matrix(inertia: Array, v: Array) -> Array:
    """Return the body-Coriolis matrix B(I, v).

    Source: Singh et al., (14): B = 1/2 [(v x*) I - I (v x) + (I v) x-bar*]. Algorithm 1 drops the
    factor 1/2.

    Parameters
    ----------
    inertia : (6, 6)
        Spatial inertia; properties M22, M24, M25, M27 need it to be symmetric.
    v : (6,)

    Returns
    -------
    (6, 6) array
    """

    def found() -> Array:
        turned = force_cross(v) @ inertia - inertia @ motion_cross(v)
        return np.asarray((turned + swapped_cross(inertia @ v)) / 2)

    return _in_range(found)


def coriolis_matrices(inertia: Array, V: Array) -> Array:
    """Return B(I, V), page k being B(I, V_k).

    Source: Singh et al., (19).

    Parameters
    ----------
    inertia : (6, 6)
    V : (6, n)

    Returns
    -------
    (6, 6, n) array
    """
    return _paged(lambda v: coriolis_matrix(inertia, v), V)


def _paged(operator: Callable[[Array], Array], U: Array) -> Array:
    """Operators of the columns as pages."""
    return np.stack([operator(column) for column in U.T], axis=-1)


def _in_range(found: Callable[[], Array]) -> Array:
    """What is found, or NonFiniteError where floating-point numbers overflow."""
    with np.errstate(over="ignore", invalid="ignore"):
        out = found()
    if out.dtype.kind in "fc" and not np.isfinite(out).all():
        raise NonFiniteError("a product is beyond the range of double")
    return out
