"""Twists of a moving pose from their definition: C' C^-1 or C^-1 C', and time derivatives."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

from lieref.algebra.groups.se3_twin import matmul, transpose

Matrix = list[list[Any]]


def from_poses(C: Sequence[Matrix], representation: str) -> list[list[Any]]:
    """Return the twist and its derivatives of order 0 .. n - 1.

    Parameters
    ----------
    C : n + 1 matrices, 4x4
        Pose of the body in the inertial frame and its plain time derivatives.
    representation : "spatial" or "body"
        [V] = C' C^-1 or [V] = C^-1 C'.
    """
    inverse = [_inverse_derivative(C, k) for k in range(len(C))]
    found = []
    for k in range(len(C) - 1):
        hat: Matrix = [[0] * 4 for _ in range(4)]
        for j in range(k + 1):
            factors = (C[j + 1], inverse[k - j])
            term = matmul(*(factors if representation == "spatial" else factors[::-1]))
            for a in range(4):
                for b in range(4):
                    hat[a][b] = hat[a][b] + comb(k, j) * term[a][b]
        angular = [hat[2][1], hat[0][2], hat[1][0]]
        found.append([*angular, hat[0][3], hat[1][3], hat[2][3]])
    return found


def _inverse_derivative(C: Sequence[Matrix], k: int) -> Matrix:
    """The k-th derivative of C^-1 = [[R^T, -R^T p], [0, 1]]."""
    turned = [transpose([row[:3] for row in c[:3]]) for c in C[: k + 1]]
    p = [-sum(
        comb(k, j) * turned[j][i][m] * C[k - j][m][3] for j in range(k + 1) for m in range(3)
    ) for i in range(3)]  # fmt: skip
    top = [[*turned[k][i], p[i]] for i in range(3)]
    return [*top, [0, 0, 0, int(k == 0)]]
