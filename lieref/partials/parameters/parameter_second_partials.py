"""Second partials of inverse and forward dynamics that involve parameters of the model.

Geometry, [Müller, Sec. 6.2], joint screws, and inertial parameters, in which forces are linear:
with each other and with q, v and a or tau; see `lieref.partials.parameters.parameters` for what
moves. For accelerations, differentiating tau(q, v, a, p) = const twice along x, then y,

    H a_xy = -(tau_xy + H_x a_y + H_y a_x).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.matrices.joint_space_inertia import inverse_inertia_times
from lieref.model.checks import Axes, Base
from lieref.model.model import Model
from lieref.partials.idsva_so.inverse_dynamics_second_partials import (
    inverse_dynamics_second_partials,
)
from lieref.partials.parameters.parameter_expansion import Expansion, expansion
from lieref.partials.parameters.parameters import KINDS, Kind, checked_parameters
from lieref.partials.second_order_numbers.pairs import checked
from lieref.partials.sensitivities import require_finite_result

Array = NDArray[np.float64]


@described()
class InverseParameterSecondPartials(NamedTuple):
    """Second partials of the forces; (nv, m, m), (nv, m, nv), (nv, m, nv), (nv, nv, m).

    d2tau_dp_dp[i, j, k] is along j first, then along k.

    Examples
    --------
    >>> found = lieref.inverse_dynamics_parameter_second_partials(model, q, v, v, ["inertia"])
    >>> found.d2tau_da_dp.shape
    (3, 3, 30)
    """

    d2tau_dp_dp: Array
    d2tau_dp_dq: Array
    d2tau_dp_dv: Array
    d2tau_da_dp: Array


@described()
class ForwardParameterSecondPartials(NamedTuple):
    """Second partials of the accelerations; (nv, m, m), (nv, m, nv), (nv, m, nv), (nv, nv, m).

    Examples
    --------
    >>> found = lieref.forward_dynamics_parameter_second_partials(model, q, v, v, ["inertia"])
    >>> found.d2a_dtau_dp.shape
    (3, 3, 30)
    """

    d2a_dp_dp: Array
    d2a_dp_dq: Array
    d2a_dp_dv: Array
    d2a_dtau_dp: Array


@described('parameters : sequence of "placement", "screw", "inertia"')
def inverse_dynamics_parameter_second_partials(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    parameters: Sequence[Kind] = KINDS,
    bodies: Sequence[int | str] | None = None,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
) -> InverseParameterSecondPartials:
    """Return second derivatives of the generalized forces that involve the model's parameters.

    Source: Müller (2018), Sec. 6.2, B_i = B_i0 exp(U pi), (92) for screws, Sec. 6 for inertial
    parameters; entries by [Singh, (12), (13), (52)]. Components in `base` and in `wrench_axes` are
    constant.

    Parameters
    ----------
    model : Model or LoopModel
        Of a LoopModel the forces on the independent coordinates: the loops stay closed where
        placements and screws move, as for `inverse_dynamics_geometric_partials`.

    Returns
    -------
    InverseParameterSecondPartials
        m columns, kind by kind in the order of the arguments, body by body within a kind: the
        columns of `inverse_dynamics_geometric_partials`, `inverse_dynamics_screw_partials` and
        `inverse_dynamics_regressor`. In d2tau_dp_dp[i, j, k] of one placement it is
        T exp(E_k y) exp(E_j x); all other pairs are symmetric. q as in dtau_dq.

    Raises
    ------
    ShapeError
        A wrong shape or dtype, an unknown kind or body, or one that comes twice.
    SingularError
        Of a LoopModel: a loop with redundant constraints that a placement or screw would open.

    Notes
    -----
    Of inertial parameters O(m d^2), d the coordinates between a joint and the root. Of geometry
    O(nv n d), in a tree of n coordinates, six more to each body whose placement or screw moves; it
    is made once, and kept. Accuracy: claim sensitivity_models of reports/representations.

    Examples
    --------
    >>> found = lieref.inverse_dynamics_parameter_second_partials(model, q, v, v, ["inertia"])
    >>> found.d2tau_dp_dq.shape
    (3, 30, 3)
    """
    chosen = checked_parameters(model, parameters, bodies)
    q, v, a, wrenches = checked(model, q, v, "a", a, base, wrenches, wrench_axes)
    with np.errstate(over="ignore", invalid="ignore"):
        found = expansion(model, chosen, q, v, a, base, wrenches, wrench_axes)
    out = InverseParameterSecondPartials(found.pp, found.pq, found.pv, found.ap)
    # zeros of inertial parameters are not checked: there may be many
    for name, array in tuple(zip(out._fields, out, strict=True))[found.aq is None :]:
        require_finite_result(name, array)
    return out


@described('parameters : sequence of "placement", "screw", "inertia"')
def forward_dynamics_parameter_second_partials(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    parameters: Sequence[Kind] = KINDS,
    bodies: Sequence[int | str] | None = None,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
) -> ForwardParameterSecondPartials:
    """Return second derivatives of the accelerations that involve the model's parameters.

    Source: as `inverse_dynamics_parameter_second_partials`, and the module's text. tau is constant.

    Returns
    -------
    ForwardParameterSecondPartials
        Of two inertial parameters too: the accelerations are not linear in them.

    Examples
    --------
    >>> found = lieref.forward_dynamics_parameter_second_partials(model, q, v, v, ["inertia"])
    >>> found.d2a_dp_dq.shape
    (3, 30, 3)
    """
    chosen = checked_parameters(model, parameters, bodies)
    q, v, tau, wrenches = checked(model, q, v, "tau", tau, base, wrenches, wrench_axes)
    loads = None if wrenches is None else wrenches[None]
    a = forward_dynamics(model, q, v, tau[None], base, loads, wrench_axes)[0]
    with np.errstate(over="ignore", invalid="ignore"):
        by = expansion(model, chosen, q, v, a, base, wrenches, wrench_axes)

    def inertia_by_q() -> Array:
        return inverse_dynamics_second_partials(model, q, v, a, base).d2tau_da_dq

    def inertia_inverse(forces: Array) -> Array:
        return inverse_inertia_times(model, q, forces, base)

    return forward_second(by, model.nv, inertia_by_q, inertia_inverse)


def forward_second(
    by: Expansion,
    nv: int,
    inertia_by_q: Callable[[], Array],
    inertia_inverse: Callable[[Array], Array],
) -> ForwardParameterSecondPartials:
    """Second partials of the accelerations from partials of the forces in that motion.

    inertia_by_q: d2tau/da dq where `by` has none; inertia_inverse: H^-1 times columns.
    """
    aq = inertia_by_q() if by.aq is None else by.aq

    def solved(*forces: Array) -> list[Array]:
        """-H^-1 of each, all in one go."""
        columns = [x.reshape(len(x), math.prod(x.shape[1:])) for x in forces]
        found = inertia_inverse(-np.concatenate(columns, 1))
        starts = np.cumsum([x.shape[1] for x in columns])[:-1]
        parts = zip(np.split(found, starts, 1), forces, strict=True)
        return [part.reshape(x.shape) for part, x in parts]

    # H_x a_y, [i, x, y]
    def times(slope: Array, rates: Array) -> Array:
        return np.tensordot(slope, rates, ([1], [0]))

    a_p, a_q, a_v, a_tau = solved(by.p, by.q, by.v, -np.eye(nv))
    across = times(by.ap, a_p)
    return ForwardParameterSecondPartials(
        *solved(
            by.pp + across + across.swapaxes(1, 2),
            by.pq + times(by.ap, a_q) + times(aq, a_p).swapaxes(1, 2),
            by.pv + times(by.ap, a_v),
            times(by.ap, a_tau).swapaxes(1, 2),
        )
    )
