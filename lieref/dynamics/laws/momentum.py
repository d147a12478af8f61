"""Momentum about the inertial origin and about the center of mass, with time derivatives."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.laws import whole_motion
from lieref.model.checks import Base
from lieref.model.model import Model

Array = NDArray[np.float64]


@described("q : (nq,) or (batch, nq)", "v : (r + 1, nv) or (batch, r + 1, nv)")
def momentum(model: Model, q: ArrayLike, v: ArrayLike, base: Base = "body") -> Array:
    """Return the momentum of all bodies about the inertial origin, with derivatives up to order r.

    Pi = sum_k Pi_k of [Ali, (E3)]; Pi' is the sum of all outer wrenches, gravity's included.

    Returns
    -------
    (r + 1, 6) or (batch, r + 1, 6) array
        Row k: k-th derivative of (angular, linear), inertial axes, kg m^2/s and kg m/s.

    Examples
    --------
    >>> lieref.momentum(model, q, [v, v]).shape
    (2, 6)
    """
    return whole_motion.momentum(model, q, v, base)


@described(
    "q : (nq,) or (batch, nq)", "v : (r + 1, nv) or (batch, r + 1, nv)", "SingularError, no mass"
)
def centroidal_momentum(model: Model, q: ArrayLike, v: ArrayLike, base: Base = "body") -> Array:
    """Return the momentum of all bodies about their center of mass, with derivatives up to order r.

    The angular part is about the center of mass wherever it is at the moment; axes are inertial.

    Parameters, shapes and errors as `momentum`; also

    Notes
    -----
    Its accuracy does not depend on the distance from the inertial origin.

    Examples
    --------
    >>> lieref.centroidal_momentum(model, q, [v, v]).shape
    (2, 6)
    """
    return whole_motion.centroidal_momentum(model, q, v, base)


@described(
    "q : (nq,) or (batch, nq)", "v : (r + 1, nv) or (batch, r + 1, nv)", "SingularError, no mass"
)
def center_of_mass(model: Model, q: ArrayLike, v: ArrayLike, base: Base = "body") -> Array:
    """Return the center of mass of all bodies with its time derivatives up to order r.

    Returns
    -------
    (r + 1, 3) array
        Row k: k-th derivative, inertial frame, m / s^k.

    Examples
    --------
    >>> lieref.center_of_mass(model, q, [v, v]).shape
    (2, 3)
    """
    return whole_motion.center_of_mass(model, q, v, base)
