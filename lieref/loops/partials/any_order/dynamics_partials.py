"""Partial derivatives of dynamics through loops of any order: the checked public functions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.groups.screw_arrays import product
from lieref.documentation import described
from lieref.dynamics.forward.roots import base_changes, seen_from_roots
from lieref.dynamics.inverse_dynamics import inverse_dynamics as tree_inverse_dynamics
from lieref.dynamics.shared.base_change import velocity
from lieref.dynamics.shared.motion_rows import MOST_ROWS, factorials
from lieref.errors import ShapeError
from lieref.loops.arguments import AXES, applied_wrenches, base_number, choice, stack
from lieref.loops.configuration import tree_configuration
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.constraints.state import motion_coefficients
from lieref.loops.dynamics import Axes, Base, forward_dynamics
from lieref.loops.partials.any_order.series import (
    Motion,
    Partials,
    blocks,
    bracket,
    independent_bracket,
    through_loops,
)
from lieref.loops.partials.any_order.velocity_map import forces_by_G
from lieref.loops.partials.chain_rule import solved
from lieref.model.arguments import real_array, require_finite, require_in_range
from lieref.model.loops.loop_model import LoopModel, require_loop_model
from lieref.model.model import Model
from lieref.partials.any_order.bases import derivatives, in_base
from lieref.partials.any_order.forward import forward_dynamics_order_partials as forward_tree
from lieref.partials.any_order.forward.series_solve_generic import solved_blocks
from lieref.partials.any_order.inverse import inverse_dynamics_order_partials as inverse_tree
from lieref.partials.any_order.results import (
    ForwardDynamicsOrderPartials,
    InverseDynamicsOrderPartials,
)
from lieref.partials.any_order.wrenches import slopes

Array = NDArray[np.float64]


@described("v : (r + 2, nv)", "wrenches : (r + 1, nbodies, 6), optional")
def inverse_dynamics_order_partials(
    model: LoopModel | Model,
    q: ArrayLike,
    v: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    near: ArrayLike | None = None,
) -> InverseDynamicsOrderPartials:
    """First partials of the forces on the independent coordinates and of their time derivatives.

    Those of the open tree along the motions that the loops admit, and tau = G^T f of its forces,
    as Taylor series: docs/order-partials.md, (11) to (13). While q moves, the components of v and
    of its derivatives in `base`, and those of wrenches in `wrench_axes`, are held.

    Returns
    -------
    InverseDynamicsOrderPartials
        dtau_dq (r + 1, nv, nv): [k] of tau^(k) along the motions whose independent velocity is a
        unit vector, the loops staying closed; dtau_dv (r + 1, r + 2, nv, nv): [k, j] of tau^(k) by
        v^(j), zero for j > k + 1.

    Notes
    -----
    Cost O(tree.nv^2 nv r^2), of matrix products.
    `lieref.oracle.loop_inverse_dynamics_order_partials` is the reference value.

    Examples
    --------
    >>> lieref.loops.inverse_dynamics_order_partials(model, q, [v, v, v]).dtau_dv.shape
    (2, 3, 1, 1)
    """
    if isinstance(model, Model):
        return inverse_tree.inverse_dynamics_order_partials(
            model, q, v, base, wrenches, wrench_axes
        )
    require_loop_model(model)
    base_number(model, base)
    choice("wrench_axes", wrench_axes, AXES)
    rows = stack("v", v, 2, model.nv)
    loads = applied_wrenches(model, wrenches, len(rows) - 1)
    at = tree_configuration(model, q, near)
    with np.errstate(all="ignore"):
        found: InverseDynamicsOrderPartials = _finite(
            _inverse(model, at, rows, base, loads, wrench_axes)
        )
    return found


@described("wrenches : (r + 1, nbodies, 6), optional", "tau : (r + 1, nv)")
def forward_dynamics_order_partials(
    model: LoopModel | Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    near: ArrayLike | None = None,
) -> ForwardDynamicsOrderPartials:
    """First partials of the accelerations that forces cause through loops, and derivatives.

    The accelerations by the C-ABA, then `inverse_dynamics_order_partials` there, solved order by
    order with H = G^T H_tree G: docs/order-partials.md, (8). What is held is as there.

    Returns
    -------
    ForwardDynamicsOrderPartials
        da_dq, da_dv (r + 1, nv, nv): [k] of a^(k) = v^(k + 1); da_dtau (r + 1, r + 1, nv, nv):
        [k, j] of a^(k) by tau^(j), zero for j > k.

    Notes
    -----
    `lieref.oracle.loop_forward_dynamics_order_partials` is the reference value.

    Examples
    --------
    >>> lieref.loops.forward_dynamics_order_partials(model, q, v, [v, v]).da_dtau.shape
    (2, 2, 1, 1)
    """
    if isinstance(model, Model):
        return forward_tree.forward_dynamics_order_partials(
            model, q, v, tau, base, wrenches, wrench_axes
        )
    require_loop_model(model)
    base_number(model, base)
    choice("wrench_axes", wrench_axes, AXES)
    torque = stack("tau", tau, 1, model.nv)
    start = real_array("v", v, (model.nv,))
    loads = applied_wrenches(model, wrenches, len(torque))
    at = tree_configuration(model, q, near)
    _require_orders("tau", torque, len(torque) + 1)
    with np.errstate(all="ignore"):
        a = forward_dynamics(model, at, start, torque, base, loads, wrench_axes)
        rows = np.concatenate([start[None], a])
        Q, D = _inverse(model, at, rows, base, loads, wrench_axes)
        H = D[0, 1]
        blocks = solved_blocks(Q, D, 1.0, lambda right: solved(H, [right])[0])
        by_q, by_v, by_tau = (np.ascontiguousarray(x) for x in blocks)
        found: ForwardDynamicsOrderPartials = _finite(
            ForwardDynamicsOrderPartials(by_q, by_v, by_tau)
        )
    return found


def _require_orders(name: str, given: Array, rows: int) -> None:
    """Rows v, v', ... whose derivatives have factorials, or an error."""
    if rows > MOST_ROWS + 1:
        raise ShapeError(
            f"{name} has shape {given.shape}, expected an order r from 0 to {MOST_ROWS - 1}"
        )


def _finite(found: Any) -> Any:
    for name, array in zip(found._fields, found, strict=True):
        require_finite(name, array)
    return found


def _inverse(
    model: LoopModel, q: Array, rows: Array, base: Base, loads: Array | None, axes: Axes
) -> InverseDynamicsOrderPartials:
    """The blocks at a closed configuration, the components of v in `base` held."""
    _require_orders("v", rows, len(rows))
    whole = factorials(len(rows))[:, None]
    ind = model.independent
    # a free joint in another representation has no loop through it: its rows of G are units
    given = np.zeros((len(rows), model.tree.nv))
    given[:, ind] = rows / whole
    given = seen_from_roots(model.tree, given, base)
    changes = base_changes(model.tree, q, given, base, len(rows))
    for change in changes:
        given = velocity(change, given)
    y = np.ascontiguousarray(given[:, ind])
    dq, dv, tau = _in_body_axes(model, q, y, loads, axes)
    for change in changes:
        start = int(np.searchsorted(ind, change.here.start))
        here = slice(start, start + 6)
        moved = replace(change, here=here)
        dq, dv = in_base(moved, base, dq, dv, y[:, here], tau[:, here])
    return InverseDynamicsOrderPartials(*derivatives(dq, dv))


def _in_body_axes(
    model: LoopModel, q: Array, y: Array, loads: Array | None, axes: Axes
) -> tuple[Array, Array, Array]:
    """Blocks and forces between coefficients, the body components of y (r + 2, nv) held."""
    n, tree = len(y) - 1, model.tree
    # the coefficients of G that y has a part in are one more
    rates, G = _motion(model, q, np.concatenate([y, 0 * y[:1]]))
    at = Motion(rates[:-1], G)
    whole = factorials(n + 1)[:, None]
    v = at.v * whole
    require_in_range("v", v)
    force = tree_inverse_dynamics(tree, q, v, "body", loads, axes) / whole[:-1]
    A, B, H = inverse_tree.partials_series(tree, q, v)
    if loads is not None:
        A += slopes(tree, q, v, loads, axes)
    brackets = bracket(model, at)
    b = independent_bracket(model, brackets)
    f_dG = forces_by_G(model, lambda y_late: _motion(model, q, y_late)[1], y, force, b)
    found = through_loops(at, Partials(A, B, H), brackets, b, f_dG)
    tau = product(G[:n].swapaxes(-1, -2), force[..., None])[..., 0]
    return *blocks(found, b), tau


def _motion(model: LoopModel, q: Array, y: Array) -> tuple[Array, Array]:
    """Coefficients of the tree's velocity and of G (n, tree.nv, nv) along a motion y (n, nv)."""
    rates, packed = motion_coefficients(model, q, y)
    return rates, loop_tables(model).dense_series(packed)
