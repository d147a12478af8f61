"""Plain twin of what a start and changes of v^(j) make of a motion, in series, and the transposed.

With the symbols of `directions`. Coefficients are solved one after the other, or, for the
transposed, one before the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.shared.motion_rows import factorials
from lieref.partials.any_order.inverse.directions import Motion

Array = NDArray[Any]


def moves(at: Motion, dq: Array, dv: Array) -> tuple[Array, Array, Array]:
    """Series of xi, dv_body and dv_body' of a start dq (nv,) and changes dv (r + 2, nv)."""
    n = len(dv)
    rate = dv / factorials(n)[:, None]
    xi = np.concatenate([dq[None], rate[:-1] / np.arange(1, n)[:, None]])
    for joint in at.joints:
        here, given = joint.here, rate[:, joint.here].copy()
        x, y = xi[:, here], rate[:, here]
        for i in range(n):
            if joint.T is not None and joint.V is not None:
                y[i] = sum(joint.T[i - j] @ given[j] + joint.V[i - j] @ x[j] for j in range(i + 1))
            if i + 1 < n:
                turned = sum(joint.spin[i - j] @ x[j] for j in range(i + 1))
                x[i + 1] = (y[i] - turned) / (i + 1)
    return xi[:-1], rate[:-1], rate[1:] * np.arange(1, n)[:, None]


def gradients(at: Motion, of_xi: Array, of_v: Array, of_a: Array) -> tuple[Array, Array]:
    """By dq (nv,) and dv (r + 2, nv) from those by the series that `moves` returns.

    Axes behind that of the coordinates are those of several gradients.
    """
    n = len(of_xi) + 1
    count = np.arange(1, n).reshape(-1, *(1,) * (of_xi.ndim - 1))
    nil = np.zeros_like(of_xi[:1])
    xi = np.concatenate([of_xi, nil])
    rate = np.concatenate([of_v, nil])
    rate[1:] += of_a * count
    turned = np.zeros(of_xi.shape[1], bool)
    for joint in at.joints:
        here = joint.here
        turned[here] = True
        x, y = xi[:, here], rate[:, here]
        found = y if joint.T is None else np.zeros_like(y)
        for i in reversed(range(n)):
            if i + 1 < n:
                step = x[i + 1] / (i + 1)
                y[i] += step
                for j in range(i + 1):
                    x[j] -= joint.spin[i - j].T @ step
            if joint.T is not None and joint.V is not None:
                for j in range(i + 1):
                    found[j] += joint.T[i - j].T @ y[i]
                    x[j] += joint.V[i - j].T @ y[i]
        rate[:, here] = found
    rate[:-1, ~turned] += xi[1:, ~turned] / count
    return xi[0], rate / factorials(n).reshape(-1, *count.shape[1:])


def forces(at: Motion, tau: Array, xi: Array) -> Array:
    """dtau from dtau_body and xi, series."""
    out = tau.copy()
    for joint in at.joints:
        if joint.T is None or joint.Z is None:
            continue
        here = joint.here
        body = [
            tau[k, here] + sum(joint.Z[k - j] @ xi[j, here] for j in range(k + 1))
            for k in range(len(tau))
        ]
        for k in range(len(tau)):
            out[k, here] = sum(joint.T[k - j].T @ body[j] for j in range(k + 1))
    return out


def weights(at: Motion, w: Array) -> tuple[Array, Array]:
    """Of dtau_body_k and of xi_k, from those of dtau_k."""
    out, xi = w.copy(), np.zeros_like(w)
    n = len(w)
    for joint in at.joints:
        if joint.T is None or joint.Z is None:
            continue
        here = joint.here
        for k in range(n):
            out[k, here] = sum(joint.T[j - k] @ w[j, here] for j in range(k, n))
        for k in range(n):
            xi[k, here] = sum(joint.Z[j - k].T @ out[j, here] for j in range(k, n))
    return out, xi
