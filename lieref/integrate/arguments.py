"""Checked arguments of the integrators."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import integer
from lieref.errors import ConfigurationError, IntegrationError, ShapeError
from lieref.integrate.group import Group
from lieref.model.arguments import real_array

Array = NDArray[np.float64]
# As for every quaternion of lieref: farther from unit norm is an error.
QUATERNION_TOLERANCE = 1e-9
# A step of so many roundings of the time is no step any more.
UNDERFLOW = 16 * float(np.finfo(float).eps)
# Steps of the adaptive method between two times of a result: a minute on a small model. An arm in
# free fall takes 700 a second; a motion that takes more has lost its scale.
MAX_STEPS = 50_000


def positive(what: str, value: ArrayLike) -> float:
    """Return a finite number above zero, or raise ShapeError or NonFiniteError."""
    number = float(real_array(what, value, ()))
    if number <= 0.0:
        raise ShapeError(f"{what} is {number!r}, expected a positive number")
    return number


def adaptive_options(rtol: ArrayLike, atol: ArrayLike, max_steps: int) -> tuple[float, float, int]:
    """Return tolerances above zero and how many steps to try, of whatever method; or an error."""
    most = integer("max_steps", max_steps, 1, sys.maxsize)
    return positive("rtol", rtol), positive("atol", atol), most


def checked_times(times: ArrayLike) -> Array:
    """Return finite times (n,), n >= 1, that ascend or descend, or raise ShapeError."""
    at = real_array("times", times, ("n",))
    if len(at) == 0:
        raise ShapeError("times has shape (0,), expected (n,) with n >= 1")
    gaps = np.diff(at)
    if not ((gaps > 0).all() or (gaps < 0).all()):
        raise ShapeError("times: expected each later, or each earlier, than the one before")
    return at


def checked_point(group: Group, q: ArrayLike, what: str = "q0") -> Array:
    """Return a point of the group, (nq,); ConfigurationError names the factor of a bad norm."""
    point = real_array(what, q, (group.nq,))
    at = 0
    for f, factor in enumerate(group.factors):
        size, lead = {"R": (1, 1), "SO3": (4, 0), "SE3": (7, 3)}[factor]
        with np.errstate(over="ignore"):
            norm = float(np.linalg.norm(point[at + lead : at + size])) if factor != "R" else 1.0
        if abs(norm - 1.0) > QUATERNION_TOLERANCE:
            raise ConfigurationError(
                f"{what}: quaternion of factor {f} ({factor}) has norm {norm!r}, expected 1 "
                f"within {QUATERNION_TOLERANCE:g}"
            )
        at += size
    return point


def failed_step(t: float, h: float, error: Exception) -> IntegrationError:
    """Return the error of a fixed step, with its time, its length and what helps."""
    return IntegrationError(
        f"step from t = {t!r} of {h:.6g} s: {error}; shorten the step (`step=`) or take the "
        "adaptive method 'rkmk54'"
    )


def substeps(start: float, end: float, longest: float | None) -> Iterator[tuple[float, float]]:
    """Start and length of equal steps from start to end, none above `longest`.

    Raises IntegrationError where so short a step would not move the time.
    """
    whole = float(end - start)
    if longest is not None and longest <= UNDERFLOW * max(abs(start), abs(end)):
        raise IntegrationError(
            f"step size underflow at t = {float(start)!r}: a step of {longest:.3g} s is rounding "
            f"on the way to t = {float(end)!r}"
        )
    count = 1 if longest is None else math.ceil(abs(whole) / longest * (1 - 1e-12))
    for k in range(count):
        yield float(start) + whole * (k / count), whole / count
