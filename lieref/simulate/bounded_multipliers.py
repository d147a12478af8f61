"""Multipliers between bounds: constraint forces that have a largest size or one sign."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lieref.errors import IntegrationError

Array = NDArray[np.float64]
# Slopes below this share of the sums that they are differences of are zero.
ROUNDING = 1e-12


def bounded_multipliers(W: Array, w: Array, lower: Array, upper: Array) -> tuple[Array, Array]:
    """Return the x in [lower, upper] that minimizes x^T W x / 2 + w^T x, and the slope W x + w.

    W is symmetric and not negative; bounds may be infinite. The slope is zero between the bounds,
    not negative at the lower one, and not positive at the upper one. x need not be unique; W x is.

    Source: Stark and Parker, Computational Statistics 10 (1995), bounded-variable least squares.
    """
    x, free = np.zeros(len(w)), np.ones(len(w), dtype=bool)
    # at first all are free; what is beyond a bound goes there
    while free.any():
        x[free] = _minimum(W, w, x, free)
        beyond = free & ((x < lower) | (x > upper))
        x = np.clip(x, lower, upper)
        if not beyond.any():
            break
        free &= ~beyond
    for _ in range(10 * len(w) + 10):
        slope, noise = W @ x + w, ROUNDING * (abs(W) @ abs(x) + abs(w))
        # inward is downhill
        wrong = np.where(free, 0.0, np.where(x <= lower, -slope, slope)) - noise
        if not (wrong > 0).any():
            return x, np.where(free | (abs(slope) <= noise), 0.0, slope)
        free[np.argmax(wrong)] = True
        x, free = _descend(W, w, lower, upper, x, free)
    raise IntegrationError("forces of joints at rest were not found: the inertia is singular there")


def _descend(
    W: Array, w: Array, lower: Array, upper: Array, x: Array, free: NDArray[np.bool_]
) -> tuple[Array, NDArray[np.bool_]]:
    """Go to the minimum of the free ones; what meets a bound on the way stays there."""
    while free.any():
        at = np.flatnonzero(free)
        move = _minimum(W, w, x, free) - x[at]
        bound = np.where(move > 0, upper[at], lower[at])
        with np.errstate(divide="ignore", invalid="ignore"):
            share = np.where(move == 0, np.inf, (bound - x[at]) / move)
        first = int(np.argmin(share))
        x[at] += min(1.0, float(share[first])) * move
        if share[first] >= 1.0:
            break
        x[at[first]], free[at[first]] = bound[first], False
    return x, free


def _minimum(W: Array, w: Array, x: Array, free: NDArray[np.bool_]) -> Array:
    """The free x at the minimum, with the others as they are."""
    part, rest = W[np.ix_(free, free)], -(w + W @ np.where(free, 0.0, x))[free]
    try:
        root = np.linalg.cholesky(part)
        return np.asarray(np.linalg.solve(root.T, np.linalg.solve(root, rest)))
    except np.linalg.LinAlgError:
        return np.asarray(np.linalg.lstsq(part, rest, rcond=None)[0])
