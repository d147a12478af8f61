"""Plain twin of articulated inertias: what a body and all beyond it oppose to an acceleration.

6x6 matrices as rows of scalars, angular part first, about the origin of the body's kernel frame
for accelerations A = (dw, a) of that origin: W = I A with W = (n, f).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lieref.errors import SingularError
from lieref.model.tree.exact import multiply, transpose

Vector6 = tuple[Any, ...]


def skew(x: Any) -> Any:
    """[x], so that [x] y = x x y"""
    zero = x[0] * 0
    return ((zero, -x[2], x[1]), (x[2], zero, -x[0]), (-x[1], x[0], zero))


def blocks(angular: Any, coupling: Any, linear: Any) -> list[list[Any]]:
    """[[angular, coupling], [coupling^T, linear]]"""
    back = transpose(coupling)
    return [[*angular[i], *coupling[i]] for i in range(3)] + [
        [*back[i], *linear[i]] for i in range(3)
    ]


def own_inertia(K: Any, m: Any, h: Any, J: Any) -> list[list[Any]]:
    """Of one rigid body: n = J dw + h x a, f = m a - h x dw"""
    return blocks(J, skew(h), [[m if i == j else K(0) for j in range(3)] for i in range(3)])


def times(matrix: Any, x: Any) -> Vector6:
    """Matrix times vector."""
    return tuple(sum(row[c] * x[c] for c in range(len(x))) for row in matrix)


def to_parent_inertia(reduced: Any, R: Any, lever: Any) -> list[list[Any]]:
    """X^T I X for A_child = X A_parent: a_child = R^T (a + dw x l), dw_child = R^T dw."""

    def turned(rows: Any) -> Any:
        return multiply(R, multiply(rows, transpose(R)))

    def block(row: int, column: int) -> Any:
        return tuple(tuple(x[column : column + 3]) for x in reduced[row : row + 3])

    angular, coupling, linear = turned(block(0, 0)), turned(block(0, 3)), turned(block(3, 3))
    # shifted by l:  B_p = B + [l] M,  A_p = A - B_p [l] + [l] B^T
    cross = skew(lever)
    moved = tuple(
        tuple(x + y for x, y in zip(row, more, strict=True))
        for row, more in zip(coupling, multiply(cross, linear), strict=True)
    )
    less, more = multiply(moved, cross), multiply(cross, transpose(coupling))
    shifted = [[angular[i][j] - less[i][j] + more[i][j] for j in range(3)] for i in range(3)]
    return blocks(shifted, moved, linear)


@dataclass
class Articulated:
    """I^A, its columns U = I^A S of the free coordinates, the factors of D = S^T U, and I^a.

    D = L diag(pivots) L^T with a unit lower triangle L. I^a = I^A - U D^-1 U^T is the inertia
    that the acceleration of the parent meets.
    """

    whole: Any
    free: list[int]
    U: list[Vector6]
    L: list[list[Any]]
    pivots: list[Any]
    reduced: Any
    geared: bool = False

    def solve(self, u: list[Any]) -> list[Any]:
        """D^-1 u"""
        x = list(u)
        for i in range(len(x)):
            for j in range(i):
                x[i] = x[i] - self.L[i][j] * x[j]
        x = [y / d for y, d in zip(x, self.pivots, strict=True)]
        for i in reversed(range(len(x))):
            for j in range(i + 1, len(x)):
                x[i] = x[i] - self.L[j][i] * x[j]
        return x

    def resist(self, u: list[Any]) -> Vector6:
        """U D^-1 u: the wrench that the forces of the free coordinates exert on the parent"""
        x = self.solve(u)
        zero = self.whole[0][0] * 0
        return tuple(
            sum((column[c] * y for column, y in zip(self.U, x, strict=True)), zero)
            for c in range(6)
        )

    def accelerate(self, u: list[Any], A: Vector6) -> list[Any]:
        """D^-1 (u - U^T A): accelerations of the free coordinates; A: as if they were at rest"""
        return self.solve(
            [
                x - sum(column[c] * A[c] for c in range(6))
                for x, column in zip(u, self.U, strict=True)
            ]
        )


def real_part(x: Any) -> Any:
    """Of a scalar of any field."""
    return getattr(x, "real", x)


class RoundedSize:
    """Size of what the rounding errors in I^A were made on: angular, and linear."""

    def __init__(self, K: Any):
        # the part of it that a pivot must exceed: six digits are left of 15
        self.trusted = K(10) ** (6 - K.digits)
        self.about = self.along = K(0)

    def remember(self, whole: Any) -> None:
        """Eliminating a joint makes rounding errors of the size of the traces of I^A."""
        traces = [real_part(sum(whole[i][i] for i in part)) for part in ((0, 1, 2), (3, 4, 5))]
        self.about, self.along = max(self.about, traces[0]), max(self.along, traces[1])

    def least(self, least: tuple[Any, Any], pitch: Any) -> tuple[Any, Any]:
        """What pivots must exceed, about and along an axis: these, or more."""
        about = self.about + pitch * pitch * self.along
        return max(least[0], self.trusted * about), max(least[1], self.trusted * self.along)

    def to_parent(self, parent: RoundedSize, lever: Any) -> None:
        """Errors in A, B, M become errors in A - B' [l] + [l] B^T; no elimination removes them."""
        square = real_part(sum(x * x for x in lever))
        parent.about = max(parent.about, self.about + square * self.along)
        parent.along = max(parent.along, self.along)


def articulate(
    whole: Any,
    S: list[Vector6],
    free: list[int],
    least: tuple[Any, Any],
    joint: str,
    armature: list[Any] | None = None,
) -> Articulated:
    """Factors and reduced inertia of a joint with the subspace S, `free` of them not prescribed.

    armature: of its coordinates, on the diagonal of D; None for none.

    least: the smallest pivot that is trusted, of a coordinate that turns and of one that only
    shifts; SingularError, which names the joint, for a smaller one.
    """
    U = [times(whole, S[j]) for j in free]
    D = [[sum(S[j][c] * column[c] for c in range(6)) for column in U] for j in free]
    for i, j in enumerate(free if armature else []):
        D[i][i] = D[i][i] + armature[j]  # type: ignore[index]
    L: list[list[Any]] = [[] for _ in free]
    pivots: list[Any] = []
    for i, j in enumerate(free):
        for b in range(i):
            rest = D[i][b] - sum(L[i][c] * pivots[c] * L[b][c] for c in range(b))
            L[i].append(rest / pivots[b])
        pivot = D[i][i] - sum(L[i][c] * L[i][c] * pivots[c] for c in range(i))
        turns = any(S[j][c] != 0 for c in range(3))
        if not real_part(pivot) > least[0 if turns else 1]:
            raise SingularError(
                f"joint {joint!r}: singular in its coordinate {j}; the articulated inertia "
                f"across it is {float(abs(pivot)):.3g}, which rounding errors may be"
            )
        pivots.append(pivot)
    unit = Articulated(whole, free, U, L, pivots, None, bool(armature))
    through = [unit.solve([column[c] for column in U]) for c in range(6)]
    unit.reduced = [
        [whole[a][b] - sum(U[j][a] * through[b][j] for j in range(len(free))) for b in range(6)]
        for a in range(6)
    ]
    # I^a S of a joint of pure rotations or shifts is exactly zero
    moved = [[c for c in range(6) if column[c] != 0] for column in S]
    if len(free) == len(S) and all(len(places) == 1 for places in moved) and not armature:
        for (gone,) in moved:
            for c in range(6):
                unit.reduced[gone][c] = unit.reduced[c][gone] = whole[0][0] * 0
    return unit
