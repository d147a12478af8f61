"""Partials of any order in the other representations of a base's velocity, from the body ones.

Of a free joint on the world, as in `base_partials`: v_body = T v, tau = T^T tau_body, and a right
perturbation xi of the configuration turns T into T + sum_j xi_j G_j T. Along the motion

    dv_body = T dv + V xi,   xi' = dv_body - ad_{v_body} xi,   V[:, j] = G_j v_body,
    dtau = T^T (dtau_body + Z xi),   Z[:, j] = G_j^T tau_body,

a linear equation whose coefficients are found one after the other. Arrays of any scalar, numpy's
own or objects; axis 0 counts Taylor coefficients x^(k)/k!.
"""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups.screw_arrays import ad, product
from lieref.dynamics.shared.base_change import BaseChange
from lieref.kinematics.representations import generators

Array = NDArray[Any]


def one_degree_blocks(A: Array, B: Array, H: Array) -> tuple[Array, Array]:
    """Blocks between coefficients from those of dtau/dq, dtau/dv, dtau/da, joints of one degree.

    dtau_k / dxi_0 = A_k,  dtau_k / dv_j = A_{k-j-1} / (j + 1) + B_{k-j} + j H_{k-j+1}
    """
    n = len(A)
    dv = np.zeros((n, n + 1, *A.shape[1:]), A.dtype)
    for k in range(n):
        for j in range(k + 2):
            if j < k:
                dv[k, j] += A[k - j - 1] / (j + 1)
            if j <= k:
                dv[k, j] += B[k - j]
            if j > 0:
                dv[k, j] += H[k - j + 1] * j
    return A.copy(), dv


def in_base(
    change: BaseChange, base: str, dq: Array, dv: Array, v: Array, tau: Array
) -> tuple[Array, Array]:
    """Blocks at constant components of the root in `base`, from those at constant body ones.

    dq (r + 1, nv, nv) and dv (r + 1, r + 2, nv, nv): coefficients of tau_body by those of v_body;
    v (r + 2, 6), tau (r + 1, 6): coefficients of the root's body velocity and force; change.T of
    r + 2 coefficients. Both results are new arrays.
    """
    here, T, G = change.here, change.T, generators(base)
    n = len(tau)
    dq, dv = dq.copy(), dv.copy()
    V = np.tensordot(v, G, ([-1], [2])).swapaxes(-1, -2)
    Z = np.tensordot(tau, G, ([-1], [1])).swapaxes(-1, -2)
    inward = T.swapaxes(-1, -2)[:n]
    columns = [deviations(T, V, ad(v), m) for m in range(-1, n + 1)]
    own = dv[..., here].copy()
    for (xi, rate), block in zip(columns, (dq, *dv.swapaxes(0, 1)), strict=True):
        for k in range(n):
            found = sum(own[k, j] @ rate[j] for j in range(k + 2))
            block[k][:, here] = found + block[k][:, here] if block is dq else found
            block[k][here, here] += sum(Z[k - i] @ xi[i] for i in range(k + 1))
    for block in (dq, *dv.swapaxes(0, 1)):
        block[:, here] = product(inward, block[:, here])
    return dq, dv


def deviations(T: Array, V: Array, spin: Array, m: int) -> tuple[Array, Array]:
    """xi and dv_body, coefficients, of a start xi_0 = 1 for m < 0, else of dv = t^m."""
    n = len(T)
    xi, rate = np.zeros_like(T), np.zeros_like(T)
    if m < 0:
        xi[0] = np.eye(T.shape[-1], dtype=int)
    for i in range(n):
        rate[i] = sum(V[i - j] @ xi[j] for j in range(i + 1))
        if 0 <= m <= i:
            rate[i] += T[i - m]
        if i + 1 < n:
            turned = sum(spin[i - j] @ xi[j] for j in range(i + 1))
            xi[i + 1] = (rate[i] - turned) / (i + 1)
    return xi, rate


def coefficients(dq: Array, dv: Array) -> tuple[Array, Array]:
    """Blocks between Taylor coefficients from those between plain derivatives."""
    n, whole = len(dq), [factorial(k) for k in range(len(dq) + 1)]
    up = np.array(whole, dtype=dq.dtype)
    return (
        dq / up[:n, None, None],
        dv * up[None, :, None, None] / up[:n, None, None, None],
    )


def derivatives(dq: Array, dv: Array) -> tuple[Array, Array]:
    """Blocks between plain derivatives from those between Taylor coefficients."""
    n, whole = len(dq), [factorial(k) for k in range(len(dq) + 1)]
    up = np.array(whole, dtype=dq.dtype)
    return (
        dq * up[:n, None, None],
        dv / up[None, :, None, None] * up[:n, None, None, None],
    )
