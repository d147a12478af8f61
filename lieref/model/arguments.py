"""Checked conversion of what a user hands over as numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import as_array as as_array
from lieref.algebra.arguments import choice as choice
from lieref.algebra.arguments import integer as integer
from lieref.algebra.ready import is_stack
from lieref.errors import NonFiniteError, ShapeError


def real_array(what: str, value: ArrayLike, shape: tuple[int | str, ...]) -> NDArray[np.float64]:
    """Return `value` as a fresh, C-contiguous array of finite doubles.

    Parameters
    ----------
    what : str
        Name of the argument, with its body or joint, as an error should print it.
    value : array_like
        Integers or reals; strings, booleans, complex numbers and objects are refused.
    shape : tuple
        The shape that is expected; a text names an axis of any length.

    Raises
    ------
    ShapeError
        Another shape, a ragged list, or entries that are no real numbers.
    NonFiniteError
        NaN or infinity; names the index of the first.
    """
    if type(value) is np.ndarray and value.dtype == np.float64 and value.shape == shape:
        # what a program hands over most often needs no conversion
        array = value.copy()
        require_finite(what, array)
        return array
    if isinstance(value, tuple) and shape == (len(value),) and all([_plain(x) for x in value]):
        # nor do three floats
        return np.array(value, np.float64)
    array = real_numbers(what, value)
    fits = array.ndim == len(shape) and all(
        isinstance(n, str) or n == m for n, m in zip(shape, array.shape, strict=True)
    )
    if not fits:
        expected = "(" + ", ".join(map(str, shape)) + ")"
        hint = ""
        if len(shape) == 2 and isinstance(shape[0], str) and array.shape == shape[1:]:
            hint = row_hint(what)
        raise ShapeError(f"{what}: shape {array.shape}, expected {expected}{hint}")
    require_finite(what, array)
    return array


def _plain(x: object) -> bool:
    """Whether this is a finite float, or an integer that is a double."""
    return (type(x) is float and -math.inf < x < math.inf) or (type(x) is int and abs(x) < 2**53)


def row_hint(what: str) -> str:
    """What helps where one row came in place of several: (q, v, a) is written (q, [v, a])."""
    if what == "v":
        return "; v and its time derivatives are rows of one array: [v, a]"
    return f"; one row is [{what}]"


def require_finite(what: str, array: NDArray[np.float64]) -> None:
    """Raise NonFiniteError, naming the index of the first NaN or infinity of `array`."""
    if is_stack(array, ()):
        return
    finite = np.isfinite(array)
    if not finite.all():
        index = tuple(int(i) for i in np.argwhere(~finite)[0])
        place = f"{what}[{', '.join(map(str, index))}]" if index else what
        raise NonFiniteError(f"{place} is {array[index]}, expected a finite number")


def require_in_range(what: str, result: NDArray[np.float64]) -> None:
    """Raise NonFiniteError where finite arguments are so large that the result overflowed."""
    if is_stack(result, ()):
        return
    finite = np.isfinite(result)
    if not finite.all():
        index = tuple(int(i) for i in np.argwhere(~finite)[0])
        raise NonFiniteError(
            f"{what}[{', '.join(map(str, index))}] is {result[index]}, the motion is beyond the "
            "range of double"
        )


def real_numbers(what: str, value: Any) -> NDArray[np.float64]:
    """Return `value` as a fresh array of doubles of any shape, NaN and infinity included.

    Raises
    ------
    ShapeError
        A ragged list, or entries that are no real numbers.
    """
    if type(value) is np.ndarray and value.dtype == np.float64:
        return value.copy()
    array = as_array(what, value)
    if array.dtype.kind not in "iuf":
        raise ShapeError(f"{what}: {value!r} has dtype {array.dtype}, expected real numbers")
    # a long double beyond the range of double becomes inf, which the finiteness check reports
    with np.errstate(over="ignore"):
        return np.array(array, dtype=np.float64, order="C", copy=True)


def frozen(values: Any, dtype: Any, shape: Any) -> NDArray[Any]:
    """Return a read-only contiguous copy of `values` in the given shape."""
    array = np.array(values, dtype=dtype).reshape(shape)
    array.setflags(write=False)
    return array
