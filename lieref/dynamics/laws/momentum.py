"""Momentum about the inertial origin and about the center of mass, with time derivatives."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.dynamics.laws import whole_motion
from lieref.model.checks import Base
from lieref.model.model import Model

Array = NDArray[np.float64]


def momentum(model: Model, q: ArrayLike, v: ArrayLike, base: Base = "body") -> Array:
    """Return the momentum of all bodies about the inertial origin, with derivatives up to order r.

    Pi = sum_k Pi_k of [Ali, (E3)]; Pi' is the sum of all outer wrenches, gravity's included.

    Parameters
    ----------
    model : Model or LoopModel
        A `LoopModel` is passed on to the function of this name in `lieref.loops`.
    q : (nq,) or (batch, nq)
        Configuration, m and rad.
    v : (r + 1, nv) or (batch, r + 1, nv)
        Velocity and its plain time derivatives of order 0 .. r; SI units.
    base : "body", "spatial", "hybrid" or "mixed"
        Representation of the velocity of free joints on the world (docs/conventions.md).

    Returns
    -------
    (r + 1, 6) or (batch, r + 1, 6) array
        Row k: k-th derivative of (angular, linear), inertial axes, kg m^2/s and kg m/s.

    Raises
    ------
    ArgumentError
        A model of another kind, or a name that is not known.
    ShapeError
        An argument of another shape or dtype.
    NonFiniteError
        NaN or infinity, or a result beyond the range of double.
    ConfigurationError
        A quaternion that is not of unit norm within 1e-9; names the joint.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.momentum(model, q, [v, v]).shape
    (2, 6)
    """
    return whole_motion.momentum(model, q, v, base)


def centroidal_momentum(model: Model, q: ArrayLike, v: ArrayLike, base: Base = "body") -> Array:
    """Return the momentum of all bodies about their center of mass, with derivatives up to order r.

    The angular part is about the center of mass wherever it is at the moment; axes are inertial.

    Parameters, shapes and errors as `momentum`; also

    Raises
    ------
    SingularError
        A model without mass has no center of mass.

    Notes
    -----
    Its accuracy does not depend on the distance from the inertial origin.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.centroidal_momentum(model, q, [v, v]).shape
    (2, 6)
    """
    return whole_motion.centroidal_momentum(model, q, v, base)


def center_of_mass(model: Model, q: ArrayLike, v: ArrayLike, base: Base = "body") -> Array:
    """Return the center of mass of all bodies with its time derivatives up to order r.

    Parameters and errors as `centroidal_momentum`.

    Returns
    -------
    (r + 1, 3) array
        Row k: k-th derivative, inertial frame, m / s^k.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.center_of_mass(model, q, [v, v]).shape
    (2, 3)
    """
    return whole_motion.center_of_mass(model, q, v, base)
