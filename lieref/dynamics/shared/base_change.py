"""From the body representation of a free root to the others: T with v_body = T v_base.

The closed forms are computed for base="body", where they depend on neither the attitude nor the
place of the base; a change of representation turns them into the others:

    H_base = T^T H T,    C_base = T^T C T + T^T H T',    tau_base = T^T tau.

Arrays of any scalar, numpy's own or objects; axis 0 counts Taylor coefficients x^(k)/k!, the axes
between it and those of a state are a batch's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups.screw_arrays import product, skew, times

Array = NDArray[Any]


@dataclass(frozen=True)
class BaseChange:
    """One free root: `here` are its six velocity coordinates; T and its inverse, (n, ..., 6, 6)."""

    here: slice
    T: Array
    inverse: Array

    def rate(self) -> Array:
        """T' as it is now, (..., 6, 6)."""
        return np.asarray(self.T[1])


def base_change(here: slice, base: str, R0: Any, p0: Any, rates: Any, n: int) -> BaseChange:
    """T of a free root and its inverse, n coefficients.

    R0 (..., 3, 3), p0 (..., 3): pose of the body in the inertial frame; rates (n - 1, ..., 6):
    coefficients of its velocity in the representation `base`.
    """
    R, p = pose_series(base, np.asarray(R0), np.asarray(p0), rates, n)
    back = R.swapaxes(-1, -2)
    T, inverse = (np.zeros((*R.shape[:-2], 6, 6), R.dtype) for _ in range(2))
    one = np.zeros_like(R)
    one[0] = np.eye(3, dtype=int)
    if base == "body":
        R = back = one
    T[..., :3, :3], inverse[..., :3, :3] = (one, one) if base == "mixed" else (back, R)
    T[..., 3:, 3:], inverse[..., 3:, 3:] = back, R
    if base == "spatial":
        # v_body = R^T (v - p x w), and back v = R v_body + p x R w
        arm = skew(p)
        T[..., 3:, :3], inverse[..., 3:, :3] = -product(back, arm), product(arm, R)
    return BaseChange(here, T, inverse)


def pose_series(base: str, R0: Array, p0: Array, rates: Any, n: int) -> tuple[Array, Array]:
    """R and p of a root, n coefficients: R' = R w~, or w~ R with w in inertial axes."""
    R, p = np.zeros((n, *R0.shape), R0.dtype), np.zeros((n, *p0.shape), R0.dtype)
    R[0], p[0] = R0, p0
    if n == 1:
        return R, p
    rates = np.asarray(rates)
    turn = skew(rates[..., :3])
    for k in range(n - 1):
        terms = range(k + 1)
        if base in ("body", "mixed"):
            R[k + 1] = sum(R[j] @ turn[k - j] for j in terms) / (k + 1)
        else:
            R[k + 1] = sum(turn[j] @ R[k - j] for j in terms) / (k + 1)
        step = rates[k, ..., 3:]
        if base == "body":
            step = sum(times(R[j], rates[k - j, ..., 3:]) for j in terms)
        elif base == "spatial":
            step = step + sum(times(turn[j], p[k - j]) for j in terms)
        p[k + 1] = step / (k + 1)
    return R, p


def velocity(change: BaseChange, v: Array) -> Array:
    """Coefficients v (n - 1 or n, ..., nv) with the root's in body representation."""
    out = v.copy()
    if len(v) == 0:
        return out
    out[..., change.here] = product(change.T, v[..., change.here, None])[..., 0]
    return out


def congruence(change: BaseChange, H: Array) -> Array:
    """T^T H T of symmetric matrices H (n, ..., nv, nv); symmetric to the last bit."""
    here, out = change.here, H.copy()
    out[..., here] = product(H[..., here], change.T)
    square = product(change.T.swapaxes(-1, -2), out[..., here, here])
    out[..., here, :] = out[..., here].swapaxes(-1, -2)
    out[..., here, here] = (square + square.swapaxes(-1, -2)) / 2
    return out


def coriolis(change: BaseChange, H: Array, C: Array) -> Array:
    """T^T C T + T^T H T' of matrices (..., nv, nv), with T of at least two coefficients."""
    here, T = change.here, change.T[0]
    out = C.copy()
    out[..., here] = C[..., here] @ T + H[..., here] @ change.rate()
    out[..., here, :] = T.swapaxes(-1, -2) @ out[..., here, :]
    return out


def torque(change: BaseChange, tau: Array) -> Array:
    """T^T tau of a generalized force (nv,)."""
    out = tau.copy()
    out[change.here] = change.T[0].T @ tau[change.here]
    return out
