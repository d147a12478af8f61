"""Time derivatives of the sensitivity of forces to the placements of the bodies.

A placement is a coordinate of a joint at rest in front of the body's own, see `parameter_tree`, and
stays what it is along a motion: the partials of tau^(k) by these coordinates are the k-th time
derivatives of those of tau.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice
from lieref.documentation import described
from lieref.model.arguments import real_array
from lieref.model.checks import Axes, Base
from lieref.model.model import Model
from lieref.partials.any_order.inverse.inverse_dynamics_order_partials import (
    inverse_dynamics_order_partials,
    order_wrench_rows,
)
from lieref.partials.any_order.inverse.inverse_dynamics_order_products import checked_motion
from lieref.partials.coordinates.geometric_partials import SIDES, Side, on_side
from lieref.partials.parameters.parameter_tree import extended, is_free_root, root_move
from lieref.partials.sensitivities import require_finite_result

Array = NDArray[np.float64]


@described("q : (..., nq)", "v : (..., r + 2, nv)", "wrenches : (..., r + 1, nbodies, 6), optional")
def inverse_dynamics_geometric_derivatives(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    side: Side = "right",
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    directions: ArrayLike | None = None,
) -> Array:
    """Return the derivatives of the forces and their time derivatives by the placements.

    `inverse_dynamics_geometric_partials` and its time derivatives along a motion, to calibrate the
    geometry from torques and torque rates. Source: Müller (2018), Sec. 6.2, and partials of any
    order, docs/order-partials.md, of the tree with a joint at rest to each placement. The motion is
    constant, and so are wrenches: their components in `base` and `wrench_axes`.

    Returns
    -------
    (..., r + 1, nv, 6 nbodies) array, or (..., r + 1, nv, k) of directions
        [k] of tau^(k): force, coordinate of U body by body, angular part first; N m or N per rad
        and m, per s^k.

    Raises
    ------
    ConfigurationError
        ... An open loop.
    SingularError
        A loop that does not stay closed; names it.

    Notes
    -----
    Cost of `inverse_dynamics_order_partials` of a tree of nv + 6 nbodies coordinates.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones((3, 3))
    >>> lieref.inverse_dynamics_geometric_derivatives(model, q, v).shape
    (2, 3, 18)
    """
    choice("side", side, SIDES)
    q, v = checked_motion(model, q, v)
    free = [i for i in range(model.nbodies) if is_free_root(model, i)]
    at = extended(model, tuple(i for i in range(model.nbodies) if i not in free))
    configuration, rates = at.tree.neutral(), np.zeros((len(v), at.tree.nv))
    configuration[at.places] = q
    rates[:, at.real] = v
    loads = None
    if wrenches is not None:
        loads = np.zeros((len(v) - 1, at.tree.nbodies, 6))
        loads[:, at.bodies] = order_wrench_rows(model, wrenches, len(v) - 1)
    by_q = inverse_dynamics_order_partials(
        at.tree, configuration, rates, base, loads, wrench_axes
    ).dtau_dq[:, at.real]
    out = np.zeros((len(v) - 1, model.nv, 6 * model.nbodies))
    for i in range(model.nbodies):
        here = slice(6 * i, 6 * i + 6)
        if i in free:
            # its placement moves it as its own coordinates do
            own = at.real[model.idx_v[i] :][:6]
            out[..., here] = by_q[..., own] @ root_move(q[model.idx_q[i] :][:7])
        else:
            out[..., here] = by_q[..., at.virtual[i] : at.virtual[i] + 6]
    rows = np.array([on_side(model, block, side) for block in out]).reshape(out.shape)
    if directions is not None:
        rows = rows @ real_array("directions", directions, (6 * model.nbodies, "k"))
    return require_finite_result("dtau_dplacement", rows)
