"""Sensitivity of forces and accelerations to the geometry: placements and joint screws.

Müller (2018), Sec. 6.2: the placement T of a body becomes T exp(U pi), so that C = T exp(X q) gets
a factor more, which is a joint like any other. Here it is a free one at rest, in front of each
joint, and what moves it are the first partials of inverse dynamics along its coordinates,
[Singh, (12), (13)]. A change of the screw X is the displacement and the velocity of such a joint:

    exp((X + dX) q) = exp(U) exp(X q),  U = dexp_{X q} dX q,
    U' = Ad_{exp(X q)} dX,  U'' = [X, U']   per q.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra import SE3, SO3
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.joint_space_inertia import inverse_inertia_times
from lieref.errors import ShapeError
from lieref.partials.body_motion import Base, body_motion, dual_rows
from lieref.partials.inverse_dynamics_partials import inverse_dynamics_partials
from lieref.partials.sensitivities import (
    checked_motion,
    require_finite_result,
    virtual_partials,
)

if TYPE_CHECKING:
    from lieref.model.model import Model
    from lieref.partials.results import InverseDynamicsPartials

Array = NDArray[np.float64]
Side = Literal["right", "left"]
SIDES = ("right", "left")


def inverse_dynamics_geometric_partials(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    side: Side = "right",
    base: Base = "body",
) -> Array:
    """Return the derivative of the generalised forces by the placements of the bodies.

    Source: Müller (2018), Sec. 6.2, B_i = B_i0 exp(U pi); entries by [Singh, (12), (13)].

    Parameters
    ----------
    model : Model
    q : (nq,)
        Configuration: rad or m; quaternions (x, y, z, w) of unit norm within 1e-9.
    v, a : (nv,)
        Generalised velocity and its componentwise time derivative, held.
    side : "right" or "left"
        The placement T goes to T exp(U), U in the body's axes at q = 0, or to exp(U) T, U in the
        axes of the parent body.
    base : "body", "spatial", "hybrid" or "mixed"
        Representation of the velocity, acceleration and force of free joints on the world, whose
        components are held.

    Returns
    -------
    (nv, 6 nbodies) array
        Force, coordinate of U body by body, angular part first; N m or N per rad and m.

    Raises
    ------
    ShapeError
        A wrong shape or dtype, an unknown side or representation.
    NonFiniteError
        NaN or infinity, or a result beyond the range of double; names where and the index.
    ConfigurationError
        A quaternion that is not of unit norm; names the joint.

    Notes
    -----
    Cost O(nv d), d the bodies between a joint and the root. Other directions of U, and parameters
    pi that move several placements, are products of the result with constant columns.
    """
    _require_side(side)
    roots, *motion = body_motion(model, q, v, a, base)
    found = virtual_partials(model, *motion)[0]
    dual_rows(roots, found)
    if roots:
        _place_roots(model, motion[0], inverse_dynamics_partials(model, q, v, a, base), found)
    return require_finite_result("dtau_dplacement", _on_side(model, found, side))


def forward_dynamics_geometric_partials(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    side: Side = "right",
    base: Base = "body",
) -> Array:
    """Return the derivative of the accelerations by the placements of the bodies.

    -H^-1 times that of inverse dynamics for the accelerations that the forces cause.

    Parameters
    ----------
    model, q, v, side, base
        As `inverse_dynamics_geometric_partials`.
    tau : (nv,)
        Generalised force, held; N m or N.

    Returns
    -------
    (nv, 6 nbodies) array
        Acceleration, coordinate of U body by body.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        As `inverse_dynamics_geometric_partials`.
    SingularError
        A joint that no inertia opposes, or none that rounding errors leave; names the joint.
    """
    motion = _forward_motion(model, q, v, tau, base)
    found = inverse_dynamics_geometric_partials(model, *motion, side, base)
    return -inverse_inertia_times(model, motion[0], found, base)


def inverse_dynamics_screw_partials(
    model: Model, q: ArrayLike, v: ArrayLike, a: ArrayLike, base: Base = "body"
) -> Array:
    """Return the derivative of the generalised forces by the joint screws.

    The joint's motion exp(X q) becomes exp((X + dX) q), any dX: other axes, points and pitches,
    and another scale of q. X = (axis, point x axis + pitch axis), or (0, axis), in body axes.
    Source: Müller (2018), (94), (92) and Sec. 6.2; see the module's text.

    Parameters
    ----------
    model, q, v, a, base
        As `inverse_dynamics_geometric_partials`.

    Returns
    -------
    (nv, 6 nbodies) array
        Force, coordinate of dX body by body, angular part first. Zeros for spherical and free
        joints, which have no screw.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        As `inverse_dynamics_geometric_partials`.
    """
    roots, q, v, a = body_motion(model, q, v, a, base)
    dq, dv, da, efforts = virtual_partials(model, q, v, a)
    dual_rows(roots, dq, dv, da)
    out = np.zeros_like(dq)
    with np.errstate(over="ignore", invalid="ignore"):
        for i, joint in enumerate(model.joints):
            if joint.nv == 1:
                here, angle = slice(6 * i, 6 * i + 6), q[model.idx_q[i]]
                X, iv = joint_screw(joint), model.idx_v[i]
                moved = SE3.dexp(X * angle) * angle
                rate = SE3.Ad(SE3.exp(X * angle))
                bend = SE3.ad(X) @ rate
                out[:, here] = dq[:, here] @ moved + dv[:, here] @ (rate * v[iv])
                out[:, here] += da[:, here] @ (rate * a[iv] + bend * v[iv] ** 2)
                # q moves the virtual joint too: U' . F is its part of the force
                out[iv, here] += efforts[here] @ rate
    return require_finite_result("dtau_dscrew", out)


def forward_dynamics_screw_partials(
    model: Model, q: ArrayLike, v: ArrayLike, tau: ArrayLike, base: Base = "body"
) -> Array:
    """Return the derivative of the accelerations by the joint screws.

    -H^-1 times that of inverse dynamics for the accelerations that the forces cause.

    Parameters
    ----------
    model, q, v, tau, base
        As `forward_dynamics_geometric_partials`.

    Returns
    -------
    (nv, 6 nbodies) array
        Acceleration, coordinate of dX body by body.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError, SingularError
        As `forward_dynamics_geometric_partials`.
    """
    motion = _forward_motion(model, q, v, tau, base)
    found = inverse_dynamics_screw_partials(model, *motion, base)
    return -inverse_inertia_times(model, motion[0], found, base)


def joint_screw(joint: Any) -> Array:
    """X (6,) of a joint of one degree: (e, p x e + pitch e), or (0, e)."""
    e = np.array(joint.axis)
    e = e / np.linalg.norm(e)
    if joint.kind == "prismatic":
        return np.concatenate([np.zeros(3), e])
    return np.concatenate([e, np.cross(joint.point, e) + joint.pitch * e])


def _forward_motion(
    model: Model, q: ArrayLike, v: ArrayLike, tau: ArrayLike, base: Base
) -> tuple[Array, Array, Array]:
    """q, v and the acceleration that the force causes, checked."""
    q, v, tau = checked_motion(model, q, v, tau, "tau")
    return q, v, forward_dynamics(model, q, v, tau[None], base)[0]


def _place_roots(model: Model, q: Array, partials: InverseDynamicsPartials, found: Array) -> None:
    """Columns of free roots, of held components in any representation: their poses are theirs.

    T exp(U) J = T J exp(Ad_J^-1 U), J the motion of the joint.
    """
    for i, joint in enumerate(model.joints):
        if joint.kind == "free" and model.parents[i] < 0:
            iq, here = model.idx_q[i], slice(model.idx_v[i], model.idx_v[i] + 6)
            back = np.eye(4)
            back[:3, :3] = SO3.from_quaternion(q[iq + 3 : iq + 7]).T
            back[:3, 3] = -back[:3, :3] @ q[iq : iq + 3]
            found[:, 6 * i : 6 * i + 6] = partials.dtau_dq[:, here] @ SE3.Ad(back)


def _require_side(side: object) -> None:
    if not isinstance(side, str) or side not in SIDES:
        raise ShapeError(f"side is {side!r}, expected one of {', '.join(map(repr, SIDES))}")


def _on_side(model: Model, right: Array, side: str) -> Array:
    """exp(U) T = T exp(Ad_T^-1 U)"""
    if side == "right":
        return right
    T = model.placements.copy()
    # the rotation meant is the nearest one: a Newton step squares the distance, of at most 1e-9
    R = T[:, :3, :3]
    T[:, :3, :3] = R @ (3 * np.eye(3) - R.swapaxes(1, 2) @ R) / 2
    blocks = right.reshape(model.nv, model.nbodies, 6).swapaxes(0, 1)
    out = blocks @ SE3.Ad(SE3.inverse(T))
    return np.ascontiguousarray(out.swapaxes(0, 1)).reshape(right.shape)
