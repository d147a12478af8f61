"""Laws of mechanisms with loops: those of the tree along its motion, projected by G."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.closed_forms import inertia_and_coriolis
from lieref.dynamics.laws import energy as energies
from lieref.dynamics.laws import momentum as momenta
from lieref.dynamics.laws.energy import Energy
from lieref.dynamics.matrices import joint_space_inertia as inertias
from lieref.loops.configuration import tree_configuration
from lieref.loops.constraints.constraint_partials import changing_clusters
from lieref.loops.dynamics import Axes, Base
from lieref.loops.lift import matrix_motion, product, tree_motion
from lieref.loops.many_dynamics import states_inverse_dynamics
from lieref.model.arguments import real_array, real_numbers, require_in_range
from lieref.model.loops.loop_model import LoopModel, require_loop_model
from lieref.model.state_by_state import each_state

Array = NDArray[np.float64]


@described("v : (r + 1, nv)")
def energy(
    model: LoopModel, q: ArrayLike, v: ArrayLike, base: Base = "body", near: ArrayLike | None = None
) -> Energy:
    """Return the kinetic and the potential energy of a motion with their derivatives up to order r.

    Those of the tree, `lieref.energy`, along v_tree = G y: loops and couplings store no energy.

    Returns
    -------
    Energy
        kinetic and potential, each an (r + 1,) array, J / s^k.

    Examples
    --------
    >>> lieref.loops.energy(model, q, [v, v]).kinetic.shape
    (2,)
    """
    moving = tree_motion(model, q, v, base, near)
    return energies.energy(model.tree, moving.q, moving.v, base)


@described("v : (r + 1, nv)")
def momentum(
    model: LoopModel, q: ArrayLike, v: ArrayLike, base: Base = "body", near: ArrayLike | None = None
) -> Array:
    """Return the momentum of all bodies about the inertial origin, with derivatives.

    `lieref.momentum` of the tree along v_tree = G y.

    Returns
    -------
    (r + 1, 6) array
        Row k: k-th derivative of (angular, linear), inertial axes, kg m^2/s and kg m/s.

    Examples
    --------
    >>> lieref.loops.momentum(model, q, [v, v]).shape
    (2, 6)
    """
    moving = tree_motion(model, q, v, base, near)
    return momenta.momentum(model.tree, moving.q, moving.v, base)


@described("v : (r + 1, nv)")
def centroidal_momentum(
    model: LoopModel, q: ArrayLike, v: ArrayLike, base: Base = "body", near: ArrayLike | None = None
) -> Array:
    """Return the momentum of all bodies about their center of mass, with derivatives.

    `lieref.centroidal_momentum` of the tree along v_tree = G y.

    Returns
    -------
    (r + 1, 6) array
        Row k: k-th derivative of (angular, linear), inertial axes, kg m^2/s and kg m/s.

    Examples
    --------
    >>> lieref.loops.centroidal_momentum(model, q, [v, v]).shape
    (2, 6)
    """
    moving = tree_motion(model, q, v, base, near)
    return momenta.centroidal_momentum(model.tree, moving.q, moving.v, base)


@described("v : (r + 1, nv)")
def center_of_mass(
    model: LoopModel, q: ArrayLike, v: ArrayLike, base: Base = "body", near: ArrayLike | None = None
) -> Array:
    """Return the center of mass of all bodies, with derivatives.

    `lieref.center_of_mass` of the tree along v_tree = G y.

    Returns
    -------
    (r + 1, 3) array
        Row k: k-th derivative, inertial frame, m / s^k.

    Examples
    --------
    >>> lieref.loops.center_of_mass(model, q, [v, v]).shape
    (2, 3)
    """
    moving = tree_motion(model, q, v, base, near)
    return momenta.center_of_mass(model.tree, moving.q, moving.v, base)


@described()
def joint_space_inertia(
    model: LoopModel, q: ArrayLike, base: Base = "body", near: ArrayLike | None = None
) -> Array:
    """Return the inertia of the independent coordinates, G^T H G: kinetic energy is y^T H y / 2.

    Source: [Chignoli et al., Sec. II-D], with the tree's H by composite bodies.

    Returns
    -------
    (nv, nv) array
        kg, kg m and kg m^2; symmetric.

    Examples
    --------
    >>> lieref.loops.joint_space_inertia(model, q).shape
    (1, 1)
    """
    require_loop_model(model)
    none = np.zeros((0, model.nv))
    return np.asarray(joint_space_inertia_derivatives(model, q, none, base, near)[0])


@described("v : (r, nv)")
def joint_space_inertia_derivatives(
    model: LoopModel, q: ArrayLike, v: ArrayLike, base: Base = "body", near: ArrayLike | None = None
) -> Array:
    """Return the inertia of the independent coordinates and its time derivatives up to order r.

    (G^T H G)^(k) by Leibniz' rule.

    Returns
    -------
    (r + 1, nv, nv) array
        H, H', ..., H^(r), each symmetric; kg, kg m and kg m^2, per s^k.

    Examples
    --------
    >>> lieref.loops.joint_space_inertia_derivatives(model, q, [v]).shape
    (2, 1, 1)
    """
    at, rates, G = matrix_motion(model, q, v, base, near)
    function = inertias.joint_space_inertia_derivatives
    H = each_state("H", function, model.tree, (at, rates, base), (1, 2, 0))
    out = product("H", G.swapaxes(-1, -2), product("H", H, G))
    return np.asarray((out + out.swapaxes(-1, -2)) / 2)


@described()
def coriolis_matrix(
    model: LoopModel, q: ArrayLike, v: ArrayLike, base: Base = "body", near: ArrayLike | None = None
) -> Array:
    """Return the Coriolis matrix of the independent coordinates, G^T (H G' + C_tree G).

    C y are the velocity forces, and H' = C + C^T for H = G^T H_tree G, as for the tree's C. H_tree
    has the armatures of the joints.

    Returns
    -------
    (nv, nv) array
        kg, kg m and kg m^2, each per second.

    Examples
    --------
    >>> lieref.loops.coriolis_matrix(model, q, v).shape
    (1, 1)
    """
    require_loop_model(model)
    at, rates, G = tree_motion(model, q, velocity_rows(model, v), base, near)
    start, rate = G[..., 0, :, :], G[..., 1, :, :]
    H, C = inertia_and_coriolis(model.tree, at, rates[..., 0, :], base)
    with np.errstate(over="ignore", invalid="ignore"):
        forces = C @ start
        if changing_clusters(model):
            forces += H @ rate
        out = np.asarray(start.swapaxes(-1, -2) @ forces)
    require_in_range("C", out)
    return out


@described()
def bias_forces(
    model: LoopModel, q: ArrayLike, v: ArrayLike, base: Base = "body", near: ArrayLike | None = None
) -> Array:
    """Return h of H y' + h + g = tau: Coriolis and centrifugal forces, without gravity.

    Inverse dynamics of the weightless mechanism with y' = 0: G^T A G' y of the armatures A is in
    it; damping, friction and springs of joints are not.

    Returns
    -------
    (nv,) array
        N m and N.

    Examples
    --------
    >>> lieref.loops.bias_forces(model, q, v).shape
    (1,)
    """
    require_loop_model(model)
    rows = velocity_rows(model, v)
    at = q if near is None else tree_configuration(model, q, near)
    return states_inverse_dynamics(_weightless(model), at, rows, base)[..., 0, :]


@described("wrenches : (nbodies, 6)")
def external_forces(
    model: LoopModel,
    q: ArrayLike,
    wrenches: ArrayLike,
    base: Base = "body",
    wrench_axes: Axes = "body",
    near: ArrayLike | None = None,
) -> Array:
    """Return the term that wrenches on the bodies add to the left of H y' + h + g + ... = tau.

    Inverse dynamics of the weightless mechanism at rest: what the joints must supply against the
    wrenches.

    Returns
    -------
    (nv,) array
        N m and N.

    Examples
    --------
    >>> lieref.loops.external_forces(model, q, np.ones((3, 6))).shape
    (1,)
    """
    require_loop_model(model)
    loads = real_numbers("wrenches", wrenches)
    if loads.ndim < 3:
        loads = real_array("wrenches", wrenches, (model.nbodies, 6))
    still, loads = np.zeros((2, model.nv)), loads[..., None, :, :]
    at = q if near is None else tree_configuration(model, q, near)
    found = states_inverse_dynamics(_weightless(model), at, still, base, loads, wrench_axes)
    return found[..., 0, :]


def gravity_forces(model: LoopModel, q: ArrayLike, base: Base = "body") -> Array:
    """`lieref.gravity_forces` of the independent coordinates."""
    bare: LoopModel = model if model.tree.joint_physics is None else model.without_joint_physics()
    return states_inverse_dynamics(bare, q, np.zeros((2, model.nv)), base)[..., 0, :]


def velocity_rows(model: LoopModel, v: ArrayLike) -> Array:
    """A velocity (..., nv) and accelerations that are zero."""
    given = real_numbers("v", v)
    if given.ndim < 2:
        given = real_array("v", v, (model.nv,))
    return np.stack([given, 0 * given], axis=-2)


def _weightless(model: LoopModel) -> LoopModel:
    """The same mechanism without gravity, its joints with armature alone; made once."""
    made: LoopModel | None = model.tables.get("weightless")
    if made is None:
        made = model.with_joint_physics(model.tree.armature).with_gravity((0, 0, 0))
        model.tables["weightless"] = made
    return made
