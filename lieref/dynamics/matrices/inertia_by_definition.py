"""The joint-space inertia from its definition: the slow second way, for comparison."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.groups.inertia import spatial_inertia
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.model.model import Model


def joint_space_inertia_by_definition(model: Model, q: ArrayLike, base: Any) -> NDArray[np.float64]:
    """Return H = sum_k J_k^T M_k J_k + diag(armature); columns of J_k: twists of unit velocities.

    Arguments and errors as `lieref.joint_space_inertia`; M_k is the inertia of body k about its
    frame's origin, body axes.
    """
    jacobians = np.empty((model.nbodies, 6, model.nv))
    for j, unit in enumerate(np.eye(model.nv)):
        jacobians[:, :, j] = forward_kinematics(model, q, unit[None], base, "body")[1][0]
    H = np.zeros((model.nv, model.nv))
    for k, J in enumerate(jacobians):
        M = spatial_inertia(model.masses[k], model.coms[k], model.inertias[k])
        H += J.T @ (M @ J)
    return (H + H.T) / 2 + np.diag(model.armature)
