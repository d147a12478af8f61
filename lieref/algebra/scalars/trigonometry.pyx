"""Sines and cosines of many angles at once, as the kernels take them."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import as_stack

cdef extern from "trigonometry.h" nogil:
    enum: TRIG_WIDTH
    void sincos_many(double* angles, double* sines, double* cosines, int count)


def sincos(angles: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
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
