"""Taylor series as scalars: what generic code computes from them is a series again.

A `Taylor` is x_0 + x_1 t + ... of a fixed length over a scalar field, and `TaylorField` is the
field of them, with the functions that couplings may use. The field below may be one of series
itself: a series of series is what a motion is whose start moves.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Sequence
from typing import Any

from lieref.oracle.scalars import series as ts
from lieref.oracle.scalars.by_value import ByValue
from lieref.oracle.scalars.jets import Jet, Jets
from lieref.oracle.scalars.scalars import Arb, ComplexDouble, Double, Field, Mp

Unary = Callable[[Any], Any]


class Functions:
    """What a coupling may call beside + - * /, for the scalars of a field."""

    pi: Any
    sin: Unary
    cos: Unary
    tan: Unary
    asin: Unary
    acos: Unary
    atan: Unary
    sqrt: Unary
    exp: Unary
    log: Unary
    atan2: Callable[[Any, Any], Any]

    def __init__(self, K: Any):
        if isinstance(K, TaylorField):
            source: Any = K
        elif isinstance(K, Mp):
            source = K.context
        elif isinstance(K, Double):
            source = math
        elif isinstance(K, ComplexDouble):
            source = cmath
        elif isinstance(K, Arb):
            source = _ArbFunctions(K)
        elif isinstance(K, Jets):
            source = _JetFunctions(K)
        else:
            raise TypeError(f"couplings cannot be evaluated in a {type(K).__name__}")
        for name in ("sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "exp", "log", "atan2"):
            if hasattr(source, name):
                setattr(self, name, _of_scalars(K, getattr(source, name)))
        self.pi = K(source.pi) if isinstance(source, TaylorField) else +source.pi


class _ArbFunctions:
    """The functions of balls under the names that the other fields use."""

    def __init__(self, K: Arb):
        self.pi = type(K(0)).pi()

    def __getattr__(self, name: str) -> Unary:
        return lambda x: getattr(x, name)()

    def atan2(self, y: Any, x: Any) -> Any:
        return type(y).atan2(y, x)


class _JetFunctions:
    """The functions of jets, by their Taylor series about the value."""

    def __init__(self, K: Jets):
        self.of_values = Functions(K.scalars)
        self.pi = self.of_values.pi
        self.series = TaylorField(K.scalars, 3)

    def __getattr__(self, name: str) -> Unary:
        def function(x: Any) -> Any:
            if not isinstance(x, Jet):
                return getattr(self.of_values, name)(x)
            K = self.series
            about = Taylor(K, [x.x, K.scalars(1), K.scalars(0)])
            value, first, half_second = getattr(K, name)(about).x
            return x.through(value, first, 2 * half_second)

        return function

    def atan2(self, y: Any, x: Any) -> Any:
        b, a = (c.x if isinstance(c, Jet) else c for c in (y, x))
        # the angle of the values, and the one from there
        return self.of_values.atan2(b, a) + self.atan((a * y - b * x) / (a * x + b * y))


def _of_scalars(K: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function of arguments that are converted to scalars of K first."""
    return lambda *arguments: function(*(K(x) for x in arguments))


class Taylor(ByValue):
    """x_0 + x_1 t + ... as a scalar of its `TaylorField`; x: the list of coefficients."""

    __slots__ = ("field", "x")

    def __init__(self, field: TaylorField, x: ts.Series):
        self.field = field
        self.x = x

    @property
    def value(self) -> Any:
        return self.x[0]

    def _pair(self, other: Any) -> tuple[TaylorField, ts.Series, ts.Series]:
        """The field of series of series, if one of the two is that, and both in it."""
        K = self.field
        if isinstance(other, Taylor) and other.field.depth > K.depth:
            K = other.field
        return K, K(self).x, K(other).x

    def __add__(self, other: Any) -> Taylor:
        K, x, y = self._pair(other)
        return Taylor(K, ts.add(x, y))

    __radd__ = __add__

    def __neg__(self) -> Taylor:
        return Taylor(self.field, [-x for x in self.x])

    def __sub__(self, other: Any) -> Taylor:
        K, x, y = self._pair(other)
        return Taylor(K, ts.subtract(x, y))

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Taylor:
        if not isinstance(other, Taylor):
            return Taylor(self.field, ts.scale(self.field.scalars(other), self.x))
        K, x, y = self._pair(other)
        return Taylor(K, ts.multiply(K.scalars, x, y))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Taylor:
        if isinstance(other, int):
            return Taylor(self.field, [x / other for x in self.x])
        K, x, y = self._pair(other)
        return Taylor(K, K.quotient(x, y))

    def __rtruediv__(self, other: Any) -> Taylor:
        return Taylor(self.field, self.field.quotient(self.field(other).x, self.x))

    def __pow__(self, exponent: Any) -> Any:
        if not isinstance(exponent, int):
            return self.field.exp(self.field.log(self) * exponent)
        power = self.field(1)
        for _ in range(abs(exponent)):
            power = power * self
        return power if exponent >= 0 else 1 / power


class TaylorField(Field):
    """Series of `length` coefficients over a scalar field; functions by their derivatives."""

    def __init__(self, scalars: Any, length: int):
        self.scalars = scalars
        self.length = length
        self.digits = scalars.digits
        self.depth: int = getattr(scalars, "depth", 0) + 1
        self._functions: Functions | None = None

    @property
    def of_start(self) -> Functions:
        """The functions of constant terms."""
        if self._functions is None:
            self._functions = Functions(self.scalars)
        return self._functions

    @property
    def pi(self) -> Any:
        """The number pi as a scalar of the field below."""
        return self.of_start.pi

    def working(self) -> Any:
        return self.scalars.working()

    def __call__(self, x: Any) -> Any:
        if isinstance(x, Taylor) and x.field.depth == self.depth:
            return x
        return Taylor(self, ts.constant(self.scalars, self.scalars(x), self.length))

    def owns(self, x: Any) -> bool:
        return isinstance(x, Taylor) and x.field.depth == self.depth

    def is_finite(self, x: Any) -> bool:
        return all(map(self.scalars.is_finite, x.x))

    def to_float(self, x: Any) -> float:
        return float(self.scalars.to_float(x.x[0]))

    def dot(self, a: Sequence[Any], b: Sequence[Any]) -> Any:
        left, right = [self(x).x for x in a], [self(x).x for x in b]
        return Taylor(self, ts.dot(self.scalars, left, right))

    def quotient(self, a: ts.Series, b: ts.Series) -> ts.Series:
        """c with b c = a: b_0 c_k = a_k - sum over j < k of c_j b_(k-j)."""
        c: ts.Series = []
        for k in range(self.length):
            rest = a[k]
            if k:
                rest = rest - self.scalars.dot(c, b[k:0:-1])
            c.append(rest / b[0])
        return c

    def _from_rate(self, start: Any, rate: ts.Series) -> Taylor:
        return Taylor(self, ts.integral(start, rate)[: self.length])

    def _rate(self, x: Taylor) -> Taylor:
        """dx/dt, continued by a zero that the integral does not read."""
        return Taylor(self, [*ts.derivative(x.x), self.scalars(0)])

    def _sin_cos(self, x: Taylor) -> tuple[Taylor, Taylor]:
        sine, cosine = ts.sin_cos(self.scalars, x.x)
        return Taylor(self, sine), Taylor(self, cosine)

    def sin(self, x: Any) -> Any:
        return self._sin_cos(self(x))[0]

    def cos(self, x: Any) -> Any:
        return self._sin_cos(self(x))[1]

    def tan(self, x: Any) -> Any:
        """Tangent."""
        sine, cosine = self._sin_cos(self(x))
        return sine / cosine

    def sqrt(self, x: Any) -> Any:
        # 2 r_0 r_k = x_k - sum over 0 < j < k of r_j r_(k-j)
        a = self(x).x
        root = [self.scalars.sqrt(a[0])]
        for k in range(1, self.length):
            rest = a[k]
            if k > 1:
                rest = rest - self.scalars.dot(root[1:k], root[k - 1 : 0 : -1])
            root.append(rest / (2 * root[0]))
        return Taylor(self, root)

    def exp(self, x: Any) -> Any:
        """Exponential: e' = x' e."""
        rate = ts.derivative(self(x).x)
        out = [self.of_start.exp(self(x).x[0])]
        for k in range(self.length - 1):
            out.append(self.scalars.dot(out, rate[k::-1]) / (k + 1))
        return Taylor(self, out)

    def log(self, x: Any) -> Any:
        """Natural logarithm: l' = x' / x."""
        x = self(x)
        return self._from_rate(self.of_start.log(x.x[0]), (self._rate(x) / x).x)

    def asin(self, x: Any) -> Any:
        """Arc sine: f' = x' / sqrt(1 - x^2)."""
        x = self(x)
        rate = self._rate(x) / self.sqrt(1 - x * x)
        return self._from_rate(self.of_start.asin(x.x[0]), rate.x)

    def acos(self, x: Any) -> Any:
        """Arc cosine: f' = -x' / sqrt(1 - x^2)."""
        x = self(x)
        rate = -self._rate(x) / self.sqrt(1 - x * x)
        return self._from_rate(self.of_start.acos(x.x[0]), rate.x)

    def atan(self, x: Any) -> Any:
        """Arc tangent: f' = x' / (1 + x^2)."""
        x = self(x)
        return self._from_rate(self.of_start.atan(x.x[0]), (self._rate(x) / (1 + x * x)).x)

    def atan2(self, y: Any, x: Any) -> Any:
        """Angle of (x, y): f' = (x y' - y x') / (x^2 + y^2)."""
        y, x = self(y), self(x)
        rate = (x * self._rate(y) - y * self._rate(x)) / (x * x + y * y)
        return self._from_rate(self.of_start.atan2(y.x[0], x.x[0]), rate.x)
