"""Truncated Taylor series over any scalar: the arithmetic of the plain twins.

A series is a list of n coefficients x^(k)/k!, so that a product is a plain convolution without
binomials. A vector is a list of series, a matrix a list of rows.
"""

from __future__ import annotations

from typing import Any

Series = list[Any]
VectorSeries = list[Series]
MatrixSeries = list[VectorSeries]


def constant(x: Any, n: int) -> Series:
    """The series of a constant: x, 0, 0, ..."""
    return [x] + [x * 0] * (n - 1)


def add(a: Series, b: Series) -> Series:
    """a + b"""
    return [x + y for x, y in zip(a, b, strict=True)]


def sub(a: Series, b: Series) -> Series:
    """a - b"""
    return [x - y for x, y in zip(a, b, strict=True)]


def scale(c: Any, a: Series) -> Series:
    """c a for a constant c"""
    return [c * x for x in a]


def mul(a: Series, b: Series) -> Series:
    """(a b)_k = sum_j a_j b_{k-j}"""
    return [sum(a[j] * b[k - j] for j in range(k + 1)) for k in range(len(a))]


def derivative(a: Series) -> Series:
    """(a')_k = (k + 1) a_{k+1}; one coefficient fewer."""
    return [k * x for k, x in enumerate(a)][1:]


def integral(a: Series, start: Any) -> Series:
    """Series with derivative a and constant term `start`; as long as a."""
    return [start] + [x / (k + 1) for k, x in enumerate(a[:-1])]


def dot(a: VectorSeries, b: VectorSeries) -> Series:
    """Scalar product of two vectors of series."""
    total = mul(a[0], b[0])
    for x, y in zip(a[1:], b[1:], strict=True):
        total = add(total, mul(x, y))
    return total


def vadd(*vectors: VectorSeries) -> VectorSeries:
    """Sum of vectors of series."""
    total = vectors[0]
    for v in vectors[1:]:
        total = [add(x, y) for x, y in zip(total, v, strict=True)]
    return total


def vsub(a: VectorSeries, b: VectorSeries) -> VectorSeries:
    """Difference of two vectors of series."""
    return [sub(x, y) for x, y in zip(a, b, strict=True)]


def cross(a: VectorSeries, b: VectorSeries) -> VectorSeries:
    """a x b"""
    return [
        sub(mul(a[1], b[2]), mul(a[2], b[1])),
        sub(mul(a[2], b[0]), mul(a[0], b[2])),
        sub(mul(a[0], b[1]), mul(a[1], b[0])),
    ]


def apply(m: MatrixSeries, x: VectorSeries) -> VectorSeries:
    """Matrix of series times vector of series."""
    return [dot(row, x) for row in m]


def apply_constant(m: Any, x: VectorSeries) -> VectorSeries:
    """Constant matrix (rows of scalars) times vector of series."""
    rows = []
    for row in m:
        total = scale(row[0], x[0])
        for c, series in zip(row[1:], x[1:], strict=True):
            total = add(total, scale(c, series))
        rows.append(total)
    return rows


def transpose(m: Any) -> Any:
    """Transpose of a matrix, of series or of scalars."""
    return [list(column) for column in zip(*m, strict=True)]


def cos_sin(cos: Any, sin: Any, rate: Series) -> tuple[Series, Series]:
    """Series of cos q, sin q from their values and q's rate: c' = -s q', s' = c q'."""
    c, s = [cos], [sin]
    for k in range(len(rate) - 1):
        c.append(-sum(rate[j] * s[k - j] for j in range(k + 1)) / (k + 1))
        s.append(sum(rate[j] * c[k - j] for j in range(k + 1)) / (k + 1))
    return c, s


def rotation(start: Any, omega: VectorSeries, axes: str) -> MatrixSeries:
    """Series of R with R(0) = start: R' = R [omega] for axes "body", [omega] R for "inertial"."""
    n = len(omega[0])
    rows: MatrixSeries = [[[start[i][j]] for j in range(3)] for i in range(3)]
    for k in range(n - 1):
        for i in range(3):
            for j in range(3):
                a, b = (j + 1) % 3, (j + 2) % 3
                if axes == "inertial":
                    a, b = (i + 1) % 3, (i + 2) % 3
                total = start[0][0] * 0
                for m in range(k + 1):
                    if axes == "body":
                        # (R [w])_ij = R_ia w_b - R_ib w_a with (j, a, b) cyclic
                        total += rows[i][a][m] * omega[b][k - m] - rows[i][b][m] * omega[a][k - m]
                    else:
                        # ([w] R)_ij = w_a R_bj - w_b R_aj with (i, a, b) cyclic
                        total += omega[a][k - m] * rows[b][j][m] - omega[b][k - m] * rows[a][j][m]
                rows[i][j].append(total / (k + 1))
    return rows
