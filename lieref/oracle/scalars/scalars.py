"""Scalar fields: the arithmetic that generic code (oracle, twins, exact model) runs in.

A field K is a small object. ``K(x)`` converts a number exactly (an int, a float, anything with
``as_integer_ratio`` such as Fraction or Decimal, or a value of the field itself); ``K.sin``,
``K.cos``, ``K.sqrt`` are its functions, ``K.digits`` its working precision in decimal digits.
Values support + - * / and unary minus among themselves and with ints. Code that computes does so
inside ``with K.working():``: it sets the precision of `Arb`, which is global, and keeps other
threads out of libraries that are for one at a time.
"""

from __future__ import annotations

import cmath
import contextlib
import functools
import math
import threading
from collections.abc import Callable, Iterator, Sequence
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: FLINT's precision and the constants that mpmath keeps belong to the whole process. A thread that
#: wants others while one computes would silently get its digits.
_ONE_THREAD = threading.RLock()


def _import_extra(name: str) -> Any:
    """Import mpmath or flint, or say which extra brings them."""
    try:
        return __import__(name)
    except ImportError as error:
        package = {"flint": "python-flint"}.get(name, name)
        raise ImportError(
            f"the oracle needs {package}, which is not installed: pip install 'lieref[oracle]'"
        ) from error


def objects(flat: Sequence[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """Array of scalars; numpy would look into each of a list for a sequence."""
    out = np.empty(len(flat), dtype=object)
    out[:] = flat
    return out.reshape(shape)


@functools.cache
def _context(digits: int) -> Any:
    """mpmath of so many digits; a context takes milliseconds to make."""
    context = _import_extra("mpmath").MPContext()
    context.dps = digits
    return context


class Field:
    """Base of the scalar fields: exact conversion, and what is alike in all of them.

    A field brings sin, cos, sqrt, is_finite (neither NaN nor infinite) and its own conversions.
    """

    digits: int = 15
    sin: Callable[[Any], Any]
    cos: Callable[[Any], Any]
    sqrt: Callable[[Any], Any]
    is_finite: Callable[[Any], bool]
    _from_float: Callable[[float], Any]
    _from_int: Callable[[int], Any]

    def __call__(self, x: Any) -> Any:
        """Scalar with the value of x, exactly wherever the field can hold it.

        Raises TypeError if x is not a number, ValueError or OverflowError if it is not finite
        and comes as a ratio.
        """
        if isinstance(x, float):
            return self._from_float(float(x))
        if isinstance(x, Integral):
            return self._from_int(int(x))
        if self.owns(x):
            return x
        if hasattr(x, "as_integer_ratio") and not hasattr(x, "_mpf_"):
            numerator, denominator = x.as_integer_ratio()
            return self._from_int(int(numerator)) / self._from_int(int(denominator))
        return self._from_other(x)

    def _from_other(self, x: Any) -> Any:
        raise TypeError(f"{type(self).__name__} takes numbers, not {type(x).__name__}")

    def owns(self, x: Any) -> bool:
        """Whether x is a value of this field already."""
        raise NotImplementedError

    def working(self) -> contextlib.AbstractContextManager[Any]:
        """Context in which operators keep this field's precision, for one thread at a time."""
        return contextlib.nullcontext()

    def dot(self, a: Sequence[Any], b: Sequence[Any]) -> Any:
        """Sum of a[i] b[i], at least one term."""
        total = a[0] * b[0]
        for x, y in zip(a[1:], b[1:], strict=True):
            total = total + x * y
        return total

    def product(self, a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
        """Matrix product of two arrays (n, m), (m, k) of dtype object."""
        return np.asarray(a @ b)

    def matrix(self, rows: int, columns: int, entries: Sequence[Any]) -> Any:
        """Matrix of scalars, given row by row: supports + - and products with ints."""
        return objects(entries, (rows, columns))

    def entries(self, matrix: Any) -> list[Any]:
        """Entries of a `matrix`, row by row."""
        return list(matrix.ravel())

    def times(self, a: Any, b: Any) -> Any:
        """Product of two matrices."""
        columns = [list(column) for column in b.T]
        products = [self.dot(row, column) for row in map(list, a) for column in columns]
        return self.matrix(len(a), len(columns), products)

    def widen(self, x: Any, radius: Any) -> Any:
        """x with an error radius (any real number) added, for fields that carry one."""
        return x

    def to_float(self, x: Any) -> float:
        """Nearest double (the real part of a complex value, the midpoint of a ball)."""
        return float(x)

    def to_string(self, x: Any, digits: int | None = None) -> str:
        """Decimal digits of x (of a ball's midpoint)."""
        return format(self.to_float(x), f".{(digits or 17) - 1}e")

    def radius(self, x: Any) -> float:
        """Proven bound of the error that x carries; 0 in fields that prove nothing."""
        return 0.0


class Double(Field):
    """Python floats."""

    sin = staticmethod(math.sin)
    cos = staticmethod(math.cos)
    sqrt = staticmethod(math.sqrt)
    is_finite = staticmethod(math.isfinite)
    _from_float = staticmethod(float)
    _from_int = staticmethod(float)

    def owns(self, x: Any) -> bool:
        return isinstance(x, float)


class ComplexDouble(Field):
    """Python complex numbers, for complex-step derivatives."""

    sin = staticmethod(cmath.sin)
    cos = staticmethod(cmath.cos)
    sqrt = staticmethod(cmath.sqrt)
    is_finite = staticmethod(cmath.isfinite)
    _from_float = staticmethod(complex)
    _from_int = staticmethod(complex)

    def owns(self, x: Any) -> bool:
        return isinstance(x, complex)

    def to_float(self, x: complex) -> float:
        return x.real


class Mp(Field):
    """mpmath reals in a context of so many digits; complex numbers stay complex, for complex step.

    digits is the working precision; results of long computations have somewhat fewer.
    """

    def __init__(self, digits: int = 50):
        self.digits = int(digits)
        self.context = _context(self.digits)
        self.sin, self.cos, self.sqrt = self.context.sin, self.context.cos, self.context.sqrt
        self._from_float = self._from_int = self.context.mpf

    def working(self) -> contextlib.AbstractContextManager[Any]:
        return _ONE_THREAD

    def owns(self, x: Any) -> bool:
        return isinstance(x, self.context.mpf | self.context.mpc)

    def _from_other(self, x: Any) -> Any:
        # values of other mpmath contexts and exact balls keep all their digits
        if hasattr(x, "is_exact") and not x.is_exact():
            raise TypeError("Mp takes numbers, not a ball with a radius: take its midpoint")
        if hasattr(x, "_mpf_"):
            return self.context.make_mpf(x._mpf_)
        if hasattr(x, "_mpc_"):
            return self.context.make_mpc(x._mpc_)
        if isinstance(x, complex):
            return self.context.mpc(x)
        return super()._from_other(x)

    def dot(self, a: Sequence[Any], b: Sequence[Any]) -> Any:
        return self.context.fdot(a, b)

    def is_finite(self, x: Any) -> bool:
        return bool(self.context.isfinite(x))

    def to_float(self, x: Any) -> float:
        return float(x.real)

    def to_string(self, x: Any, digits: int | None = None) -> str:
        return str(self.context.nstr(x, digits or self.digits))


class Arb(Field):
    """Balls of python-flint: every value is a midpoint and a radius that holds the reference value.

    The precision of FLINT is global: compute inside ``with field.working():``.
    """

    def __init__(self, digits: int = 50):
        self._flint = _import_extra("flint")
        self.digits = int(digits)
        self.bits = math.ceil(self.digits * math.log2(10)) + 4
        self._arb = self._from_float = self._from_int = self._flint.arb

    @contextlib.contextmanager
    def working(self) -> Iterator[None]:
        with _ONE_THREAD:
            before = self._flint.ctx.prec
            self._flint.ctx.prec = self.bits
            try:
                yield
            finally:
                self._flint.ctx.prec = before

    def owns(self, x: Any) -> bool:
        return isinstance(x, self._arb)

    def _from_other(self, x: Any) -> Any:
        if hasattr(x, "_mpf_"):
            sign, mantissa, exponent, bits = x._mpf_
            if not mantissa and exponent:  # mpmath's NaN and infinities
                return self._arb("nan")
            return self._arb((-int(mantissa) if sign else int(mantissa), int(exponent)))
        return super()._from_other(x)

    def sin(self, x: Any) -> Any:
        return x.sin()

    def cos(self, x: Any) -> Any:
        return x.cos()

    def sqrt(self, x: Any) -> Any:
        return x.sqrt()

    def product(self, a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
        # FLINT is faster by three than operators on balls, and fastest with few columns
        left, right = (self.matrix(len(x), x.shape[1], x.ravel().tolist()) for x in (a, b))
        return objects(self.entries(self.times(left, right)), (len(a), b.shape[1]))

    def matrix(self, rows: int, columns: int, entries: Sequence[Any]) -> Any:
        return self._flint.arb_mat(rows, columns, entries)

    def entries(self, matrix: Any) -> list[Any]:
        return list(matrix.entries())

    def times(self, a: Any, b: Any) -> Any:
        return a * b

    def widen(self, x: Any, radius: Any) -> Any:
        bound = self(radius)
        return x + bound.union(-bound)

    def is_finite(self, x: Any) -> bool:
        return bool(x.is_finite())

    def to_float(self, x: Any) -> float:
        return float(x.mid())

    def to_string(self, x: Any, digits: int | None = None) -> str:
        return str(x.mid().str(digits or self.digits, radius=False))

    def midpoint(self, x: Any) -> Any:
        """The ball's midpoint, an exact number."""
        return x.mid()

    def radius(self, x: Any) -> float:
        """Radius as a double, rounded up."""
        radius = x.rad()
        return 0.0 if radius.is_zero() else math.nextafter(float(radius), math.inf)


class Midpoints(Arb):
    """Numbers of FLINT that prove nothing: `Arb` that forgets what radii matrix products have.

    A product of matrices of balls keeps no digits below their radii, which grow faster than errors
    do. Without them it rounds once, to the working precision.
    """

    def matrix(self, rows: int, columns: int, entries: Sequence[Any]) -> Any:
        return self._flint.arb_mat(rows, columns, entries).mid()

    def times(self, a: Any, b: Any) -> Any:
        return (a * b).mid()

    def widen(self, x: Any, radius: Any) -> Any:
        return x

    def radius(self, x: Any) -> float:
        return 0.0
