"""Functions of time with their Taylor series: what a joint of one degree can be asked to do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import require_finite_result
from lieref.algebra.series import taylor
from lieref.algebra.series.taylor import Series
from lieref.documentation import described
from lieref.trajectories.arguments import number, numbers, order, positive, times
from lieref.trajectories.fields import ARRAYS, pi

Array = NDArray[np.float64]


class Function(ABC):
    """A function x(t) whose derivatives of every order are known; rad or m, t in s.

    Functions add and multiply: ``a + b``, ``a * b``, ``2.5 * a``. Numbers that a function is made
    of may have any precision; doubles are taken exactly.

    Examples
    --------
    >>> import lieref
    >>> from lieref.trajectories import Constant, Sine, Trajectory
    >>> model = lieref.catalogue.serial_chain(1)
    >>> Trajectory(model, {model.joint_names[0]: 2 * Sine(1.0,
    ...     1.0) + Constant(1.0)}).state(0.0)[1].ravel()
    array([2., 0.])
    """

    # numpy leaves operators with its scalars and arrays to this class
    __array_ufunc__ = None

    @abstractmethod
    def series(self, K: Any, t: Any, n: int) -> Series:
        """Return the n Taylor coefficients x^(k)(t) / k!, k < n, as scalars of the field K.

        Call it inside ``with K.working():``.
        """

    @described("ShapeError, time")
    def derivatives(self, t: ArrayLike, r: int = 0) -> Array:
        """Return x and its time derivatives up to order r.

        Returns
        -------
        (..., r + 1) array
            x^(k)(t): rad / s^k or m / s^k.
        """
        at, r = times(t), order("r", r)
        with np.errstate(over="ignore", invalid="ignore"):
            coefficients = self.series(ARRAYS, at, r + 1)
            rows = [c * float(factorial(k)) for k, c in enumerate(coefficients)]
        found = np.stack(rows, axis=-1)
        require_finite_result(found, "the derivatives", 0)
        return found

    def __add__(self, other: Any) -> Function:
        return Sum((self, as_function("summand", other)))

    def __mul__(self, other: Any) -> Function:
        return Product((self, as_function("factor", other)))

    __radd__ = __add__
    __rmul__ = __mul__


def as_function(name: str, x: Any) -> Function:
    """Return a function as it is, a number as a constant; else ShapeError."""
    return x if isinstance(x, Function) else Constant(number(name, x))


class Sum(Function):
    """a(t) + b(t) + ..."""

    def __init__(self, terms: Iterable[Function]) -> None:
        self.terms = tuple(terms)

    def series(self, K: Any, t: Any, n: int) -> Series:
        total = self.terms[0].series(K, t, n)
        for term in self.terms[1:]:
            total = taylor.add(total, term.series(K, t, n))
        return total


class Product(Function):
    """a(t) b(t) ..."""

    def __init__(self, factors: Iterable[Function]) -> None:
        self.factors = tuple(factors)

    def series(self, K: Any, t: Any, n: int) -> Series:
        total = self.factors[0].series(K, t, n)
        for factor in self.factors[1:]:
            total = taylor.mul(total, factor.series(K, t, n))
        return total


class Polynomial(Function):
    """c_0 + c_1 u + c_2 u^2 + ..., u = t - origin.

    Parameters
    ----------
    coefficients : sequence of numbers
        c_0, c_1, ...: rad / s^k or m / s^k.
    origin : number
        Time at which u is zero, s.

    Raises
    ------
    ShapeError, NonFiniteError
        No coefficient, or one that is no finite number.

    Examples
    --------
    >>> import lieref
    >>> from lieref.trajectories import Polynomial, Trajectory
    >>> model = lieref.catalogue.serial_chain(1)
    >>> Trajectory(model, {model.joint_names[0]: Polynomial([0.0, 1.0,
    ...     3.0])}).state(2.0)[1].ravel()
    array([13.,  6.])
    """

    def __init__(self, coefficients: Iterable[Any], origin: Any = 0) -> None:
        self.coefficients = numbers("coefficients", coefficients, 1)
        self.origin = number("origin", origin)

    def series(self, K: Any, t: Any, n: int) -> Series:
        u = t - K(self.origin)
        found = [K(c) + 0 * u for c in self.coefficients]
        # Horner's scheme, once for each order: the remainders of division by (. - u)
        for k in range(min(n, len(found))):
            for i in reversed(range(k, len(found) - 1)):
                found[i] = found[i] + u * found[i + 1]
        return (found + [0 * u] * n)[:n]


class Constant(Polynomial):
    """The same value at all times.

    Examples
    --------
    >>> import lieref
    >>> from lieref.trajectories import Constant, Trajectory
    >>> model = lieref.catalogue.serial_chain(1)
    >>> Trajectory(model, {model.joint_names[0]: Constant(0.5)}).state(0.0)[0]
    array([0.5])
    """

    def __init__(self, value: Any) -> None:
        super().__init__((number("value", value),))


class Cosine(Function):
    """mean + amplitude cos(frequency t + phase).

    Parameters
    ----------
    amplitude, frequency, phase, mean : numbers
        rad or m; rad/s; rad; rad or m.

    Raises
    ------
    ShapeError, NonFiniteError
        What is no finite number.

    Examples
    --------
    >>> import lieref
    >>> from lieref.trajectories import Cosine, Trajectory
    >>> model = lieref.catalogue.serial_chain(1)
    >>> Trajectory(model, {model.joint_names[0]: Cosine(1.0, 2.0)}).state(0.0)[1][1]
    array([-4.])
    """

    def __init__(self, amplitude: Any, frequency: Any, phase: Any = 0, mean: Any = 0) -> None:
        self.amplitude = number("amplitude", amplitude)
        self.frequency = number("frequency", frequency)
        self.phase = number("phase", phase)
        self.mean = number("mean", mean)

    def _cos_sin(self, K: Any, t: Any, n: int) -> tuple[Series, Series]:
        rate = taylor.constant(K(self.frequency) + 0 * t, n)
        angle = rate[0] * t + K(self.phase)
        return taylor.cos_sin(K.cos(angle), K.sin(angle), rate)

    def _scaled(self, K: Any, wave: Series) -> Series:
        first, *rest = taylor.scale(K(self.amplitude), wave)
        return [K(self.mean) + first, *rest]

    def series(self, K: Any, t: Any, n: int) -> Series:
        return self._scaled(K, self._cos_sin(K, t, n)[0])


class Sine(Cosine):
    """mean + amplitude sin(frequency t + phase); see `Cosine`.

    Examples
    --------
    >>> import lieref
    >>> from lieref.trajectories import Sine, Trajectory
    >>> model = lieref.catalogue.serial_chain(1)
    >>> Trajectory(model, {model.joint_names[0]: Sine(1.0, 2.0)}).state(0.0)[1].ravel()
    array([2., 0.])
    """

    def series(self, K: Any, t: Any, n: int) -> Series:
        return self._scaled(K, self._cos_sin(K, t, n)[1])


class HalfCosine(Function):
    """start + amplitude / 2 (1 - cos(pi t / duration)): rest to rest in `duration`.

    Source: Ali et al., Table 3. Beyond 0 <= t <= duration the cosine goes on.

    Parameters
    ----------
    start, amplitude : numbers
        Value at t = 0 and what is added until t = duration, rad or m.
    duration : number
        s, above zero.

    Raises
    ------
    ShapeError, NonFiniteError
        What is no finite number; a duration that is not above zero.

    Examples
    --------
    >>> import lieref
    >>> from lieref.trajectories import HalfCosine, Trajectory
    >>> model = lieref.catalogue.serial_chain(1)
    >>> Trajectory(model, {model.joint_names[0]: HalfCosine(0.0, 1.0, 2.0)}).state(2.0)[0]
    array([1.])
    """

    def __init__(self, start: Any, amplitude: Any, duration: Any) -> None:
        self.start = number("start", start)
        self.amplitude = number("amplitude", amplitude)
        self.duration = positive("duration", duration)

    def series(self, K: Any, t: Any, n: int) -> Series:
        half = K(self.amplitude) / 2
        rate = taylor.constant(pi(K) / K(self.duration) + 0 * t, n)
        angle = pi(K) * t / K(self.duration)
        cosine, _ = taylor.cos_sin(K.cos(angle), K.sin(angle), rate)
        # 1 - cos x = 2 sin^2(x / 2), which does not cancel
        rise = K.sin(angle / 2)
        return [K(self.start) + 2 * half * rise * rise, *taylor.scale(-half, cosine[1:])]
