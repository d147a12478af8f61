"""Partials of forward dynamics of any order, from those of inverse dynamics, order by order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.shared.motion_rows import finite
from lieref.model.arguments import real_numbers
from lieref.model.tree.configuration import require_tree
from lieref.partials.forward_dynamics_partials import forward_dynamics_partials
from lieref.partials.orders.inverse_dynamics_order_partials import inverse_dynamics_order_partials
from lieref.partials.orders.results import ForwardDynamicsOrderPartials
from lieref.partials.results import ForwardDynamicsPartials

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[Any]


def forward_dynamics_order_partials(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    workers: int = 1,
) -> ForwardDynamicsOrderPartials:
    """First partial derivatives of the accelerations that forces cause, and of their derivatives.

    The partials of inverse dynamics of any order, solved with the joint-space inertia order by
    order: docs/order-partials.md, (8).

    Parameters
    ----------
    model : Model
    q : (..., nq) array_like
        Configuration: rad or m; quaternions (x, y, z, w) of unit norm within 1e-9. Leading axes, of
        any argument, are those of a batch of states; they broadcast.
    v : (..., nv) array_like
        Generalized velocity.
    tau : (..., r + 1, nv) array_like
        Generalized force and its time derivatives of order 1 .. r.
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the velocity and force of free joints on the world; the components of v,
        tau and its derivatives in it are held while q moves.
    workers : int
        Threads that share a batch; the result is the same for any number.

    Returns
    -------
    ForwardDynamicsOrderPartials
        da_dq, da_dv (..., r + 1, nv, nv): [k] of a^(k) = v^(k + 1) by q and by v; da_dtau
        (..., r + 1, r + 1, nv, nv): [k, j] of a^(k) by tau^(j), zero for j > k. da_dq holds right
        Lie derivatives, with respect to a move of every joint in its own body axes.

    Raises
    ------
    ArgumentError
        A model with loops or of another kind, or a name that is not known.
    ShapeError
        A wrong shape or dtype.
    NonFiniteError
        NaN or infinity, or a result beyond the range of double.
    ConfigurationError
        A quaternion that is not of unit norm; names the joint.
    SingularError
        A joint that no inertia opposes, or none that rounding errors leave; names the joint.

    Notes
    -----
    Cost O(nv^3 r^3) multiplications of matrices. The condition of the joint-space inertia
    multiplies rounding errors, as in `forward_dynamics_partials`.
    `lieref.oracle.forward_dynamics_order_partials` gives reference values.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.serial_chain(3)
    >>> p = lieref.forward_dynamics_order_partials(
    ...     model, model.neutral(), np.ones(3), np.ones((2, 3))
    ... )
    >>> p.da_dtau[1, 0].shape  # of the jerk by the force
    (3, 3)
    """
    require_tree(model)
    rates, forces = real_numbers("v", v), real_numbers("tau", tau)
    vdot = forward_dynamics(model, q, rates, forces, base, workers=workers)
    first = forward_dynamics_partials(model, q, rates, forces[..., 0, :], base, workers=workers)
    motion = np.empty((*vdot.shape[:-2], vdot.shape[-2] + 1, model.nv))
    motion[..., 0, :], motion[..., 1:, :] = rates, vdot
    if vdot.shape[-2] == 1:
        by_q, by_v, by_tau = (x[..., None, :, :] for x in first)
        return ForwardDynamicsOrderPartials(by_q, by_v, by_tau[..., None, :, :])
    blocks = inverse_dynamics_order_partials(model, q, motion, base, workers)
    with np.errstate(over="ignore", invalid="ignore"):
        solved = back_substituted(*blocks, first)
    names = ForwardDynamicsOrderPartials._fields
    return ForwardDynamicsOrderPartials(*map(finite, names, solved))


def back_substituted(
    dq: Array, dv: Array, first: ForwardDynamicsPartials
) -> tuple[Array, Array, Array]:
    """da_dq, da_dv, da_dtau from the blocks of inverse dynamics and those of order 0   (8)

    Order by order: H a_k + sum of D_kj a_{j-1} = tau_k - Q_k xi - D_k0 v, j = 1 .. k. Axes before
    those of the blocks are a batch's.
    """
    *batch, n, nv, _ = dq.shape
    H_inverse = first.da_dtau
    # of every a_k by q, v, tau_0, tau_1, ..., side by side
    found = np.zeros((*batch, n, nv, (2 + n) * nv), dq.dtype)
    found[..., 0, :, : 3 * nv] = np.concatenate(first, axis=-1)
    for k in range(1, n):
        known = (2 + k) * nv
        right = np.zeros((*batch, nv, known), dq.dtype)
        right[..., : 2 * nv] = np.concatenate([dq[..., k, :, :], dv[..., k, 0, :, :]], axis=-1)
        for j in range(1, k + 1):
            reached = (2 + j) * nv
            right[..., :reached] += dv[..., k, j, :, :] @ found[..., j - 1, :, :reached]
        found[..., k, :, :known] = -H_inverse @ right
        found[..., k, :, known : known + nv] = H_inverse
    split = found.reshape(*batch, n, nv, 2 + n, nv)
    by_q, by_v = split[..., 0, :].copy(), split[..., 1, :].copy()
    return by_q, by_v, split[..., 2:, :].swapaxes(-3, -2).copy()
