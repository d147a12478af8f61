"""B-splines of any degree with their derivatives."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import pairwise
from math import factorial
from typing import Any

import numpy as np

from lieref.algebra.series.taylor import Series
from lieref.errors import ShapeError
from lieref.trajectories.arguments import number, numbers, order
from lieref.trajectories.functions import Function


class BSpline(Function):
    """sum_i c_i B_i(t) with the B-splines of a degree on a sequence of knots.

    Source: de Boor, A Practical Guide to Splines, ch. X: a derivative is a spline of one degree
    less, whose coefficients are divided differences; values by repeated convex combination. At a
    knot the derivatives are those of the piece that begins there, at the end those of the last.

    Parameters
    ----------
    knots : sequence of numbers
        s, not decreasing, none more than degree + 1 times.
    coefficients : sequence of numbers
        rad or m, len(knots) - degree - 1 of them.
    degree : int
        At least 0; derivatives of higher order are zero between the knots.

    Raises
    ------
    ShapeError, NonFiniteError
        Other knots, coefficients or degrees; at evaluation a time outside the domain
        knots[degree] <= t <= knots[-degree - 1].

    Examples
    --------
    >>> import lieref, numpy as np
    >>> from lieref.trajectories import BSpline, Trajectory
    >>> model = lieref.catalogue.serial_chain(1)
    >>> spline = BSpline(np.arange(8.0), [0, 1, 0, 2], 3)
    >>> Trajectory(model, {model.joint_names[0]: spline}).state(3.5, r=1)[1].shape
    (3, 1)
    """

    def __init__(self, knots: Iterable[Any], coefficients: Iterable[Any], degree: int) -> None:
        p = self.degree = order("degree", degree)
        self.coefficients = numbers("coefficients", coefficients, p + 1)
        self.knots = numbers("knots", knots, 2 * p + 2)
        count = len(self.coefficients) + p + 1
        if len(self.knots) != count:
            raise ShapeError(
                f"knots: got {len(self.knots)}, expected {count} for {len(self.coefficients)} "
                f"coefficients and degree {p}"
            )
        for i, (a, b) in enumerate(pairwise(self.knots)):
            if b < a:
                raise ShapeError(f"knots[{i + 1}] is {b!r}, below knots[{i}], which is {a!r}")
        for i in range(count - p - 1):
            if self.knots[i] == self.knots[i + p + 1]:
                raise ShapeError(f"knots: {self.knots[i]!r} occurs more than degree + 1 times")
        if not self.knots[p] < self.knots[-p - 1]:
            raise ShapeError(f"knots: the domain begins and ends at {self.knots[p]!r}")

    @classmethod
    def clamped(
        cls, coefficients: Iterable[Any], degree: int, start: Any = 0, end: Any = 1
    ) -> BSpline:
        """Return the spline on evenly spaced knots that starts at c_0 and ends at the last c.

        Parameters
        ----------
        coefficients, degree
            As of the class.
        start, end : numbers
            The domain, s.

        Raises
        ------
        ShapeError, NonFiniteError
            As the class; an end that is not after the start.
        """
        p = order("degree", degree)
        c = numbers("coefficients", coefficients, p + 1)
        if not number("end", end) > number("start", start):
            raise ShapeError(f"end: got {end!r}, expected a time after {start!r}")
        pieces = len(c) - p
        inner = [start + (end - start) * i / pieces for i in range(1, pieces)]
        return cls([start] * (p + 1) + inner + [end] * (p + 1), c, p)

    @property
    def domain(self) -> tuple[Any, Any]:
        """First and last time, s."""
        return self.knots[self.degree], self.knots[-self.degree - 1]

    def _piece(self, K: Any, t: Any) -> tuple[Series, Series]:
        """Knots u_1 .. u_2p around t, and the coefficients c_0 .. c_p that count there."""
        p, last = self.degree, len(self.coefficients) - 1
        start, end = self.domain
        if isinstance(t, np.ndarray):
            knots, c = np.array(self.knots, dtype=float), np.array(self.coefficients, dtype=float)
            outside = (t < knots[p]) | (t > knots[last + 1])
            if outside.any():
                raise ShapeError(f"t: {t[outside][0]} is outside the domain {start} .. {end}")
            at: Any = np.clip(np.searchsorted(knots, t, "right") - 1, p, self._last_piece())
            return [knots[at - p + i] for i in range(1, 2 * p + 1)], [
                c[at - p + i] for i in range(p + 1)
            ]
        exact = [K(x) for x in self.knots]
        if t < exact[p] or t > exact[last + 1]:
            raise ShapeError(f"t: {t} is outside the domain {start} .. {end}")
        at = min(max(bisect_right(exact, t) - 1, p), self._last_piece())
        return exact[at - p + 1 : at + p + 1], [K(x) for x in self.coefficients[at - p : at + 1]]

    def _last_piece(self) -> int:
        """Index of the knot where the last piece of the domain begins."""
        at = len(self.coefficients) - 1
        while self.knots[at] == self.knots[at + 1]:
            at -= 1
        return at

    def series(self, K: Any, t: Any, n: int) -> Series:
        p = self.degree
        knots, c = self._piece(K, t)
        found = []
        for k in range(min(n, p + 1)):
            found.append(_value(knots[k : 2 * p - k], c, t) / factorial(k) + 0 * t)
            # c_i <- (p - k) (c_{i+1} - c_i) / (u_{i+p+1} - u_{i+k+1})
            c = [(p - k) * (c[i + 1] - c[i]) / (knots[i + p] - knots[i + k]) for i in range(p - k)]
        return found + [0 * t] * (n - len(found))


def _value(knots: Series, c: Series, t: Any) -> Any:
    """Value at t of the piece of degree m = len(c) - 1 with the 2 m knots around it, m before t."""
    m = len(c) - 1
    for step in range(1, m + 1):
        c = [
            ((knots[i + m] - t) * c[i] + (t - knots[i + step - 1]) * c[i + 1])
            / (knots[i + m] - knots[i + step - 1])
            for i in range(m - step + 1)
        ]
    return c[0]
