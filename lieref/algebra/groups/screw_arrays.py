"""Screw algebra on arrays of any scalar, numpy's own or objects; nothing is checked here.

Twists (omega, v) and wrenches (torque, force) along the last axis, leading axes broadcast. The
numbers are those of Müller (2018), Appendix B. A series is an array whose axis 0 counts Taylor
coefficients x^(k)/k!.
"""

from __future__ import annotations

from collections.abc import Callable
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def cross(a: Array, b: Array) -> Array:
    """a x b of vectors (..., 3)."""
    x, y, z = a[..., 0], a[..., 1], a[..., 2]
    u, v, w = b[..., 0], b[..., 1], b[..., 2]
    first = np.asarray(y * w - z * v)
    out = np.empty((*first.shape, 3), first.dtype)
    out[..., 0], out[..., 1], out[..., 2] = first, z * u - x * w, x * v - y * u
    return out


def skew(x: Array) -> Array:
    """x~ (..., 3, 3) with x~ y = x x y."""
    out = np.zeros((*x.shape, 3), x.dtype)
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        out[..., k, j], out[..., j, k] = x[..., i], -x[..., i]
    return out


def bracket(X: Array, Y: Array) -> Array:
    """[X, Y] = (xi x xi', eta x xi' + xi x eta') of X = (xi, eta), Y = (xi', eta')   [(114)]"""
    moved = cross(X[..., 3:], Y[..., :3]) + cross(X[..., :3], Y[..., 3:])
    out = np.empty((*moved.shape[:-1], 6), moved.dtype)
    out[..., :3], out[..., 3:] = cross(X[..., :3], Y[..., :3]), moved
    return out


def ad(X: Array) -> Array:
    """ad_X (..., 6, 6) = [[xi~, 0], [eta~, xi~]]   [(115)]"""
    out = np.zeros((*X.shape, 6), X.dtype)
    out[..., :3, :3] = out[..., 3:, 3:] = skew(X[..., :3])
    out[..., 3:, :3] = skew(X[..., 3:])
    return out


def ad_t_times(V: Array, W: Array) -> Array:
    """ad_V^T W = (t x w + f x v, f x w) of V = (w, v), W = (t, f)."""
    moment = cross(W[..., :3], V[..., :3]) + cross(W[..., 3:], V[..., 3:])
    return np.concatenate([moment, cross(W[..., 3:], V[..., :3])], -1)


def Ad(R: Array, p: Array) -> Array:
    """Ad_C (..., 6, 6) = [[R, 0], [p~ R, R]] of C = (R, p)   [(95)]"""
    out = np.zeros((*R.shape[:-2], 6, 6), R.dtype)
    out[..., :3, :3] = out[..., 3:, 3:] = R
    out[..., 3:, :3] = skew(p) @ R
    return out


def times(A: Array, x: Array) -> Array:
    """A x of matrices (..., m, n) and vectors (..., n)."""
    return np.asarray((A @ x[..., None])[..., 0])


def product(a: Array, b: Array, multiply: Callable[[Array, Array], Array] = np.matmul) -> Array:
    """(a b)_k = sum_j a_j b_{k-j}, as many coefficients as the shorter has."""
    n = min(len(a), len(b))
    rows = []
    for k in range(n):
        total = multiply(a[0], b[k])
        for j in range(1, k + 1):
            total = total + multiply(a[j], b[k - j])
        rows.append(total)
    return np.stack(rows)


def constant(x: Array, n: int) -> Array:
    """The series x, 0, 0, ... of n coefficients."""
    out = np.zeros((n, *x.shape), x.dtype)
    out[0] = x
    return out


def coefficients(x: Array) -> Array:
    """Plain derivatives as Taylor coefficients, along axis 0."""
    return x / _factorials(x)


def derivatives(x: Array) -> Array:
    """Taylor coefficients as plain derivatives, along axis 0."""
    return x * _factorials(x)


def _factorials(x: Array) -> Array:
    values = [factorial(k) for k in range(len(x))]
    dtype = object if x.dtype == object else float
    return np.array(values, dtype).reshape((-1,) + (1,) * (x.ndim - 1))
