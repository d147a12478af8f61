"""Checks of the arguments of compiled public functions: what a usual call does not come to."""

from libc.math cimport sqrt
cimport numpy as cnp

from lieref.model.model cimport FREE, SPHERICAL, Model

from typing import Literal

import numpy as np

from lieref.algebra.arguments import unknown_word, unmasked
from lieref.deprecated import current_word
from lieref.errors import ConfigurationError, NonFiniteError, ShapeError
from lieref.model.arguments import row_hint
from lieref.model.tree.configuration import require_tree

cnp.import_array()

Base = Literal["body", "spatial", "hybrid", "mixed"]
Axes = Literal["body", "inertial"]
FormName = Literal["default", "spatial", "body", "hybrid"]
BASES: dict[str, int] = {"body": 0, "spatial": 1, "hybrid": 2, "mixed": 3}
AXES: dict[str, bool] = {"body": False, "inertial": True}
BODY = "body"
DEFAULT = "default"
FINITE = "expected a finite number"
# A quaternion farther from unit norm than this is an error (docs/conventions.md).
cdef double UNIT_NORM = 1e-9
LEAST_SQUARE = (1 - UNIT_NORM) ** 2
MOST_SQUARE = (1 + UNIT_NORM) ** 2


cdef cnp.ndarray converted(str what, object value, int typenum, int ndim,
                           const cnp.npy_intp* shape):
    """As shaped_array for what is not such an array yet."""
    cdef cnp.ndarray array = number_array(what, value, typenum)
    if cnp.PyArray_NDIM(array) != ndim or not has_shape(array, ndim, shape):
        expected = ", ".join([length_in_words(shape[i]) for i in range(ndim)])
        raise ShapeError(f"{what} has shape {shape_of(array)}, expected "
                         f"({expected}{',' if ndim == 1 else ''}){_hint(what, array, ndim, shape)}")
    return array


cdef str _hint(str what, cnp.ndarray array, int ndim, const cnp.npy_intp* shape):
    """What helps where one row came in place of several."""
    if ndim != 2 or cnp.PyArray_NDIM(array) != 1 or array.shape[0] != shape[1] or shape[0] >= 0:
        return ""
    return row_hint(what)


cdef str length_in_words(cnp.npy_intp wanted):
    """A wanted length in words: -1 for r + 1 and -2 for r + 2, where r follows from the array."""
    if wanted == BATCH:
        return "batch"
    return f"r + {-wanted}" if wanted < 0 else str(wanted)


cdef tuple shape_of(cnp.ndarray array):
    """The shape of an array, as a tuple."""
    return tuple([array.shape[i] for i in range(cnp.PyArray_NDIM(array))])


cdef cnp.ndarray number_array(str what, object value, int typenum):
    """Anything that numpy reads as real (for the complex build also complex) numbers."""
    kinds = "iuf" if typenum == cnp.NPY_DOUBLE else "iufc"
    try:
        array = np.asarray(unmasked(value))
    except (TypeError, ValueError, OverflowError) as error:
        raise ShapeError(f"{what}: not an array of numbers ({error})") from None
    if array.dtype.kind not in kinds:
        raise ShapeError(f"{what} has dtype {array.dtype}, expected real numbers")
    # a long double beyond the range of double becomes inf, which the finiteness check reports
    with np.errstate(over="ignore"):
        return np.array(array, dtype=np.float64 if typenum == cnp.NPY_DOUBLE else np.complex128,
                        order="C", ndmin=0)


cdef bint each_finite(const double* x, Py_ssize_t count) noexcept nogil:
    """As all_finite for a sum that may have overflowed."""
    cdef Py_ssize_t i
    for i in range(count):
        if x[i] - x[i] != 0:
            return False
    return True


cdef int raise_not_finite(str what, cnp.ndarray array, str why) except -1:
    """The error for the first entry that is not finite."""
    index = np.argwhere(~np.isfinite(array))[0]
    place = ", ".join([str(i) for i in index])
    raise NonFiniteError(f"{what}[{place}] is {array[tuple(index)]}, {why}")


cdef object named_option(str what, object value, dict choices):
    """The meaning of a named option, or an error that lists the names."""
    if isinstance(value, str) and value in choices:
        return choices[value]
    renamed = current_word(what, value)
    if renamed is not value:
        return named_option(what, renamed, choices)
    raise unknown_word(what, value, choices)


cdef int raise_no_tree(object model) except -1:
    """The error for what is no tree, with the functions that take it."""
    require_tree(model)
    return 0


cdef int check_quaternions(Model model, cnp.ndarray q, int typenum) except -1:
    """Quaternions of unit norm; of complex ones the real parts."""
    cdef int j, first
    cdef int i = -1
    cdef int step = doubles_each(typenum)
    # a joint with a quaternion has one coordinate more than velocities
    cdef int left = model.nq - model.nv
    cdef double square
    cdef const double* x = <const double*> cnp.PyArray_DATA(q)
    while left > 0:
        i += 1
        if model.kind[i] < SPHERICAL:
            continue
        left -= 1
        first = model.iq[i] + (3 if model.kind[i] == FREE else 0)
        square = 0
        for j in range(4):
            square += x[step * (first + j)] * x[step * (first + j)]
        if not (LEAST_SQUARE <= square <= MOST_SQUARE):
            raise ConfigurationError(
                f"quaternion q[{first}:{first + 4}] of joint {model.joint_names[i]!r} has norm "
                f"{sqrt(square)!r}, expected 1 within {UNIT_NORM:g}; model.normalize(q) scales it")
    return 0


cdef bint is_deeper(object value, int core):
    """As is_batched for what is no array."""
    try:
        return np.ndim(value) > core
    except ValueError:
        # ragged: the checks of a single state say so
        return False
