"""Sensitivity of forces and accelerations to the geometry: placements and joint screws.

Müller (2018), Sec. 6.2: the placement T of a body becomes T exp(U pi), so that C = T exp(X q) gets
a factor more, which is a joint like any other. Here it is a free one at rest, in front of each
joint, and what moves it are the first partials of inverse dynamics along its coordinates,
[Singh, (12), (13)]. A change of the screw X is the displacement and the velocity of such a joint:

    exp((X + dX) q) = exp(U) exp(X q),  U = dexp_{X q} dX q,
    U' = Ad_{exp(X q)} dX,  U'' = [X, U']   per q.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra import SE3
from lieref.algebra.arguments import choice
from lieref.algebra.groups.screw_arrays import cross
from lieref.documentation import described
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.matrices.joint_space_inertia import inverse_inertia_times
from lieref.kinematics.jacobian_columns import columns
from lieref.kinematics.posture import float_screws, posture
from lieref.model.arguments import real_array
from lieref.model.checks import Axes, Base
from lieref.model.model import Model
from lieref.partials.coordinates.body_motion import body_motion, dual_rows
from lieref.partials.coordinates.screw_motion import screw_rates
from lieref.partials.idsva.inverse_dynamics_partials import inverse_dynamics_partials
from lieref.partials.parameters.parameter_tree import is_free_root, root_move
from lieref.partials.second_order_numbers.pairs import checked
from lieref.partials.sensitivities import require_finite_result, virtual_partials

Array = NDArray[np.float64]
Side = Literal["right", "left"]
SIDES = ("right", "left")


@described()
def inverse_dynamics_geometric_partials(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    side: Side = "right",
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    directions: ArrayLike | None = None,
) -> Array:
    """Return the derivative of the generalized forces by the placements of the bodies.

    Source: Müller (2018), Sec. 6.2, B_i = B_i0 exp(U pi); entries by [Singh, (12), (13)].
    v and a are constant, and so are wrenches: their components in `base` and `wrench_axes`.

    Parameters
    ----------
    model : Model or LoopModel
        Of a mechanism the independent coordinates are constant, and loops stay closed.

    Returns
    -------
    (nv, 6 nbodies) array, or (nv, k) of directions
        Force, coordinate of U body by body, angular part first; N m or N per rad and m.

    Raises
    ------
    ConfigurationError
        ... An open loop.
    SingularError
        A loop that does not stay closed; names it.

    Notes
    -----
    Cost O(nv d), d the bodies between a joint and the root. Of a mechanism that of the first
    partials of one with 6 nbodies more coordinates. Frames of loops are no parameters.

    Examples
    --------
    >>> lieref.inverse_dynamics_geometric_partials(model, q, v, v).shape
    (3, 18)
    """
    _require_side(side)
    q, v, a, wrenches = checked(model, q, v, "a", a, base, wrenches, wrench_axes)
    roots, _, velocity, acceleration = body_motion(model, q, v, a, base)
    found = _virtual(model, q, velocity, acceleration, wrenches, wrench_axes)[0]
    dual_rows(roots, found)
    free = [i for i in range(model.nbodies) if is_free_root(model, i)]
    if free:
        # of constant components in any representation: their placements move them as q does
        moved = inverse_dynamics_partials(model, q, v, a, base, wrenches, wrench_axes).dtau_dq
        for i in free:
            own = moved[:, model.idx_v[i] :][:, :6]
            found[:, 6 * i : 6 * i + 6] = own @ root_move(q[model.idx_q[i] :][:7])
    return require_finite_result(
        "dtau_dplacement", _along(model, on_side(model, found, side), directions)
    )


@described()
def forward_dynamics_geometric_partials(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    side: Side = "right",
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    directions: ArrayLike | None = None,
) -> Array:
    """Return the derivative of the accelerations by the placements of the bodies.

    -H^-1 times that of inverse dynamics for the accelerations that the forces cause; the forces are
    constant.

    Returns
    -------
    (nv, 6 nbodies) array, or (nv, k) of directions
        Acceleration, coordinate of U body by body.

    Examples
    --------
    >>> lieref.forward_dynamics_geometric_partials(model, q, v, v).shape
    (3, 18)
    """
    _require_side(side)
    motion = _forward_motion(model, q, v, tau, base, wrenches, wrench_axes)
    found = inverse_dynamics_geometric_partials(
        model, *motion, side, base, wrenches, wrench_axes, directions
    )
    return -inverse_inertia_times(model, motion[0], found, base)


@described()
def inverse_dynamics_screw_partials(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    directions: ArrayLike | None = None,
) -> Array:
    """Return the derivative of the generalized forces by the joint screws.

    The joint's motion exp(X q) becomes exp((X + dX) q), any dX: other axes, points and pitches,
    and another scale of q. X = (axis, point x axis + pitch axis), or (0, axis), in body axes.
    Source: Müller (2018), (94), (92) and Sec. 6.2; see the module's text.

    Returns
    -------
    (nv, 6 nbodies) array, or (nv, k) of directions
        Force, coordinate of dX body by body, angular part first. Zeros for spherical and free
        joints, which have no screw.

    Examples
    --------
    >>> lieref.inverse_dynamics_screw_partials(model, q, v, v).shape
    (3, 18)
    """
    q, v, a, wrenches = checked(model, q, v, "a", a, base, wrenches, wrench_axes)
    roots, q, v, a = body_motion(model, q, v, a, base)
    dq, dv, da, torques = _virtual(model, q, v, a, wrenches, wrench_axes)
    dual_rows(roots, dq, dv, da)
    out = np.zeros((model.nv, model.nbodies, 6))
    single = [i for i, joint in enumerate(model.joints) if joint.nv == 1]
    if single:
        iv = model.idx_v[single]
        # body, force, coordinate of dX
        on_q, on_v, on_a = (
            x.reshape(model.nv, model.nbodies, 6)[:, single].swapaxes(0, 1) for x in (dq, dv, da)
        )
        rates, slopes = v[iv, None, None], a[iv, None, None]
        with np.errstate(over="ignore", invalid="ignore"):
            moved, rate, bend = screw_rates(float_screws(model)[iv], q[model.idx_q[single]])
            found = on_q @ moved + on_v @ (rate * rates)
            found += on_a @ (rate * slopes + bend * rates**2)
            # q moves the virtual joint too: U' . F is its part of the force
            own = torques.reshape(-1, 1, 6)[single] @ rate
            found[np.arange(len(single)), iv] += own[:, 0]
        out[:, single] = found.swapaxes(0, 1)
    return require_finite_result("dtau_dscrew", _along(model, out.reshape(dq.shape), directions))


@described()
def forward_dynamics_screw_partials(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    directions: ArrayLike | None = None,
) -> Array:
    """Return the derivative of the accelerations by the joint screws.

    -H^-1 times that of inverse dynamics for the accelerations that the forces cause; the forces are
    constant.

    Returns
    -------
    (nv, 6 nbodies) array, or (nv, k) of directions
        Acceleration, coordinate of dX body by body.

    Examples
    --------
    >>> lieref.forward_dynamics_screw_partials(model, q, v, v).shape
    (3, 18)
    """
    motion = _forward_motion(model, q, v, tau, base, wrenches, wrench_axes)
    found = inverse_dynamics_screw_partials(model, *motion, base, wrenches, wrench_axes, directions)
    return -inverse_inertia_times(model, motion[0], found, base)


def _forward_motion(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base,
    wrenches: ArrayLike | None,
    wrench_axes: Axes,
) -> tuple[Array, Array, Array]:
    """q, v and the acceleration that the forces cause, checked."""
    q, v, tau, wrenches = checked(model, q, v, "tau", tau, base, wrenches, wrench_axes)
    loads = None if wrenches is None else wrenches[None]
    return q, v, forward_dynamics(model, q, v, tau[None], base, loads, wrench_axes)[0]


def _virtual(
    model: Model, q: Array, v: Array, a: Array, wrenches: Array | None, wrench_axes: Axes
) -> tuple[Array, Array, Array, Array]:
    """`virtual_partials` of base "body" and any wrenches, (nbodies, 6) or None."""
    if wrenches is None or wrench_axes == "body":
        return virtual_partials(model, q, v, a, wrenches)
    at = posture(model, q, np.zeros((0, model.nv)), "body")
    n, f = (wrenches[:, None, part] for part in (slice(0, 3), slice(3, 6)))
    turned = np.concatenate([n @ at.R, f @ at.R], -1)[:, 0]
    dq, dv, da, torques = virtual_partials(model, q, v, a, np.ascontiguousarray(turned))
    # what is constant in body axes turns with them by w x, and enters as -s . (w x n, w x f)
    J = columns(at, np.arange(model.nbodies), np.zeros((model.nbodies, 3)), "hybrid")
    load = cross(n, J[..., :3]) + cross(f, J[..., 3:])
    beyond = np.tensordot(at.moves, load, ([0], [0]))
    above = np.concatenate([at.R, np.eye(3)[None]])[np.asarray(model.parents)]
    axes = above @ model.placements[:, :3, :3]
    # [body, coordinate, axis]: w . sum load of the bodies beyond
    dq.reshape(model.nv, model.nbodies, 6)[..., :3] += (beyond @ axes).swapaxes(0, 1)
    return dq, dv, da, torques


def _along(model: Model, found: Array, directions: ArrayLike | None) -> Array:
    """The columns `found` of single numbers, or of directions."""
    if directions is None:
        return found
    return found @ real_array("directions", directions, (6 * model.nbodies, "k"))


def _require_side(side: object) -> None:
    choice("side", side, SIDES)


def on_side(model: Model, right: Array, side: str) -> Array:
    """exp(U) T = T exp(Ad_T^-1 U)"""
    if side == "right":
        return right
    T = model.placements.copy()
    # the rotation meant is the nearest one: a Newton step squares the distance, of at most 1e-9
    R = T[:, :3, :3]
    T[:, :3, :3] = R @ (3 * np.eye(3) - R.swapaxes(1, 2) @ R) / 2
    blocks = right.reshape(-1, model.nbodies, 6).swapaxes(0, 1)
    out = blocks @ SE3.Ad(SE3.inverse(T))
    return np.ascontiguousarray(out.swapaxes(0, 1)).reshape(right.shape)
