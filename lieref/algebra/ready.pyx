# cython: language_level=3
"""Arrays that compiled code can take as they are, told quickly; `arguments.py` does the rest.

What is turned down here is converted there, or refused with the reason.
"""

from libc.math cimport fabs, isfinite

cimport numpy as cnp

from typing import Any

import numpy as np
from numpy.typing import NDArray

cnp.import_array()

Floats = NDArray[np.float64]


def is_stack(value: Any, tuple core: tuple[int, ...]) -> bool:
    """Is this an array (..., *core) of finite doubles, contiguous and aligned?"""
    cdef int inner = len(core), extra, i
    cdef cnp.ndarray array
    if not (cnp.PyArray_CheckExact(value)
            and cnp.PyArray_TYPE(<cnp.ndarray> value) == cnp.NPY_DOUBLE
            and cnp.PyArray_ISCARRAY_RO(<cnp.ndarray> value)):
        return False
    array = value
    extra = cnp.PyArray_NDIM(array) - inner
    if extra < 0:
        return False
    for i in range(inner):
        if array.shape[extra + i] != <Py_ssize_t> core[i]:
            return False
    return is_finite(array)


def is_finite(cnp.ndarray array: Floats) -> bool:
    """Are all numbers of a contiguous array of doubles finite?"""
    cdef const double* x = <const double*> cnp.PyArray_DATA(array)
    cdef Py_ssize_t k
    for k in range(cnp.PyArray_SIZE(array)):
        if not isfinite(x[k]):
            return False
    return True


def are_rotations(cnp.ndarray stack: Floats, double tolerance) -> bool:
    """Is R^T R = 1 within the tolerance, and det R > 0, in a stack of (3, 3) or of poses (4, 4)?"""
    cdef const double* x = <const double*> cnp.PyArray_DATA(stack)
    cdef int row = <int> stack.shape[cnp.PyArray_NDIM(stack) - 1]
    cdef Py_ssize_t k
    for k in range(cnp.PyArray_SIZE(stack) // (row * row)):
        if not _is_rotation(x + row * row * k, row, tolerance):
            return False
    return True


cdef bint _is_rotation(const double* R, int row, double tolerance) noexcept nogil:
    cdef int i, j
    cdef double entry
    for i in range(3):
        for j in range(i, 3):
            entry = (R[i] * R[j] + R[row + i] * R[row + j] + R[2 * row + i] * R[2 * row + j]
                     - (1.0 if i == j else 0.0))
            if not fabs(entry) <= tolerance:
                return False
    return (R[0] * (R[row + 1] * R[2 * row + 2] - R[row + 2] * R[2 * row + 1])
            + R[1] * (R[row + 2] * R[2 * row] - R[row] * R[2 * row + 2])
            + R[2] * (R[row] * R[2 * row + 1] - R[row + 1] * R[2 * row])) > 0


def have_last_row(cnp.ndarray poses: Floats, double tolerance) -> bool:
    """Is the last row of each pose (4, 4) (0, 0, 0, 1) within the tolerance?"""
    cdef const double* x = <const double*> cnp.PyArray_DATA(poses)
    cdef Py_ssize_t k
    cdef int i
    for k in range(cnp.PyArray_SIZE(poses) // 16):
        for i in range(4):
            if not fabs(x[16 * k + 12 + i] - (1.0 if i == 3 else 0.0)) <= tolerance:
                return False
    return True


def are_units(cnp.ndarray quaternions: Floats, double tolerance) -> bool:
    """Is the norm of each quaternion (4,) 1 within the tolerance?"""
    cdef const double* x = <const double*> cnp.PyArray_DATA(quaternions)
    cdef Py_ssize_t k
    cdef int i
    cdef double square
    for k in range(cnp.PyArray_SIZE(quaternions) // 4):
        square = 0
        for i in range(4):
            square += x[4 * k + i] * x[4 * k + i]
        if not (1 - tolerance) ** 2 <= square <= (1 + tolerance) ** 2:
            return False
    return True
