"""Error metrics between computed values and a reference of any precision.

The four metrics carry the names and definitions of Singh et al., (40)-(43); "MAE"
is there the *maximum*, not the mean, absolute error.  The relative max norm and the digits are
ours.  Every difference is formed exactly, in rational arithmetic, before it is rounded to a double:
a reference of 50 digits is not rounded first, and two values of 50 digits may be compared.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.errors import ShapeError

# Beyond 17 significant digits two doubles cannot differ, so more is not claimed.
MAX_DIGITS = 17.0

FloatArray = NDArray[np.float64]


def exact(x: Any) -> Fraction:
    """Return the rational number that ``x`` is, without rounding.

    Parameters
    ----------
    x : int, float, numpy scalar, Fraction, Decimal, mpmath.mpf or flint.arb
        A finite real number; of an Arb ball the midpoint is taken.

    Returns
    -------
    Fraction

    Raises
    ------
    TypeError
        If ``x`` is of another type.
    ValueError, OverflowError
        If ``x`` is NaN or infinite.
    """
    if isinstance(x, Fraction):
        return x
    if isinstance(x, np.generic):
        x = x.item()
    if hasattr(x, "_mpf_"):  # mpmath
        sign, mantissa, exponent, bits = x._mpf_
        if not mantissa and exponent:
            raise ValueError(f"{x} is not finite")
        return _dyadic(-int(mantissa) if sign else int(mantissa), int(exponent))
    if hasattr(x, "mid") and hasattr(x, "rad"):  # python-flint
        if not x.is_finite():
            raise ValueError(f"{x} is not finite")
        mantissa, exponent = x.mid().man_exp()
        return _dyadic(int(mantissa), int(exponent))
    if isinstance(x, complex):
        raise TypeError("metrics compare real numbers; compare real and imaginary parts apart")
    return Fraction(x)


def _dyadic(mantissa: int, exponent: int) -> Fraction:
    """Return mantissa * 2**exponent."""
    if exponent >= 0:
        return Fraction(mantissa << exponent)
    return Fraction(mantissa, 1 << -exponent)


def _to_float(x: Fraction) -> float:
    """Round to double; a number beyond its range becomes infinite."""
    try:
        return float(x)
    except OverflowError:
        return math.inf if x > 0 else -math.inf


def _difference(value: Any, reference: Any) -> float:
    """Return |value - reference| rounded once; a value that is not finite is infinitely wrong."""
    try:
        numerator = exact(value)
    except (ValueError, OverflowError):
        return math.inf
    return abs(_to_float(numerator - exact(reference)))


def absolute_errors(values: Any, reference: Any) -> FloatArray:
    """Return the entrywise absolute errors |values - reference|.

    Parameters
    ----------
    values : array_like, any shape
        Computed values, floats or numbers of higher precision (see `exact`).
    reference : array_like, same shape
        The reference value, in the same unit; must be finite.

    Returns
    -------
    ndarray of float, same shape
        Formed exactly and rounded once; infinite where the value is NaN or infinite.

    Raises
    ------
    ShapeError
        If the shapes differ.
    ValueError, OverflowError
        If an entry of the reference is not finite.
    """
    computed, exact_values = _pair(values, reference)
    flat = [_difference(a, b) for a, b in zip(computed.flat, exact_values.flat, strict=True)]
    return np.array(flat, dtype=float).reshape(exact_values.shape)


def absolute_errors_from_pair(values: Any, high: Any, low: Any) -> FloatArray:
    """Return the entrywise absolute errors |values - (high + low)|, formed in doubles.

    For millions of entries, for which rational arithmetic takes too long. A reference rounded to
    high, its nearest double, and low, the nearest double of the rest, moves by 2^-106 of itself.
    values - high is exact where the two are within a factor of two of each other (Sterbenz), and
    elsewhere off by 2^-53 of itself, as is what low is subtracted from: what is returned is right
    to 2^-52 of itself and 2^-105 of the reference.

    Parameters
    ----------
    values : array_like of float, any shape
    high, low : array_like of float, same shape
        The reference value; must be finite.

    Returns
    -------
    ndarray of float, same shape
        Infinite where the value is NaN or infinite.

    Raises
    ------
    ShapeError
        If the shapes differ.
    ValueError
        If an entry of the reference is not finite.
    """
    computed, first, rest = (np.asarray(x, dtype=float) for x in (values, high, low))
    if not computed.shape == first.shape == rest.shape:
        raise ShapeError(
            f"values have shape {computed.shape}, the reference {first.shape} and {rest.shape}"
        )
    if not (np.isfinite(first).all() and np.isfinite(rest).all()):
        raise ValueError("the reference is not finite")
    finite = np.isfinite(computed)
    errors = np.abs((np.where(finite, computed, 0.0) - first) - rest)
    return np.asarray(np.where(finite, errors, math.inf))


def magnitudes(reference: Any) -> FloatArray:
    """Return |reference| entrywise, rounded to double."""
    exact_values = np.asarray(reference, dtype=object)
    flat = [abs(_to_float(exact(b))) for b in exact_values.flat]
    return np.array(flat, dtype=float).reshape(exact_values.shape)


def _pair(values: Any, reference: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return both as object arrays of one shape."""
    computed = np.asarray(values, dtype=object)
    exact_values = np.asarray(reference, dtype=object)
    if computed.shape != exact_values.shape:
        raise ShapeError(f"values have shape {computed.shape}, the reference {exact_values.shape}")
    return computed, exact_values


def relative_errors(values: Any, reference: Any) -> FloatArray:
    """Return the entrywise errors |a - ref| / max(|ref|, 1), as under the maximum of (42)."""
    return absolute_errors(values, reference) / np.maximum(magnitudes(reference), 1.0)


def _largest(errors: FloatArray) -> float:
    """Return the maximum, 0 for no entries."""
    return float(errors.max()) if errors.size else 0.0


def _root_mean_square(errors: FloatArray) -> float:
    """Return the root mean square, scaled so that squares neither overflow nor vanish."""
    scale = _largest(errors)
    if scale == 0.0 or math.isinf(scale):
        return scale
    return scale * math.sqrt(float(np.mean((errors / scale) ** 2)))


def mae(values: Any, reference: Any) -> float:
    """Return the maximum absolute error max |a - ref|, Singh et al., (40)."""
    return _largest(absolute_errors(values, reference))


def rmsae(values: Any, reference: Any) -> float:
    """Return the root mean square absolute error, Singh et al., (41)."""
    return _root_mean_square(absolute_errors(values, reference))


def mre(values: Any, reference: Any) -> float:
    """Return the maximum relative error max |a - ref| / max(|ref|, 1), Singh et al., (42)."""
    return _largest(relative_errors(values, reference))


def rmsre(values: Any, reference: Any) -> float:
    """Return the root mean square relative error, Singh et al., (43)."""
    return _root_mean_square(relative_errors(values, reference))


def _norm_ratio(errors: FloatArray, sizes: FloatArray) -> float:
    """Return max(errors) / max(sizes); 0 where nothing is wrong, infinite if the reference is 0."""
    error, size = _largest(errors), _largest(sizes)
    if error == 0.0:
        return 0.0
    return error / size if size > 0.0 else math.inf


def relative_max_norm(values: Any, reference: Any) -> float:
    """Return max |a - ref| / max |ref|; infinite if the reference vanishes and the values don't."""
    return _norm_ratio(absolute_errors(values, reference), magnitudes(reference))


def _digits(ratio: float) -> float:
    """Return -log10(ratio), at most `MAX_DIGITS`."""
    if ratio == 0.0:
        return MAX_DIGITS
    return min(MAX_DIGITS, 0.0 - math.log10(ratio)) if math.isfinite(ratio) else -math.inf


def digits(values: Any, reference: Any) -> float:
    """Return -log10 of the relative max norm, at most 17, negative where nothing is right."""
    return _digits(relative_max_norm(values, reference))


@dataclass(frozen=True)
class ErrorSummary:
    """All metrics of one block.

    Attributes
    ----------
    mae, rmsae : float
        (40) and (41), in the unit of the values.
    mre, rmsre : float
        (42) and (43); the denominator is max(abs(ref), 1) in the unit of the values.
    relative : float
        The relative max norm.
    digits : float
        -log10 of `relative`, at most 17.
    entries : int
        The number of entries compared.
    """

    mae: float
    rmsae: float
    mre: float
    rmsre: float
    relative: float
    digits: float
    entries: int


def summarize(values: Any, reference: Any) -> ErrorSummary:
    """Return every metric of `values` against `reference` (see `absolute_errors`)."""
    return _summary(absolute_errors(values, reference), magnitudes(reference))


def summarize_pair(values: Any, high: Any, low: Any, scale: float | None = None) -> ErrorSummary:
    """Return every metric of `values` against high + low (see `absolute_errors_from_pair`).

    scale: what errors are relative to, if the values to compare with are no scale: zeros.
    """
    sizes = np.abs(np.asarray(high, dtype=float))
    found = _summary(absolute_errors_from_pair(values, high, low), sizes)
    if scale is None:
        return found
    return replace(found, relative=found.mae / scale, digits=_digits(found.mae / scale))


def _summary(errors: FloatArray, sizes: FloatArray) -> ErrorSummary:
    """Return every metric from entrywise errors and the sizes of the reference."""
    relative = errors / np.maximum(sizes, 1.0)
    ratio = _norm_ratio(errors, sizes)
    return ErrorSummary(
        mae=_largest(errors),
        rmsae=_root_mean_square(errors),
        mre=_largest(relative),
        rmsre=_root_mean_square(relative),
        relative=ratio,
        digits=_digits(ratio),
        entries=errors.size,
    )


def by_block(values: Any, reference: Any, blocks: Mapping[str, Any]) -> dict[str, ErrorSummary]:
    """Return every metric of every block; each block has its own scale, so none hides another.

    Parameters
    ----------
    values, reference : array_like, same shape
        See `absolute_errors`.
    blocks : mapping of name to index
        Anything that indexes an array of this shape, for instance from `dynamics_blocks`.

    Returns
    -------
    dict of name to ErrorSummary
        In the order of `blocks`.
    """
    errors, sizes = absolute_errors(values, reference), magnitudes(reference)
    return {name: _summary(errors[at], sizes[at]) for name, at in blocks.items()}


def dynamics_blocks(rows: Mapping[str, Sequence[int]], orders: int) -> dict[str, tuple[Any, Any]]:
    """Return the blocks of a stack tau (orders, nv): each order, each row set, and each of both.

    Parameters
    ----------
    rows : mapping of name to coordinate numbers
        For instance from `row_blocks`.
    orders : int
        The length of axis 0.

    Returns
    -------
    dict of name to index
        "order 0", ..., each name of `rows`, and "<name>, order 0", ...
    """
    whole = slice(None)
    blocks: dict[str, tuple[Any, Any]] = {f"order {k}": (k, whole) for k in range(orders)}
    for name, columns in rows.items():
        at = list(columns)
        blocks[name] = (whole, at)
        blocks.update({f"{name}, order {k}": (k, at) for k in range(orders)})
    return blocks


def row_blocks(
    kinds: Sequence[str], offsets: Sequence[int], sizes: Sequence[int], parents: Iterable[int]
) -> dict[str, list[int]]:
    """Return coordinate numbers of the base, of all other joints, and of each kind of joint.

    Parameters
    ----------
    kinds : sequence of str
        The kind of each joint ("revolute", "free", ...).
    offsets, sizes : sequence of int
        First velocity coordinate and number of coordinates of each joint.
    parents : iterable of int
        Parent of each joint's body, -1 for the world.

    Returns
    -------
    dict of name to list of int
        "base" (free joints on the world), "joints" (all others) and one entry a kind; no empty
        ones.
    """
    found: dict[str, list[int]] = {"base": [], "joints": []}
    for kind, start, size, parent in zip(kinds, offsets, sizes, parents, strict=True):
        columns = range(start, start + size)
        found["base" if kind == "free" and parent < 0 else "joints"].extend(columns)
        found.setdefault(kind, []).extend(columns)
    return {name: columns for name, columns in found.items() if columns}


METRICS: Mapping[str, Callable[[Any, Any], float]] = {
    "MAE": mae,
    "RMSAE": rmsae,
    "MRE": mre,
    "RMSRE": rmsre,
    "relative max norm": relative_max_norm,
    "digits": digits,
}
