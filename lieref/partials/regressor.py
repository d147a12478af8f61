"""Forces and accelerations as functions of the inertial parameters of the bodies.

A body's wrench, and so every generalised force, is linear in its ten parameters

    m,  h = m c (3),  J (6: xx, yy, zz, xy, xz, yz) about the origin of the body frame,

c the centre of mass, all in the body frame: tau = Y(q, v, a) p, with the regressor Y free of p.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.dynamics.closed_forms import require_base
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.joint_space_inertia import inverse_inertia_times
from lieref.partials.body_motion import body_motion, dual_rows
from lieref.partials.sensitivities import body_regressor, checked_motion, require_finite_result

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[np.float64]
Base = Literal["body", "spatial", "hybrid", "mixed"]


def inertial_parameters(model: Model) -> Array:
    """Return the ten inertial parameters of every body.

    Parameters
    ----------
    model : Model

    Returns
    -------
    (10 nbodies,) array
        m (kg), m c (kg m, body frame) and the inertia about the origin of the body frame in its
        axes, xx, yy, zz, xy, xz, yz (kg m^2), body by body.
    """
    m, c = model.masses, model.coms
    outer = c[:, :, None] * c[:, None, :]
    square = (c * c).sum(1)[:, None, None] * np.eye(3)
    # J = J_c + m (|c|^2 1 - c c^T)
    J = model.inertias + m[:, None, None] * (square - outer)
    rows, columns = (0, 1, 2, 0, 0, 1), (0, 1, 2, 1, 2, 2)
    return np.concatenate([m[:, None], m[:, None] * c, J[:, rows, columns]], axis=1).ravel()


def inverse_dynamics_regressor(
    model: Model, q: ArrayLike, v: ArrayLike, a: ArrayLike, base: Base = "body"
) -> Array:
    """Return the derivative of the generalised forces by the inertial parameters.

    The forces are linear in them: `inverse_dynamics_regressor(...) @ inertial_parameters(model)`
    is inverse dynamics. Source: Müller (2018), Sec. 6 (the linearity); Newton's and Euler's laws
    of each body in its own frame.

    Parameters
    ----------
    model : Model
        Its inertial parameters do not matter.
    q : (nq,)
        Configuration: rad or m; quaternions (x, y, z, w) of unit norm within 1e-9.
    v, a : (nv,)
        Generalised velocity and its componentwise time derivative.
    base : "body", "spatial", "hybrid" or "mixed"
        Representation of the velocity, acceleration and force of free joints on the world.

    Returns
    -------
    (nv, 10 nbodies) array
        Force, parameter in the order of `inertial_parameters`; N m or N per unit of it. Exact
        zeros where the joint does not carry the body.

    Raises
    ------
    ShapeError
        A wrong shape or dtype, or an unknown representation.
    NonFiniteError
        NaN or infinity, or a result beyond the range of double; names where and the index.
    ConfigurationError
        A quaternion that is not of unit norm; names the joint.

    Notes
    -----
    Cost O(nbodies d), d the coordinates between a joint and the root.
    """
    roots, *motion = body_motion(model, q, v, a, base)
    found = body_regressor(model, *motion)
    dual_rows(roots, found)
    return require_finite_result("regressor", found)


def forward_dynamics_regressor(
    model: Model, q: ArrayLike, v: ArrayLike, tau: ArrayLike, base: Base = "body"
) -> Array:
    """Return the derivative of the accelerations by the inertial parameters.

    -H^-1 Y(q, v, a) of the accelerations a that the forces cause, by the sparse factor of H:
    what H a + C v + g = tau says when the parameters move and tau is held.

    Parameters
    ----------
    model : Model
    q : (nq,)
        Configuration: rad or m; quaternions (x, y, z, w) of unit norm within 1e-9.
    v, tau : (nv,)
        Generalised velocity and force.
    base : "body", "spatial", "hybrid" or "mixed"
        Representation of the velocity, acceleration and force of free joints on the world.

    Returns
    -------
    (nv, 10 nbodies) array
        Acceleration, parameter in the order of `inertial_parameters`.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        As `inverse_dynamics_regressor`.
    SingularError
        A joint that no inertia opposes, or none that rounding errors leave; names the joint.
    """
    require_base(base)
    configuration, velocity, force = checked_motion(model, q, v, tau, "tau")
    acceleration = forward_dynamics(model, configuration, velocity, force[None], base)[0]
    Y = inverse_dynamics_regressor(model, configuration, velocity, acceleration, base)
    return -inverse_inertia_times(model, configuration, Y, base)


def forward_dynamics_second_regressor(
    model: Model, q: ArrayLike, v: ArrayLike, tau: ArrayLike, base: Base = "body"
) -> Array:
    """Return the second derivative of the accelerations by the inertial parameters.

    Of two parameters x, y: H a_xy = -(H_x a_y + H_y a_x), where the derivative H_x of the
    joint-space inertia is that of the regressor by the accelerations. The second derivative of the
    forces is zero.

    Parameters
    ----------
    model, q, v, tau, base
        As `forward_dynamics_regressor`.

    Returns
    -------
    (nv, 10 nbodies, 10 nbodies) array
        Acceleration, parameter, parameter; symmetric in the parameters to the last bit.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError, SingularError
        As `forward_dynamics_regressor`.

    Notes
    -----
    nv times the cost of a regressor, and (10 nbodies)^2 solves with H.
    """
    first = forward_dynamics_regressor(model, q, v, tau, base)
    still = np.zeros(model.nv)
    weight = inverse_dynamics_regressor(model, q, still, still, base)
    count = len(weight[0])
    across = np.zeros((model.nv, count, count))
    # sum_k (dY/da_k) a_k,y: Y is affine in a
    for unit, rates in zip(np.eye(model.nv), first, strict=True):
        slope = inverse_dynamics_regressor(model, q, still, unit, base) - weight
        across += slope[:, :, None] * rates
    solved = inverse_inertia_times(model, q, across.reshape(model.nv, -1), base)
    found = solved.reshape(across.shape)
    return np.asarray(-(found + found.swapaxes(1, 2)))
