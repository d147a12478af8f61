"""The methods that the recursions over clusters are compared with, for a known G and g or K and k.

[Chignoli et al., Sec. II-C to II-E]. Projection: the open tree's equations multiplied by G^T.
Multipliers: the open tree's equations with the forces K^T lambda that keep the loops closed.
Approximations: the open tree without the rotors, see `independent_tree`, whose inertia I_r is added
where it acts as an armature: "approximate" the diagonal of G_r^T I_r G_r, "approximate_full" all of
it, "unconstrained" nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.forward.roots import base_changes
from lieref.dynamics.inverse_dynamics import inverse_dynamics as tree_inverse_dynamics
from lieref.dynamics.shared.singular_cause import refuse_other_causes
from lieref.errors import ModelError, ShapeError, SingularError
from lieref.loops.arguments import AXES, BASES
from lieref.loops.constraints.equations import equations, joints
from lieref.loops.constraints.state import PackedState
from lieref.loops.methods import projections
from lieref.loops.methods.projection_table import ProjectionTable, projection_table
from lieref.model.arguments import require_finite

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]
APPROXIMATIONS = ("approximate", "approximate_full", "unconstrained")
#: The methods of the public functions; the recursions over clusters first.
INVERSE_METHODS = ("clusters", "projected", *APPROXIMATIONS)
FORWARD_METHODS = (
    "clusters",
    "projection",
    "projection_sparse",
    "multipliers",
    *APPROXIMATIONS,
)
INERTIA_METHODS = ("clusters", "projected", "projected_sparse", *APPROXIMATIONS)


def table_for(model: LoopModel, method: str) -> ProjectionTable:
    """Return the table of the projections, or ModelError: the approximation is not defined."""
    table = projection_table(model)
    if method in APPROXIMATIONS and table.without_approximation is not None:
        raise ModelError(table.without_approximation)
    return table


def zero_pivot(model: LoopModel, method: str, coordinate: int, q: Array) -> SingularError:
    """The error for a pivot of a coordinate of the tree that is rounding error alone.

    Or that of another cause, see `refuse_other_causes`.
    """
    refuse_other_causes(model.tree, q)
    (name,) = joints(model, [coordinate])
    return SingularError(
        f"joint {name!r}: method {method!r} finds no inertia that opposes it, alone or together "
        "with others, beyond rounding errors"
    )


def require_order_zero(method: str, rows: int) -> None:
    """Refuse derivatives of forces or accelerations of an approximation."""
    if method in APPROXIMATIONS and rows > 1:
        raise ShapeError(
            f"method is {method!r}, which has no time derivatives: expected one row of forces or "
            f"accelerations, got {rows}"
        )


def motion_forces(
    model: LoopModel,
    state: PackedState,
    method: str,
    base: int,
    vdot: Array,
    wrenches: Array | None,
    inertial: bool,
) -> Array:
    """Forces on y (nv,) of yddot (nv,) by "projected" or an approximation."""
    table = table_for(model, method)
    q, v, applied = _part(table, model, state, method, wrenches)
    return projections.projected_torques(
        table, method, base, q, v, state.G, state.g, vdot, applied, inertial
    )


def accelerations(
    model: LoopModel,
    state: PackedState,
    method: str,
    base: int,
    tau: Array,
    wrenches: Array | None,
    inertial: bool,
) -> Array:
    """Return yddot (nv,) of forces on y by a method of `FORWARD_METHODS` other than the first."""
    if method == "multipliers":
        spread = _on_tree(model, tau)
        found, _ = tree_with_multipliers(model, state.q, state.v, base, spread, wrenches, inertial)
        return found[model.independent]
    table = table_for(model, method)
    q, v, applied = _part(table, model, state, method, wrenches)
    if base:
        none = np.zeros(model.nv)
        known = projections.projected_torques(
            table, method, base, q, v, state.G, state.g, none, applied, inertial
        )
        return at_rest(model, state, method, base, tau - known)
    found, lost = projections.accelerations(
        table, method, q, v, state.G, state.g, tau, applied, inertial
    )
    if lost >= 0:
        raise zero_pivot(model, method, int(model.independent[lost]), state.q)
    require_finite("vdot", found)
    return found


def at_rest(model: LoopModel, state: PackedState, method: str, base: int, tau: Array) -> Array:
    """Accelerations (nv,) by forces alone: without velocity and weight."""
    forces = tau.copy()
    changes = base_changes(model.tree, state.q, None, BASES[base], 1)
    places = [model.independent.searchsorted(np.arange(c.here.start, c.here.stop)) for c in changes]
    # tau_base = T^T tau, v_body = T v_base
    for change, at in zip(changes, places, strict=True):
        forces[at] = change.inverse[0].T @ forces[at]
    if method == "multipliers":
        found, lost = (
            resting_tree(model, state.q, _on_tree(model, forces))[0][model.independent],
            -1,
        )
    else:
        table = table_for(model, method)
        q = state.q[table.kept_q] if method in APPROXIMATIONS else state.q
        found, lost = projections.accelerations(table, method, q, None, state.G, state.g, forces)
    if lost >= 0:
        raise zero_pivot(model, method, int(model.independent[lost]), state.q)
    for change, at in zip(changes, places, strict=True):
        found[at] = change.inverse[0] @ found[at]
    require_finite("vdot", found)
    return found


def tree_with_multipliers(
    model: LoopModel,
    q: Array,
    v: Array,
    base: int,
    tau: Array,
    wrenches: Array | None,
    inertial: bool,
) -> tuple[Array, Array]:
    """Return qddot and K^T lambda (tree.nv,) of forces on the tree."""
    _, K, k = equations(model, q, v)
    table = projection_table(model)
    if base == 0:
        return _checked(
            model, q, *projections.tree_accelerations(table, q, v, K, k, tau, wrenches, inertial)
        )
    loads = None if wrenches is None else wrenches[None]
    still = np.stack([v, 0 * v])
    representation, axes = cast(Any, BASES[base]), cast(Any, AXES[inertial])
    known = tree_inverse_dynamics(model.tree, q, still, representation, loads, axes)[0]
    forces = tau - known
    changes = base_changes(model.tree, q, None, BASES[base], 1)
    # no loop goes through a base in such a representation: K has zeros there
    for change in changes:
        forces[change.here] = change.inverse[0].T @ forces[change.here]
    found, reactions = _checked(
        model, q, *projections.tree_accelerations(table, q, None, K, k, forces)
    )
    for change in changes:
        found[change.here] = change.inverse[0] @ found[change.here]
    return found, reactions


def resting_tree(model: LoopModel, q: Array, tau: Array) -> tuple[Array, Array]:
    """qddot and K^T lambda of forces on the tree without velocity and weight, base "body"."""
    _, K, k = equations(model, q, np.zeros(model.tree.nv))
    found = projections.tree_accelerations(projection_table(model), q, None, K, 0 * k, tau)
    return _checked(model, q, *found)


def _checked(
    model: LoopModel, q: Array, found: Array, reactions: Array, lost: int
) -> tuple[Array, Array]:
    if lost >= 0:
        raise zero_pivot(model, "multipliers", lost, q)
    if lost == -2:
        raise SingularError(
            f"{model.name}: the loops and couplings have lost rank, expected "
            f"{projection_table(model).rank} independent constraints"
        )
    require_finite("vdot", found)
    return found, reactions


def _on_tree(model: LoopModel, tau: Array) -> Array:
    """Forces on the tree that are those on y."""
    spread = np.zeros(model.tree.nv)
    spread[model.independent] = tau
    return spread


def _part(
    table: ProjectionTable,
    model: LoopModel,
    state: PackedState,
    method: str,
    wrenches: Array | None,
) -> tuple[Array, Array, Array | None]:
    """q, v and wrenches of the tree, or of the independent tree for an approximation."""
    if method not in APPROXIMATIONS:
        return state.q, state.v, wrenches
    q, v = state.q[table.kept_q], state.v[model.independent]
    if wrenches is None:
        return q, v, None
    lost = np.delete(wrenches, table.kept_bodies, axis=0)
    if lost.any():
        rotors = np.delete(np.arange(model.nbodies), table.kept_bodies)
        name = model.names[int(rotors[int(lost.any(axis=1).argmax())])]
        raise ShapeError(
            f"wrenches: one acts on the rotor {name!r}, which method {method!r} leaves out"
        )
    return q, v, wrenches[table.kept_bodies]


def ends_inertia(
    model: LoopModel, state: PackedState, method: str, bodies: NDArray[np.intc], frames: Array
) -> Array:
    """Inverse operational-space inertia (6 m, 6 m) of checked ends."""
    table = table_for(model, method)
    if method in APPROXIMATIONS:
        for body in bodies:
            if body not in table.kept_bodies:
                raise ShapeError(
                    f"ends: {model.names[body]!r} is a rotor, which method {method!r} leaves out"
                )
    found, lost = projections.ends_inertia(table, method, state.q, state.G, bodies, frames)
    if lost >= 0:
        raise zero_pivot(model, method, int(model.independent[lost]), state.q)
    require_finite("the inertia", found)
    return found
