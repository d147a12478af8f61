"""Checks of what a user hands to a trajectory: numbers, times, orders, words."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import NonFiniteError, ShapeError
from lieref.model.arguments import real_numbers, require_finite

Array = NDArray[np.float64]
BASES = ("body", "spatial", "hybrid", "mixed")
#: Highest order of a state: the derivatives of its pose go two orders higher, and 170! is the last
#: factorial that a double can hold.
MOST = 168


def number(name: str, x: Any) -> Any:
    """Return x itself, an int, float, Fraction or number of another precision, if it is finite.

    Raises ShapeError for what is no real number, NonFiniteError for NaN and infinity.
    """
    try:
        # numpy drops the imaginary part of its complex numbers with no more than a warning, and
        # older releases take an array of one number for the number
        words = isinstance(x, bool | np.bool_ | str | bytes | complex | np.complexfloating)
        if words or np.ndim(x):
            raise TypeError
        value = float(x)
    except OverflowError:
        value = math.inf
    except (TypeError, ValueError):
        raise ShapeError(f"{name}: got {x!r}, expected a real number") from None
    if not math.isfinite(value):
        raise NonFiniteError(f"{name}: got {x!r}, expected a finite number")
    return x


def numbers(name: str, values: Iterable[Any], least: int) -> tuple[Any, ...]:
    """Return finite real numbers, `least` of them or more, as they came."""
    try:
        found = tuple(values)
    except TypeError:
        raise ShapeError(f"{name}: got {values!r}, expected a sequence of numbers") from None
    if len(found) < least:
        raise ShapeError(f"{name}: got {len(found)} numbers, expected at least {least}")
    return tuple(number(f"{name}[{i}]", x) for i, x in enumerate(found))


def positive(name: str, x: Any) -> Any:
    """Return the finite number x if it is above zero; else ShapeError."""
    if not number(name, x) > 0:
        raise ShapeError(f"{name}: got {x!r}, expected a number above zero")
    return x


def times(t: ArrayLike) -> Array:
    """Return t as an array of finite doubles of any shape."""
    found = real_numbers("t", t)
    require_finite("t", found)
    return found


def order(name: str, r: Any, least: int = 0, most: int = MOST) -> int:
    """Return r if it is an integer from `least` to `most`; else ShapeError."""
    whole = isinstance(r, int | np.integer) and not isinstance(r, bool)
    if not (whole and least <= r <= most):
        raise ShapeError(f"{name}: got {r!r}, expected an integer from {least} to {most}")
    return int(r)
