"""The exponential of a twist that is a Taylor series: by its definition, scaled and squared.

Closed forms have quotients by the angle, which a series with a zero angle cannot take; the sum
over powers needs none, and one text serves doubles and any number of digits.
"""

from __future__ import annotations

from math import hypot, lgamma, log, log10
from typing import Any

from lieref.algebra.series import taylor
from lieref.algebra.series.taylor import MatrixSeries, Series, VectorSeries
from lieref.errors import NonFiniteError


def exponential(K: Any, X: list[Series]) -> tuple[MatrixSeries, VectorSeries]:
    """Return R and p of exp([X]), X six series: the rotation vector and the translation part.

    exp([X]) = exp([X] / 2^s)^(2^s), with an angle of at most 1/2 in the exponent on the right.

    Raises
    ------
    NonFiniteError
        A rotation vector so long that the digits of K leave no digit of its rotation.
    """
    n = len(X[0])
    angle = hypot(*(K.to_float(x[0]) for x in X[:3]))
    # squaring doubles an error as it doubles the angle
    if not angle <= 0.5 and not log10(angle) < K.digits:
        raise NonFiniteError(
            f"rotation vector of {angle:.3g} rad: no digit of its rotation is known with {K.digits}"
        )
    halvings = 0
    while angle > 0.5:
        angle, halvings = angle / 2, halvings + 1
    share = K(1) / 2**halvings
    x, y, z = (taylor.scale(share, a) for a in X[:3])
    v = [taylor.scale(share, a) for a in X[3:]]
    zero = taylor.scale(0, x)
    W = [
        [zero, taylor.scale(-1, z), y],
        [z, zero, taylor.scale(-1, x)],
        [taylor.scale(-1, y), x, zero],
    ]
    one = taylor.constant(1 + 0 * x[0], n)
    unit: MatrixSeries = [[one if i == j else zero for j in range(3)] for i in range(3)]
    R, p = unit, [zero, zero, zero]
    # Horner: E <- 1 + A E / k for k = terms .. 1, A = [[W, v], [0, 0]]
    for k in range(_terms(K.digits) + n, 0, -1):
        inverse = K(1) / k
        p = [taylor.scale(inverse, a) for a in taylor.vadd(taylor.apply(W, p), v)]
        R = [
            [taylor.add(a, taylor.scale(inverse, b)) for a, b in zip(left, right, strict=True)]
            for left, right in zip(unit, _product(W, R), strict=True)
        ]
    for _ in range(halvings):
        # (R, p)^2 = (R R, p + R p)
        R, p = _product(R, R), taylor.vadd(p, taylor.apply(R, p))
    return R, p


def _product(A: MatrixSeries, B: MatrixSeries) -> MatrixSeries:
    """A B"""
    columns = taylor.transpose(B)
    return [[taylor.dot(row, column) for column in columns] for row in A]


def _terms(digits: int) -> int:
    """Number k of terms after which 2^-k / k! is below 10^-digits by a margin."""
    k = 1
    while k * log(2) + lgamma(k + 1) < (digits + 3) * log(10):
        k += 1
    return k
