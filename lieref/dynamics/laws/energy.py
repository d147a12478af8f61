"""Kinetic and potential energy with time derivatives of any order."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.dynamics.laws import whole_motion
from lieref.model.checks import Base
from lieref.model.model import Model

Array = NDArray[np.float64]


class Energy(NamedTuple):
    """Time derivatives of order 0 .. r, (r + 1,) arrays in J / s^k.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.energy(model, q, [v, v]).kinetic.shape
    (2,)
    """

    kinetic: Array
    potential: Array


def energy(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    base: Base = "body",
) -> Energy:
    """Return the kinetic and the potential energy with their time derivatives up to order r.

    v^T H v / 2 and -g . sum_k m_k c_k: a mass in the inertial origin has none. With joint physics H
    has the armature, and the springs add stiffness (q - rest)^2 / 2 each; what damping and friction
    take is lost.

    Parameters
    ----------
    model : Model or LoopModel
        A `LoopModel` is passed on to `lieref.loops.energy`.
    q : (nq,) or (batch, nq)
        Configuration, m and rad.
    v : (r + 1, nv) or (batch, r + 1, nv)
        Velocity and its plain time derivatives of order 0 .. r; SI units.
    base : "body", "spatial", "hybrid" or "mixed"
        Representation of the velocity of free joints on the world (docs/conventions.md).

    Returns
    -------
    Energy
        kinetic and potential, each an (r + 1,) or (batch, r + 1) array, J / s^k.

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

    Notes
    -----
    O(N (r + 1)^2). Of the potential energy only the part that is due to the robot's height above
    the origin loses digits with it.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> kinetic, potential = lieref.energy(model, q, [v])
    >>> bool(np.isclose(kinetic[0], v @ lieref.joint_space_inertia(model, q) @ v / 2))
    True
    """
    return Energy(*whole_motion.energies(model, q, v, base))
