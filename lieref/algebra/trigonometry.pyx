"""What the kernels' headers hold, for Python: sines and cosines, and the tables of reciprocals."""

import numpy as np

from lieref.algebra.arguments import as_stack

cdef extern from "trigonometry.h" nogil:
    enum: TRIG_WIDTH
    void sincos_many(double* angles, double* sines, double* cosines, int count)

cdef extern from "lanes.h" nogil:
    enum: RECIPROCALS
    const double[17][2] reciprocal
    const double[17][2] factorial_reciprocal
    const double[17] small_factorial


def sincos(angles):
    """Sine and cosine of each angle, to 0.8 ulp.

    Parameters
    ----------
    angles : (n,) array_like
        rad, finite.

    Returns
    -------
    sines, cosines : (n,) arrays

    Raises
    ------
    ShapeError, NonFiniteError
        Not finite real numbers.
    """
    given = np.ascontiguousarray(as_stack(np.ravel(angles), "angles", ()))
    cdef int n = given.size
    padded = np.zeros((3, n + TRIG_WIDTH))
    padded[0, :n] = given
    cdef double[:, ::1] rows = padded
    sincos_many(&rows[0, 0], &rows[1, 0], &rows[2, 0], n)
    return padded[1, :n].copy(), padded[2, :n].copy()


def tables():
    """1/k, 1/k! (each as two doubles, k = 0 .. 16; 1/0 stands as 0) and k!, as the kernels have."""
    count = RECIPROCALS + 1
    return (
        [(reciprocal[k][0], reciprocal[k][1]) for k in range(count)],
        [(factorial_reciprocal[k][0], factorial_reciprocal[k][1]) for k in range(count)],
        [small_factorial[k] for k in range(count)],
    )
