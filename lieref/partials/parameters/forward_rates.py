"""Time derivatives of the sensitivity of accelerations to inertial parameters and placements.

With q, v and tau(t) held, tau^(k) = tau^(k)(q, v, a, ..., a^(k); p) moves by nothing:

    H da^(k)/dp = -dtau^(k)/dp - sum_{j=1..k} (dtau^(k)/dv^(j)) da^(j-1)/dp
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.matrices.joint_space_inertia import inverse_inertia_times
from lieref.model.arguments import real_array
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.model.state_by_state import batched, each_state
from lieref.model.tree.configuration import require_tree
from lieref.partials.chain_rule.body_motion import Base
from lieref.partials.chain_rule.geometric_partials import SIDES, Side
from lieref.partials.forward_orders.order_solve_twin import solved_orders
from lieref.partials.orders.inverse_dynamics_order_partials import inverse_dynamics_order_partials
from lieref.partials.parameters.geometric_rates import inverse_dynamics_geometric_derivatives
from lieref.partials.parameters.regressor import INERTIA, LinearKind, checked_kinds
from lieref.partials.parameters.regressor_rates import inverse_dynamics_regressor_derivatives
from lieref.partials.sensitivities import require_finite_result

Array = NDArray[np.float64]


def forward_dynamics_regressor_derivatives(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base = "body",
    parameters: Sequence[LinearKind] = INERTIA,
) -> Array:
    """Return the derivatives of the accelerations and their rates by the inertial parameters.

    `forward_dynamics_regressor` and what follows it in time while tau(t) is held:
    -H^-1 Y^(k) less what the lower orders give, docs/order-partials.md, (8).

    Parameters
    ----------
    model : Model or LoopModel
    q : (..., nq) array_like
        Configuration: rad or m; quaternions (x, y, z, w) of unit norm within 1e-9. Leading axes, of
        any argument, are those of a batch of states; they broadcast.
    v : (..., nv) array_like
        Generalized velocity.
    tau : (..., r + 1, nv) array_like
        Generalized force and its time derivatives of order 1 .. r, held.
    base : "body", "spatial", "hybrid" or "mixed"
        Representation of the velocity, acceleration and force of free joints on the world.
    parameters : sequence of "inertia", "armature", "damping", "friction", "stiffness"
        Kinds of columns, as of `inverse_dynamics_regressor`.

    Returns
    -------
    (..., r + 1, nv, 10 nbodies) array, and nv columns more for each kind of joint physics
        [k] of a^(k) = v^(k + 1): acceleration, parameter in the order of `inertial_parameters`.

    Raises
    ------
    ArgumentError
        A model of another kind, or a name that is not known.
    ShapeError
        A wrong shape or dtype.
    NonFiniteError
        NaN or infinity, or a result beyond the range of double; names where and the index.
    ConfigurationError
        A quaternion that is not of unit norm; names the joint.
    SingularError
        A joint that no inertia opposes, or none that rounding errors leave; names the joint.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.forward_dynamics_regressor_derivatives(model, q, v, [v, v]).shape
    (2, 3, 30)
    """
    _require_model(model)
    checked_kinds(parameters)
    function, cores = forward_dynamics_regressor_derivatives, (1, 1, 2, 0, 0)
    if batched(("q", q, 1), ("v", v, 1), ("tau", tau, 2)):
        arguments = (q, v, tau, base, parameters)
        found: Array = each_state(function.__name__, function, model, arguments, cores)
        return found
    motion = _motion(model, q, v, tau, base)
    Y = inverse_dynamics_regressor_derivatives(model, q, motion, base, parameters)
    return require_finite_result("regressor", _solved(model, q, motion, Y, base))


def forward_dynamics_geometric_derivatives(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    side: Side = "right",
    base: Base = "body",
    directions: ArrayLike | None = None,
) -> Array:
    """Return the derivatives of the accelerations and their rates by the placements.

    `forward_dynamics_geometric_partials` and what follows it in time while tau(t) is held.

    Parameters
    ----------
    model, q, v, tau, base
        As of `forward_dynamics_regressor_derivatives`.
    side : "right" or "left"
    directions : (6 nbodies, k), optional
        As of `inverse_dynamics_geometric_derivatives`.

    Returns
    -------
    (..., r + 1, nv, 6 nbodies) array, or (..., r + 1, nv, k) of directions
        [k] of a^(k) = v^(k + 1): acceleration, coordinate of U body by body, angular part first.

    Raises
    ------
    As `forward_dynamics_regressor_derivatives`.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.forward_dynamics_geometric_derivatives(model, q, v, [v, v]).shape
    (2, 3, 18)
    """
    _require_model(model)
    choice("side", side, SIDES)
    function, cores = forward_dynamics_geometric_derivatives, (1, 1, 2, 0, 0, 0)
    if batched(("q", q, 1), ("v", v, 1), ("tau", tau, 2)):
        arguments = (q, v, tau, side, base, directions)
        found: Array = each_state(function.__name__, function, model, arguments, cores)
        return found
    motion = _motion(model, q, v, tau, base)
    slopes = inverse_dynamics_geometric_derivatives(
        model, q, motion, side, base, directions=directions
    )
    return require_finite_result("da_dplacement", _solved(model, q, motion, slopes, base))


def _require_model(model: object) -> None:
    """What else these call takes mechanisms, too."""
    if not isinstance(model, LoopModel):
        require_tree(model)


def _motion(
    model: Model | LoopModel, q: ArrayLike, v: ArrayLike, tau: ArrayLike, base: Base
) -> Array:
    """v and the accelerations that the forces cause, (r + 2, nv)."""
    a = forward_dynamics(model, q, v, tau, base)
    return np.concatenate([real_array("v", v, (model.nv,))[None], a])


def _solved(
    model: Model | LoopModel, q: ArrayLike, motion: Array, slopes: Array, base: Base
) -> Array:
    """da^(k)/dp from dtau^(k)/dp (r + 1, nv, m)."""
    at = np.asarray(q, float)
    by_v = inverse_dynamics_order_partials(model, at, motion, base).dtau_dv
    return np.asarray(
        solved_orders(-slopes, by_v, lambda right: inverse_inertia_times(model, at, right, base))
    )
