"""Accelerations of a state whose G and g are known, by the C-ABA or one of the other methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lieref.loops.clusters.c_aba import accelerations as c_aba
from lieref.loops.constraints.state import PackedState
from lieref.loops.methods import projection_methods

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


def usual_method(model: LoopModel, method: str) -> str:
    """The method, but "projection" for joint physics: the C-ABA knows the armature alone."""
    if method == "clusters" and model.tree.joint_physics is not None:
        return "projection"
    return method


def accelerations(
    model: LoopModel,
    state: PackedState,
    base: int,
    tau: Array,
    wrenches: Array | None,
    inertial: bool,
    method: str = "clusters",
) -> Array:
    """Return yddot of a state, or raise SingularError with the singular joints."""
    method = usual_method(model, method)
    if method == "clusters":
        return c_aba.accelerations(model, state, base, tau, wrenches, inertial)
    return projection_methods.accelerations(model, state, method, base, tau, wrenches, inertial)


def at_rest(
    model: LoopModel, state: PackedState, base: int, tau: Array, method: str = "clusters"
) -> Array:
    """(G^T H G)^-1 tau: the method without velocity and gravity."""
    method = usual_method(model, method)
    if method != "clusters":
        return projection_methods.at_rest(model, state, method, base, tau)
    none = np.zeros(model.tree.nv)
    still = PackedState(state.tables, state.q, none, state.G, none, state.measure)
    return c_aba.accelerations(model, still, base, tau, None, False, np.zeros(3))
