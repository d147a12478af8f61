"""Momentum and center of mass of mechanisms: those of the tree along its motion, times G."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.laws import centroidal
from lieref.dynamics.laws import momentum as momenta
from lieref.loops.dynamics import Base
from lieref.loops.lift import (
    closed_matrix,
    matrix_motion,
    product,
    times_matrix,
    tree_motion,
    velocity_rows,
)
from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


@described()
def centroidal_momentum_matrix(
    model: LoopModel, q: ArrayLike, base: Base = "body", near: ArrayLike | None = None
) -> Array:
    """Return the centroidal momentum matrix A of the independent velocities, h = A ydot.

    Source: A = A_tree G, with qdot = G ydot of [Chignoli et al., Sec. II-B] and A_tree of
    `lieref.centroidal_momentum_matrix`. Its linear rows by the mass are the Jacobian of the center
    of mass.

    Returns
    -------
    (6, nv) array
        (angular, linear) about the center of mass, inertial axes; kg m^2 and kg m for a velocity
        in rad/s.

    Raises
    ------
    SingularError
        ... Or the model has no mass.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.four_bar()
    >>> lieref.loops.centroidal_momentum_matrix(model, model.neutral()).shape
    (6, 1)
    """
    at, G = closed_matrix(model, q, base, near)
    return times_matrix("A", centroidal.centroidal_momentum_matrix(model.tree, at, base), G)


@described("v : (r, nv)")
def centroidal_momentum_matrix_derivatives(
    model: LoopModel, q: ArrayLike, v: ArrayLike, base: Base = "body", near: ArrayLike | None = None
) -> Array:
    """Return the same matrix and its first r time derivatives along a motion.

    A^(k) = sum_j binom(k, j) A_tree^(j) G^(k-j), and h^(k) = sum_j binom(k, j) A^(j) y^(k-j+1).

    Returns
    -------
    (r + 1, 6, nv) array
        Row k: k-th time derivative.

    Raises
    ------
    SingularError
        ... Or the model has no mass.

    Examples
    --------
    >>> lieref.loops.centroidal_momentum_matrix_derivatives(model, q, [v]).shape
    (2, 6, 1)
    """
    at, rates, G = matrix_motion(model, q, v, base, near)
    A = centroidal.centroidal_momentum_matrix_derivatives(model.tree, at, rates, base)
    return product("A", A, G)


def center_of_mass_jacobian(model: LoopModel, q: ArrayLike, base: Base = "body") -> Array:
    """`lieref.center_of_mass_jacobian` of the independent velocities."""
    matrix = centroidal_momentum_matrix(model, q, base)
    return np.asarray(matrix[..., 3:, :] / model.tree.masses.sum())


def center_of_mass_jacobian_derivatives(
    model: LoopModel, q: ArrayLike, v: ArrayLike, base: Base = "body"
) -> Array:
    """`lieref.center_of_mass_jacobian_derivatives` of the independent velocities."""
    matrices = centroidal_momentum_matrix_derivatives(model, q, v, base)
    return np.asarray(matrices[..., 3:, :] / model.tree.masses.sum())


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


def centroidal_bias(model: LoopModel, q: ArrayLike, v: ArrayLike, base: Base = "body") -> Array:
    """`lieref.centroidal_bias`: the rate of the momentum at zero independent acceleration."""
    found = centroidal_momentum(model, q, velocity_rows(model, v), base)
    return np.asarray(found[..., 1, :])
