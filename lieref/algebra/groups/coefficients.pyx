"""Coefficient functions of exp, log, dexp and dexp^-1, vectorized over the angle.

With t the rotation angle in rad (a scalar or an array of any shape; even in t), `'` the derivative:

==================  ===============================  ==========================================
`exp_1`             sin t / t                        exp(W) = I + exp_1 W + exp_2 W^2
`exp_2`             (1 - cos t) / t^2                dexp_W = I + exp_2 W + exp_3 W^2
`exp_3`             (t - sin t) / t^3
`exp_1_slope`       exp_1' / t
`exp_2_slope`       exp_2' / t                       derivative of dexp, for SE(3)
`exp_3_slope`       exp_3' / t
`dexp_inv_2`        (1 - (t/2) cot(t/2)) / t^2       dexp_W^-1 = I - W/2 + dexp_inv_2 W^2
`dexp_inv_2_slope`  dexp_inv_2' / t                  derivative of dexp^-1, for SE(3)
`half_sinc`         sin(t/2) / t                     rotation vector to quaternion
`log_ratio`         2 atan2(s, c) / s                quaternion to rotation vector
==================  ===============================  ==========================================

Relative error at most 4 eps for |t| <= pi and, but for `exp_1_slope`, which has a zero at t = 4.49,
up to 2 pi (measured: 1.4 eps; held by tests/algebra/test_algebra_coefficients.py). `dexp_inv_2` and
its slope have a pole at 2 pi; near it the error is that of the argument.
Every function raises ShapeError, NonFiniteError as `lieref.algebra.arguments.as_stack` does.
"""
import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import as_pair, as_stack
from lieref.errors import ConfigurationError

from lieref.algebra.groups.batch cimport map_one, map_two

__all__ = [
    "dexp_inv_2", "dexp_inv_2_slope", "exp_1", "exp_1_slope", "exp_2", "exp_2_slope", "exp_3",
    "exp_3_slope", "half_sinc", "log_ratio", "switch_angles", "taylor_series",
]


cdef inline void _exp_1(const double *t, double *out) noexcept nogil:
    out[0] = exp_1_of(angle_of(t[0])).hi


cdef inline void _exp_2(const double *t, double *out) noexcept nogil:
    out[0] = exp_2_of(angle_of(t[0])).hi


cdef inline void _exp_3(const double *t, double *out) noexcept nogil:
    out[0] = exp_3_of(angle_of(t[0])).hi


cdef inline void _exp_1_slope(const double *t, double *out) noexcept nogil:
    out[0] = exp_1_slope_of(angle_of(t[0])).hi


cdef inline void _exp_2_slope(const double *t, double *out) noexcept nogil:
    out[0] = exp_2_slope_of(angle_of(t[0])).hi


cdef inline void _exp_3_slope(const double *t, double *out) noexcept nogil:
    out[0] = exp_3_slope_of(angle_of(t[0])).hi


cdef inline void _dexp_inv_2(const double *t, double *out) noexcept nogil:
    out[0] = dexp_inv_2_of(angle_of(t[0])).hi


cdef inline void _dexp_inv_2_slope(const double *t, double *out) noexcept nogil:
    out[0] = dexp_inv_2_slope_of(angle_of(t[0])).hi


cdef inline void _half_sinc(const double *t, double *out) noexcept nogil:
    out[0] = half_sinc_of(angle_of(t[0])).hi


cdef inline void _log_ratio(const double *s, const double *c, double *out) noexcept nogil:
    out[0] = log_ratio_of(s[0], c[0])


def exp_1(t: ArrayLike) -> NDArray[np.float64] | np.float64:
    """sin t / t; 1 at t = 0."""
    return map_one(_exp_1, as_stack(t, "t", ()), (), (), "t")[()]


def exp_2(t: ArrayLike) -> NDArray[np.float64] | np.float64:
    """(1 - cos t) / t^2; 1/2 at t = 0."""
    return map_one(_exp_2, as_stack(t, "t", ()), (), (), "t")[()]


def exp_3(t: ArrayLike) -> NDArray[np.float64] | np.float64:
    """(t - sin t) / t^3; 1/6 at t = 0."""
    return map_one(_exp_3, as_stack(t, "t", ()), (), (), "t")[()]


def exp_1_slope(t: ArrayLike) -> NDArray[np.float64] | np.float64:
    """(t cos t - sin t) / t^3, that is exp_1' / t; -1/3 at t = 0."""
    return map_one(_exp_1_slope, as_stack(t, "t", ()), (), (), "t")[()]


def exp_2_slope(t: ArrayLike) -> NDArray[np.float64] | np.float64:
    """(t sin t - 2 (1 - cos t)) / t^4, that is exp_2' / t; -1/12 at t = 0."""
    return map_one(_exp_2_slope, as_stack(t, "t", ()), (), (), "t")[()]


def exp_3_slope(t: ArrayLike) -> NDArray[np.float64] | np.float64:
    """(3 sin t - 2 t - t cos t) / t^5, that is exp_3' / t; -1/60 at t = 0."""
    return map_one(_exp_3_slope, as_stack(t, "t", ()), (), (), "t")[()]


def dexp_inv_2(t: ArrayLike) -> NDArray[np.float64] | np.float64:
    """(1 - (t/2) cot(t/2)) / t^2; 1/12 at t = 0, pole at 2 pi."""
    return map_one(_dexp_inv_2, as_stack(t, "t", ()), (), (), "t")[()]


def dexp_inv_2_slope(t: ArrayLike) -> NDArray[np.float64] | np.float64:
    """(h^2 / sin^2 h + h cot h - 2) / t^4 with h = t/2, that is dexp_inv_2' / t.

    1/360 at t = 0, pole at 2 pi.
    """
    return map_one(_dexp_inv_2_slope, as_stack(t, "t", ()), (), (), "t")[()]


def half_sinc(t: ArrayLike) -> NDArray[np.float64] | np.float64:
    """sin(t/2) / t; 1/2 at t = 0."""
    return map_one(_half_sinc, as_stack(t, "t", ()), (), (), "t")[()]


def log_ratio(s: ArrayLike, c: ArrayLike) -> NDArray[np.float64] | np.float64:
    """2 atan2(s, c) / s of the norm s >= 0 of a quaternion's vector part and its scalar part c.

    s and c broadcast against each other; 2 / c at s = 0 < c. Raises ConfigurationError where s < 0,
    or where s = 0 >= c, which has no limit.
    """
    s, c = as_pair(as_stack(s, "s", ()), as_stack(c, "c", ()), ("s", "c"), (0, 0))
    if (s < 0.0).any() or ((s == 0.0) & (c <= 0.0)).any():
        raise ConfigurationError("log_ratio: s >= 0, and c > 0 where s = 0, expected")
    return map_two(_log_ratio, s, c, (), (), (), "s", "c")[()]


def taylor_series() -> dict[str, tuple[list[float], list[float]]]:
    """Taylor coefficients in t^2 as compiled in: name -> (high parts, low parts), for the tests.

    A coefficient is the sum of its two parts; the terms without a low part are so small that plain
    doubles carry them.
    """
    return {
        "EXP_1": ([EXP_1[i] for i in range(N_SHORT)], [EXP_1_LO[i] for i in range(N_LO)]),
        "EXP_1_SLOPE": (
            [EXP_1_SLOPE[i] for i in range(N_SHORT)], [EXP_1_SLOPE_LO[i] for i in range(N_LO)]
        ),
        "EXP_3": ([EXP_3[i] for i in range(N_LONG)], [EXP_3_LO[i] for i in range(N_LO)]),
        "EXP_3_SLOPE": (
            [EXP_3_SLOPE[i] for i in range(N_LONG)], [EXP_3_SLOPE_LO[i] for i in range(N_LO)]
        ),
        "COT_RESIDUE": (
            [COT_RESIDUE[i] for i in range(N_LONG)], [COT_RESIDUE_LO[i] for i in range(N_LO)]
        ),
    }


def switch_angles() -> list[float]:
    """Angles t in rad at which an implementation switches formula, for the tests."""
    return [sqrt(NEAR), sqrt(FAR)]
