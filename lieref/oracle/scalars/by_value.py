"""Comparisons of numbers that carry derivatives: by their values, as users' functions branch."""

from __future__ import annotations

from typing import Any


class ByValue:
    """Order and modulus of numbers by the scalars `value` that they are at their start."""

    __slots__ = ()

    @property
    def value(self) -> Any:
        """The number without its derivatives, which may be one with others."""
        raise NotImplementedError

    def __lt__(self, other: Any) -> bool:
        return bool(_value(self) < _value(other))

    def __le__(self, other: Any) -> bool:
        return bool(_value(self) <= _value(other))

    def __gt__(self, other: Any) -> bool:
        return bool(_value(self) > _value(other))

    def __ge__(self, other: Any) -> bool:
        return bool(_value(self) >= _value(other))

    def __abs__(self) -> Any:
        return -self if self < 0 else self  # type: ignore[operator]


def _value(x: Any) -> Any:
    while isinstance(x, ByValue):
        x = x.value
    return x
