"""Jets: numbers that carry their derivatives, first ones and a row of mixed second ones.

A jet is x + sum_a u_a e_a + (y + sum_a w_a e_a) d with e_a e_b = 0 and d d = 0: the value, the
slopes along any number of directions e_a, the slope along one more direction d, and the mixed
second derivatives along each e_a and d. What generic code computes from jets is exact in all of
these. Slopes beyond the end of a list are zero, and a scalar of the field itself is a jet without
slopes: so what does not depend on a direction costs nothing there.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from lieref.oracle.scalars.by_value import ByValue
from lieref.oracle.scalars.scalars import Field

Slopes = Sequence[Any]
#: Matrices by direction.
Tables = dict[int, Any]
#: Factors and the slopes that they multiply.
Terms = list[tuple[Any, Slopes]]


class Jet(ByValue):
    """Value x, slopes u along e_a, y = [slope along d] or [], mixed slopes w along e_a d.

    Takes part in + - * / with jets, scalars of its field and ints.
    """

    __slots__ = ("u", "w", "x", "y")

    def __init__(self, x: Any, u: Slopes = (), y: Slopes = (), w: Slopes = ()):
        self.x = x
        self.u = u
        self.y = y
        self.w = w

    @property
    def value(self) -> Any:
        return self.x

    def __add__(self, other: Any) -> Jet:
        if not isinstance(other, Jet):
            return Jet(self.x + other, self.u, self.y, self.w)
        return Jet(
            self.x + other.x, _sum(self.u, other.u), _sum(self.y, other.y), _sum(self.w, other.w)
        )

    __radd__ = __add__

    def __neg__(self) -> Any:
        return self * -1

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, Jet):
            return Jet(
                self.x * other,
                [c * other for c in self.u],
                [c * other for c in self.y],
                [c * other for c in self.w],
            )
        return _dot(_sum_of_products, (self,), (other,))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, Jet):
            return self * (1 / other)
        return Jet(
            self.x / other,
            [c / other for c in self.u],
            [c / other for c in self.y],
            [c / other for c in self.w],
        )

    def __rtruediv__(self, other: Any) -> Any:
        inverse = 1 / self.x
        square = inverse * inverse
        return self.through(inverse, -square, 2 * square * inverse) * other

    def through(self, value: Any, first: Any, second: Any) -> Jet:
        """f of this jet from f(x), f'(x) and f''(x)."""
        w: Slopes = [first * c for c in self.w]
        for slope in self.y:
            w = _sum(w, [second * slope * c for c in self.u])
        return Jet(value, [first * c for c in self.u], [first * c for c in self.y], w)


class JetMatrix:
    """A jet of matrices: value x, and by direction slopes u and w, and y at 0; others are zero.

    Takes part in + and - with these and with matrices of the field, and in products with ints.
    """

    __slots__ = ("u", "w", "x", "y")
    __array_ufunc__ = None

    def __init__(
        self, x: Any, u: Tables | None = None, y: Tables | None = None, w: Tables | None = None
    ):
        self.x = x
        self.u = u or {}
        self.y = y or {}
        self.w = w or {}

    def _each(self, change: Callable[[Any], Any]) -> JetMatrix:
        slopes = ({k: change(x) for k, x in table.items()} for table in (self.u, self.y, self.w))
        return JetMatrix(change(self.x), *slopes)

    def __add__(self, other: Any) -> JetMatrix:
        if not isinstance(other, JetMatrix):
            return JetMatrix(self.x + other, self.u, self.y, self.w)
        pairs = ((self.u, other.u), (self.y, other.y), (self.w, other.w))
        return JetMatrix(self.x + other.x, *(_joined(a, b) for a, b in pairs))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self + other * -1

    def __rsub__(self, other: Any) -> Any:
        return self * -1 + other

    def __mul__(self, factor: int) -> JetMatrix:
        return self._each(lambda x: x * factor)

    def transpose(self) -> JetMatrix:
        """Transpose of the value and of all slopes."""
        return self._each(lambda x: x.transpose())


class Jets(Field):
    """Jets over a scalar field; `K(x)` of a number is a scalar of that field."""

    def __init__(self, scalars: Field):
        self.scalars = scalars
        self.digits = scalars.digits

    def working(self) -> contextlib.AbstractContextManager[Any]:
        return self.scalars.working()

    def __call__(self, x: Any) -> Any:
        return x if isinstance(x, Jet) else self.scalars(x)

    def owns(self, x: Any) -> bool:
        return isinstance(x, Jet) or self.scalars.owns(x)

    def sin(self, x: Any) -> Any:
        if not isinstance(x, Jet):
            return self.scalars.sin(x)
        sine, cosine = self.scalars.sin(x.x), self.scalars.cos(x.x)
        return x.through(sine, cosine, -sine)

    def cos(self, x: Any) -> Any:
        if not isinstance(x, Jet):
            return self.scalars.cos(x)
        sine, cosine = self.scalars.sin(x.x), self.scalars.cos(x.x)
        return x.through(cosine, -sine, -cosine)

    def sqrt(self, x: Any) -> Any:
        if not isinstance(x, Jet):
            return self.scalars.sqrt(x)
        root = self.scalars.sqrt(x.x)
        return x.through(root, 1 / (2 * root), -1 / (4 * root * x.x))

    def dot(self, a: Sequence[Any], b: Sequence[Any]) -> Any:
        return _dot(self.scalars.dot, a, b)

    def matrix(self, rows: int, columns: int, entries: Sequence[Any]) -> Any:
        """A `JetMatrix`, or a matrix of the field below if no entry is a jet."""
        make, zero = partial(self.scalars.matrix, rows, columns), self.scalars(0)
        jets = [(i, x) for i, x in enumerate(entries) if isinstance(x, Jet)]
        values = list(entries)
        slopes: dict[str, dict[int, list[Any]]] = {"u": {}, "y": {}, "w": {}}
        for i, jet in jets:
            values[i] = jet.x
            for name, tables in slopes.items():
                for a, x in enumerate(getattr(jet, name)):
                    # a ball that holds zero, and more, neither equals it nor differs
                    known = x == 0
                    if not known:
                        tables.setdefault(a, [zero] * len(values))[i] = x
        if not jets:
            return make(values)
        of = {name: {a: make(x) for a, x in tables.items()} for name, tables in slopes.items()}
        return JetMatrix(make(values), **of)

    def entries(self, matrix: Any) -> list[Any]:
        if not isinstance(matrix, JetMatrix):
            return self.scalars.entries(matrix)
        values, zero = self.scalars.entries(matrix.x), self.scalars(0)
        jets = [Jet(x) for x in values]
        for name in ("u", "y", "w"):
            tables = getattr(matrix, name)
            rows: list[list[Any]] = [[zero] * len(values)] * (max(tables, default=-1) + 1)
            for a, table in tables.items():
                rows[a] = self.scalars.entries(table)
            for jet, column in zip(jets, zip(*rows, strict=True), strict=False):
                setattr(jet, name, column)
        return jets

    def times(self, a: Any, b: Any) -> Any:
        """Product of matrices: u = a u_b + u_a b and w = a w_b + w_a b + y_a u_b + u_a y_b."""
        times = self.scalars.times
        if not isinstance(a, JetMatrix) and not isinstance(b, JetMatrix):
            return times(a, b)
        a, b = (x if isinstance(x, JetMatrix) else JetMatrix(x) for x in (a, b))
        out = JetMatrix(times(a.x, b.x))
        for name in ("u", "y", "w"):
            left = {k: times(x, b.x) for k, x in getattr(a, name).items()}
            right = {k: times(a.x, x) for k, x in getattr(b, name).items()}
            setattr(out, name, _joined(left, right))
        for first, second in ((a, b), (b, a)):
            for y in first.y.values():
                both = {k: times(*((y, u) if first is a else (u, y))) for k, u in second.u.items()}
                out.w = _joined(out.w, both)
        return out

    def is_finite(self, x: Any) -> bool:
        if not isinstance(x, Jet):
            return self.scalars.is_finite(x)
        return all(map(self.scalars.is_finite, (x.x, *x.u, *x.y, *x.w)))

    def to_float(self, x: Any) -> float:
        return self.scalars.to_float(x.x if isinstance(x, Jet) else x)


def _sum(a: Slopes, b: Slopes) -> Slopes:
    """a + b, the shorter one continued by zeros."""
    if len(a) < len(b):
        a, b = b, a
    return [*[x + y for x, y in zip(a, b, strict=False)], *a[len(b) :]] if b else a


def _joined(a: Tables, b: Tables) -> Tables:
    """a + b, what is not there being zero."""
    return {**a, **{k: a[k] + x if k in a else x for k, x in b.items()}}


def _sum_of_products(a: Sequence[Any], b: Sequence[Any]) -> Any:
    """Sum of a[i] b[i], for scalars of any field."""
    total = a[0] * b[0]
    for x, y in zip(a[1:], b[1:], strict=True):
        total = total + x * y
    return total


def _dot(dot: Callable[..., Any], a: Sequence[Any], b: Sequence[Any]) -> Any:
    """Sum of a[i] b[i] for jets and scalars, `dot` doing so for scalars.

    Slopes by the product rule: u = a u_b + b u_a, y alike, w = a w_b + b w_a + y_a u_b + y_b u_a.
    """
    values, others = [], []
    u: Terms = []
    y: Terms = []
    w: Terms = []
    for left, right in zip(a, b, strict=True):
        pair = [left, right]
        for i, (jet, other) in enumerate(((left, right), (right, left))):
            if not isinstance(jet, Jet):
                continue
            pair[i] = jet.x
            factor = other
            if isinstance(other, Jet):
                factor = other.x
                w += [(slope, jet.u) for slope in other.y]
            u.append((factor, jet.u))
            y.append((factor, jet.y))
            w.append((factor, jet.w))
        values.append(pair[0])
        others.append(pair[1])
    value = dot(values, others)
    return Jet(value, *(_combination(dot, x) for x in (u, y, w))) if u else value


def _combination(dot: Callable[..., Any], terms: Terms) -> Slopes:
    """Sum of factors times slopes, the shorter ones continued by zeros."""
    terms = sorted((term for term in terms if term[1]), key=lambda term: -len(term[1]))
    if not terms:
        return ()
    factors = [factor for factor, _ in terms]
    rows = [row for _, row in terms]
    out = []
    for a in range(len(rows[0])):
        while len(rows[-1]) <= a:
            rows.pop()
        out.append(dot(factors[: len(rows)], [row[a] for row in rows]))
    return out
