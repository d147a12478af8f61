"""The terms of the equations of motion one by one: gravity, velocity forces, applied wrenches."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice
from lieref.documentation import described
from lieref.dynamics.closed_forms import body_torques, require_base
from lieref.dynamics.forward.roots import base_changes
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.dynamics.shared import base_change
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.model.arguments import real_array, require_finite
from lieref.model.checks import Axes, Base
from lieref.model.model import Model

Array = NDArray[np.float64]


@described("q : (..., nq)")
def gravity_forces(model: Model, q: ArrayLike, base: Base = "body") -> Array:
    """Return g of H vdot + C v + g = tau: the forces that hold the robot at rest.

    Source: Ali et al., (5): g = -S^T G_c W_grav. Of gravity alone: springs of joints are not in it.

    Returns
    -------
    (..., nv) array
        N m and N.

    Examples
    --------
    >>> bool(np.array_equal(lieref.gravity_forces(model, q), lieref.inverse_dynamics(model,
    ...     q, [0 * v, 0 * v])[0]))
    True
    """
    if model.joint_physics is not None:
        model = _bare(model)
    return np.asarray(inverse_dynamics(model, q, np.zeros((2, model.nv)), base)[..., 0, :])


@lru_cache(maxsize=8)
def _bare(model: Any) -> Any:
    return model.without_joint_physics()


@described()
def bias_forces(model: Model, q: ArrayLike, v: ArrayLike, base: Base = "body") -> Array:
    """Return h of H vdot + h + g = tau: Coriolis and centrifugal forces, without gravity.

    Source: Ali et al., (5) and Lemma 1: h = C v. Damping, friction and springs are not in it.

    Returns
    -------
    (nv,) array
        N m and N. Errors as `gravity_forces`.

    Examples
    --------
    >>> lieref.bias_forces(model, q, v).shape
    (3,)
    """
    # C v of a fast base is a small difference of large numbers
    at, rates = real_array("q", q, (model.nq,)), np.zeros((2, model.nv))
    rates[0] = real_array("v", v, (model.nv,))
    return np.asarray(inverse_dynamics(_bodies_alone(model), at, rates, base)[0])


@lru_cache(maxsize=8)
def _bodies_alone(model: Model) -> Model:
    """Without gravity and joint physics."""
    return model.without_joint_physics().with_gravity((0.0, 0.0, 0.0))


@described("wrenches : (nbodies, 6)")
def external_forces(
    model: Model,
    q: ArrayLike,
    wrenches: ArrayLike,
    base: Base = "body",
    wrench_axes: Axes = "body",
) -> Array:
    """Return the term that wrenches on the bodies add to the left of H vdot + h + g + ... = tau.

    Source: Ali et al., (5): tau_ext(Omega) = -S^T G_c W_app = -sum_k J_k^T W_k. Mind the sign:
    it is what the joints must supply against the wrenches.

    Returns
    -------
    (nv,) array
        N m and N. Errors as `gravity_forces`.

    Examples
    --------
    >>> lieref.external_forces(model, q, np.ones((3, 6))).shape
    (3,)
    """
    require_base(base)
    loads = real_array("wrenches", wrenches, (model.nbodies, 6))
    choice("wrench_axes", wrench_axes, ("body", "inertial"))
    if wrench_axes == "inertial":
        R = forward_kinematics(model, q, np.zeros((1, model.nv)))[0][:, :3, :3]
        halves = loads.reshape(-1, 2, 3)
        loads = np.ascontiguousarray((halves @ R).reshape(-1, 6))
    tau = body_torques(model, q, loads)
    with np.errstate(over="ignore", invalid="ignore"):
        for change in base_changes(model, np.asarray(q, dtype=float), None, base, 1):
            tau = base_change.torque(change, tau)
    require_finite("tau", tau)
    return -tau
