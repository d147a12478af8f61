"""Products with the partials of any order of mechanisms: other than for trees by the matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.dynamics.shared.motion_rows import finite
from lieref.loops.dynamics import Base
from lieref.loops.partials.any_order.dynamics_partials import (
    forward_dynamics_order_partials,
    inverse_dynamics_order_partials,
)
from lieref.model.arguments import real_array
from lieref.partials.any_order.results import ForwardDynamicsOrderVjp, InverseDynamicsOrderVjp

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


def inverse_dynamics_order_jvp(
    model: LoopModel, q: ArrayLike, v: ArrayLike, dq: ArrayLike, dv: ArrayLike, base: Base
) -> Array:
    """As `lieref.inverse_dynamics_order_jvp`."""
    partials = inverse_dynamics_order_partials(model, q, v, base)
    start = real_array("dq", dq, (model.nv,))
    rates = real_array("dv", dv, (partials.dtau_dv.shape[1], model.nv))
    with np.errstate(over="ignore", invalid="ignore"):
        return finite("dtau", partials.dtau_dq @ start + _along(partials.dtau_dv, rates))


def inverse_dynamics_order_vjp(
    model: LoopModel, q: ArrayLike, v: ArrayLike, w: ArrayLike, base: Base
) -> InverseDynamicsOrderVjp:
    """As `lieref.inverse_dynamics_order_vjp`."""
    partials = inverse_dynamics_order_partials(model, q, v, base)
    weights = real_array("w", w, (len(partials.dtau_dq), model.nv))
    with np.errstate(over="ignore", invalid="ignore"):
        found = (_gradient(weights, x) for x in partials)
        return InverseDynamicsOrderVjp(*map(finite, InverseDynamicsOrderVjp._fields, found))


def forward_dynamics_order_jvp(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    dq: ArrayLike,
    dv: ArrayLike,
    dtau: ArrayLike,
    base: Base,
) -> Array:
    """As `lieref.forward_dynamics_order_jvp`."""
    partials = forward_dynamics_order_partials(model, q, v, tau, base)
    start = real_array("dq", dq, (model.nv,))
    rate = real_array("dv", dv, (model.nv,))
    forces = real_array("dtau", dtau, (len(partials.da_dq), model.nv))
    with np.errstate(over="ignore", invalid="ignore"):
        found = partials.da_dq @ start + partials.da_dv @ rate + _along(partials.da_dtau, forces)
        return finite("da", found)


def forward_dynamics_order_vjp(
    model: LoopModel, q: ArrayLike, v: ArrayLike, tau: ArrayLike, w: ArrayLike, base: Base
) -> ForwardDynamicsOrderVjp:
    """As `lieref.forward_dynamics_order_vjp`."""
    partials = forward_dynamics_order_partials(model, q, v, tau, base)
    weights = real_array("w", w, (len(partials.da_dq), model.nv))
    with np.errstate(over="ignore", invalid="ignore"):
        found = (_gradient(weights, x) for x in partials)
        return ForwardDynamicsOrderVjp(*map(finite, ForwardDynamicsOrderVjp._fields, found))


def _along(blocks: Array, rows: Array) -> Array:
    """Sum of blocks [k, j] times the rows j."""
    return np.asarray(np.einsum("kjab,jb->ka", blocks, rows))


def _gradient(weights: Array, blocks: Array) -> Array:
    """Sum of weights k times the blocks [k] or [k, j]."""
    return np.asarray(np.einsum("ka,k...ab->...b", weights, blocks))
