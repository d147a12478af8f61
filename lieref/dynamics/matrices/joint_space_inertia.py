"""Time derivatives of the joint-space inertia, and its inverse times vectors."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.closed_forms import (
    inertia_series,
    joint_space_inertia,
    require_base,
)
from lieref.dynamics.forward.roots import base_changes
from lieref.dynamics.matrices.inertia_factor import inertia_factor
from lieref.dynamics.shared import base_change
from lieref.dynamics.shared.motion_rows import checked_orders, coefficients, derivatives
from lieref.errors import ShapeError
from lieref.model.arguments import real_array, real_numbers, require_finite
from lieref.model.checks import Base
from lieref.model.model import Model

Array = NDArray[np.float64]


@described("v : (r, nv)")
def joint_space_inertia_derivatives(
    model: Model, q: ArrayLike, v: ArrayLike, base: Base = "body"
) -> Array:
    """Return the joint-space inertia H and its time derivatives up to order r.

    Composite bodies in Taylor series; see `joint_space_inertia` for H itself.

    Returns
    -------
    (r + 1, nv, nv) array
        H, H', ..., H^(r), each symmetric; kg, kg m and kg m^2, per s^k.

    Notes
    -----
    Cost O(nbodies depth (r + 1)^2).

    Examples
    --------
    >>> lieref.joint_space_inertia_derivatives(model, q, [v]).shape
    (2, 3, 3)
    """
    require_base(base)
    configuration, velocity = checked_orders(model, q, v, 0)
    n = len(velocity) + 1
    series = coefficients(velocity)
    changes = base_changes(model, configuration, series, base, n)
    for change in changes:
        series = base_change.velocity(change, series)
    H = inertia_series(model, configuration, derivatives(series))[0]
    if not changes:
        return np.asarray(H)
    H = coefficients(H)
    with np.errstate(over="ignore", invalid="ignore"):
        for change in changes:
            H = base_change.congruence(change, H)
        result = derivatives(H)
    require_finite("H", result)
    return result


@described()
def inverse_inertia_times(model: Model, q: ArrayLike, b: ArrayLike, base: Base = "body") -> Array:
    """Return H^-1 b by the sparse factor of H; never an explicit inverse.

    H of base "body" is factored whatever the representation, so that the result does not lose
    digits with the robot's distance from the inertial origin.

    Parameters
    ----------
    b : (nv,) or (nv, count)
        Generalized forces, one to a column; N m and N.

    Returns
    -------
    array of b's shape
        Accelerations of the robot that is at rest in weightlessness.

    Raises
    ------
    SingularError
        H is not positive definite, or not known to be at this precision; names the joint.

    Examples
    --------
    >>> lieref.inverse_inertia_times(model, q, v).shape
    (3,)
    """
    # b is (nv,) or (nv, count): no axes of a batch
    require_base(base)
    forces = real_numbers("b", b)
    if forces.ndim not in (1, 2) or len(forces) != model.nv:
        raise ShapeError(
            f"b has shape {forces.shape}, expected ({model.nv},) or ({model.nv}, count)"
        )
    require_finite("b", forces)
    q = real_array("q", q, (model.nq,))
    factor = inertia_factor(model, joint_space_inertia(model, q))
    changes = base_changes(model, q, None, base, 1)
    # tau_base = T^T tau, v_body = T v_base
    with np.errstate(over="ignore", invalid="ignore"):
        for change in changes:
            forces[change.here] = change.inverse[0].T @ forces[change.here]
        rates = factor.solve(forces)
        for change in changes:
            rates[change.here] = change.inverse[0] @ rates[change.here]
    require_finite("the result", rates)
    return np.asarray(rates)
