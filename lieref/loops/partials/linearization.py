"""The equations of motion of mechanisms linearized about a state, in independent coordinates.

A deviation xi moves q along the field of `lieref.loops.partials.chain_rule` whose independent
velocity it is, and the tree by G xi. Independent rows of G are constant: those of
xi' = dv_body - [v, xi] of the tree, times G, are the mechanism's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.loops.dynamics import Axes, Base, forward_dynamics
from lieref.loops.lift import tree_motion
from lieref.loops.partials.any_order.dynamics_partials import inverse_dynamics_order_partials
from lieref.loops.partials.dynamics_partials import forward_dynamics_partials
from lieref.model.arguments import real_array
from lieref.partials.coordinates import linearized as tree_linearized
from lieref.partials.coordinates.linearized import Linearized

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


def linearized(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
) -> Linearized:
    """`lieref.linearized` in independent coordinates."""
    partials = forward_dynamics_partials(model, q, v, tau, base, wrenches, wrench_axes)
    y = real_array("v", v, (model.nv,))
    at, rates, G = tree_motion(model, q, y[None], base, None)
    own = model.independent
    bracket, unit = (
        (x @ G[0])[own] for x in tree_linearized.deviation_rates(model.tree, at, rates[0], base)
    )
    return Linearized(
        np.block([[bracket, unit], [partials.da_dq, partials.da_dv]]),
        np.concatenate([0 * partials.da_dtau, partials.da_dtau]),
    )


def linearized_rates(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    tau_rate: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    wrench_rates: ArrayLike | None = None,
) -> Linearized:
    """`lieref.linearized_rates` in independent coordinates."""
    now, loads = tree_linearized.wrench_orders(model.nbodies, wrenches, wrench_rates)
    y = real_array("v", v, (model.nv,))
    forces = np.stack([real_array(*x, (model.nv,)) for x in (("tau", tau), ("tau_rate", tau_rate))])
    a = forward_dynamics(model, q, y, forces, base, loads, wrench_axes)
    partials = forward_dynamics_partials(model, q, y, forces[0], base, now, wrench_axes)
    motion = np.concatenate([y[None], a])
    orders = inverse_dynamics_order_partials(model, q, motion, base, loads, wrench_axes)
    at, (rates, more), G = tree_motion(model, q, motion[:2], base, None)
    own = model.independent
    # (x G)' of the tree's matrices
    still = tree_linearized.deviation_rates(model.tree, at, rates, base)
    moving = tree_linearized.deviation_rate_changes(model.tree, at, rates, more, base)
    return tree_linearized.changed(
        [(x @ G[0])[own] for x in still],
        [(change @ G[0] + x @ G[1])[own] for x, change in zip(still, moving, strict=True)],
        partials,
        orders,
    )
