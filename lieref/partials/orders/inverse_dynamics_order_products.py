"""Partials of inverse dynamics of any order times a vector, from either side, without matrices."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.dynamics.shared.motion_rows import factorials, finite
from lieref.model.arguments import choice, real_array
from lieref.model.loops.loop_model import LoopModel
from lieref.model.loops.other_models import of_loops
from lieref.model.model import Model
from lieref.model.state_by_state import batched, each_state
from lieref.partials.orders.order_directions import (
    Motion,
    forces,
    gradients,
    motion,
    moves,
    weights,
)
from lieref.partials.orders.order_products import checked_motion, series_jvp, series_vjp
from lieref.partials.orders.results import InverseDynamicsOrderVjp

Array = NDArray[np.float64]
Base = Literal["body", "spatial", "hybrid", "mixed"]
BASES = ("body", "spatial", "hybrid", "mixed")


def inverse_dynamics_order_jvp(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    dq: ArrayLike,
    dv: ArrayLike,
    base: Base = "body",
) -> Array:
    """Change of the generalized forces and their derivatives along a direction.

    [Singh, (12), (13)] over Taylor coefficients, docs/order-partials.md, with the sums over all
    pairs of joints taken as sums over paths and subtrees: no matrix is built. Of mechanisms
    with loops by the matrices of `inverse_dynamics_order_partials`.

    Parameters
    ----------
    model : Model or LoopModel
    q : (..., nq) array_like
        Configuration: rad or m; quaternions (x, y, z, w) of unit norm within 1e-9. Leading axes, of
        any argument, are those of a batch of states; they broadcast.
    v : (..., r + 2, nv) array_like
        Generalized velocity and its time derivatives of order 1 .. r + 1.
    dq : (..., nv) array_like
        Move of every joint in its own body axes, q -> q * exp(dq eps), whatever `base` is.
    dv : (..., r + 2, nv) array_like
        Changes of v and of its derivatives.
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the velocity and force of free joints on the world; the components of v
        in it are held while q moves.

    Returns
    -------
    (..., r + 1, nv) array
        Change of tau^(k), to first order.

    Raises
    ------
    ArgumentError
        A model of another kind, or a name that is not known.
    ShapeError
        A wrong shape or dtype.
    NonFiniteError
        NaN or infinity, or a result beyond the range of double; names where and the index.
    ConfigurationError
        A quaternion that is not of unit norm; names the joint.

    Notes
    -----
    Cost O(nbodies r^2). `inverse_dynamics_order_partials` has the matrices.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.serial_chain(3)
    >>> q, v = model.neutral(), np.ones((3, 3))
    >>> lieref.inverse_dynamics_order_jvp(model, q, v, np.ones(3), np.zeros((3, 3))).shape
    (2, 3)
    """
    name, arguments, cores = "inverse_dynamics_order_jvp", (q, v, dq, dv, base), (1, 2, 1, 2, 0)
    if not isinstance(model, Model):
        passed: Array = of_loops(name, model, arguments, cores)
        return passed
    if batched((q, 1), (v, 2), (dq, 1), (dv, 2)):
        found: Array = each_state(name, inverse_dynamics_order_jvp, model, arguments, cores)
        return found
    choice("base", base, BASES)
    checked_q, checked_v = checked_motion(model, q, v)
    start = real_array("dq", dq, (model.nv,))
    changes = real_array("dv", dv, checked_v.shape)
    with np.errstate(over="ignore", invalid="ignore"):
        tau = along(model, motion(model, checked_q, checked_v, base), start, changes)
    return finite("dtau", tau)


def along(model: Model, at: Motion, dq: Array, dv: Array) -> Array:
    """Change (r + 1, nv) of the forces' derivatives, of checked arguments."""
    series = moves(at, dq, dv)
    tau = series_jvp(model, at.q, at.v, *series)
    found: Array = forces(at, tau, series[0]) * factorials(len(tau))[:, None]
    return found


def inverse_dynamics_order_vjp(
    model: Model | LoopModel, q: ArrayLike, v: ArrayLike, w: ArrayLike, base: Base = "body"
) -> InverseDynamicsOrderVjp:
    """Gradient of sum_k w_k . tau^(k) of a motion, the transposed of `inverse_dynamics_order_jvp`.

    Source and method as there.

    Parameters
    ----------
    model, q, v, base
        As of `inverse_dynamics_order_jvp`.
    w : (..., r + 1, nv) array_like
        Weights of tau and of its derivatives.

    Returns
    -------
    InverseDynamicsOrderVjp
        dtau_dq (..., nv): right Lie derivatives; dtau_dv (..., r + 2, nv): [j] by v^(j).

    Raises
    ------
    ArgumentError, ShapeError, NonFiniteError, ConfigurationError
        As of `inverse_dynamics_order_jvp`.

    Notes
    -----
    Cost O(nbodies r^2).

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.serial_chain(3)
    >>> q, v = model.neutral(), np.ones((3, 3))
    >>> lieref.inverse_dynamics_order_vjp(model, q, v, np.ones((2, 3))).dtau_dv.shape
    (3, 3)
    """
    name, arguments, cores = "inverse_dynamics_order_vjp", (q, v, w, base), (1, 2, 2, 0)
    many: InverseDynamicsOrderVjp
    if not isinstance(model, Model):
        many = of_loops(name, model, arguments, cores)
        return many
    if batched((q, 1), (v, 2), (w, 2)):
        many = each_state(name, inverse_dynamics_order_vjp, model, arguments, cores)
        return many
    choice("base", base, BASES)
    checked_q, checked_v = checked_motion(model, q, v)
    given = real_array("w", w, (len(checked_v) - 1, model.nv))
    with np.errstate(over="ignore", invalid="ignore"):
        found = gradient(model, motion(model, checked_q, checked_v, base), given)
    names = InverseDynamicsOrderVjp._fields
    return InverseDynamicsOrderVjp(*map(finite, names, found))


def gradient(model: Model, at: Motion, w: Array) -> tuple[Array, Array]:
    """By q (nv,) and by v and its derivatives (r + 2, nv), of checked weights."""
    # sum_k w_k A_{k-i} is a product of series in the reversed order
    body, turned = weights(at, w * factorials(len(w))[:, None])
    of_xi, of_v, of_a = (x[::-1] for x in series_vjp(model, at.q, at.v, body[::-1].copy()))
    return gradients(at, of_xi + turned, of_v, of_a)
