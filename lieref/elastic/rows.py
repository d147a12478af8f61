"""Derivative rows and Taylor coefficients of arrays, the order on axis -2; checks of both."""

from __future__ import annotations

import math
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ShapeError
from lieref.kinematics.representations import MOST_ROWS
from lieref.model.arguments import real_numbers, require_finite

Array = NDArray[np.float64]


def coefficients(rows: Array) -> Array:
    """x^(k) / k! of derivatives x^(k)."""
    return rows / _factorials(rows)


def derivatives(series: Array) -> Array:
    """x^(k) of the coefficients x^(k) / k!."""
    return series * _factorials(series)


def _factorials(rows: Array) -> Array:
    return np.array([[float(factorial(k))] for k in range(rows.shape[-2])])


def product(a: Array, b: Array) -> Array:
    """(a b)_k = sum_j a_j b_{k-j}, entry by entry, as long as the shorter one."""
    n = min(a.shape[-2], b.shape[-2])
    out = np.zeros((*np.broadcast_shapes(a.shape[:-2], b.shape[:-2]), n, b.shape[-1]))
    for k in range(n):
        for j in range(k + 1):
            out[..., k, :] += a[..., j, :] * b[..., k - j, :]
    return out


def rate(a: Array) -> Array:
    """(a')_k = (k + 1) a_{k+1}; one coefficient fewer."""
    return a[..., 1:, :] * np.arange(1.0, a.shape[-2])[:, None]


def stack(name: str, value: ArrayLike, nv: int, least: int, meaning: str) -> Array:
    """Return (..., n, nv) finite doubles with n >= least; `meaning` says what n stands for."""
    rows = real_numbers(name, value)
    fits = rows.ndim >= 2 and rows.shape[-1] == nv
    if not fits or not least <= rows.shape[-2] < MOST_ROWS:
        raise ShapeError(f"{name} has shape {rows.shape}, expected (..., {meaning}, {nv}), r >= 0")
    require_finite(name, rows)
    return rows


def loads(value: ArrayLike | None, rows: int, nbodies: int) -> Array | None:
    """Return wrenches (..., rows, nbodies, 6) as finite doubles, or None."""
    if value is None:
        return None
    wrenches = real_numbers("wrenches", value)
    if wrenches.ndim < 3 or wrenches.shape[-3:] != (rows, nbodies, 6):
        raise ShapeError(
            f"wrenches has shape {wrenches.shape}, expected (..., {rows}, {nbodies}, 6)"
        )
    require_finite("wrenches", wrenches)
    return wrenches


def one_batch(arguments: dict[str, tuple[Array | None, int]]) -> tuple[tuple[int, ...], list[Any]]:
    """Broadcast leading axes; return them and the arguments with one batch axis instead.

    arguments: by name, the array and the number of its own axes.

    Raises
    ------
    ShapeError
        Leading axes that do not broadcast.
    """
    leading = {
        name: value.shape[: value.ndim - own]
        for name, (value, own) in arguments.items()
        if value is not None
    }
    try:
        axes = np.broadcast_shapes(*leading.values())
    except ValueError:
        raise ShapeError(f"leading axes do not broadcast: {leading}") from None
    flat: list[Any] = []
    for value, own in arguments.values():
        if value is None:
            flat.append(None)
            continue
        core = value.shape[value.ndim - own :]
        full = np.broadcast_to(value, axes + core)
        flat.append(np.ascontiguousarray(full).reshape(math.prod(axes), *core))
    return axes, flat
