"""Forward dynamics in the coordinates of the tree: the motions that the loops allow as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ConfigurationError, ShapeError
from lieref.loops.arguments import (
    AXES,
    applied_wrenches,
    base_number,
    choice,
    external_forces,
)
from lieref.loops.clusters.c_rnea.c_rnea import independent_forces, tree_rates
from lieref.loops.clusters.group_table import group_table
from lieref.loops.configuration import tree_configuration
from lieref.loops.constraint_equations import choose_independent, loop_bias, loop_jacobian
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.constraints.row_space import least_motion
from lieref.loops.constraints.state import PackedState
from lieref.loops.methods.accelerations import accelerations, at_rest
from lieref.loops.methods.projection_methods import APPROXIMATIONS, tree_with_multipliers
from lieref.model.arguments import real_array
from lieref.model.loops.loop_newton import CLOSED

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


def tree_accelerations(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Any = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Any = "body",
    tau_ext: ArrayLike | None = None,
    near: ArrayLike | None = None,
    method: str = "clusters",
) -> Array:
    """Return qddot (1, tree.nv) of tree velocities and forces.

    `forward_dynamics` with coordinates="tree", whose arguments and errors these are. With any N
    whose columns span the motions that the loops allow, qdot = N u, qddot = N udot + g, the C-ABA
    holds as it does for G: N is a null space of K, g the least solution of K g = k.
    """
    tree = model.tree
    torque = real_array("tau", tau, (1, tree.nv))
    if method in APPROXIMATIONS:
        raise ShapeError(
            f"method is {method!r}, which knows independent coordinates only, but coordinates is "
            "'tree'"
        )
    number = base_number(model, base)
    inertial = bool(choice("wrench_axes", wrench_axes, AXES))
    applied = applied_wrenches(model, wrenches, 1)
    own, other = external_forces(model, tau_ext, 1)
    at, velocity, K = tree_state(model, q, v, near)
    forces = torque[0] + other[0]
    forces[model.independent] += own[0]
    loads = None if applied is None else applied[0]
    if method == "multipliers":
        return tree_with_multipliers(model, at, velocity, number, forces, loads, inertial)[0][None]
    G = _free_motions(model, at)
    g = least_motion(model, K, loop_bias(model, at, velocity))
    state = PackedState(loop_tables(model), at, velocity, G, g, np.empty(0))
    reduced = independent_forces(group_table(model), state.G, forces)
    udot = accelerations(model, state, number, reduced, loads, inertial, method=method)
    return np.asarray(tree_rates(group_table(model), state.G, udot) + g)[None]


def resting_rates(model: LoopModel, q: Array, tau: Array) -> Array:
    """qddot of forces on the tree without velocity and weight, whatever coordinates are good."""
    none = np.zeros(model.tree.nv)
    state = PackedState(loop_tables(model), q, none, _free_motions(model, q), none, np.empty(0))
    table = group_table(model)
    udot = at_rest(model, state, 0, independent_forces(table, state.G, tau))
    return np.asarray(tree_rates(table, state.G, udot))


def _free_motions(model: LoopModel, q: Array) -> Array:
    """The null space of the loops, packed as G is; SingularError names a loop that lost rank."""
    N = np.asarray(choose_independent(model, q, method="null space"))
    return np.asarray(group_table(model).pack(N))


def tree_state(
    model: LoopModel, q: ArrayLike, v: ArrayLike, near: ArrayLike | None
) -> tuple[Array, Array, Array]:
    """Closed configuration, checked velocity of the tree, and K."""
    velocity = real_array("v", v, (model.tree.nv,))
    at = tree_configuration(model, q, near)
    K = loop_jacobian(model, at)
    require_obeyed(model, K, velocity)
    return at, velocity, K


def require_obeyed(model: LoopModel, K: Array, velocity: Array, what: str = "v") -> None:
    """A velocity that the loops allow, or an error that names the loop."""
    tables = loop_tables(model)
    rows = np.array([unit for _, unit in tables.owners])
    scaled = K / rows[:, None] * tables.tree_units
    rates = velocity / tables.tree_units
    broken = np.abs(scaled @ rates)
    # terms of an entry of a loop are as large as 1, whatever they leave of it, see `is_rounding` of
    # loop_tables.pxd; those of a coupling do not cancel
    allowed = np.zeros(len(K))
    for (first, of_loops), cluster in zip(tables.row_ranges, model.clusters, strict=True):
        own, at = slice(first, first + of_loops + len(cluster.driven)), list(cluster.velocities)
        sizes = np.abs(scaled[own][:, at])
        sizes[:of_loops] = np.maximum(sizes[:of_loops], 1)
        allowed[own] = CLOSED * (sizes @ np.abs(rates[at]))
    if np.any(broken > allowed):
        worst = int(np.argmax(broken - allowed))
        raise ConfigurationError(
            f"{what}: {tables.owners[worst][0]} is broken at a rate of {broken[worst]:.3g} (rad/s, "
            "or lengths of the loop), expected a velocity that the loops allow"
        )
