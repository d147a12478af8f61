"""Elimination with complete pivoting over any scalar: which coordinates follow from others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lieref.algebra.series.taylor_scalar import near_double


@dataclass(frozen=True)
class Elimination:
    """Rows after Gauss-Jordan elimination: each pivot's column is a unit column among their rows.

    rows: the reduced matrix; pivots: (row, column), in the order of their choice; sizes: their
    scaled magnitudes; remainder: the largest scaled magnitude left among the columns allowed.
    """

    rows: list[list[Any]]
    pivots: list[tuple[int, int]]
    sizes: list[float]
    remainder: float


def eliminate(
    matrix: Sequence[Sequence[Any]],
    row_scales: Sequence[float],
    column_scales: Sequence[float],
    bound: float,
    rank: int | None = None,
) -> Elimination:
    """Solve `matrix` for as many of its leading columns as it can be solved for.

    Parameters
    ----------
    matrix : (m, n)
        Rows of scalars; only the first ``len(column_scales)`` columns are pivoted on, the others
        are carried along.
    row_scales, column_scales : floats
        Units of rows and columns: pivots are compared times these.
    bound : float
        A scaled pivot not above it is zero.
    rank : int or None
        Number of pivots to stop at; None goes on to the last.
    """
    rows = [list(row) for row in matrix]
    free_rows, free_columns = set(range(len(rows))), set(range(len(column_scales)))
    pivots: list[tuple[int, int]] = []
    sizes: list[float] = []
    while True:
        size, i, j = max(
            (
                (abs(near_double(rows[i][j])) * row_scales[i] * column_scales[j], i, j)
                for i in free_rows
                for j in free_columns
            ),
            default=(0.0, -1, -1),
        )
        if not size > bound or len(pivots) == rank:
            return Elimination(rows, pivots, sizes, size)
        free_rows.remove(i)
        free_columns.remove(j)
        pivots.append((i, j))
        sizes.append(size)
        pivot = rows[i]
        rows[i] = [x / pivot[j] for x in pivot]
        for other, row in enumerate(rows):
            if other != i:
                factor = row[j]
                rows[other] = [x - factor * y for x, y in zip(row, rows[i], strict=True)]
