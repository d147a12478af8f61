"""Truncated Taylor series that behave like numbers: derivatives of any generic code, to any order.

A `Taylor` is x(t) = sum_k c_k t^k + O(t^n), over any scalars, series of a lower level among them;
so series nest, and a function that works on scalars of any kind can be differentiated along a
motion, and its derivative once more. `taylor.py` does the same for lists, without wrapping them.
"""

from __future__ import annotations

import cmath
import math
from typing import Any


class Taylor:
    """x(t) as coefficients c_k = x^(k)/k!; + - * / and integer powers, also with plain scalars.

    Comparisons are those of the values at t = 0. Scalars and series of a lower level are
    constants in t.
    """

    __slots__ = ("c", "level")

    def __init__(self, c: list[Any], level: int = 1):
        self.c = c
        self.level = level

    def _coefficients(self, other: Any) -> list[Any] | None:
        """Those of a series in the same variable; None for a constant."""
        if isinstance(other, Taylor) and other.level == self.level:
            return other.c
        return None

    def _is_constant_of(self, other: Any) -> bool:
        """Whether this series is a constant of the other one's, which then has to do the work."""
        return isinstance(other, Taylor) and other.level > self.level

    def __add__(self, other: Any) -> Any:
        if self._is_constant_of(other):
            return other.__radd__(self)
        d = self._coefficients(other)
        if d is None:
            return Taylor([self.c[0] + other, *self.c[1:]], self.level)
        return Taylor([x + y for x, y in zip(self.c, d, strict=True)], self.level)

    __radd__ = __add__

    def __neg__(self) -> Taylor:
        return Taylor([-x for x in self.c], self.level)

    def __pos__(self) -> Taylor:
        return self

    def __sub__(self, other: Any) -> Any:
        if self._is_constant_of(other):
            return other.__rsub__(self)
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if self._is_constant_of(other):
            return other.__rmul__(self)
        d = self._coefficients(other)
        if d is None:
            return Taylor([x * other for x in self.c], self.level)
        # (a b)_k = sum_j a_j b_{k-j}
        n = len(self.c)
        return Taylor([_convolution(self.c, d, 0, k) for k in range(n)], self.level)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if self._is_constant_of(other):
            return other.__rtruediv__(self)
        d = self._coefficients(other)
        if d is None:
            return Taylor([x / other for x in self.c], self.level)
        # a = q b: q_k = (a_k - sum_{j<k} q_j b_{k-j}) / b_0
        q: list[Any] = []
        for k, x in enumerate(self.c):
            for j in range(k):
                x = x - q[j] * d[k - j]
            q.append(x / d[0])
        return Taylor(q, self.level)

    def __rtruediv__(self, other: Any) -> Any:
        return (self * 0 + other) / self

    def __pow__(self, exponent: int) -> Any:
        if not isinstance(exponent, int):
            return NotImplemented
        power = self.c[0] * 0 + 1
        for _ in range(abs(exponent)):
            power = self * power
        return power if exponent >= 0 else 1 / power

    def __abs__(self) -> Taylor:
        return -self if self < 0 else self

    def __lt__(self, other: Any) -> bool:
        return bool(self.c[0] < _value(other, self.level))

    def __le__(self, other: Any) -> bool:
        return bool(self.c[0] <= _value(other, self.level))

    def __gt__(self, other: Any) -> bool:
        return bool(self.c[0] > _value(other, self.level))

    def __ge__(self, other: Any) -> bool:
        return bool(self.c[0] >= _value(other, self.level))

    def __repr__(self) -> str:
        return f"Taylor({self.c!r})"


def _value(x: Any, level: int) -> Any:
    return x.c[0] if isinstance(x, Taylor) and x.level == level else x


def near_double(x: Any) -> float:
    """A double near a scalar, of series the value at t = 0."""
    while isinstance(x, Taylor):
        x = x.c[0]
    return float(getattr(x, "real", x))


def _convolution(a: list[Any], b: list[Any], first: int, k: int) -> Any:
    """sum of a_j b_{k-j} over first <= j <= k - first, at least one term."""
    total = a[first] * b[k - first]
    for j in range(first + 1, k - first + 1):
        total = total + a[j] * b[k - j]
    return total


def _rate(x: Taylor) -> list[Any]:
    return [k * c for k, c in enumerate(x.c)][1:]


def _integral(start: Any, rate: Taylor) -> Taylor:
    """The series with the value `start` and the derivative `rate`."""
    return Taylor([start, *(c / (k + 1) for k, c in enumerate(rate.c))], rate.level)


def base_function(name: str, *x: Any) -> Any:
    """An elementary function of plain scalars: floats, complex numbers, mpmath's, FLINT's balls."""
    first = next((z for z in x if not isinstance(z, float | int)), x[0])
    if isinstance(first, float | int):
        return getattr(math, name)(*x)
    if isinstance(first, complex):
        return getattr(cmath, name)(*x)
    if hasattr(first, "context"):
        return getattr(first.context, name)(*x)
    kind = type(first)
    return getattr(kind, name)(*(z if isinstance(z, kind) else kind(z) for z in x))


class Functions:
    """The functions of a field K, extended to series over it, and to what K itself has not got.

    What a coupling's function gets as its second argument, and a field itself:
    sin, cos, tan, asin, acos, atan, atan2, sqrt, exp, log and the number pi.

    Parameters
    ----------
    K : field
        Scalars: ``K(x)`` converts a number, ``K.digits`` is the working precision; its own sin,
        cos and sqrt are used where it has them. The types `float` and `complex` will do.
    level : int
        Level of the series made by `variable`, above that of all series among the scalars.
    """

    def __init__(self, K: Any, level: int | None = None):
        self.scalars = K
        self.digits = getattr(K, "digits", 15)
        self.level = getattr(K, "level", 0) + 1 if level is None else level

    def __call__(self, x: Any) -> Any:
        return x if isinstance(x, Taylor) else self.scalars(x)

    def series(self, c: list[Any]) -> Taylor:
        """The series with these coefficients, in this field's own variable."""
        return Taylor(list(c), self.level)

    @property
    def pi(self) -> Any:
        """Half a turn, to the digits of K."""
        return 4 * self.atan(self.scalars(1))

    def _base(self, name: str, *x: Any) -> Any:
        known = getattr(self.scalars, name, None)
        return known(*x) if known is not None else base_function(name, *x)

    def _cos_sin(self, x: Taylor) -> tuple[Taylor, Taylor]:
        """c' = -s x', s' = c x'"""
        c, s, rate = [self.cos(x.c[0])], [self.sin(x.c[0])], _rate(x)
        for k in range(len(rate)):
            c.append(-_convolution(rate[: k + 1], s, 0, k) / (k + 1))
            s.append(_convolution(rate[: k + 1], c, 0, k) / (k + 1))
        return Taylor(c, x.level), Taylor(s, x.level)

    def sin(self, x: Any) -> Any:
        """Sine of an angle in rad."""
        return self._cos_sin(x)[1] if isinstance(x, Taylor) else self._base("sin", x)

    def cos(self, x: Any) -> Any:
        """Cosine of an angle in rad."""
        return self._cos_sin(x)[0] if isinstance(x, Taylor) else self._base("cos", x)

    def tan(self, x: Any) -> Any:
        """Tangent of an angle in rad."""
        c, s = self._cos_sin(x) if isinstance(x, Taylor) else (self.cos(x), self.sin(x))
        return s / c

    def sqrt(self, x: Any) -> Any:
        """Square root: x = y y, y_k = (x_k - sum_{0<j<k} y_j y_{k-j}) / (2 y_0)."""
        if not isinstance(x, Taylor):
            return self._base("sqrt", x)
        y = [self.sqrt(x.c[0])]
        for k in range(1, len(x.c)):
            inner = _convolution(y, y, 1, k) if k > 1 else y[0] * 0
            y.append((x.c[k] - inner) / (2 * y[0]))
        return Taylor(y, x.level)

    def exp(self, x: Any) -> Any:
        """Exponential function: y' = y x'."""
        if not isinstance(x, Taylor):
            return self._base("exp", x)
        y, rate = [self.exp(x.c[0])], _rate(x)
        for k in range(len(rate)):
            y.append(_convolution(rate[: k + 1], y, 0, k) / (k + 1))
        return Taylor(y, x.level)

    def log(self, x: Any) -> Any:
        """Natural logarithm: y' = x' / x."""
        return self._integrated("log", x, lambda x: x)

    def atan(self, x: Any) -> Any:
        """Arc tangent: y' = x' / (1 + x^2)."""
        return self._integrated("atan", x, lambda x: 1 + x * x)

    def asin(self, x: Any) -> Any:
        """Arc sine: y' = x' / sqrt(1 - x^2)."""
        return self._integrated("asin", x, lambda x: self.sqrt(1 - x * x))

    def acos(self, x: Any) -> Any:
        """Arc cosine: y' = -x' / sqrt(1 - x^2)."""
        return self._integrated("acos", x, lambda x: -self.sqrt(1 - x * x))

    def atan2(self, y: Any, x: Any) -> Any:
        """Angle of the direction (x, y): a' = (x y' - y x') / (x^2 + y^2)."""
        levels = [z.level for z in (y, x) if isinstance(z, Taylor)]
        if not levels:
            return self._base("atan2", y, x)
        level = max(levels)
        start = self.atan2(_value(y, level), _value(x, level))
        zero = next(z for z in (y, x) if isinstance(z, Taylor) and z.level == level) * 0
        y, x = zero + y, zero + x
        if len(zero.c) == 1:
            return Taylor([start], level)
        dy, dx = Taylor(_rate(y), level), Taylor(_rate(x), level)
        y, x = Taylor(y.c[:-1], level), Taylor(x.c[:-1], level)
        return _integral(start, (x * dy - y * dx) / (x * x + y * y))

    def _integrated(self, name: str, x: Any, divisor: Any) -> Any:
        """The function with the derivative 1 / divisor(x)."""
        if not isinstance(x, Taylor):
            return self._base(name, x)
        start = getattr(self, name)(x.c[0])
        if len(x.c) == 1:
            return Taylor([start], x.level)
        rate = Taylor(_rate(x), x.level) / divisor(Taylor(x.c[:-1], x.level))
        return _integral(start, rate)
