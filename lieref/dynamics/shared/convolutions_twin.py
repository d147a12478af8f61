"""Single coefficients of products of Taylor series, for twins that find one order after the other.

A series here is a list with one entry to each order so far: a 3-vector (tuple) or a 3x3 matrix
(rows). `first` leaves out what is not known yet or is treated apart.
"""

from __future__ import annotations

from typing import Any

from lieref.model.tree.exact import apply, cross, transpose


def add(*vectors: Any) -> tuple[Any, ...]:
    """Sum of vectors."""
    return tuple(sum(entries[1:], entries[0]) for entries in zip(*vectors, strict=True))


def scaled(c: Any, x: Any) -> tuple[Any, ...]:
    """c x"""
    return tuple(c * y for y in x)


def inner(a: Any, b: Any) -> Any:
    """Sum of the products of two lists."""
    return sum(x * y for x, y in zip(a, b, strict=True))


def turn_sum(R: Any, x: Any, k: int, first: int, zero: Any) -> tuple[Any, ...]:
    """sum of R_i x_{k-i}, i = first .. k"""
    return add(zero, *(apply(R[i], x[k - i]) for i in range(first, k + 1)))


def turn_back_sum(R: Any, x: Any, k: int, first: int, zero: Any) -> tuple[Any, ...]:
    """sum of R_i^T x_{k-i}, i = first .. k"""
    return add(zero, *(apply(transpose(R[i]), x[k - i]) for i in range(first, k + 1)))


def cross_sum(x: Any, y: Any, k: int) -> tuple[Any, ...]:
    """(x x y)_k"""
    return add(*(cross(x[i], y[k - i]) for i in range(k + 1)))
