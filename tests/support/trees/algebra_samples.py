"""Limits and samples of the algebra tests; every constant with its reason."""

from __future__ import annotations

from typing import Any

import numpy as np
from support.references.tolerances import EPS

from lieref.oracle.scalars.scalars import Mp

# The claims of the algebra room (relative errors): see the module docstrings of lieref.algebra.
COEFFICIENT_LIMIT = 4 * EPS
MATRIX_LIMIT = 1e-15
LOG_LIMIT = 4e-15

# What double-double sums leave: one rounding of the largest entry, and libm's sine beyond the angle
# 2; measured 1.4 eps. A plain product among them costs more than 2 eps, and must be noticed.
MATRIX_BASELINE = 2 * EPS

# Sums of at most six products of two entries, each of which may itself be such a sum, in any order:
# below 2 * 6 roundings of eps/2; the scale beside it is 6 times the product of the largest entries.
PRODUCT_LIMIT = 12 * EPS

# A power series of a matrix of norm below 4 in doubles: 4^k/k! <= 11, 40 terms of 6 products.
SERIES_LIMIT = 256 * EPS

# 60 digits kept after the closed forms of the twin cancel up to 5 * 12 + 9 at the angle 1e-12.
REFERENCE = Mp(130)

SHAPES = [(), (1,), (4,), (2, 3), (0,), (2, 0, 3)]

ANGLES = {
    "log-uniform": lambda rng, n: np.exp(rng.uniform(np.log(1e-12), np.log(np.pi), n)),
    "uniform": lambda rng, n: rng.uniform(0.1, np.pi, n),
    "near pi": lambda rng, n: np.pi - 10.0 ** -rng.uniform(0.0, 16.0, n),
    "around 2": lambda rng, n: 2.0 + rng.choice([-1, 1], n) * 10.0 ** -rng.uniform(1, 16, n),
    "around 4.5": lambda rng, n: 4.5 + rng.choice([-1, 1], n) * 10.0 ** -rng.uniform(1, 15, n),
    "pi to 2 pi": lambda rng, n: rng.uniform(np.pi, 6.0, n),
    "huge": lambda rng, n: 10.0 ** rng.uniform(1.0, 8.0, n),
}


def screws(
    rng: np.random.Generator, kind: str, n: int, scale: float = 1.0
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """n screw coordinates (n, 6): random axes, angles of the kind, translations of the scale."""
    axes = rng.normal(size=(n, 3))
    axes /= np.linalg.norm(axes, axis=1)[:, None]
    return np.hstack([axes * ANGLES[kind](rng, n)[:, None], scale * rng.normal(size=(n, 3))])


def exactly(array: Any) -> Any:
    """Nested lists of REFERENCE scalars with exactly the values of a double array."""
    return [exactly(row) for row in array] if np.ndim(array) else REFERENCE(float(array))


def flat(nested: Any) -> list[Any]:
    """Entries of nested lists in order."""
    return [x for row in nested for x in flat(row)] if isinstance(nested, list) else [nested]


def relative_error(result: Any, reference: Any) -> float:
    """max |result - reference| / max |reference|, computed at the reference's precision."""
    entries = flat(reference)
    errors = [abs(a - b) for a, b in zip(exactly(np.ravel(result)), entries, strict=True)]
    return float(max(errors) / max(abs(b) for b in entries))


def series(A: Any, shift: int) -> Any:
    """sum_k A^k / (k + shift)! in doubles."""
    power, total = np.eye(len(A)), np.zeros_like(A)
    divisor = 1.0
    for k in range(40):
        divisor *= max(k + shift, 1)
        total = total + power / divisor
        power = power @ A
    return total
