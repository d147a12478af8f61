"""The field in which trajectories compute doubles: whole arrays of samples as one scalar.

Trajectories are generic over a scalar field K (K(x) converts exactly, K.sin, K.cos, K.sqrt are its
functions, K.digits its precision), so that the same text gives doubles for all samples at once and
the reference value at any number of digits for one.
"""

from __future__ import annotations

import contextlib
from fractions import Fraction
from typing import Any

import numpy as np


class ArrayField:
    """Arrays of doubles, one entry to each sample; what is the same for all samples is a float."""

    digits = 15
    sin = staticmethod(np.sin)
    cos = staticmethod(np.cos)
    sqrt = staticmethod(np.sqrt)

    def __call__(self, x: Any) -> float:
        """The double next to a number."""
        return float(x)

    def working(self) -> contextlib.AbstractContextManager[Any]:
        """Context in which operators keep this field's precision: any."""
        return contextlib.nullcontext()

    def widen(self, x: Any, radius: Any) -> Any:
        """x: doubles carry no error radius."""
        return x

    def to_float(self, x: Any) -> float:
        """The largest modulus of all samples."""
        return float(np.max(np.abs(x), initial=0.0))


ARRAYS = ArrayField()


def pi(K: Any) -> Any:
    """pi in K, by Machin's formula in whole numbers: pi / 4 = 4 arctan 1/5 - arctan 1/239."""
    unit = 10 ** (K.digits + 10)

    def arctan_of_inverse(m: int) -> int:
        total, power, k = 0, unit // m, 1
        while power:
            total += power // k if k % 4 == 1 else -(power // k)
            power, k = power // (m * m), k + 2
        return total

    numerator = 16 * arctan_of_inverse(5) - 4 * arctan_of_inverse(239)
    # each bound is wrong by less than one unit, and there are fewer than 4 K.digits + 40 of them
    return K.widen(K(Fraction(numerator, unit)), Fraction(64 * (K.digits + 10), unit))
