"""Kinetic and potential energy with time derivatives of any order."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.laws import whole_motion
from lieref.model.checks import Base
from lieref.model.model import Model

Array = NDArray[np.float64]


@described()
class Energy(NamedTuple):
    """Time derivatives of order 0 .. r, (r + 1,) arrays in J / s^k.

    Examples
    --------
    >>> lieref.energy(model, q, [v, v]).kinetic.shape
    (2,)
    """

    kinetic: Array
    potential: Array


@described("q : (nq,) or (batch, nq)", "v : (r + 1, nv) or (batch, r + 1, nv)")
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

    Returns
    -------
    Energy
        kinetic and potential, each an (r + 1,) or (batch, r + 1) array, J / s^k.

    Notes
    -----
    O(N (r + 1)^2). Of the potential energy only the part that is due to the robot's height above
    the origin loses digits with it.

    Examples
    --------
    >>> kinetic, potential = lieref.energy(model, q, [v])
    >>> bool(np.isclose(kinetic[0], v @ lieref.joint_space_inertia(model, q) @ v / 2))
    True
    """
    return Energy(*whole_motion.energies(model, q, v, base))
