"""Kinetic and potential energy with time derivatives of any order."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.dynamics.laws.joint_torques import stretches
from lieref.dynamics.laws.tree_motion import derivatives, finite, tree_motion, vectors
from lieref.model.model import Model

Array = NDArray[np.float64]


class Energy(NamedTuple):
    """Time derivatives of order 0 .. r, (r + 1,) arrays in J / s^k."""

    kinetic: Array
    potential: Array


def energy(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
) -> Energy:
    """Return the kinetic and the potential energy with their time derivatives up to order r.

    v^T H v / 2 and -g . sum_k m_k c_k: a mass in the inertial origin has none. With joint physics H
    has the armature, and the springs add stiffness (q - rest)^2 / 2 each; what damping and friction
    take is lost.

    Parameters
    ----------
    model : Model
    q : (nq,)
        Configuration, m and rad.
    v : (r + 1, nv)
        Velocity and its plain time derivatives of order 0 .. r; SI units.
    base : "body", "spatial", "hybrid" or "mixed"
        Representation of the velocity of free joints on the world (docs/conventions.md).

    Returns
    -------
    Energy
        kinetic and potential, each an (r + 1,) array, J / s^k.

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
    O(nv depth (r + 1)^2) in the compiled part. Of the potential energy only the part that is due
    to the robot's height above the origin loses digits with it.
    """
    motion = tree_motion(model, q, v, base)
    momenta = vectors(motion.H, motion.v)
    n = len(motion.v)
    kinetic = [sum(motion.v[j] @ momenta[k - j] for j in range(k + 1)) / 2 for k in range(n)]
    moment = np.zeros((n, 3))
    for tree in motion.trees:
        moment += tree.first + tree.m * tree.o
        moment[0] += tree.m * motion.origin
    # not -(moment @ g): a zero should be no negative zero
    potential = moment @ (0.0 - model.gravity) + _springs(model, q, motion.v)
    rows = derivatives(np.array(kinetic)), derivatives(potential)
    return Energy(finite("kinetic", rows[0]), finite("potential", rows[1]))


def _springs(model: Model, q: ArrayLike, v: Array) -> Array:
    """Taylor coefficients (n,) of sum stiffness (q - rest)^2 / 2; v: (n, nv) coefficients."""
    n = len(v)
    total = np.zeros(n)
    if not model.stiffness.any():
        return total
    stretch = np.zeros((n, model.nv))
    stretch[0] = stretches(model, np.asarray(q, float))
    stretch[1:] = v[: n - 1] / np.arange(1, n)[:, None]
    for k in range(n):
        for j in range(k + 1):
            total[k] += model.stiffness @ (stretch[j] * stretch[k - j]) / 2
    return total
