"""Linear equations that may have more rows than rank: pivots, and solutions with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from lieref.errors import SingularError
from lieref.oracle.tree.inertia import GUARD_DIGITS

Rows = list[list[Any]]
#: Of rows and of columns.
Units = tuple[Sequence[float], Sequence[float]]


@dataclass(frozen=True)
class Pivots:
    """Rows and columns in the order of their pivots, and what is left of the other rows.

    leftover: largest modulus there, over the largest entry of the matrix, both by their units;
    zero if the others are linear combinations of these.
    """

    rows: list[int]
    columns: list[int]
    leftover: float
    smallest: float


def find_pivots(
    K: Any,
    matrix: Rows,
    groups: Sequence[Sequence[int]],
    count: int,
    name: Callable[[int], str],
    units: Units,
) -> Pivots:
    """The pivots of so many columns: the largest entry each time, groups one after the other.

    units: what counts as one of the rows and of the columns, powers of two; entries compare times
    a column's by a row's.

    Raises SingularError, with the name of a column that is left, if no entry of the last group
    can be told from zero.
    """
    rest = [
        [x * K(column / row) for x, column in zip(entries, units[1], strict=True)]
        for entries, row in zip(matrix, units[0], strict=True)
    ]
    scale = max((abs(K.to_float(x)) for row in rest for x in row), default=0.0)
    noise = K(scale) / 10 ** max(K.digits - GUARD_DIGITS, 0)
    rows: list[int] = []
    columns: list[int] = []
    smallest = scale
    for group in groups:
        open_columns = list(group)
        while open_columns and len(columns) < count:
            size, i, j = max(
                (
                    (abs(K.to_float(rest[i][j])), i, j)
                    for i in range(len(rest))
                    if i not in rows
                    for j in open_columns
                ),
                default=(0.0, -1, -1),
            )
            # written so that a ball that holds zero, and a NaN, are refused
            if i < 0 or not abs(rest[i][j]) > noise:
                if group is not groups[-1]:
                    break
                raise SingularError(
                    f"{name(open_columns[0])}: the largest pivot left for it is {size:.1e} where "
                    f"entries of {scale:.1e} were eliminated: rank-deficient, a toggle, or not "
                    f"known to be regular with {K.digits} digits"
                )
            smallest = min(smallest, size)
            rows.append(i)
            columns.append(j)
            open_columns.remove(j)
            for k, row in enumerate(rest):
                if k in rows or K.to_float(row[j]) == 0 == K.radius(row[j]):
                    continue
                factor = row[j] / rest[i][j]
                rest[k] = [x - factor * y for x, y in zip(row, rest[i], strict=True)]
    others = [c for c in range(len(matrix[0])) if c not in columns] if matrix else []
    left = (rest[i][j] for i in range(len(rest)) if i not in rows for j in others)
    leftover = max((max(abs(K.to_float(x)) - K.radius(x), 0.0) for x in left), default=0.0)
    return Pivots(rows, columns, leftover / (scale or 1.0), smallest / (scale or 1.0))


def factorize(K: Any, matrix: Rows) -> Rows:
    """L and U of a square matrix whose pivots stand on its diagonal, in one table."""
    table = [list(row) for row in matrix]
    for k, pivot_row in enumerate(table):
        for row in table[k + 1 :]:
            row[k] = row[k] / pivot_row[k]
            for j in range(k + 1, len(table)):
                row[j] = row[j] - row[k] * pivot_row[j]
    return table


def solve(table: Rows, b: Sequence[Any]) -> list[Any]:
    """x of L U x = b, the table as `factorize` returns it."""
    x = list(b)
    for i, row in enumerate(table):
        for j in range(i):
            x[i] = x[i] - row[j] * x[j]
    for i in reversed(range(len(table))):
        for j in range(i + 1, len(table)):
            x[i] = x[i] - table[i][j] * x[j]
        x[i] = x[i] / table[i][i]
    return x


@dataclass(frozen=True)
class Square:
    """A regular square matrix, factorized."""

    pivots: Pivots
    table: Rows

    def solve(self, b: Sequence[Any]) -> list[Any]:
        """x of M x = b."""
        ordered = solve(self.table, [b[i] for i in self.pivots.rows])
        x = list(ordered)
        for j, value in zip(self.pivots.columns, ordered, strict=True):
            x[j] = value
        return x


def square(K: Any, matrix: Rows, name: Callable[[int], str], units: Units) -> Square:
    """Factorize with the largest pivots; SingularError, with a column's name, if there are none."""
    size = len(matrix)
    pivots = find_pivots(K, matrix, [range(size)], size, name, units)
    ordered = [[matrix[i][j] for j in pivots.columns] for i in pivots.rows]
    return Square(pivots, factorize(K, ordered))
