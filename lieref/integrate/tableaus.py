"""Explicit Runge-Kutta methods as tables of coefficients (Butcher)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Tableau:
    """Stages k_i = f(t + c_i h, y + h sum_j A_ij k_j), step y + h sum_i b_i k_i.

    A (s, s) is strictly lower triangular, b (s,); c are s floats.
    """

    order: int
    A: Array
    b: Array
    c: tuple[float, ...]


def _tableau(order: int, rows: tuple[tuple[float, ...], ...], b: tuple[float, ...]) -> Tableau:
    A = np.zeros((len(b), len(b)))
    for i, row in enumerate(rows, start=1):
        A[i, : len(row)] = row
    return Tableau(order, A, np.array(b), tuple(A.sum(axis=1).tolist()))


EULER = _tableau(1, (), (1.0,))
MIDPOINT = _tableau(2, ((1 / 2,),), (0.0, 1.0))
KUTTA_3 = _tableau(3, ((1 / 2,), (-1.0, 2.0)), (1 / 6, 2 / 3, 1 / 6))
KUTTA_4 = _tableau(4, ((1 / 2,), (0.0, 1 / 2), (0.0, 0.0, 1.0)), (1 / 6, 1 / 3, 1 / 3, 1 / 6))
# Dormand and Prince, J. Comput. Appl. Math. 6 (1980) 19-26, RK5(4)7M: the last stage is the first
# one of the next step.
DORMAND_PRINCE = _tableau(
    5,
    (
        (1 / 5,),
        (3 / 40, 9 / 40),
        (44 / 45, -56 / 15, 32 / 9),
        (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
        (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
        (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
    ),
    (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0.0),
)
#: Weights of its step less that of the embedded method of order 4.
DORMAND_PRINCE_ERROR = DORMAND_PRINCE.b - np.array(
    (5179 / 57600, 0.0, 7571 / 16695, 393 / 640, -92097 / 339200, 187 / 2100, 1 / 40)
)

#: Methods of a fixed step by name.
FIXED = {"rkmk1": EULER, "rkmk2": MIDPOINT, "rkmk3": KUTTA_3, "rkmk4": KUTTA_4}
