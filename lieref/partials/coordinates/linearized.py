"""The equations of motion linearized about a state: x' = A x + B u.

A deviation of the configuration is xi with q exp(xi), in body axes of each joint. Between two
motions that are near each other, v_body and v_body + dv_body,

    xi' = dv_body - [v_body, xi],    dv' = da/dq xi + da/dv dv + da/dtau dtau:

the first line is the commutator of the two derivatives of q, and is xi' = dv for joints of one
degree. In another representation of a base's velocity, v_body = T v moves with q as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra import SE3, SO3
from lieref.documentation import described
from lieref.dynamics.forward.roots import base_changes
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.shared.motion_rows import finite
from lieref.model.arguments import real_array
from lieref.model.checks import Axes, Base
from lieref.model.model import Model
from lieref.partials.any_order.inverse.inverse_dynamics_order_partials import (
    inverse_dynamics_order_partials,
)
from lieref.partials.any_order.results import InverseDynamicsOrderPartials
from lieref.partials.coordinates.base_partials import represented_base
from lieref.partials.fdsva.forward_dynamics_partials import forward_dynamics_partials
from lieref.partials.results import ForwardDynamicsPartials
from lieref.partials.sensitivities import checked_motion

Array = NDArray[np.float64]


@described()
class Linearized(NamedTuple):
    """x' = A x + B u of the deviations x = (xi, dv), u = dtau: A (2 nv, 2 nv), B (2 nv, nv).

    Examples
    --------
    >>> lieref.linearized(model, q, v, v).B.shape
    (6, 3)
    """

    A: Array
    B: Array


@described(
    "q : (..., nq)", "v : (..., nv)", "tau : (..., nv)", "wrenches : (..., nbodies, 6), optional"
)
def linearized(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
) -> Linearized:
    """Return the matrices of the equations of motion linearized about a state.

    Source: Müller (2018), Sec. 6.1; da/dq and da/dv by FDSVA, [Singh, (45)].

    Returns
    -------
    Linearized
        A (..., 2 nv, 2 nv) and B (..., 2 nv, nv). The state is (xi, dv): xi moves q to q exp(xi),
        which is `model.integrate(q, xi)`, in body axes of each joint whatever `base` is; dv is
        added to the components of v.

    Notes
    -----
    The motion itself need not be an equilibrium: along a trajectory A and B are functions of time.

    Examples
    --------
    >>> A, B = lieref.linearized(model, q, v, v)
    >>> A.shape, B.shape
    ((6, 6), (6, 3))
    """
    q, v, tau = checked_motion(model, q, v, tau, "tau")
    if wrenches is not None:
        wrenches = real_array("wrenches", wrenches, (model.nbodies, 6))
    slopes = forward_dynamics_partials(model, q, v, tau, base, wrenches, wrench_axes)
    turned, rated = deviation_rates(model, q, v, base)
    return Linearized(
        np.block([[turned, rated], [slopes.da_dq, slopes.da_dv]]),
        np.concatenate([0 * slopes.da_dtau, slopes.da_dtau]),
    )


@described(
    "q : (..., nq)", "v : (..., nv)", "tau : (..., nv)", "wrenches : (..., nbodies, 6), optional"
)
def linearized_rates(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    tau_rate: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    wrench_rates: ArrayLike | None = None,
) -> Linearized:
    """Return the time derivatives of the matrices of `linearized` along the motion.

    Partials of inverse dynamics of order 1, docs/order-partials.md, say how those of order 0 move.

    Parameters
    ----------
    tau_rate : (..., nv)
        Time derivative of tau; N m/s and N/s.
    wrench_rates : (..., nbodies, 6), optional
        Time derivatives of the wrenches' components in `wrench_axes`, zero if left out.

    Returns
    -------
    Linearized
        A' (..., 2 nv, 2 nv) and B' (..., 2 nv, nv).

    Examples
    --------
    >>> A, B = lieref.linearized_rates(model, q, v, v, 0 * v)
    >>> A.shape, B.shape
    ((6, 6), (6, 3))
    """
    q, v, tau = checked_motion(model, q, v, tau, "tau")
    _, _, tau_rate = checked_motion(model, q, v, tau_rate, "tau_rate")
    now, loads = wrench_orders(model.nbodies, wrenches, wrench_rates)
    forces = np.stack([tau, tau_rate])
    a = forward_dynamics(model, q, v, forces, base, loads, wrench_axes)
    slopes = forward_dynamics_partials(model, q, v, tau, base, now, wrench_axes)
    motion = np.concatenate([v[None], a])
    orders = inverse_dynamics_order_partials(model, q, motion, base, loads, wrench_axes)
    still = deviation_rates(model, q, v, base)
    return changed(still, deviation_rate_changes(model, q, v, a[0], base), slopes, orders)


def wrench_orders(
    nbodies: int, wrenches: ArrayLike | None, rates: ArrayLike | None
) -> tuple[Array | None, Array | None]:
    """Wrenches (nbodies, 6), and (2, nbodies, 6) with their rates; None where there are none."""
    if wrenches is None and rates is None:
        return None, None
    orders = np.zeros((2, nbodies, 6))
    for k, (name, given) in enumerate((("wrenches", wrenches), ("wrench_rates", rates))):
        if given is not None:
            orders[k] = real_array(name, given, (nbodies, 6))
    return orders[0], orders


def changed(
    still: Sequence[Array],
    moving: Sequence[Array],
    slopes: ForwardDynamicsPartials,
    orders: InverseDynamicsOrderPartials,
) -> Linearized:
    """A' and B' of K, T in xi' = K xi + T dv and their rates, and of partials of orders 0 and 1.

    D_q xi + D_v dv + H dv' is what a neighbor's force differs by, at any time, so

        D_q' = dtau'/dq - D_q K,   D_v' = dtau'/dv - D_q T,   H' = dtau'/dv' - D_v,

    and S = H^-1 (-D_q, -D_v, 1) of its accelerations changes by -H^-1 ((D_q', D_v', 0) + H' S).
    """
    (K, T), (Dq, more_q), (Dv, more_v) = still, orders.dtau_dq, orders.dtau_dv
    n = len(K)
    with np.errstate(over="ignore", invalid="ignore"):
        moved = (more_v[1] - Dv[0]) @ np.hstack(slopes)
        moved[:, :n] += more_q - Dq @ K
        moved[:, n : 2 * n] += more_v[0] - Dq @ T
        rates = -slopes.da_dtau @ moved
    A = np.block([list(moving), [rates[:, :n], rates[:, n : 2 * n]]])
    by_tau = rates[:, 2 * n :]
    return Linearized(finite("A", A), finite("B", np.concatenate([0 * by_tau, by_tau])))


def deviation_rates(model: Model, q: Array, v: Array, base: str) -> tuple[Array, Array]:
    """What xi' = dv - [v, xi] is made of, (nv, nv) each: of xi, and of dv."""
    turned, rated = joint_brackets(model, v), np.eye(model.nv)
    for change in base_changes(model, q, None, base, 1):
        # xi' = T dv + (V - ad_{T v}) xi, V xi what xi makes of v_body
        root = represented_base(change, base, v, np.zeros(model.nv))
        turned[root.here, root.here] = root.V - SE3.ad(root.v)
        rated[root.here, root.here] = root.T
    return turned, rated


def deviation_rate_changes(
    model: Model, q: Array, v: Array, a: Array, base: str
) -> tuple[Array, Array]:
    """Time derivatives of `deviation_rates`."""
    turned, rated = joint_brackets(model, a), np.zeros((model.nv, model.nv))
    for change in base_changes(model, q, None, base, 1):
        # T' = sum_j G_j T v_body,j,  V' = G a_body
        root = represented_base(change, base, v, a)
        turned[root.here, root.here] = (root.G @ root.acceleration()).T
        turned[root.here, root.here] -= SE3.ad(root.acceleration())
        rated[root.here, root.here] = np.tensordot(root.T @ v[root.here], root.G, 1) @ root.T
    return turned, rated


def joint_brackets(model: Model, v: Array) -> Array:
    """-[v, xi] of every joint in body form, (nv, nv)."""
    out = np.zeros((model.nv, model.nv))
    for joint, iv in zip(model.joints, model.idx_v, strict=True):
        here = slice(iv, iv + joint.nv)
        if joint.nv == 3:
            out[here, here] = -SO3.hat(v[here])
        elif joint.nv == 6:
            out[here, here] = -SE3.ad(v[here])
    return out
