"""Partials of forward dynamics of any order times a vector, from either side, without matrices.

The forces of inverse dynamics along a motion, differentiated, with a lower triangle of blocks
between accelerations and forces: docs/order-partials.md, (8). A direction goes through it from
order 0 on, weights from order r back; what H multiplies is found by forward dynamics at rest.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.inverse_dynamics import BASES
from lieref.dynamics.shared.motion_rows import finite
from lieref.model.arguments import choice, real_array
from lieref.model.loops.loop_model import LoopModel
from lieref.model.loops.other_models import of_loops
from lieref.model.model import Model
from lieref.model.state_by_state import batched, each_state
from lieref.partials.orders.inverse_dynamics_order_products import along, gradient
from lieref.partials.orders.order_directions import Motion, motion
from lieref.partials.orders.order_products import checked_motion
from lieref.partials.orders.results import ForwardDynamicsOrderVjp
from lieref.partials.products.products_solve import solve_rows

Array = NDArray[np.float64]
Base = Literal["body", "spatial", "hybrid", "mixed"]


def forward_dynamics_order_jvp(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    dq: ArrayLike,
    dv: ArrayLike,
    dtau: ArrayLike,
    base: Base = "body",
) -> Array:
    """Change of the accelerations that forces cause, and of their derivatives, along a direction.

    H da^(k) = dtau^(k) less what q, v and the lower orders give, docs/order-partials.md, (8), by
    the products of `inverse_dynamics_order_jvp`: no matrix is built. Of mechanisms with loops by
    the matrices of `forward_dynamics_order_partials`.

    Parameters
    ----------
    model : Model or LoopModel
    q : (..., nq) array_like
        Configuration: rad or m; quaternions (x, y, z, w) of unit norm within 1e-9. Leading axes, of
        any argument, are those of a batch of states; they broadcast.
    v : (..., nv) array_like
        Generalized velocity.
    tau : (..., r + 1, nv) array_like
        Generalized force and its time derivatives of order 1 .. r.
    dq : (..., nv) array_like
        Move of every joint in its own body axes, q -> q * exp(dq eps), whatever `base` is.
    dv : (..., nv) array_like
        Change of v.
    dtau : (..., r + 1, nv) array_like
        Changes of tau and of its derivatives.
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the velocity and force of free joints on the world; the components of v,
        tau and its derivatives in it are held while q moves.

    Returns
    -------
    (..., r + 1, nv) array
        Change of a^(k) = v^(k + 1), to first order.

    Raises
    ------
    ArgumentError
        A model of another kind, or a name that is not known.
    ShapeError
        A wrong shape or dtype.
    NonFiniteError
        NaN or infinity, or a result beyond the range of double.
    ConfigurationError
        A quaternion that is not of unit norm; names the joint.
    SingularError
        A joint that no inertia opposes; names the joint.

    Notes
    -----
    Cost O(nbodies r^3). `forward_dynamics_order_partials` has the matrices.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.forward_dynamics_order_jvp(model, q, v, [v, v], v, v, [v, v]).shape
    (2, 3)
    """
    name, arguments, cores = (
        "forward_dynamics_order_jvp",
        (q, v, tau, dq, dv, dtau),
        (1, 1, 2, 1, 1, 2),
    )
    found: Array
    if not isinstance(model, Model):
        found = of_loops(name, model, (*arguments, base), (*cores, 0))
        return found
    if batched(*zip(arguments, cores, strict=True)):
        function = forward_dynamics_order_jvp
        found = each_state(name, function, model, (*arguments, base), (*cores, 0))
        return found
    at = _moved(model, q, v, tau, base)
    n = len(at.v) - 1
    start = real_array("dq", dq, (model.nv,))
    rows = np.zeros((n + 1, model.nv))
    rows[0] = real_array("dv", dv, (model.nv,))
    forces = real_array("dtau", dtau, (n, model.nv))
    with np.errstate(over="ignore", invalid="ignore"):
        for k in range(n):
            lacking = forces[k] - along(model, at, start, rows)[k]
            rows[k + 1] = _accelerations(model, at, lacking, base)
    return finite("da", rows[1:].copy())


def forward_dynamics_order_vjp(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    w: ArrayLike,
    base: Base = "body",
) -> ForwardDynamicsOrderVjp:
    """Gradient of sum_k w_k . a^(k), the transposed of `forward_dynamics_order_jvp`.

    Source and method as there, with weights mu of the forces for w of the accelerations:
    H mu_k = w_k less what the higher orders give.

    Parameters
    ----------
    model, q, v, tau, base
        As of `forward_dynamics_order_jvp`.
    w : (..., r + 1, nv) array_like
        Weights of a = v' and of its derivatives.

    Returns
    -------
    ForwardDynamicsOrderVjp
        da_dq (..., nv): right Lie derivatives; da_dv (..., nv); da_dtau (..., r + 1, nv): [j] by
        tau^(j).

    Raises
    ------
    ArgumentError, ShapeError, NonFiniteError, ConfigurationError, SingularError
        As of `forward_dynamics_order_jvp`.

    Notes
    -----
    Cost O(nbodies r^3).

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.forward_dynamics_order_vjp(model, q, v, [v, v], [v, v]).da_dq.shape
    (3,)
    """
    name, arguments, cores = "forward_dynamics_order_vjp", (q, v, tau, w), (1, 1, 2, 2)
    many: ForwardDynamicsOrderVjp
    if not isinstance(model, Model):
        many = of_loops(name, model, (*arguments, base), (*cores, 0))
        return many
    if batched(*zip(arguments, cores, strict=True)):
        many = each_state(name, forward_dynamics_order_vjp, model, (*arguments, base), (*cores, 0))
        return many
    at = _moved(model, q, v, tau, base)
    n = len(at.v) - 1
    given = real_array("w", w, (n, model.nv))
    mu = np.zeros((n, model.nv))
    with np.errstate(over="ignore", invalid="ignore"):
        for k in reversed(range(n)):
            lacking = given[k] - gradient(model, at, mu)[1][k + 1]
            mu[k] = _accelerations(model, at, lacking, base)
        by_q, by_v = gradient(model, at, mu)
    names = ForwardDynamicsOrderVjp._fields
    return ForwardDynamicsOrderVjp(*map(finite, names, (-by_q, -by_v[0], mu)))


def _moved(model: Model, q: ArrayLike, v: ArrayLike, tau: ArrayLike, base: Base) -> Motion:
    """The motion that the forces cause."""
    choice("base", base, tuple(BASES))
    vdot = forward_dynamics(model, q, v, tau, base)
    rows = np.concatenate([real_array("v", v, (model.nv,))[None], vdot])
    with np.errstate(over="ignore", invalid="ignore"):
        return motion(model, *checked_motion(model, q, rows), base)


def _accelerations(model: Model, at: Motion, forces: Array, base: Base) -> Array:
    """H^-1 times forces, of H in the representation `base`."""
    rows = np.ascontiguousarray(finite("forces", forces))
    return finite("H^-1 b", solve_rows(model, at.q, rows, BASES[base]))
