"""Inverse and forward dynamics of mechanisms with loops: checked entry points of the recursions."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.forward_dynamics import forward_dynamics as tree_forward_dynamics
from lieref.dynamics.inverse_dynamics import inverse_dynamics as tree_inverse_dynamics
from lieref.loops.arguments import (
    AXES,
    applied_wrenches,
    base_number,
    choice,
    external_forces,
    stack,
)
from lieref.loops.clusters import dynamics as clusters
from lieref.loops.clusters import many_states
from lieref.loops.clusters.c_rnea.c_rnea import independent_forces
from lieref.loops.clusters.group_table import group_table
from lieref.loops.constraint_equations import (
    choose_independent,
    expand_motion,
    packed_state,
)
from lieref.loops.methods.accelerations import accelerations, at_rest
from lieref.loops.methods.projection_methods import (
    FORWARD_METHODS,
    INVERSE_METHODS,
    motion_forces,
    require_order_zero,
)
from lieref.loops.tree_coordinates import tree_accelerations, tree_state
from lieref.model.arguments import real_array, require_finite
from lieref.model.loops.loop_choice import with_coordinates
from lieref.model.loops.loop_model import LoopModel, require_loop_model
from lieref.model.model import Model
from lieref.model.state_by_state import batched

Array = NDArray[np.float64]
Base = Literal["body", "spatial", "hybrid", "mixed"]
Axes = Literal["body", "inertial"]


def _finite(name: str, value: Array) -> Array:
    """A result within the range of double."""
    require_finite(name, value)
    return value


@described("v : (r + 2, nv)", "wrenches : (r + 1, nbodies, 6), optional")
def inverse_dynamics(
    model: LoopModel | Model,
    q: ArrayLike,
    v: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    tau_ext: ArrayLike | None = None,
    near: ArrayLike | None = None,
    method: str = "clusters",
) -> Array:
    """Return the forces on the independent coordinates of a motion, and their time derivatives.

    C-RNEA [Chignoli et al., Sec. VI] with the transforms between clusters written body by body: the
    open tree's recursion for qdot = G ydot, qddot = G yddot + g, then tau_y = G^T tau. Order r: the
    constraints are expanded in time, and the derivatives of G^T tau follow by Leibniz' rule.

    Parameters
    ----------
    method : {"clusters", "projected", "approximate", "approximate_full", "unconstrained"}
        What the C-RNEA is compared with [Chignoli et al., Sec. II-C]: "projected" forms all of G
        and multiplies by it, to the same result. The others are inexact and of order 0: the open
        tree without its rotors, which are the bodies with a driven joint that carry nothing, and
        in their place an armature, the diagonal of G_r^T I_r G_r, all of it, or none. The masses
        of the rotors, their gyroscopic forces and what they take of their carriers' motion are
        lost.

    Returns
    -------
    (r + 1, nv) array
        N m or N.

    Raises
    ------
    ModelError
        An approximation where other joints than those of rotors are dependent; names them.

    Notes
    -----
    Cost O(nbodies) at order 0, "projected" O(nbodies nv); O(nbodies (r + 1)^2) at order r, where
    both methods are one.
    `lieref.oracle.loop_inverse_dynamics` is the reference value.

    Examples
    --------
    >>> lieref.loops.inverse_dynamics(model, q, [v, v]).shape
    (1, 1)
    """
    if isinstance(model, Model):
        choice("method", method, INVERSE_METHODS)
        return np.asarray(tree_inverse_dynamics(model, q, v, base, wrenches, wrench_axes, tau_ext))
    require_loop_model(model)
    if choice("method", method, INVERSE_METHODS) == 0:
        return clusters.inverse_dynamics(model, q, v, base, wrenches, wrench_axes, tau_ext, near)
    motion = stack("v", v, 2, model.nv)
    number, inertial = base_number(model, base), bool(choice("wrench_axes", wrench_axes, AXES))
    rows = len(motion) - 1
    applied = applied_wrenches(model, wrenches, rows)
    own, tree = external_forces(model, tau_ext, rows)
    require_order_zero(method, rows)
    if rows > 1:
        # their matrix G^T has derivatives in time, which one compiled sum multiplies by
        return clusters.inverse_dynamics(model, q, v, base, wrenches, wrench_axes, tau_ext, near)
    table = group_table(model)
    state = packed_state(model, q, motion[0], near)
    loads = None if applied is None else applied[0]
    found = motion_forces(model, state, method, number, motion[1], loads, inertial) - own[0]
    if tau_ext is not None:
        found -= independent_forces(table, state.G, tree[0])
    return _finite("tau", found[None])


@described("wrenches : (r + 1, nbodies, 6), optional")
def forward_dynamics(
    model: LoopModel | Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    tau_ext: ArrayLike | None = None,
    coordinates: Literal["independent", "tree"] = "independent",
    near: ArrayLike | None = None,
    method: str = "clusters",
) -> Array:
    """Return the accelerations that forces cause, and their time derivatives.

    C-ABA [Chignoli et al., Alg. 1, with line 18 as (26) has it], without matrices of the size of a
    cluster. Order r: each order is one more C-ABA at rest, with the constraints expanded in time.

    Parameters
    ----------
    v : (nv,) or (tree.nv,)
        Velocity in `coordinates`; on the tree it has to obey the loops.
    tau : (r + 1, nv) or (r + 1, tree.nv)
        tau[k] is the k-th time derivative of the forces on `coordinates`, N m or N.
    coordinates : {"independent", "tree"}
        "tree": velocities, forces and results of all tree joints. The motions that the loops allow
        are found by their null space at q, for derivatives by coordinates that are good there, so
        that the result keeps its digits near a toggle of the independent coordinates.
    method : {"clusters", "projection", "projection_sparse", "multipliers", "approximate", \
"approximate_full", "unconstrained"}
        What the C-ABA is compared with [Chignoli et al., Sec. II-D]: "projection" factors the full
        matrix G^T H G, "projection_sparse" the same as L^T L in the sparsity that the tree of
        clusters induces, "multipliers" solves for K^T lambda, see `constraint_forces`, each to
        the same result. Approximations are those of `inverse_dynamics`, for independent
        coordinates.

    Returns
    -------
    (r + 1, nv) or (r + 1, tree.nv) array
        vdot[k]: the (k + 1)-th time derivative of the velocity.

    Raises
    ------
    ConfigurationError
        q does not close the loops, or a tree velocity breaks them; names the loop.
    ModelError
        As for `inverse_dynamics`.

    Notes
    -----
    Cost O(nbodies) at order 0 for clusters of bounded size; "projection" O(nbodies^2 nv).
    `lieref.oracle.loop_forward_dynamics` is the reference value.

    Examples
    --------
    >>> lieref.loops.forward_dynamics(model, q, v, [v]).shape
    (1, 1)
    """
    if isinstance(model, Model):
        choice("method", method, FORWARD_METHODS)
        return np.asarray(
            tree_forward_dynamics(model, q, v, tau, base, wrenches, wrench_axes, tau_ext)
        )
    require_loop_model(model)
    choice("method", method, FORWARD_METHODS)
    if choice("coordinates", coordinates, ("independent", "tree")):
        orders = tree_accelerations if len(np.atleast_1d(tau)) == 1 else _tree_derivatives
        return orders(model, q, v, tau, base, wrenches, wrench_axes, tau_ext, near, method)
    if method == "clusters":
        usual = clusters.forward_dynamics(
            model, q, v, tau, base, wrenches, wrench_axes, tau_ext, near
        )
        if usual is not None:
            return usual
    torque = stack("tau", tau, 1, model.nv)
    velocity = real_array("v", v, (model.nv,))
    rows = len(torque)
    require_order_zero(method, rows)
    number, inertial = base_number(model, base), bool(choice("wrench_axes", wrench_axes, AXES))
    applied = applied_wrenches(model, wrenches, rows)
    own, tree = external_forces(model, tau_ext, rows)
    state = packed_state(model, q, velocity, near)
    first = torque[0] + own[0]
    if tau_ext is not None:
        first = first + independent_forces(group_table(model), state.G, tree[0])
    loads = None if applied is None else applied[0]
    found = [accelerations(model, state, number, first, loads, inertial, method=method)]
    for k in range(1, rows):
        # the forces that the known motion wants, with no derivative of order k + 1
        motion = np.array([velocity, *found, np.zeros(model.nv)])
        given = None if applied is None else applied[: k + 1]
        known = clusters.inverse_dynamics(
            model, state.q, motion, base, given, wrench_axes, tree[: k + 1], None
        )[k]
        found.append(at_rest(model, state, number, torque[k] + own[k] - known, method))
    return _finite("vdot", np.array(found))


def _tree_derivatives(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base,
    wrenches: ArrayLike | None,
    wrench_axes: Axes,
    tau_ext: ArrayLike | None,
    near: ArrayLike | None,
    method: str,
) -> Array:
    """(r + 1, tree.nv) of tree velocities and forces, by coordinates that are good at q."""
    torque = stack("tau", tau, 1, model.tree.nv)
    own, other = external_forces(model, tau_ext, len(torque))
    forces = torque + other
    forces[:, model.independent] += own
    at, velocity, _ = tree_state(model, q, v, near)
    good = with_coordinates(model, choose_independent(model, at))
    y, none = velocity[good.independent], np.zeros((len(torque), good.nv))
    found = forward_dynamics(good, at, y, none, base, wrenches, wrench_axes, forces, method=method)
    return expand_motion(good, at, np.concatenate([y[None], found]))[0][1:]


def states_inverse_dynamics(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
) -> Array:
    """`lieref.loops.inverse_dynamics`, with leading axes."""
    single, given = inverse_dynamics, (q, v, base, wrenches, wrench_axes, None)
    if not batched(("q", q, 1), ("v", v, 2), ("wrenches", wrenches, 3)):
        return single(model, *given)
    found = many_states.inverse_dynamics(single, model, given, (1, 2, 0, 3, 0, 2), 1)
    return np.asarray(found)


def states_forward_dynamics(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    workers: int = 1,
) -> Array:
    """`lieref.loops.forward_dynamics` of many states."""
    given = (q, v, tau, base, wrenches, wrench_axes, None)
    single, cores = forward_dynamics, (1, 1, 2, 0, 3, 0, 2)
    return np.asarray(many_states.forward_dynamics(single, model, given, cores, workers))
