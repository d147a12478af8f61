"""Spatial vector algebra of matrices and third-order tensors   [Singh, Sec. III].

A spatial vector has its angular part first; a spatial matrix (6, n) is n motion or force vectors,
side by side. An operator on it is a tensor (6, 6, n): page k, the last index, belongs to column k.

    v x, v x*, f x-bar*       motion_cross, force_cross, swapped_cross
    U x~, U x~*, F x~-bar*    motion_crosses, force_crosses, swapped_crosses: one page a column
    A B, B A                  tensor_times_matrix, matrix_times_tensor
    transposes T~, R~         transposed (rows and columns), rotated (columns and pages)
    B(I, v), B(I, V)          coriolis_matrix, coriolis_matrices

Arrays of any scalar, numpy's own or objects; ShapeError for another shape and for what is no
number, NonFiniteError for NaN and infinity. What holds of all this, properties M1 to M27 and
identities K1 to K16, is put to the test by `verification.measurements.formulas.tensor_identities`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra import arguments
from lieref.errors import NonFiniteError, ShapeError

Array = NDArray[Any]


def _array(name: str, value: Any, shape: tuple[int | str, ...]) -> Array:
    """An array of this shape, of any scalar; a text names an axis of any length."""
    array = arguments.as_array(name, value)
    fits = array.ndim == len(shape) and all(
        isinstance(n, str) or n == m for n, m in zip(shape, array.shape, strict=True)
    )
    if not fits or array.dtype.kind not in "iufcO":
        expected = "(" + ", ".join(map(str, shape)) + ")"
        raise ShapeError(
            f"{name} has shape {array.shape} and dtype {array.dtype}, expected numbers {expected}"
        )
    if array.dtype.kind == "O" and any(x is None for x in array.flat):
        raise ShapeError(f"{name} holds None, expected numbers")
    if array.dtype.kind in "fc":
        finite = np.isfinite(array)
        if not finite.all():
            index = tuple(int(i) for i in np.argwhere(~finite)[0])
            raise NonFiniteError(f"{name}{list(index)} is {array[index]}, expected a finite number")
    return array


def skew(x: Array) -> Array:
    """Return x~ (3, 3) of x (3,): x~ y = x x y."""
    x = _array("x", x, (3,))
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
    v = _array("v", v, (6,))
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
    f = _array("f", f, (6,))
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
    return _paged(motion_cross, _array("U", U, (6, "n")))


def force_crosses(U: Array) -> Array:
    """Return U x~*, page k being U_k x*; U (6, n), the result (6, 6, n)."""
    return _paged(force_cross, _array("U", U, (6, "n")))


def swapped_crosses(F: Array) -> Array:
    """Return F x~-bar*, page k being F_k x-bar*; F (6, n), the result (6, 6, n)."""
    return _paged(swapped_cross, _array("F", F, (6, "n")))


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
    A, B = _array("A", A, ("n1", "n2", "n4")), _array("B", B, ("n2", "n3"))
    if A.shape[1] != len(B):
        raise ShapeError(f"A has shape {A.shape} and B {B.shape}: their axes n2 differ")
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
    B, A = _array("B", B, ("n1", "n2")), _array("A", A, ("n2", "n3", "n4"))
    if B.shape[1] != len(A):
        raise ShapeError(f"B has shape {B.shape} and A {A.shape}: their axes n2 differ")
    return _in_range(lambda: np.tensordot(B, A, 1))


def transposed(A: Array) -> Array:
    """Return A^T~, rows and columns exchanged on every page: A_jik   [Singh, Fig. 5a]."""
    return _array("A", A, ("n1", "n2", "n3")).transpose(1, 0, 2)


def rotated(A: Array) -> Array:
    """Return A^R~, columns and pages exchanged: A_ikj   [Singh, Fig. 5b]."""
    return _array("A", A, ("n1", "n2", "n3")).transpose(0, 2, 1)


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
    inertia, v = _array("inertia", inertia, (6, 6)), _array("v", v, (6,))

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
    return _paged(lambda v: coriolis_matrix(inertia, v), _array("V", V, (6, "n")))


def _paged(operator: Callable[[Array], Array], U: Array) -> Array:
    """Operators of the columns as pages."""
    if U.shape[1] == 0:
        return np.empty((6, 6, 0), U.dtype)
    return np.stack([operator(column) for column in U.T], axis=-1)


def _in_range(found: Callable[[], Array]) -> Array:
    """What is found, or NonFiniteError where floating-point numbers overflow."""
    with np.errstate(over="ignore", invalid="ignore"):
        out = found()
    if out.dtype.kind in "fc" and not np.isfinite(out).all():
        raise NonFiniteError("a product is beyond the range of double")
    return out
