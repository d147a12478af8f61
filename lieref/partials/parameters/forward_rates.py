"""Time derivatives of the sensitivity of accelerations to inertial parameters and placements.

With q, v and tau(t) constant, tau^(k) = tau^(k)(q, v, a, ..., a^(k); p) moves by nothing:

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
from lieref.partials.any_order.forward.series_solve_generic import solved_orders
from lieref.partials.any_order.inverse.inverse_dynamics_order_partials import (
    inverse_dynamics_order_partials,
)
from lieref.partials.any_order.results import InverseDynamicsOrderPartials
from lieref.partials.coordinates.geometric_partials import SIDES, Side
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

    `forward_dynamics_regressor` and what follows it in time while tau(t) is constant:
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
    return OF_TREES.regressor_derivatives(model, q, v, tau, base, parameters)


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

    `forward_dynamics_geometric_partials` and what follows it in time while tau(t) is constant.

    Returns
    -------
    (..., r + 1, nv, 6 nbodies) array, or (..., r + 1, nv, k) of directions
        [k] of a^(k) = v^(k + 1): acceleration, coordinate of U body by body, angular part first.

    Examples
    --------
    >>> lieref.forward_dynamics_geometric_derivatives(model, q, v, [v, v]).shape
    (2, 3, 18)
    """
    return OF_TREES.geometric_derivatives(model, q, v, tau, side, base, directions)


class Functions(NamedTuple):
    """What accelerations and their sensitivities are computed from, of trees or of mechanisms."""

    forward_dynamics: Callable[..., Array]
    inverse_dynamics_order_partials: Callable[..., InverseDynamicsOrderPartials]
    inverse_inertia_times: Callable[..., Array]
    inverse_dynamics_regressor_derivatives: Callable[..., Array]
    inverse_dynamics_geometric_derivatives: Callable[..., Array]

    def regressor_derivatives(
        self,
        model: Any,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        base: Base,
        parameters: Sequence[LinearKind],
    ) -> Array:
        """`forward_dynamics_regressor_derivatives` of either."""
        checked_kinds(parameters)
        motion = self._motion(model, q, v, tau, base)
        Y = self.inverse_dynamics_regressor_derivatives(model, q, motion, base, parameters)
        return require_finite_result("regressor", self._solved(model, q, motion, Y, base))

    def geometric_derivatives(
        self,
        model: Any,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        side: Side,
        base: Base,
        directions: ArrayLike | None,
    ) -> Array:
        """`forward_dynamics_geometric_derivatives` of either."""
        choice("side", side, SIDES)
        motion = self._motion(model, q, v, tau, base)
        slopes = self.inverse_dynamics_geometric_derivatives(
            model, q, motion, side, base, directions=directions
        )
        return require_finite_result("da_dplacement", self._solved(model, q, motion, slopes, base))

    def _motion(self, model: Any, q: ArrayLike, v: ArrayLike, tau: ArrayLike, base: Base) -> Array:
        """v and the accelerations that the forces cause, (r + 2, nv)."""
        a = self.forward_dynamics(model, q, v, tau, base)
        return np.concatenate([real_array("v", v, (model.nv,))[None], a])

    def _solved(self, model: Any, q: ArrayLike, motion: Array, slopes: Array, base: Base) -> Array:
        """da^(k)/dp from dtau^(k)/dp (r + 1, nv, m)."""
        at = np.asarray(q, float)
        by_v = self.inverse_dynamics_order_partials(model, at, motion, base).dtau_dv
        return np.asarray(
            solved_orders(
                -slopes, by_v, lambda right: self.inverse_inertia_times(model, at, right, base)
            )
        )


OF_TREES = Functions(
    forward_dynamics,
    inverse_dynamics_order_partials,
    inverse_inertia_times,
    inverse_dynamics_regressor_derivatives,
    inverse_dynamics_geometric_derivatives,
)
