"""Accelerations by the C-ABA where G and g are known, and the error of a singular inertia."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.shared.singular_cause import refuse_other_causes
from lieref.errors import SingularError
from lieref.loops.clusters.c_aba.c_aba import c_aba_accelerations
from lieref.loops.clusters.group_table import GroupTable, group_table
from lieref.loops.constraints.equations import joints
from lieref.loops.constraints.state import PackedState
from lieref.model.arguments import require_finite

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


def accelerations(
    model: LoopModel,
    state: PackedState,
    base: int,
    tau: Array,
    wrenches: Array | None,
    inertial: bool,
    gravity: Array | None = None,
) -> Array:
    """Return yddot of a state, or raise SingularError with the singular joints."""
    table = group_table(model)
    weight = np.ascontiguousarray(model.gravity if gravity is None else gravity, np.float64)
    found, singular = c_aba_accelerations(
        table, base, state.q, state.v, state.G, state.g, tau, weight, wrenches, inertial
    )
    if singular >= 0:
        raise zero_inertia(model, table, singular, state.q)
    require_finite("vdot", found)
    return found


def zero_inertia(model: LoopModel, table: GroupTable, group: int, q: Array) -> SingularError:
    """The error for a group of clusters whose articulated inertia is singular.

    Or that of another cause, see `refuse_other_causes`.
    """
    refuse_other_causes(model.tree, q)
    clusters = table.group_clusters[group]
    indices = [j for k in clusters for j in model.cluster_independent[k]]
    names = joints(model, model.independent[indices].tolist())
    return SingularError(
        f"joints {', '.join(map(repr, names))}: singular, one of them or some motion of them "
        "together. The articulated inertia across it is zero, or so small beside the masses that "
        "move with it that rounding errors may be as large"
    )
