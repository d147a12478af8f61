"""A field of floats that counts its operations."""

from __future__ import annotations

import math
from typing import Any

from lieref.oracle.scalars.scalars import Field


class Count:
    """A float that reports every operation on it to the field it belongs to."""

    __slots__ = ("field", "value")

    def __init__(self, value: float, field: Counting):
        self.value = value
        self.field = field

    def _apply(self, kind: str, value: float, *operands: Count) -> Count:
        return self.field.operation(kind, value, operands)

    def __add__(self, other: Any) -> Count:
        x = self.field(other)
        return self._apply("additions", self.value + x.value, self, x)

    def __sub__(self, other: Any) -> Count:
        x = self.field(other)
        return self._apply("additions", self.value - x.value, self, x)

    def __rsub__(self, other: Any) -> Count:
        x = self.field(other)
        return self._apply("additions", x.value - self.value, x, self)

    def __mul__(self, other: Any) -> Count:
        x = self.field(other)
        return self._apply("multiplications", self.value * x.value, self, x)

    def __truediv__(self, other: Any) -> Count:
        x = self.field(other)
        return self._apply("divisions", self.value / x.value, self, x)

    def __rtruediv__(self, other: Any) -> Count:
        x = self.field(other)
        return self._apply("divisions", x.value / self.value, x, self)

    def __pow__(self, exponent: int) -> Count:
        power: Count = self.field(1)
        for _ in range(abs(exponent)):
            power = power * self
        return power if exponent >= 0 else 1 / power

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> Count:
        return self.field.signed(-self.value, self)

    def __abs__(self) -> Count:
        return self.field.signed(abs(self.value), self)

    def __lt__(self, other: Any) -> bool:
        return bool(self.value < self.field(other).value)

    def __gt__(self, other: Any) -> bool:
        return bool(self.value > self.field(other).value)

    def __eq__(self, other: object) -> bool:
        return bool(self.value == self.field(other).value)

    __hash__ = None  # type: ignore[assignment]

    def __float__(self) -> float:
        return self.value


class Counting(Field):
    """Floats whose operations are counted in `counts`; signs and comparisons are free."""

    KINDS = ("additions", "multiplications", "divisions", "sqrt", "sin", "cos")

    def __init__(self) -> None:
        self.counts = dict.fromkeys(self.KINDS, 0)

    def operation(self, kind: str, value: float, operands: tuple[Count, ...]) -> Count:
        """Scalar that an operation on these operands gave; called by each of them."""
        self.counts[kind] += 1
        return Count(value, self)

    def signed(self, value: float, operand: Count) -> Count:
        """Scalar that differs from its operand by the sign at most."""
        return Count(value, self)

    def owns(self, x: Any) -> bool:
        return isinstance(x, Count)

    def _from_float(self, x: float) -> Count:
        return Count(float(x), self)

    _from_int = _from_float

    def sin(self, x: Count) -> Count:
        return self.operation("sin", math.sin(x.value), (x,))

    def cos(self, x: Count) -> Count:
        return self.operation("cos", math.cos(x.value), (x,))

    def sqrt(self, x: Count) -> Count:
        return self.operation("sqrt", math.sqrt(x.value), (x,))

    def is_finite(self, x: Count) -> bool:
        return math.isfinite(x.value)
