"""Floats whose sums are taken in random order: the same code, rounded in another way.

A `Sum` keeps the terms that were added to it, through statements, loops and calls; they are added
up, in an order drawn for it, when it is first used otherwise.
"""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np

from lieref.oracle.scalars.scalars import Field

#: More terms than these are added up at once, so that memory stays bounded.
MOST_TERMS = 64


class Sum:
    """Terms that are still to be added; arrays of them are numpy's business."""

    __slots__ = ("field", "terms")

    def __init__(self, terms: list[float], field: Shuffled):
        self.terms = terms
        self.field = field
        if len(terms) > MOST_TERMS:
            self.value()

    def value(self) -> float:
        """Return the sum; always the same one."""
        if len(self.terms) > 1:
            # left as it was for those who share the list
            order = self.terms[:]
            self.field.random.shuffle(order)
            total = 0.0
            for x in order:
                total += x
            self.terms = [total]
        return self.terms[0]

    def _of(self, other: Any) -> float:
        return other.value() if isinstance(other, Sum) else float(other)

    def _terms(self, other: Any) -> list[float]:
        return other.terms if isinstance(other, Sum) else [float(other)]

    def __add__(self, other: Any) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented
        return Sum(self.terms + self._terms(other), self.field)

    __radd__ = __add__

    def __neg__(self) -> Sum:
        return Sum([-x for x in self.terms], self.field)

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented
        return Sum(self.terms + [-x for x in self._terms(other)], self.field)

    def __rsub__(self, other: Any) -> Any:
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented
        return Sum([self.value() * self._of(other)], self.field)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented
        return Sum([self.value() / self._of(other)], self.field)

    def __rtruediv__(self, other: Any) -> Sum:
        return Sum([self._of(other) / self.value()], self.field)

    def __pow__(self, exponent: int) -> Sum:
        return Sum([self.value() ** exponent], self.field)

    def __abs__(self) -> Sum:
        return Sum([abs(self.value())], self.field)

    def __lt__(self, other: Any) -> bool:
        return self.value() < self._of(other)

    def __gt__(self, other: Any) -> bool:
        return self.value() > self._of(other)

    def __le__(self, other: Any) -> bool:
        return self.value() <= self._of(other)

    def __ge__(self, other: Any) -> bool:
        return self.value() >= self._of(other)

    def __eq__(self, other: object) -> bool:
        return self.value() == self._of(other)

    __hash__ = None  # type: ignore[assignment]

    def __float__(self) -> float:
        return self.value()


class Shuffled(Field):
    """Floats with sums in orders that a seed decides."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)

    def owns(self, x: Any) -> bool:
        return isinstance(x, Sum)

    def _from_float(self, x: float) -> Sum:
        return Sum([float(x)], self)

    _from_int = _from_float

    def sin(self, x: Sum) -> Sum:
        return Sum([math.sin(x.value())], self)

    def cos(self, x: Sum) -> Sum:
        return Sum([math.cos(x.value())], self)

    def sqrt(self, x: Sum) -> Sum:
        return Sum([math.sqrt(x.value())], self)

    def is_finite(self, x: Sum) -> bool:
        return math.isfinite(x.value())
