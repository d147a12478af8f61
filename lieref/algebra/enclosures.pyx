# cython: language_level=3
"""Results with proven bounds, made of double-doubles and of balls: docs/bounds.md has the proof.

A kernel runs over both: double-doubles give the value, balls how far it may be from the exact
result. A number is a pair, of its leading and trailing part or of its midpoint and radius.
"""

cimport numpy as cnp

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ArgumentError, ShapeError

cnp.import_array()

SHARE: float = 2.0**-47
OUTWARD: float = 1 + 2.0**-19
share = SHARE
outward = OUTWARD


def pairs(array: ArrayLike, radii: ArrayLike | None = None) -> NDArray[np.float64]:
    """Numbers (...) as pairs (..., 2): with these radii, or with zeros."""
    out = np.zeros((*np.shape(array), 2))
    out[..., 0] = array
    if radii is not None:
        out[..., 1] = radii
    return out


def enclosed(
    values: NDArray[np.float64], balls: NDArray[np.float64],
    fine: NDArray[np.float64] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """values, in place, and the bounds of their errors, from pairs (..., 2) of the same results.

    fine: in double-doubles; without them the midpoints of the balls are the values, as they are
    where the arguments have radii. Where nothing is proven values stay and bounds are infinite.
    """
    cdef cnp.ndarray value = values
    cdef cnp.ndarray ball = np.ascontiguousarray(balls)
    cdef cnp.ndarray pair = ball if fine is None else np.ascontiguousarray(fine)
    cdef cnp.ndarray bound = np.array(balls[..., 1], order="C")
    cdef double* x = <double*> cnp.PyArray_DATA(value)
    cdef double* radius = <double*> cnp.PyArray_DATA(bound)
    cdef const double* from_pair = <const double*> cnp.PyArray_DATA(pair)
    cdef bint exact = fine is not None
    cdef Py_ssize_t i
    for i in range(cnp.PyArray_SIZE(value)):
        if exact:
            enclose(from_pair[2 * i], from_pair[2 * i + 1], x + i, radius + i)
        else:
            widen(x + i, radius + i, from_pair[2 * i])
    return values, bound


def radii_of(
    given: ArrayLike | Mapping[str, ArrayLike] | None, str name, array: NDArray[np.float64] | None,
) -> NDArray[np.float64] | None:
    """The radii of one argument as an array of its shape, or None for zeros.

    Raises ShapeError and ArgumentError, which name the argument.
    """
    if isinstance(given, Mapping):
        given = given.get(name)
    if given is None or array is None:
        return None
    shape = array.shape
    try:
        radii = np.array(np.broadcast_to(np.asarray(given, dtype=np.float64), shape), order="C")
    except (TypeError, ValueError):
        raise ShapeError(f"input_radius of {name}: {given!r}, expected numbers that broadcast to "
                         f"{shape}") from None
    if not (radii >= 0).all():
        raise ArgumentError(f"input_radius of {name}: {given!r}, expected numbers from 0 on")
    return radii


def bounds_wanted(bounds: object, input_radius: object, names: Sequence[str]) -> bool:
    """Whether bounds are asked for.

    Raises ArgumentError for what is not True or False, and for radii without bounds or of an
    argument that is not among the names.
    """
    if not isinstance(bounds, (bool, np.bool_)):
        raise ArgumentError(f"bounds = {bounds!r}, expected True or False")
    if not bounds and input_radius is not None:
        raise ArgumentError("input_radius needs bounds=True")
    if isinstance(input_radius, Mapping):
        unknown = sorted(set(map(str, input_radius)) - set(names))
        if unknown:
            *some, last = [f'"{name}"' for name in names]
            known = " or ".join([", ".join(some), last] if some else [last])
            raise ArgumentError(f"input_radius has {unknown[0]!r}, expected {known}")
    return bool(bounds)
