"""What a start xi and changes of v^(j) make of a motion, in series, and the transposed of it.

docs/order-partials.md, (2), (4), (6), (7): of a joint of one degree xi' = dv; of a spherical or
free one and of a base in any representation

    dv_body = T dv + V xi,   xi' = dv_body - ad_{v_body} xi,   dtau = T^T (dtau_body + Z xi),

T = 1 and V = Z = 0 but for a base that is not represented in the body. All of these are given as
coefficients, and solved one after the other, or, for the transposed, one before the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups.screw_arrays import ad
from lieref.dynamics.forward.roots import base_changes
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.dynamics.shared.base_change import velocity
from lieref.dynamics.shared.motion_rows import factorials
from lieref.kinematics.representations import generators

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[Any]


@dataclass(frozen=True)
class Turning:
    """A joint of several degrees: its coordinates, series of ad_v, and T, V, Z or None."""

    here: slice
    spin: Array
    T: Array | None = None
    V: Array | None = None
    Z: Array | None = None


@dataclass(frozen=True)
class Motion:
    """A motion in body components, v (r + 2, nv) derivatives, and its joints that turn."""

    q: Array
    v: Array
    joints: list[Turning]


def motion(model: Model, q: Array, v: Array, base: str) -> Motion:
    """The motion of checked arguments."""
    whole = factorials(len(v))[:, None]
    given = v / whole
    changes = base_changes(model, q, given, base, len(v))
    for change in changes:
        given = velocity(change, given)
    rows = given * whole if changes else v
    joints = []
    for joint, iv in zip(model.joints, model.idx_v, strict=True):
        if joint.nv == 1:
            continue
        here = slice(int(iv), int(iv) + joint.nv)
        six = np.zeros((len(v), 6))
        six[:, : joint.nv] = given[:, here]
        more: tuple[Array, ...] = ()
        for change in (x for x in changes if x.here == here):
            G = generators(base)
            tau = inverse_dynamics(model, q, rows)[:, here] / whole[:-1]
            V = np.tensordot(six, G, ([-1], [2])).swapaxes(-1, -2)
            more = change.T, V, np.tensordot(tau, G, ([-1], [1])).swapaxes(-1, -2)
        joints.append(Turning(here, ad(six)[:, : joint.nv, : joint.nv], *more))
    return Motion(q, rows, joints)


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
