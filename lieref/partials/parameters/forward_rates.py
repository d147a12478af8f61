"""Time derivatives of the sensitivity of accelerations to inertial parameters and placements.

With q, v and tau(t) held, tau^(k) = tau^(k)(q, v, a, ..., a^(k); p) moves by nothing:

    H da^(k)/dp = -dtau^(k)/dp - sum_{j=1..k} (dtau^(k)/dv^(j)) da^(j-1)/dp
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice
from lieref.documentation import described
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.matrices.joint_space_inertia import inverse_inertia_times
from lieref.model.arguments import real_array
from lieref.model.checks import Base
from lieref.model.model import Model
from lieref.partials.chain_rule.geometric_partials import SIDES, Side
from lieref.partials.forward_orders.order_solve_twin import solved_orders
from lieref.partials.orders.inverse_dynamics_order_partials import inverse_dynamics_order_partials
from lieref.partials.orders.results import InverseDynamicsOrderPartials
from lieref.partials.parameters.geometric_rates import inverse_dynamics_geometric_derivatives
from lieref.partials.parameters.regressor import INERTIA, LinearKind, checked_kinds
from lieref.partials.parameters.regressor_rates import inverse_dynamics_regressor_derivatives
from lieref.partials.sensitivities import require_finite_result

Array = NDArray[np.float64]


@described("q : (..., nq)", "v : (..., nv)", "tau : (..., r + 1, nv)")
def forward_dynamics_regressor_derivatives(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base = "body",
    parameters: Sequence[LinearKind] = INERTIA,
) -> Array:
    """Return the derivatives of the accelerations and their rates by the inertial parameters.

    `forward_dynamics_regressor` and what follows it in time while tau(t) is held:
    -H^-1 Y^(k) less what the lower orders give, docs/order-partials.md, (8).

    Returns
    -------
    (..., r + 1, nv, 10 nbodies) array, and nv columns more for each kind of joint physics
        [k] of a^(k) = v^(k + 1): acceleration, parameter in the order of `inertial_parameters`.

    Examples
    --------
    >>> lieref.forward_dynamics_regressor_derivatives(model, q, v, [v, v]).shape
    (2, 3, 30)
    """
    checked_kinds(parameters)

    def inverse(motion: Array) -> Array:
        return inverse_dynamics_regressor_derivatives(model, q, motion, base, parameters)

    return solved("regressor", OF_TREES, inverse, model, q, v, tau, base)


@described("q : (..., nq)", "v : (..., nv)", "tau : (..., r + 1, nv)")
def forward_dynamics_geometric_derivatives(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    side: Side = "right",
    base: Base = "body",
    directions: ArrayLike | None = None,
) -> Array:
    """Return the derivatives of the accelerations and their rates by the placements.

    `forward_dynamics_geometric_partials` and what follows it in time while tau(t) is held.

    Returns
    -------
    (..., r + 1, nv, 6 nbodies) array, or (..., r + 1, nv, k) of directions
        [k] of a^(k) = v^(k + 1): acceleration, coordinate of U body by body, angular part first.

    Examples
    --------
    >>> lieref.forward_dynamics_geometric_derivatives(model, q, v, [v, v]).shape
    (2, 3, 18)
    """
    choice("side", side, SIDES)

    def inverse(motion: Array) -> Array:
        return inverse_dynamics_geometric_derivatives(
            model, q, motion, side, base, directions=directions
        )

    return solved("da_dplacement", OF_TREES, inverse, model, q, v, tau, base)


class Functions(NamedTuple):
    """What the equations of motion are solved with, of trees or of mechanisms."""

    forward_dynamics: Callable[..., Array]
    inverse_dynamics_order_partials: Callable[..., InverseDynamicsOrderPartials]
    inverse_inertia_times: Callable[..., Array]


OF_TREES = Functions(forward_dynamics, inverse_dynamics_order_partials, inverse_inertia_times)


def solved(
    what: str,
    functions: Functions,
    inverse: Callable[[Array], Array],
    model: Any,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base,
) -> Array:
    """Return da^(k)/dp; inverse: dtau^(k)/dp (r + 1, nv, m) of a motion v (r + 2, nv)."""
    a = functions.forward_dynamics(model, q, v, tau, base)
    motion = np.concatenate([real_array("v", v, (model.nv,))[None], a])
    slopes, at = inverse(motion), np.asarray(q, float)
    by_v = functions.inverse_dynamics_order_partials(model, at, motion, base).dtau_dv
    found = solved_orders(
        -slopes, by_v, lambda right: functions.inverse_inertia_times(model, at, right, base)
    )
    return require_finite_result(what, np.asarray(found))
