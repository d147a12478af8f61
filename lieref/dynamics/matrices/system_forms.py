"""Equations of motion in closed form: Newton and Euler for all bodies, projected on the joints.

Müller (2018), Sec. 5, dense: O(N^2) blocks of 6 x 6, each formula a witness of the recursions. All
for base "body". System quantities of N bodies on top of each other: J (6N, nv) Jacobian, V = J v
twists, M and b = diag(ad_V) block diagonal, J = A X with the joints' screws X, a = diag(ad_{X v}).
Gravity is an acceleration of the frame: V' stands for V' less g.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.groups.inertia import spatial_inertia, transform
from lieref.algebra.groups.screw_arrays import ad, ad_t_times, times
from lieref.documentation import described
from lieref.dynamics.laws.joint_torques import joint_torques
from lieref.errors import NonFiniteError
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.kinematics.jacobians import system_jacobian, system_jacobian_derivatives
from lieref.kinematics.representations import Representation
from lieref.kinematics.system_factors import diagonal
from lieref.model.arguments import real_array
from lieref.model.model import Model
from lieref.model.tree.configuration import require_tree

Array = NDArray[np.float64]
TREES_ALONE = (
    "a form of `inverse_dynamics` with matrices of the bodies of a tree; `joint_space_inertia` and "
    "`coriolis_matrix` are those of a mechanism"
)


@described()
class LagrangeMatrices(NamedTuple):
    """H, C_factored, C_skew, (nv, nv) each: H a + C v are the forces without gravity.

    H has the armature of the joints; their damping, friction and springs are forces of their own.

    Examples
    --------
    >>> H, C_factored, C_skew = lieref.lagrange_matrices(model, q, v)
    >>> bool(np.allclose(C_factored @ v, C_skew @ v, 0, 1e-12))
    True
    """

    H: Array
    C_factored: Array
    C_skew: Array


@described()
def euler_jourdain(
    model: Model, q: ArrayLike, v: ArrayLike, a: ArrayLike, wrenches: ArrayLike | None = None
) -> Array:
    """Return the generalized forces of a motion, J^T (M V' - ad_V^T M V - W) of body twists.

    Source: Müller (2018), (78).

    Parameters
    ----------
    wrenches : (nbodies, 6), optional
        ... Body axes.

    Returns
    -------
    (nv,) array
        N m and N; what `lieref.inverse_dynamics` returns at order 0, joint physics included.

    Notes
    -----
    Cost O(nbodies nv); dense.

    Examples
    --------
    >>> lieref.euler_jourdain(model, q, v, v).shape
    (3,)
    """
    require_tree(model, TREES_ALONE)
    poses, (V, A) = _motion(model, q, v, a, "body")
    load = np.zeros((model.nbodies, 6))
    if wrenches is not None:
        load = real_array("wrenches", wrenches, (model.nbodies, 6))
    with np.errstate(over="ignore", invalid="ignore"):
        A[:, 3:] -= times(poses[:, :3, :3].swapaxes(1, 2), model.gravity)
        M = spatial_inertia(model.masses, model.coms, model.inertias)
        W = times(M, A) - ad_t_times(V, times(M, V)) - load
        return _finite("tau", system_jacobian(model, q).T @ W.ravel() + _of_joints(model, q, v, a))


@described()
def momentum_jourdain(model: Model, q: ArrayLike, v: ArrayLike, a: ArrayLike) -> Array:
    """Return the generalized forces of a motion, J^T (Pi' - W) of spatial momenta Pi = M V.

    Source: Müller (2018), (79), with Pi' = M V' - ad_V^T M V of (38).

    Returns
    -------
    (nv,) array
        N m and N. Everything is about the inertial origin: errors grow with the square of the
        robot's distance from it.

    Examples
    --------
    >>> lieref.momentum_jourdain(model, q, v, v).shape
    (3,)
    """
    require_tree(model, TREES_ALONE)
    poses, (V, A) = _motion(model, q, v, a, "spatial")
    with np.errstate(over="ignore", invalid="ignore"):
        M = transform(poses, spatial_inertia(model.masses, model.coms, model.inertias))
        A[:, 3:] -= model.gravity
        rate = times(M, A) - ad_t_times(V, times(M, V))
        forces = system_jacobian(model, q, "spatial").T @ rate.ravel()
        return _finite("tau", forces + _of_joints(model, q, v, a))


@described()
def lagrange_matrices(model: Model, q: ArrayLike, v: ArrayLike) -> LagrangeMatrices:
    """Return the matrices of Lagrange's equations, with both factors of the velocity forces.

    Source: Müller (2018), (81)-(84) with J' = -A a (J - X), which extends them to spherical and
    free joints, for which a X is not zero:

    - H = J^T M J, (81);
    - C_factored = -(a (J - X) + b X)^T A^T M J - J^T M A a (J - X), (83), the same as (84);
    - C_skew = J^T M J' + J^T (M b - b^T M) J, (84) corrected: H' - 2 C is skew.

    Returns
    -------
    LagrangeMatrices

    Notes
    -----
    Cost O(nbodies nv^2); dense. With A b X = J' + b J, which holds for columns X that are constant
    in their bodies, C_factored is J^T M J' - (b J)^T M J.

    Examples
    --------
    >>> lieref.lagrange_matrices(model, q, v).H.shape
    (3, 3)
    """
    require_tree(model, TREES_ALONE)
    rates = real_array("v", v, (model.nv,))
    shape = (2, model.nbodies, 6, model.nv)
    J, rate = system_jacobian_derivatives(model, q, rates[None]).reshape(shape)
    with np.errstate(over="ignore", invalid="ignore"):
        M = spatial_inertia(model.masses, model.coms, model.inertias)
        H, *factors = of_jacobians(J, rate, M, rates)
        found = (H + np.diag(model.armature), *factors)
        return LagrangeMatrices(*map(_finite, LagrangeMatrices._fields, found))


def of_jacobians(J: Any, rate: Any, inertias: Any, v: Any) -> tuple[Any, Any, Any]:
    """H, C_factored, C_skew of Jacobians and their rates (N, 6, nv); of any scalar."""
    # numpy does not find the number of rows of no columns
    stacked = (6 * len(J), len(v))
    bJ, MJ = (ad(J @ v) @ J).reshape(stacked), (inertias @ J).reshape(stacked)
    J, rate = J.reshape(stacked), rate.reshape(stacked)
    H, moved, turned = J.T @ MJ, MJ.T @ rate, bJ.T @ MJ
    return (H + H.T) / 2, moved - turned, moved + turned.T - turned


def matrices(A: Any, X: Any, inertias: Any, v: Any) -> tuple[Any, Any, Any]:
    """The same as the formulas stand, of `system_factors` A and X; the witness of the others."""
    J, M = A @ X, diagonal(inertias)
    a, b = (diagonal(ad(x.reshape(-1, 6))) for x in (X @ v, J @ v))
    MJ, turned = M @ J, a @ (J - X)
    # J' = -A a (J - X)
    rate = -A @ turned
    factored = -(turned + b @ X).T @ (A.T @ MJ) + MJ.T @ rate
    skew = MJ.T @ rate + MJ.T @ (b @ J) - (b @ J).T @ MJ
    H = J.T @ MJ
    return (H + H.T) / 2, factored, skew


def _of_joints(model: Model, q: ArrayLike, v: ArrayLike, a: ArrayLike) -> Array:
    """What the joints do themselves, of arguments that are checked."""
    return joint_torques(model, *(np.asarray(x, float) for x in (q, v, a)))


def _motion(
    model: Model, q: ArrayLike, v: ArrayLike, a: ArrayLike, representation: Representation
) -> tuple[Array, Array]:
    """Poses (N, 4, 4), twists and their rates (2, N, 6)."""
    rates = [real_array("v", v, (model.nv,)), real_array("a", a, (model.nv,))]
    poses, twists = forward_kinematics(model, q, np.stack(rates), "body", representation)
    return poses, twists


def _finite(name: str, found: Array) -> Array:
    bad = np.argwhere(~np.isfinite(found))
    if len(bad):
        place = ", ".join(str(i) for i in bad[0])
        raise NonFiniteError(
            f"{name}[{place}] is {found[tuple(bad[0])]}, the motion is beyond the range of double"
        )
    return found
