"""Centroidal momentum matrix of mechanisms with loops: that of the tree, times G."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.laws import centroidal
from lieref.loops.dynamics import Base
from lieref.loops.lift import closed_matrix, matrix_motion, product, times_matrix
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
