"""The equations of motion of mechanisms linearized about a state, in independent coordinates.

A deviation xi moves q along the field of `lieref.loops.reduced_partials` whose independent velocity
it is, and the tree by G xi. Independent rows of G are constant: those of xi' = dv_body - [v, xi] of
the tree, times G, are the mechanism's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.loops.cluster_dynamics import Axes, Base, forward_dynamics
from lieref.loops.partial_derivatives import (
    forward_dynamics_partials,
    forward_dynamics_second_partials,
)
from lieref.loops.tree_motion import tree_motion
from lieref.model.arguments import real_array
from lieref.partials.chain_rule import linearized as tree_linearized
from lieref.partials.chain_rule.linearized import Linearized

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
    slopes = forward_dynamics_partials(model, q, v, tau, base, wrenches, wrench_axes)
    speed = real_array("v", v, (model.nv,))
    at, rates, G = tree_motion(model, q, speed[None], base, None)
    own = model.independent
    turned, rated = (
        (x @ G[0])[own] for x in tree_linearized.deviation_rates(model.tree, at, rates[0], base)
    )
    return Linearized(
        np.block([[turned, rated], [slopes.da_dq, slopes.da_dv]]),
        np.concatenate([0 * slopes.da_dtau, slopes.da_dtau]),
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
    slopes = forward_dynamics_second_partials(model, q, v, tau, base, wrenches, wrench_axes)
    forces, loads = real_array("tau", tau, (model.nv,)), None
    force_rates = real_array("tau_rate", tau_rate, (model.nv,))
    if wrenches is not None:
        loads = real_array("wrenches", wrenches, (model.nbodies, 6))[None]
    a = forward_dynamics(model, q, v, forces[None], base, loads, wrench_axes)[0]
    at, (speed, rate), G = tree_motion(model, q, np.stack([np.asarray(v, float), a]), base, None)
    own = model.independent
    # (x G)' of the tree's matrices
    still = tree_linearized.deviation_rates(model.tree, at, speed, base)
    *moving, body_rates = tree_linearized.deviation_rate_changes(model.tree, at, speed, rate, base)
    kinematic = [(change @ G[0] + x @ G[1])[own] for x, change in zip(still, moving, strict=True)]
    held = None
    if wrench_rates is not None:
        held = tree_linearized.rate_of_wrenches(model, at, base, wrench_rates, wrench_axes)
    motion = (body_rates[own], a, force_rates)
    return tree_linearized.changed((kinematic[0], kinematic[1]), slopes, motion, held)
