"""Inverse dynamics of order r with orders in vector lanes: order 0 traced over truncated series.

A series is known by vectors of L adjacent coefficients, by its coefficients, one in all lanes of a
vector each, or by both. One factor of a product gives coefficients, the other vectors and windows,
L adjacent coefficients from anywhere: (a b)_k ... (a b)_(k+L-1) = sum_j a_j (b_(k-j) ...
b_(k-j+L-1)). So every statement of the generated code does L coefficients.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import factorial
from typing import Any

from lieref.algebra.series import taylor
from lieref.codegen import traced_dynamics
from lieref.codegen.graph import Graph
from lieref.codegen.traced_robot import SEVERAL, Robot
from lieref.model.loops.coupling_trace import Symbol, is_number
from lieref.model.tree.exact import rotation_from_quaternion

Rows = list[list[Any]]
#: A lane of a vector, or an input with any lane; the vector 0.0 has zeros.
Lane = tuple[Any, int]


class VectorGraph(Graph):
    """A graph of vectors from inputs that are numbers."""

    def lanes(self, entries: Sequence[Lane]) -> Any:
        """The vector of these lanes."""
        signs = {self._sign(x)[0] for x, _ in entries if isinstance(x, Symbol)}
        if signs == {True}:
            return -self.lanes([(x if is_number(x) else -x, lane) for x, lane in entries])
        return self._node("lanes", *map(_place, entries)) if signs else 0.0

    def lane(self, entry: Lane) -> Any:
        """One lane as a number, for results."""
        return self._node("lane", _place(entry)) if isinstance(entry[0], Symbol) else 0.0

    def vector(self, numbers: Sequence[float]) -> Symbol:
        """A constant vector."""
        return self._node("vector", *map(float, numbers))


def _place(entry: Lane) -> tuple[int, int] | None:
    """A lane by the place of its vector, None for zero."""
    vector, lane = entry
    return (vector.place, lane) if isinstance(vector, Symbol) else None


class SeriesField:
    """A field of series of n coefficients, L of them to a vector."""

    def __init__(self, inputs: int, n: int, L: int) -> None:
        self.graph, self.n, self.L = VectorGraph(inputs), n, L
        self._angles: dict[SeriesValue, Symbol] = {}

    def __call__(self, x: Any) -> Any:
        return x if isinstance(x, SeriesValue) else float(x)

    def packed(self, lanes: Sequence[Lane]) -> list[Any]:
        """These lanes side by side in vectors, the last one filled up with zeros."""
        filled = [*lanes, *[(0.0, 0)] * (-len(lanes) % self.L)]
        return [self.graph.lanes(filled[i : i + self.L]) for i in range(0, len(filled), self.L)]

    def everywhere(self, entry: Lane) -> Any:
        """One lane in all lanes."""
        return self.graph.lanes([entry] * self.L)

    def times(self, vectors: Sequence[Any], factors: Sequence[float]) -> list[Any]:
        """Vectors with each coefficient times its factor."""
        found = []
        for i, x in enumerate(vectors):
            own = [float(c) for c in factors[i * self.L : (i + 1) * self.L]]
            own += [1.0] * (self.L - len(own))
            found.append(x if own == [1.0] * self.L else x * self.graph.vector(own))
        return found

    def from_derivatives(self, rows: Sequence[Symbol]) -> SeriesValue:
        """The series with these derivatives, which are inputs."""
        factors, lanes = [1 / factorial(k) for k in range(self.n)], [(x, 0) for x in rows]
        coefficients = [self.everywhere(x) * c for x, c in zip(lanes, factors, strict=True)]
        return SeriesValue(self, self.times(self.packed(lanes), factors), coefficients)

    def derivatives(self, x: Any) -> list[Any]:
        """The derivatives of a series as numbers."""
        if not isinstance(x, SeriesValue):
            return [x] + [0.0] * (self.n - 1)
        vectors = self.times(x.vectors, [factorial(k) for k in range(self.n)])
        return [self.graph.lane((vectors[k // self.L], k % self.L)) for k in range(self.n)]

    def integral(self, rate: SeriesValue, start: Symbol) -> SeriesValue:
        """The series with this rate that starts at an input."""
        found = taylor.integral(rate.coefficients, self.everywhere((start, 0)))
        series = SeriesValue(self, None, found)
        self._angles[series] = start
        return series

    def turn(self, angle: SeriesValue, cosine: float, sine: float) -> None:
        """From now on `cos` and `sin` of this angle are those of a larger one."""
        self.graph.turn(self._angles[angle], cosine, sine)

    def cos(self, angle: SeriesValue) -> SeriesValue:
        """Cosine of an `integral`."""
        return self._cos_sin(angle)[0]

    def sin(self, angle: SeriesValue) -> SeriesValue:
        """Sine of an `integral`."""
        return self._cos_sin(angle)[1]

    def _cos_sin(self, angle: SeriesValue) -> list[SeriesValue]:
        start, rate = self._angles[angle], taylor.derivative(angle.coefficients)
        # the last coefficient of the rate is not used
        pair = taylor.cos_sin(self.graph.cos(start), self.graph.sin(start), [*rate, 0.0])
        return [SeriesValue(self, None, x) for x in pair]

    def sqrt(self, x: SeriesValue) -> SeriesValue:
        """Square root y: y_k = (x_k - sum_(0<j<k) y_j y_(k-j)) / (2 y_0)"""
        y = [self.graph.sqrt(x.coefficients[0])]
        half = 0.5 / y[0]
        for k in range(1, self.n):
            y.append((x.coefficients[k] - sum(y[j] * y[k - j] for j in range(1, k))) * half)
        return SeriesValue(self, None, y)

    def sign(self, x: SeriesValue) -> SeriesValue:
        """Sign, constant in time."""
        return SeriesValue(self, None, [self.graph.sign(x.coefficients[0])] + [0.0] * (self.n - 1))


class SeriesValue:
    """A truncated series as a number of a `SeriesField`; see the head of this file."""

    def __init__(
        self,
        K: SeriesField,
        vectors: list[Any] | None,
        coefficients: list[Any] | None = None,
    ) -> None:
        self.K, self._vectors, self._coefficients = K, vectors, coefficients

    @property
    def vectors(self) -> list[Any]:
        """Vectors of adjacent coefficients."""
        if self._vectors is None:
            self._vectors = self.K.packed([(x, 0) for x in self.coefficients])
        return self._vectors

    @property
    def coefficients(self) -> list[Any]:
        """Coefficients, each in all lanes of a vector."""
        if self._coefficients is None:
            self._coefficients = [self.K.everywhere(self._lane(k)) for k in range(self.K.n)]
        return self._coefficients

    def _lane(self, k: int) -> Lane:
        """Where coefficient k is."""
        return (self.vectors[k // self.K.L], k % self.K.L) if k >= 0 else (0.0, 0)

    def window(self, k: int) -> Any:
        """The vector of L coefficients from the k-th on, which may be negative."""
        if k % self.K.L == 0:
            return self.vectors[k // self.K.L]
        return self.K.graph.lanes([self._lane(k + i) for i in range(self.K.L)])

    def __add__(self, other: Any) -> Any:
        if is_number(other):
            if other == 0:
                return self
            # a constant, which is the first coefficient alone
            first = self.K.graph.vector([other] + [0.0] * (self.K.L - 1))
            return SeriesValue(self.K, [self.vectors[0] + first, *self.vectors[1:]])
        if self._vectors is None and other._vectors is None:
            return SeriesValue(self.K, None, taylor.add(self.coefficients, other.coefficients))
        return SeriesValue(self.K, taylor.add(self.vectors, other.vectors))

    __radd__ = __add__

    def __neg__(self) -> Any:
        return self * -1

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if is_number(other):
            if other == 0:
                return 0.0
            if self._vectors is None:
                return SeriesValue(self.K, None, taylor.scale(other, self.coefficients))
            return SeriesValue(self.K, taylor.scale(other, self._vectors))
        n, L = self.K.n, self.K.L
        a, b = (other, self) if self._coefficients is None else (self, other)
        found = []
        for k in range(0, n, L):
            terms = (a.coefficients[j] * b.window(k - j) for j in range(min(n, k + L)))
            found.append(sum(terms))
        return SeriesValue(self.K, found)

    __rmul__ = __mul__

    def __truediv__(self, other: float) -> Any:
        return self * (1 / other)

    def __rtruediv__(self, other: Any) -> Any:
        # x y = 1: y_k = -y_0 sum_(j>0) x_j y_(k-j)
        x, y = self.coefficients, [1.0 / self.coefficients[0]]
        for k in range(1, self.K.n):
            y.append(-y[0] * sum(x[j] * y[k - j] for j in range(1, k + 1)))
        return SeriesValue(self.K, None, y) * other


def _quaternion(K: SeriesField, start: Sequence[Symbol], w: Sequence[SeriesValue]) -> list[Any]:
    """Series of a quaternion p, w in body axes: p' = p w / 2."""
    rows = [[K.everywhere((x, 0))] for x in start]
    for k in range(K.n - 1):
        total: list[Any] = [0.0] * 4
        for j in range(k + 1):
            x, y, z, s = (row[j] for row in rows)
            a, b, c = (rate.coefficients[k - j] for rate in w)
            product = (
                s * a + y * c - z * b,
                s * b + z * a - x * c,
                s * c + x * b - y * a,
                -(x * a) - y * b - z * c,
            )
            total = taylor.add(total, list(product))
        for row, rate in zip(rows, total, strict=True):
            row.append(rate / (2 * (k + 1)))
    return [SeriesValue(K, None, row) for row in rows]


def _configuration(
    K: SeriesField, robot: Robot, q: Sequence[Symbol], rates: Sequence[SeriesValue]
) -> list[Any]:
    """Series of the configuration."""
    found: list[Any] = []
    for body in robot.exact.bodies:
        nq, nv = SEVERAL.get(body.kind, (1, 1))
        here, v = q[body.iq : body.iq + nq], rates[body.iv : body.iv + nv]
        if nv == 1:
            found.append(K.integral(v[0], here[0]))
            continue
        attitude = _quaternion(K, here[-4:], v[:3])
        if body.kind == "free":
            R = rotation_from_quaternion(K, tuple(attitude))
            shifts = [sum(a * b for a, b in zip(row, v[3:], strict=True)) for row in R]
            found += [K.integral(x, start) for x, start in zip(shifts, here[:3], strict=True)]
        found += attitude
    return found


def inverse_dynamics(K: Any, robot: Robot, q: list[Symbol], v: Rows) -> Rows:
    """Rows tau, of q and v, v', ..., (r + 2) rows; K: a `SeriesField`."""
    if robot.loads is not None:
        given = [K.from_derivatives(column) for column in zip(*robot.loads.rows, strict=True)]
        robot = replace(robot, loads=replace(robot.loads, rows=[given]))
    rates = [K.from_derivatives(column[:-1]) for column in zip(*v, strict=True)]
    accelerations = [K.from_derivatives(column[1:]) for column in zip(*v, strict=True)]
    series = _configuration(K, robot, q, rates)
    robot.turn(K, series)
    row = traced_dynamics.inverse_dynamics(K, robot, series, [rates, accelerations])[0]
    return [list(row) for row in zip(*map(K.derivatives, row), strict=True)]
