"""Screws and their matrices by definition, object arrays of any scalar, angular part first.

Nothing is taken from lieref, so that the witness for the formulas of Müller stands alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def skew(x: Array) -> Array:
    """x~ with x~ y = x x y."""
    return np.array([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]], object)


def hat(X: Array) -> Array:
    """The 4x4 matrix of a screw."""
    out = np.zeros((4, 4), object)
    out[:3, :3], out[:3, 3] = skew(X[:3]), X[3:]
    return out


def vee(matrix: Array) -> Array:
    """The screw of a 4x4 matrix, or the vector of a 3x3 one."""
    turn = [matrix[2, 1], matrix[0, 2], matrix[1, 0]]
    return np.array(turn if len(matrix) == 3 else [*turn, *matrix[:3, 3]], object)


def inverse(C: Array) -> Array:
    """C^-1 of a pose."""
    out = identity(4)
    out[:3, :3], out[:3, 3] = C[:3, :3].T, -C[:3, :3].T @ C[:3, 3]
    return out


def identity(n: int) -> Array:
    """The unit matrix of ints."""
    return np.eye(n, dtype=int).astype(object)


def diagonal(blocks: Sequence[Array]) -> Array:
    """The block diagonal matrix; a vector counts as a column."""
    parts = [block.reshape(len(block), -1) for block in blocks]
    out = np.zeros((sum(len(x) for x in parts), sum(x.shape[1] for x in parts)), object)
    row = column = 0
    for part in parts:
        out[row : row + len(part), column : column + part.shape[1]] = part
        row, column = row + len(part), column + part.shape[1]
    return out


def ad(X: Array) -> Array:
    """ad_X = [[omega~, 0], [v~, omega~]]   [(115)]"""
    out = np.zeros((6, 6), object)
    out[:3, :3] = out[3:, 3:] = skew(X[:3])
    out[3:, :3] = skew(X[3:])
    return out


def bracket(X: Array, Y: Array) -> Array:
    """[X, Y] = ad_X Y   [(114)]"""
    return np.asarray(ad(X) @ Y)


def _Ad(R: Array, p: Array) -> Array:
    out = np.zeros((6, 6), object)
    out[:3, :3] = out[3:, 3:] = R
    out[3:, :3] = skew(p) @ R
    return out


def w_part(X: Array) -> Array:
    """(omega, 0)   [(118)]"""
    return np.concatenate([X[:3], 0 * X[3:]])


def v_part(X: Array) -> Array:
    """(0, v)   [(118)]"""
    return np.concatenate([0 * X[:3], X[3:]])


def ad_w(w: Array) -> Array:
    """ad_omega   [(119)]"""
    return ad(np.concatenate([w, 0 * w]))


def ad_v(v: Array) -> Array:
    """ad_v   [(119)]"""
    return ad(np.concatenate([0 * v, v]))


def Ad_pose(C: Array) -> Array:
    """Ad_C   [(95)]"""
    return _Ad(C[:3, :3], C[:3, 3])


def Ad_R(R: Array) -> Array:
    """Ad_R   [(96)]"""
    return _Ad(R, np.zeros(3, object))


def Ad_r(r: Array) -> Array:
    """Ad_r   [(96)]"""
    return _Ad(identity(3), r)
