"""Forward dynamics of a state whose G and g are known: tables, the C-ABA, and its error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.shared.singular_cause import refuse_other_causes
from lieref.errors import SingularError
from lieref.loops.clusters.group_table import GroupTable
from lieref.loops.clusters.recursions import c_aba_accelerations
from lieref.loops.configuration import joints
from lieref.loops.constraint_state import PackedState
from lieref.loops.methods import projection_methods
from lieref.model.arguments import require_finite

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


def group_table(model: LoopModel, singles: Literal["joint", "group"] = "joint") -> GroupTable:
    """Return the compiled table of the model's clusters, made once per model."""
    key = "recursions of " + singles
    if key not in model.tables:
        model.tables[key] = GroupTable(
            model.tree, model.clusters, model.cluster_independent, singles
        )
    table: GroupTable = model.tables[key]
    return table


def usual_method(model: LoopModel, method: str) -> str:
    """The method, but "projection" for joint physics: the C-ABA knows the armature alone."""
    if method == "clusters" and model.tree.joint_physics is not None:
        return "projection"
    return method


def solved(
    model: LoopModel,
    state: PackedState,
    base: int,
    tau: Array,
    wrenches: Array | None,
    inertial: bool,
    gravity: Array | None = None,
    method: str = "clusters",
) -> Array:
    """yddot of a state, or SingularError with the singular joints.

    By the C-ABA, or one of the methods that it is compared with; gravity is for the C-ABA.
    """
    method = usual_method(model, method)
    if method != "clusters":
        return projection_methods.accelerations(model, state, method, base, tau, wrenches, inertial)
    table = group_table(model)
    weight = np.ascontiguousarray(model.gravity if gravity is None else gravity, np.float64)
    found, singular = c_aba_accelerations(
        table, base, state.q, state.v, state.G, state.g, tau, weight, wrenches, inertial
    )
    if singular >= 0:
        raise nothing_opposes(model, table, singular, state.q)
    require_finite("vdot", found)
    return found


def nothing_opposes(model: LoopModel, table: GroupTable, group: int, q: Array) -> SingularError:
    """The error for a group whose independent coordinates have no inertia to speak of.

    Or that of another cause, see `refuse_other_causes`.
    """
    refuse_other_causes(model.tree, q)
    clusters = table.group_clusters[group]
    places = [j for k in clusters for j in model.cluster_independent[k]]
    names = joints(model, model.independent[places].tolist())
    return SingularError(
        f"joints {', '.join(map(repr, names))}: singular, one of them or some motion of them "
        "together. The articulated inertia across it is zero, or so small beside the masses that "
        "move with it that rounding errors may be as large"
    )


def at_rest(
    model: LoopModel, state: PackedState, base: int, tau: Array, method: str = "clusters"
) -> Array:
    """(G^T H G)^-1 tau: the method without velocity and gravity."""
    method = usual_method(model, method)
    if method != "clusters":
        return projection_methods.at_rest(model, state, method, base, tau)
    none = np.zeros(model.tree.nv)
    still = PackedState(state.tables, state.q, none, state.G, none, state.measure)
    return solved(model, still, base, tau, None, False, np.zeros(3))
