"""Partials of forward dynamics of any order, from those of inverse dynamics, order by order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.shared.motion_rows import finite
from lieref.dynamics.shared.state_by_state import each_state
from lieref.model.tree.configuration import require_tree
from lieref.partials.forward_dynamics_partials import forward_dynamics_partials
from lieref.partials.orders.inverse_dynamics_order_partials import inverse_dynamics_order_partials
from lieref.partials.orders.results import ForwardDynamicsOrderPartials

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[Any]


def forward_dynamics_order_partials(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
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
    >>> model = lieref.catalogue.serial_chain(3)
    >>> p = lieref.forward_dynamics_order_partials(
    ...     model, model.neutral(), np.ones(3), np.ones((2, 3))
    ... )
    >>> p.da_dtau[1, 0].shape  # of the jerk by the force
    (3, 3)
    """
    require_tree(model)
    arguments, cores = (q, v, tau, base), (1, 1, 2, 0)
    if any(np.ndim(x) > core for x, core in zip(arguments, cores, strict=True) if core):
        name = "forward_dynamics_order_partials"
        found = each_state(name, forward_dynamics_order_partials, model, arguments, cores)
        return ForwardDynamicsOrderPartials(*found)
    vdot = forward_dynamics(model, q, v, tau, base)
    rows = np.asarray(tau, dtype=float)
    first = forward_dynamics_partials(model, q, v, rows[0], base)
    motion = np.concatenate([np.asarray(v, dtype=float)[None], vdot])
    dq, dv = inverse_dynamics_order_partials(model, q, motion, base)
    with np.errstate(over="ignore", invalid="ignore"):
        solved = back_substituted(dq, dv, first.da_dtau)
    names = ForwardDynamicsOrderPartials._fields
    return ForwardDynamicsOrderPartials(*map(finite, names, solved))


def back_substituted(dq: Array, dv: Array, inverse: Array) -> tuple[Array, Array, Array]:
    """da_dq, da_dv, da_dtau from the blocks of inverse dynamics and H^-1   (8)

    Order by order: H a_k + sum of D_kj a_{j-1} = tau_k - Q_k xi - D_k0 v, j = 1 .. k.
    """
    n, nv = dq.shape[:2]
    # of every a_k by q, v, tau_0, tau_1, ..., side by side
    found = np.zeros((n, nv, 2 + n, nv), dq.dtype)
    for k in range(n):
        right = np.zeros((nv, 2 + n, nv), dq.dtype)
        right[:, 0], right[:, 1] = -dq[k], -dv[k, 0]
        right[:, 2 + k] = np.eye(nv, dtype=int)
        for j in range(1, k + 1):
            through = found[j - 1, :, : j + 2].reshape(nv, (j + 2) * nv)
            right[:, : j + 2] -= (dv[k, j] @ through).reshape(nv, j + 2, nv)
        reached = right[:, : k + 3].reshape(nv, (k + 3) * nv)
        found[k, :, : k + 3] = (inverse @ reached).reshape(nv, k + 3, nv)
    blocks = found.transpose(0, 2, 1, 3)
    return blocks[:, 0].copy(), blocks[:, 1].copy(), blocks[:, 2:].copy()
