"""Centroidal momentum matrix and center-of-mass Jacobian, with time derivatives of any order."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.closed_forms import require_base
from lieref.dynamics.forward.roots import resting_roots
from lieref.dynamics.laws import whole_motion
from lieref.dynamics.shared.motion_rows import MOST_ROWS
from lieref.errors import ShapeError
from lieref.model.arguments import as_array, real_array
from lieref.model.checks import Base
from lieref.model.model import Model

Array = NDArray[np.float64]


@described("q : (nq,) or (batch, nq)", "SingularError, no mass")
def centroidal_momentum_matrix(model: Model, q: ArrayLike, base: Base = "body") -> Array:
    """Return the centroidal momentum matrix A, `centroidal_momentum` = A v.

    Source: Orin, Goswami and Lee (2013), (15): momenta of the composite bodies at unit velocities,
    about the center of mass.

    Returns
    -------
    (6, nv) or (batch, 6, nv) array
        Angular part first, inertial axes; kg m^2 and kg m for a velocity in rad/s.

    Notes
    -----
    Its accuracy does not depend on the distance from the inertial origin, except for base
    "spatial", whose velocity is about that origin.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.serial_chain(7)
    >>> lieref.centroidal_momentum_matrix(model, model.neutral()).shape
    (6, 7)
    """
    return whole_motion.matrices(model, q, base)


@described("q : (nq,) or (batch, nq)", "v : (r, nv) or (batch, r, nv)", "SingularError, no mass")
def centroidal_momentum_matrix_derivatives(
    model: Model, q: ArrayLike, v: ArrayLike, base: Base = "body"
) -> Array:
    """Return the centroidal momentum matrix and its first r time derivatives.

    h^(k) = sum_j binom(k, j) A^(j) v^(k-j) of the momentum h = A v.

    Returns
    -------
    (r + 1, 6, nv) or (batch, r + 1, 6, nv) array
        Row k: k-th time derivative.

    Examples
    --------
    >>> lieref.centroidal_momentum_matrix_derivatives(model, q, [v]).shape
    (2, 6, 3)
    """
    rates = real_array("v", v, (*as_array("q", q).shape[:-1], "r", model.nv))
    if rates.shape[-2] >= MOST_ROWS:
        raise ShapeError(f"v has {rates.shape[-2]} rows, expected at most {MOST_ROWS - 1}")
    # no matrix depends on the last row
    rates = np.concatenate([rates, np.zeros((*rates.shape[:-2], 1, model.nv))], axis=-2)
    free = _is_one_tree(model) and model.joints[0].kind == "free"
    if free and isinstance(base, str) and base != "spatial":
        # nor on where the only root is; what is no number stays none
        rates[..., 3:6] *= 0
    return whole_motion.matrix_series(model, q, rates, base)


@described("SingularError, no mass")
def centroidal_bias(model: Model, q: ArrayLike, v: ArrayLike, base: Base = "body") -> Array:
    """Return the rate of the centroidal momentum at zero acceleration, A' v.

    The rate is A a + A' v: what a controller of the momentum subtracts.

    Returns
    -------
    (6,) array
        (angular, linear) about the center of mass, inertial axes; N m and N.

    Examples
    --------
    >>> lieref.centroidal_bias(model, q, v).shape
    (6,)
    """
    rates = real_array("v", v, (model.nv,))
    # h' of the motion whose acceleration is zero, the same in a frame that moves with the root
    rows = np.stack([rates, np.zeros(model.nv)])
    if _is_one_tree(model):
        require_base(base)
        place = real_array("q", q, (model.nq,))
        rows[0], taken = resting_roots(model, place, rates, base)
        for iv, u in taken:
            rows[1, iv + 3 : iv + 6] = np.cross(rates[iv : iv + 3], u)
    return np.asarray(whole_motion.centroidal_momentum(model, q, rows, base)[1])


@described("q : (nq,) or (batch, nq)", "SingularError, no mass")
def center_of_mass_jacobian(model: Model, q: ArrayLike, base: Base = "body") -> Array:
    """Return the Jacobian of the center of mass, its velocity being J v.

    The linear rows of the centroidal momentum matrix, divided by the mass.

    Returns
    -------
    (3, nv) or (batch, 3, nv) array
        Inertial axes; m for a velocity in rad/s.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.serial_chain(7)
    >>> lieref.center_of_mass_jacobian(model, model.neutral()).shape
    (3, 7)
    """
    matrix = centroidal_momentum_matrix(model, q, base)
    return np.asarray(matrix[..., 3:, :] / model.masses.sum())


@described("q : (nq,) or (batch, nq)", "v : (r, nv) or (batch, r, nv)", "SingularError, no mass")
def center_of_mass_jacobian_derivatives(
    model: Model, q: ArrayLike, v: ArrayLike, base: Base = "body"
) -> Array:
    """Return the Jacobian of the center of mass and its first r time derivatives.

    Returns
    -------
    (r + 1, 3, nv) array
        Row k: k-th time derivative.

    Examples
    --------
    >>> lieref.center_of_mass_jacobian_derivatives(model, q, [v]).shape
    (2, 3, 3)
    """
    matrices = centroidal_momentum_matrix_derivatives(model, q, v, base)
    return np.asarray(matrices[..., 3:, :] / model.masses.sum())


def _is_one_tree(model: Model) -> bool:
    return int((model.parents < 0).sum()) == 1
