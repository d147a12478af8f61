"""Rows of time derivatives of a motion: checks of them, and their Taylor coefficients."""

from __future__ import annotations

from math import factorial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import NonFiniteError, ShapeError
from lieref.model.arguments import real_array
from lieref.model.model import Model
from lieref.model.tree.configuration import checked_configuration

Array = NDArray[np.float64]
# Derivatives up to this order: 170! is the last factorial that is a double.
MOST_ROWS = 170


def checked_orders(model: Model, q: ArrayLike, v: ArrayLike, least: int) -> tuple[Array, Array]:
    """Return q (nq,) and v (orders, nv), `least` orders or more, or raise what is wrong."""
    configuration = checked_configuration(model, q)
    if configuration.ndim != 1:
        raise ShapeError(f"q has shape {configuration.shape}, expected ({model.nq},)")
    velocity = real_array("v", v, ("rows", model.nv))
    if not least <= len(velocity) <= MOST_ROWS:
        raise ShapeError(
            f"v has shape {velocity.shape}, expected {least} to {MOST_ROWS} rows of {model.nv}"
        )
    return configuration, velocity


def factorials(n: int) -> Array:
    """k! for k < n."""
    return np.array([float(factorial(k)) for k in range(n)])


def coefficients(x: Array) -> Array:
    """Derivatives as Taylor coefficients x^(k)/k!, along axis 0."""
    return x / factorials(len(x)).reshape((-1,) + (1,) * (x.ndim - 1))


def derivatives(x: Array) -> Array:
    """Taylor coefficients as derivatives, along axis 0."""
    return x * factorials(len(x)).reshape((-1,) + (1,) * (x.ndim - 1))


def finite(what: str, x: Array) -> Array:
    """Return x, or raise NonFiniteError where the motion led beyond the range of double."""
    if not np.isfinite(x).all():
        index = [int(i) for i in np.argwhere(~np.isfinite(x))[0]]
        raise NonFiniteError(f"{what}{index}: the motion is beyond the range of double")
    return x
