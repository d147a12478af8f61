"""Plain Python implementation of the functions of this package; for tests, not for speed.

It is generic over the scalar field K: K(x) converts, K.sin, K.cos, K.sqrt are its functions,
K.digits its working precision. Vectors are lists of scalars, matrices lists of rows; twists (omega,
v). Two layers: the definitions (power series of matrices), and the closed forms on the definitions
of the coefficients. The closed forms cancel: at the angle t they lose up to 5 log10(1/t) digits, so
a caller works with as many more. The series want |omega| <= 10.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

Scalar = Any
Vector = list[Scalar]
Matrix = list[list[Scalar]]


def identity(K: Any, n: int) -> Matrix:
    """Unit matrix of n rows."""
    return [[K(int(i == j)) for j in range(n)] for i in range(n)]


def matmul(A: Matrix, B: Matrix) -> Matrix:
    """A B."""
    columns = list(zip(*B, strict=True))
    return [[sum(a * b for a, b in zip(row, col, strict=True)) for col in columns] for row in A]


def matvec(A: Matrix, x: Vector) -> Vector:
    """A x."""
    return [sum(a * b for a, b in zip(row, x, strict=True)) for row in A]


def transpose(A: Matrix) -> Matrix:
    """A^T."""
    return [list(column) for column in zip(*A, strict=True)]


def combine(*terms: tuple[Scalar, Matrix]) -> Matrix:
    """Sum of c A over the terms (c, A)."""
    rows, columns = len(terms[0][1]), len(terms[0][1][0])
    return [[sum(c * A[i][j] for c, A in terms) for j in range(columns)] for i in range(rows)]


def power_series(K: Any, A: Matrix, coefficient: Callable[[int], Fraction]) -> Matrix:
    """sum_k coefficient(k) A^k, with enough terms for factorial decay up to |A| = 10."""
    power = identity(K, len(A))
    total = combine((K(coefficient(0)), power))
    for k in range(1, 2 * K.digits + 30):
        power = matmul(power, A)
        total = combine((K(1), total), (K(coefficient(k)), power))
    return total


def factorial_ratio(shift: int) -> Callable[[int], Fraction]:
    """k -> 1 / (k + shift)!."""

    def coefficient(k: int) -> Fraction:
        value = Fraction(1)
        for i in range(2, k + shift + 1):
            value /= i
        return value

    return coefficient


def hat3(K: Any, w: Vector) -> Matrix:
    """W with W u = w x u."""
    x, y, z = w
    return [[K(0), -z, y], [z, K(0), -x], [-y, x, K(0)]]


def hat(K: Any, X: Vector) -> Matrix:
    """4x4 matrix [[hat(omega), v], [0, 0]]."""
    rows = [row + [v] for row, v in zip(hat3(K, X[:3]), X[3:], strict=True)]
    return rows + [[K(0)] * 4]


def blocks(K: Any, diagonal: Matrix, lower: Matrix) -> Matrix:
    """[[diagonal, 0], [lower, diagonal]]."""
    top = [row + [K(0)] * 3 for row in diagonal]
    return top + [a + b for a, b in zip(lower, diagonal, strict=True)]


def ad(K: Any, V: Vector) -> Matrix:
    """[[hat(omega), 0], [hat(v), hat(omega)]]."""
    return blocks(K, hat3(K, V[:3]), hat3(K, V[3:]))


def Ad(K: Any, C: Matrix) -> Matrix:
    """[[R, 0], [hat(p) R, R]]."""
    R = [row[:3] for row in C[:3]]
    return blocks(K, R, matmul(hat3(K, [row[3] for row in C[:3]]), R))


def inverse(K: Any, C: Matrix) -> Matrix:
    """[[R^T, -R^T p], [0, 1]]."""
    R_t = transpose([row[:3] for row in C[:3]])
    p = matvec(R_t, [row[3] for row in C[:3]])
    return [row + [-x] for row, x in zip(R_t, p, strict=True)] + [[K(0), K(0), K(0), K(1)]]


def exp_series(K: Any, X: Vector) -> Matrix:
    """sum_k hat(X)^k / k!, the definition of exp."""
    return power_series(K, hat(K, X), factorial_ratio(0))


def dexp_series(K: Any, X: Vector) -> Matrix:
    """sum_k ad_X^k / (k+1)!, the definition of the left dexp."""
    return power_series(K, ad(K, X), factorial_ratio(1))


# Coefficients by their definitions; t > 0.
COEFFICIENTS: dict[str, Callable[[Any, Scalar], Scalar]] = {
    "exp_1": lambda K, t: K.sin(t) / t,
    "exp_2": lambda K, t: (1 - K.cos(t)) / (t * t),
    "exp_3": lambda K, t: (t - K.sin(t)) / (t * t * t),
    "exp_1_slope": lambda K, t: (t * K.cos(t) - K.sin(t)) / (t * t * t),
    "exp_2_slope": lambda K, t: (t * K.sin(t) - 2 * (1 - K.cos(t))) / (t * t * t * t),
    "exp_3_slope": lambda K, t: (3 * K.sin(t) - 2 * t - t * K.cos(t)) / (t * t * t * t * t),
    "dexp_inv_2": lambda K, t: (1 - t / 2 * K.cos(t / 2) / K.sin(t / 2)) / (t * t),
    "dexp_inv_2_slope": lambda K, t: (
        (t * t / 4 / (K.sin(t / 2) * K.sin(t / 2)) + t / 2 * K.cos(t / 2) / K.sin(t / 2) - 2)
        / (t * t * t * t)
    ),
    "half_sinc": lambda K, t: K.sin(t / 2) / t,
}


def dot(a: Vector, b: Vector) -> Scalar:
    """a . b."""
    return sum(x * y for x, y in zip(a, b, strict=True))


def quadratic(K: Any, c1: Scalar, c2: Scalar, w: Vector) -> Matrix:
    """I + c1 W + c2 W^2."""
    W = hat3(K, w)
    return combine((K(1), identity(K, 3)), (c1, W), (c2, matmul(W, W)))


def quadratic_blocks(
    K: Any, c: tuple[Scalar, Scalar], slopes: tuple[Scalar, Scalar], X: Vector
) -> Matrix:
    """[[D, 0], [Q, D]], D = I + c1 W + c2 W^2, Q its derivative at omega along v."""
    W, V = hat3(K, X[:3]), hat3(K, X[3:])
    rate = dot(X[:3], X[3:])
    Q = combine(
        (c[0], V),
        (c[1], matmul(W, V)),
        (c[1], matmul(V, W)),
        (rate * slopes[0], W),
        (rate * slopes[1], matmul(W, W)),
    )
    return blocks(K, quadratic(K, c[0], c[1], X[:3]), Q)


def exp3(K: Any, w: Vector) -> Matrix:
    """Rotation of a rotation vector w other than 0, closed form."""
    t = K.sqrt(dot(w, w))
    return quadratic(K, COEFFICIENTS["exp_1"](K, t), COEFFICIENTS["exp_2"](K, t), w)


def exp(K: Any, X: Vector) -> Matrix:
    """exp X for omega other than 0, closed form: R = exp3(omega), p = dexp_omega v."""
    t = K.sqrt(dot(X[:3], X[:3]))
    c2, c3 = COEFFICIENTS["exp_2"](K, t), COEFFICIENTS["exp_3"](K, t)
    p = matvec(quadratic(K, c2, c3, X[:3]), X[3:])
    rows = [row + [x] for row, x in zip(exp3(K, X[:3]), p, strict=True)]
    return rows + [[K(0), K(0), K(0), K(1)]]


def dexp(K: Any, X: Vector) -> Matrix:
    """Left dexp_X for omega other than 0, closed form."""
    t = K.sqrt(dot(X[:3], X[:3]))
    c2, c3, d2, d3 = (
        COEFFICIENTS[name](K, t) for name in ("exp_2", "exp_3", "exp_2_slope", "exp_3_slope")
    )
    return quadratic_blocks(K, (c2, c3), (d2, d3), X)


def dexp_inv(K: Any, X: Vector) -> Matrix:
    """Inverse of the left dexp_X for 0 < |omega| < 2 pi, closed form."""
    t = K.sqrt(dot(X[:3], X[:3]))
    g, dg = COEFFICIENTS["dexp_inv_2"](K, t), COEFFICIENTS["dexp_inv_2_slope"](K, t)
    return quadratic_blocks(K, (-K(1) / 2, g), (K(0), dg), X)


def nearest_rotation(K: Any, R: Matrix) -> Matrix:
    """Polar factor of R, near a rotation; Newton's iteration doubles the digits in each step."""
    digits = 8
    while digits < 4 * K.digits:
        correction = combine((K(3) / 2, identity(K, 3)), (-K(1) / 2, matmul(transpose(R), R)))
        R = matmul(R, correction)
        digits *= 2
    return R


def quaternion(K: Any, R: Matrix) -> Vector:
    """Unit quaternion (x, y, z, w), w >= 0, of a rotation: largest row of 4 q q^T, normalized."""
    x, y, z = (R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1])
    a, b, c = R[0][0], R[1][1], R[2][2]
    xy, yz, zx = R[0][1] + R[1][0], R[1][2] + R[2][1], R[2][0] + R[0][2]
    rows = [
        [1 + a - b - c, xy, zx, x],
        [xy, 1 - a + b - c, yz, y],
        [zx, yz, 1 - a - b + c, z],
        [x, y, z, 1 + a + b + c],
    ]
    q = max(rows, key=lambda row: dot(row, row))
    norm = K.sqrt(dot(q, q))
    return [(-s if q[3] < 0 else s) / norm for s in q]


def log3(K: Any, R: Matrix) -> Vector:
    """Rotation vector of a rotation, |w| <= pi: halve the angle 24 times, then arcsin's series."""
    q = quaternion(K, R)
    for _ in range(24):
        norm = K.sqrt(2 + 2 * q[3])
        q = [q[0] / norm, q[1] / norm, q[2] / norm, (q[3] + 1) / norm]
    square = dot(q[:3], q[:3])
    # arcsin(s) / s = sum_k (2k)! / (4^k k!^2 (2k+1)) s^(2k), s below 1e-7: 14 digits a term
    total, term = K(0), K(1)
    for k in range(K.digits // 14 + 2):
        total = total + term / (2 * k + 1)
        term = term * square * (2 * k + 1) / (2 * k + 2)
    return [2**25 * total * x for x in q[:3]]


def log(K: Any, C: Matrix) -> Vector:
    """Screw coordinates of a pose other than a translation; R means the nearest rotation."""
    w = log3(K, nearest_rotation(K, [row[:3] for row in C[:3]]))
    g = COEFFICIENTS["dexp_inv_2"](K, K.sqrt(dot(w, w)))
    return w + matvec(quadratic(K, -K(1) / 2, g, w), [row[3] for row in C[:3]])
