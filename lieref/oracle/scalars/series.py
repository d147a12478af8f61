"""Truncated power series in t over any scalar field, and 3-vectors and 3x3 matrices of them.

A series is the list of its coefficients [x_0, x_1, ...]; a vector is a list of three series, a
matrix a list of three rows. A product or sum is as long as its shorter factor; a derivative is
one shorter than its series. K is the scalar field (`lieref.oracle.scalars.scalars`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Series = list[Any]
Vector = list[Series]
Matrix = list[Vector]


def constant(K: Any, x: Any, length: int) -> Series:
    """The series x + 0 t + 0 t^2 ..."""
    return [x] + [K(0)] * (length - 1)


def taylor(derivatives: Sequence[Any]) -> Series:
    """Series of a function from its plain derivatives: x_k = x^(k) / k!."""
    out, factorial = [], 1
    for k, x in enumerate(derivatives):
        factorial *= max(k, 1)
        out.append(x / factorial)
    return out


def plain(a: Series) -> list[Any]:
    """Plain derivatives at t = 0: x^(k) = k! x_k."""
    out, factorial = [], 1
    for k, x in enumerate(a):
        factorial *= max(k, 1)
        out.append(x * factorial)
    return out


def derivative(a: Series) -> Series:
    """da/dt, one coefficient shorter."""
    return [k * a[k] for k in range(1, len(a))]


def integral(x0: Any, rate: Series) -> Series:
    """x0 + the integral of rate, one coefficient longer."""
    return [x0] + [x / (k + 1) for k, x in enumerate(rate)]


def add(a: Series, b: Series) -> Series:
    """a + b."""
    return [x + y for x, y in zip(a, b, strict=False)]


def subtract(a: Series, b: Series) -> Series:
    """a - b."""
    return [x - y for x, y in zip(a, b, strict=False)]


def scale(s: Any, a: Series) -> Series:
    """Scalar times series."""
    return [s * x for x in a]


def dot(K: Any, a: Sequence[Series], b: Sequence[Series]) -> Series:
    """sum_i a_i b_i: coefficient k is the sum over i and over j <= k of a_i[j] b_i[k - j]."""
    length = min(len(x) for x in (*a, *b))
    backwards = [y[length - 1 :: -1] for y in b]
    out = []
    for k in range(length):
        left = [c for x in a for c in x[: k + 1]]
        right = [c for y in backwards for c in y[length - 1 - k :]]
        out.append(K.dot(left, right))
    return out


def multiply(K: Any, a: Series, b: Series) -> Series:
    """a b."""
    return dot(K, (a,), (b,))


def sin_cos(K: Any, a: Series) -> tuple[Series, Series]:
    """Sine and cosine of a series, from s' = c a', c' = -s a'."""
    rate = derivative(a)
    sine, cosine = [K.sin(a[0])], [K.cos(a[0])]
    for k in range(len(rate)):
        backwards = rate[k::-1]
        next_sine = K.dot(cosine, backwards) / (k + 1)
        next_cosine = -K.dot(sine, backwards) / (k + 1)
        sine.append(next_sine)
        cosine.append(next_cosine)
    return sine, cosine


def vector_constant(K: Any, x: Sequence[Any], length: int) -> Vector:
    """A constant 3-vector as series."""
    return [constant(K, c, length) for c in x]


def matrix_constant(K: Any, a: Sequence[Sequence[Any]], length: int) -> Matrix:
    """A constant 3x3 matrix as series."""
    return [vector_constant(K, row, length) for row in a]


def vector_derivative(u: Vector) -> Vector:
    """du/dt."""
    return [derivative(a) for a in u]


def vector_add(u: Vector, w: Vector) -> Vector:
    """u + w."""
    return [add(a, b) for a, b in zip(u, w, strict=True)]


def vector_subtract(u: Vector, w: Vector) -> Vector:
    """u - w."""
    return [subtract(a, b) for a, b in zip(u, w, strict=True)]


def vector_scale(s: Any, u: Vector) -> Vector:
    """Scalar times vector."""
    return [scale(s, a) for a in u]


def cross(K: Any, u: Vector, w: Vector) -> Vector:
    """u x w."""
    return [
        subtract(multiply(K, u[i], w[j]), multiply(K, u[j], w[i]))
        for i, j in ((1, 2), (2, 0), (0, 1))
    ]


def transpose(a: Matrix) -> Matrix:
    """Transpose."""
    return [list(column) for column in zip(*a, strict=True)]


def apply(K: Any, a: Matrix, u: Vector) -> Vector:
    """Matrix times vector."""
    return [dot(K, row, u) for row in a]


def compose(K: Any, a: Matrix, b: Matrix) -> Matrix:
    """Matrix product a b."""
    columns = transpose(b)
    return [[dot(K, row, column) for column in columns] for row in a]


def apply_to_constant(a: Matrix, x: Sequence[Any]) -> Vector:
    """Matrix of series times a constant 3-vector."""
    return [combine(x, row) for row in a]


def apply_constant(c: Sequence[Sequence[Any]], u: Vector) -> Vector:
    """Constant 3x3 matrix times a vector of series."""
    return [combine(row, u) for row in c]


def combine(x: Sequence[Any], u: Sequence[Series]) -> Series:
    """x_0 u_0 + x_1 u_1 + x_2 u_2 with constant x."""
    first, second, third = (scale(s, a) for s, a in zip(x, u, strict=True))
    return add(add(first, second), third)


def solve_rotating(K: Any, x0: Sequence[Any], w: Vector, rate: Vector | None = None) -> Vector:
    """Solution of dx/dt = x cross w(t) + rate(t), x(0) = x0, one coefficient longer than w.

    Coefficient k + 1 of x is coefficient k of the right-hand side over k + 1; that needs the
    coefficients of x up to k only.
    """
    x = [[c] for c in x0]
    for k in range(len(w[0])):
        right = [
            K.dot(x[i], w[j][k::-1]) - K.dot(x[j], w[i][k::-1]) for i, j in ((1, 2), (2, 0), (0, 1))
        ]
        if rate is not None:
            right = [value + u[k] for value, u in zip(right, rate, strict=True)]
        for component, value in zip(x, right, strict=True):
            component.append(value / (k + 1))
    return x
