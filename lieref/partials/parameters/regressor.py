"""Forces and accelerations as functions of the inertial parameters of the bodies.

A body's wrench, and so every generalized force, is linear in its ten parameters

    m,  h = m c (3),  J (6: xx, yy, zz, xy, xz, yz) about the origin of the body frame,

c the center of mass, all in the body frame: tau = Y(q, v, a) p, with the regressor Y free of p. So
it is in the joint physics of the coordinates, armature, damping, friction and stiffness, whose
columns are diagonal: vdot, v, s(v) and q - rest (`JointPhysics`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice, items
from lieref.documentation import described
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.laws.joint_torques import friction_direction, stretches
from lieref.dynamics.matrices.joint_space_inertia import inverse_inertia_times
from lieref.errors import ShapeError
from lieref.model.checks import Axes, Base
from lieref.model.model import Model
from lieref.partials.coordinates.body_motion import body_motion, dual_rows
from lieref.partials.second_order_numbers.pairs import checked
from lieref.partials.sensitivities import body_regressor, require_finite_result

Array = NDArray[np.float64]
LinearKind = Literal["inertia", "armature", "damping", "friction", "stiffness"]
LINEAR: tuple[LinearKind, ...] = ("inertia", "armature", "damping", "friction", "stiffness")
INERTIA: tuple[LinearKind, ...] = ("inertia",)


@described()
def inertial_parameters(model: Model, parameters: Sequence[LinearKind] = INERTIA) -> Array:
    """Return the parameters that the generalized forces are linear in.

    Parameters
    ----------
    parameters : sequence of "inertia", "armature", "damping", "friction", "stiffness"
        Which ones, in this order.

    Returns
    -------
    (10 nbodies,) array, and nv more for each kind of joint physics
        "inertia": m (kg), m c (kg m, body frame) and the inertia about the origin of the body frame
        in its axes, xx, yy, zz, xy, xz, yz (kg m^2), body by body. Others: of each velocity
        coordinate, units as of `JointPhysics`.

    Raises
    ------
    ArgumentError
        A model of another kind, or an unknown kind of parameters.
    ShapeError
        A kind that comes twice.

    Examples
    --------
    >>> lieref.inertial_parameters(model).shape
    (30,)
    """
    blocks = [
        _inertias(model) if kind == "inertia" else getattr(model, kind)
        for kind in checked_kinds(parameters)
    ]
    return np.concatenate([np.zeros(0), *blocks])


def checked_kinds(parameters: Sequence[LinearKind]) -> list[LinearKind]:
    """The kinds, each at most once."""
    found: list[LinearKind] = []
    for k, kind in enumerate(items("parameters", parameters)):
        choice(f"parameters[{k}]", kind, LINEAR)
        if kind in found:
            raise ShapeError(f"parameters[{k}] is {kind!r}, which came before")
        found.append(kind)
    return found


def _inertias(model: Model) -> Array:
    m, c = model.masses, model.coms
    outer = c[:, :, None] * c[:, None, :]
    square = (c * c).sum(1)[:, None, None] * np.eye(3)
    # J = J_c + m (|c|^2 1 - c c^T)
    J = model.inertias + m[:, None, None] * (square - outer)
    rows, columns = (0, 1, 2, 0, 0, 1), (0, 1, 2, 1, 2, 2)
    return np.concatenate([m[:, None], m[:, None] * c, J[:, rows, columns]], axis=1).ravel()


@described()
def inverse_dynamics_regressor(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    base: Base = "body",
    parameters: Sequence[LinearKind] = INERTIA,
) -> Array:
    """Return the derivative of the generalized forces by the inertial parameters.

    The forces are linear in them: `inverse_dynamics_regressor(...) @ inertial_parameters(model)`
    is inverse dynamics; of a model with joint physics with all `parameters`. Source: Müller (2018),
    Sec. 6 (the linearity); Newton's and Euler's laws of each body in its own frame.

    Parameters
    ----------
    model : Model or LoopModel
        Its inertial parameters do not matter.

    Returns
    -------
    (nv, 10 nbodies) array, and nv columns more for each kind of joint physics
        Force, parameter in the order of `inertial_parameters`; N m or N per unit of it. Exact
        zeros where the joint does not carry the body.

    Notes
    -----
    Cost O(nbodies d), d the coordinates between a joint and the root.

    Examples
    --------
    >>> Y = lieref.inverse_dynamics_regressor(model, q, v, v)
    >>> tau = lieref.inverse_dynamics(model, q, [v, v])[0]
    >>> bool(np.allclose(Y @ lieref.inertial_parameters(model), tau, 0, 1e-12))
    True
    """
    kinds = checked_kinds(parameters)
    roots, *motion = body_motion(model, q, v, a, base)
    blocks = []
    for kind in kinds:
        if kind == "inertia":
            found = body_regressor(model, *motion)
            dual_rows(roots, found)
            blocks.append(require_finite_result("regressor", found))
        else:
            blocks.append(np.diag(_joint_column(model, kind, *motion)))
    if len(blocks) == 1:
        return blocks[0]
    return np.concatenate([np.zeros((model.nv, 0)), *blocks], axis=1)


def _joint_column(model: Model, kind: str, q: Array, v: Array, a: Array) -> Array:
    """What a kind of joint physics is multiplied by, (nv,); zero of free joints."""
    kinds = np.repeat([joint.kind for joint in model.joints], [x.nv for x in model.joints])
    if kind == "stiffness":
        return stretches(model, q)
    if kind == "friction":
        row = friction_direction(model, v)
    else:
        row = a if kind == "armature" else v
    return np.where(kinds == "free", 0.0, row)


@described()
def forward_dynamics_regressor(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    parameters: Sequence[LinearKind] = INERTIA,
) -> Array:
    """Return the derivative of the accelerations by the inertial parameters.

    -H^-1 Y(q, v, a) of the accelerations a that the forces cause, by the sparse factor of H:
    what H a + C v + g = tau says when the parameters move and tau is constant.

    Parameters
    ----------
    wrenches : (nbodies, 6), optional
        ... They act through the accelerations alone, inverse dynamics needs none.

    Returns
    -------
    (nv, 10 nbodies) array, and nv columns more for each kind of joint physics
        Acceleration, parameter in the order of `inertial_parameters`.

    Examples
    --------
    >>> lieref.forward_dynamics_regressor(model, q, v, v).shape
    (3, 30)
    """
    q, v, tau, wrenches = checked(model, q, v, "tau", tau, base, wrenches, wrench_axes)
    loads = None if wrenches is None else wrenches[None]
    a = forward_dynamics(model, q, v, tau[None], base, loads, wrench_axes)[0]
    Y = inverse_dynamics_regressor(model, q, v, a, base, parameters)
    return -inverse_inertia_times(model, q, Y, base)
